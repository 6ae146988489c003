#include "AppViewPages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_html[] = {
#embed "../Pages/page.html"
};
static const unsigned char style_css[] = {
#embed "../Pages/style.css"
};
static const unsigned char bridge_js[] = {
#embed "../Pages/bridge.js"
};
static const unsigned char elements_js[] = {
#embed "../Pages/elements.js"
};
static const unsigned char pieces_js[] = {
#embed "../Pages/pieces.js"
};
static const unsigned char view_js[] = {
#embed "../Pages/view.js"
};
static const unsigned char list_js[] = {
#embed "../Pages/list.js"
};
static const unsigned char shop_js[] = {
#embed "../Pages/shop.js"
};
static const unsigned char catalog_js[] = {
#embed "../Pages/catalog.js"
};
static const unsigned char product_js[] = {
#embed "../Pages/product.js"
};
static const unsigned char bag_js[] = {
#embed "../Pages/bag.js"
};
static const unsigned char friends_js[] = {
#embed "../Pages/friends.js"
};
static const unsigned char mall_js[] = {
#embed "../Pages/mall.js"
};
static const unsigned char shelf_js[] = {
#embed "../Pages/shelf.js"
};
static const unsigned char goods_js[] = {
#embed "../Pages/goods.js"
};
static const unsigned char forecast_js[] = {
#embed "../Pages/forecast.js"
};

static const struct app_view_file files[] = {
    {"page.html", page_html, sizeof page_html},
    {"style.css", style_css, sizeof style_css},
    {"bridge.js", bridge_js, sizeof bridge_js},
    {"elements.js", elements_js, sizeof elements_js},
    {"pieces.js", pieces_js, sizeof pieces_js},
    {"view.js", view_js, sizeof view_js},
    {"list.js", list_js, sizeof list_js},
    {"shop.js", shop_js, sizeof shop_js},
    {"catalog.js", catalog_js, sizeof catalog_js},
    {"product.js", product_js, sizeof product_js},
    {"bag.js", bag_js, sizeof bag_js},
    {"friends.js", friends_js, sizeof friends_js},
    {"mall.js", mall_js, sizeof mall_js},
    {"shelf.js", shelf_js, sizeof shelf_js},
    {"goods.js", goods_js, sizeof goods_js},
    {"forecast.js", forecast_js, sizeof forecast_js},
};
const struct app_view_file *const app_view_files = files;
const size_t app_view_file_count = sizeof files / sizeof files[0];
