// Products of the catalogue kept in memory as fields over the upstream's bytes, and how they are told: the same facts as galleria's.
//
// Amounts are ten-thousandths of a unit, exactly; a file with a finer one is refused.
#ifndef PRODUCTS_H
#define PRODUCTS_H
#include <stdio.h>

#include "text.h"

enum { UNIT = 10000, CENT = 100, MOST_PRODUCTS = 4096 };

typedef enum { NOT_SAID, FEMALE, MALE, KIDS, GENDERS } Gender;

static const char *const GENDER_WORDS[GENDERS] = {"", "female", "male", "kids"};

typedef struct {
    Text sku, brand, name, ribbon;  // empty: none
    int64_t price, reduced;         // -1: none
    int discount;                   // percent, 0: none
    Gender gender;
    bool is_plain;                  // neither Markdown nor JSON has a mark in its texts
} Product;

static Product products[MOST_PRODUCTS];
static size_t product_count;

// A number of JSON, or a text of the same digits; -1: none, or one that ten-thousandths don't hold.
static int64_t amount_of(Text value) {
    if (value.begin && *value.begin == '"') value = (Text){value.begin + 1, value.end - 1};
    int64_t amount = 0;
    int digits = 0, fraction = -1;
    for (const char *p = value.begin; p < value.end; p++) {
        if (*p == '.' && fraction < 0 && digits > 0) {
            fraction = 0;
        } else if (*p < '0' || *p > '9' || ++digits > 14) {
            return -1;
        } else if (fraction < 0) {
            amount = amount * 10 + (*p - '0');
        } else if (fraction < 4) {
            amount = amount * 10 + (*p - '0');
            fraction++;
        } else if (*p != '0') {
            return -1;
        }
    }
    for (int i = fraction < 0 ? 0 : fraction; i < 4; i++) amount *= 10;
    return digits > 0 ? amount : -1;
}

static int64_t cents(int64_t amount) { return (amount + CENT / 2) / CENT; }

static int64_t paid(const Product *product) { return product->reduced >= 0 ? product->reduced : product->price; }

// MARK: - Reading

static Text trimmed(Text text) {
    while (text.begin < text.end && (unsigned char)*text.begin <= ' ') text.begin++;
    while (text.begin < text.end && (unsigned char)text.end[-1] <= ' ') text.end--;
    return text;
}

// A text of the upstream; one that had to be decoded stays in memory of its own.
static Text kept(Text value) {
    static const char EMPTY[] = "";
    if (!value.begin || *value.begin != '"') return (Text){EMPTY, EMPTY};
    scratch.count = 0;
    Text text = trimmed(prose(value));
    if (text.begin < scratch.bytes || text.begin >= scratch.bytes + sizeof scratch.bytes) return text;
    size_t length = (size_t)(text.end - text.begin);
    char *copy = malloc(length + 1);
    if (!copy) abort();
    memcpy(copy, text.begin, length);
    return (Text){copy, copy + length};
}

static bool is_plain(Text text) {
    for (const char *p = text.begin; p < text.end; p++) {
        if ((unsigned char)*p < ' ' || strchr("\\`*_~[]<|\"&", *p)) return false;
    }
    return text.begin == text.end || !strchr("#>=-+", *text.begin);
}

static void judge_prices(Product *product) {
    bool is_sale = product->price >= 0 && product->reduced > 0 && product->reduced < product->price
        && cents(product->reduced) < cents(product->price);
    if (!is_sale) {
        product->reduced = -1;
        return;
    }
    // Halves up.
    int64_t saved = (product->price - product->reduced) * 200, percent = (saved + product->price) / (2 * product->price);
    product->discount = percent < 100 ? (int)percent : 0;
}

static bool read_product(Text row, Product *product) {
    *product = (Product){.price = -1, .reduced = -1};
    Text embedded = scan_member(row, "_embedded"), none = {NULL, NULL};
    bool has_parts = embedded.begin && *embedded.begin == '{';
    Text brand = has_parts ? scan_member(embedded, "brand") : none, gender = has_parts ? scan_member(embedded, "gender") : none;
    product->sku = kept(scan_member(row, "sku"));
    product->name = kept(scan_member(row, "name"));
    product->ribbon = kept(scan_member(row, "ribbon"));
    product->brand = kept(brand.begin && *brand.begin == '{' ? scan_member(brand, "name") : none);
    product->price = amount_of(scan_member(row, "price"));
    product->reduced = amount_of(scan_member(row, "final_price"));
    Text word = kept(gender.begin && *gender.begin == '{' ? scan_member(gender, "name") : none);
    for (int i = 1; i < GENDERS; i++) {
        if (scan_is(word, GENDER_WORDS[i])) product->gender = (Gender)i;
    }
    judge_prices(product);
    product->is_plain = is_plain(product->sku) && is_plain(product->brand) && is_plain(product->name) && is_plain(product->ribbon);
    return product->sku.begin < product->sku.end;
}

static bool is_known(Text sku) {
    for (size_t i = 0; i < product_count; i++) {
        Text other = products[i].sku;
        size_t length = (size_t)(sku.end - sku.begin);
        if ((size_t)(other.end - other.begin) == length && memcmp(other.begin, sku.begin, length) == 0) return true;
    }
    return false;
}

// The rows of an upstream's page, or of the samples, which are an array alone. Each sku counts once.
static bool load_products(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file || fseek(file, 0, SEEK_END) != 0) return false;
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(size + 1);
    if (!bytes || fread(bytes, 1, size, file) != size) return false;
    fclose(file);
    Text page = {scan_space(bytes, bytes + size), bytes + size};
    const char *end = scan_value(page.begin, page.end, 0);
    if (!end || scan_space(end, page.end) != page.end) return false;
    Text rows = *page.begin == '[' ? page : scan_member(scan_member(page, "_embedded"), "product");
    if (!rows.begin || *rows.begin != '[') return false;
    for (const char *p = scan_space(rows.begin + 1, rows.end); *p != ']' && product_count < MOST_PRODUCTS;) {
        Text row = {p, scan_value(p, rows.end, 1)};
        Product *product = &products[product_count];
        if (*p == '{' && read_product(row, product) && !is_known(product->sku)) product_count++;
        p = scan_space(row.end, rows.end);
        if (*p == ',') p = scan_space(p + 1, rows.end);
    }
    return true;
}

// MARK: - Telling

// Appends the digits of a number.
static void append_digits(Output *output, uint64_t number) {
    char digits[24], *begin = digits + sizeof digits;
    do *--begin = (char)('0' + number % 10);
    while (number /= 10);
    append(output, begin, (size_t)(digits + sizeof digits - begin));
}

// Exactly, with two digits behind the point at least: 97.50, 19.499.
static void append_told(Output *output, int64_t amount) {
    append_digits(output, (uint64_t)(amount / UNIT));
    int rest = (int)(amount % UNIT);
    char fraction[5] = {'.'};
    for (int i = 4, left = rest; i > 0; i--, left /= 10) fraction[i] = (char)('0' + left % 10);
    append(output, fraction, rest % 10 ? 5 : rest % 100 ? 4 : 3);
}

// As people read it: A$1,299.50.
static void append_shown(Output *output, int64_t amount) {
    int64_t all = cents(amount), whole = all / 100;
    APPEND(output, "A$");
    if (whole < 1000) {
        append_digits(output, (uint64_t)whole);
    } else {
        char digits[24], *p = digits + sizeof digits;
        for (int count = 0; whole > 0; whole /= 10) {
            if (count++ % 3 == 0 && count > 1) *--p = ',';
            *--p = (char)('0' + whole % 10);
        }
        append(output, p, (size_t)(digits + sizeof digits - p));
    }
    char fraction[3] = {'.', (char)('0' + all % 100 / 10), (char)('0' + all % 10)};
    append(output, fraction, 3);
}

// A text of a table's cell inside of a JSON string: what could be markup gets a backslash, which JSON writes as two.
static void append_cell(Output *output, Text text, bool is_plain) {
    if (is_plain) return append_text(output, text);
    static Output cell;
    cell.count = 0;
    for (const char *p = text.begin; p < text.end; p++) {
        bool is_mark = strchr("\\`*_~[]<|", *p) || (p == text.begin && strchr("#>=-+", *p));
        if (is_mark) APPEND(&cell, "\\");
        append(&cell, p, 1);
    }
    append_escaped(output, (Text){cell.bytes, cell.bytes + cell.count});
}

// The product as a row of the table.
static void append_row(Output *text, const Product *product) {
    bool plain = product->is_plain, is_reduced = product->reduced >= 0;
    APPEND(text, "|`");
    append_cell(text, product->sku, plain);
    APPEND(text, "`|");
    append_cell(text, product->brand, plain);
    APPEND(text, "|");
    if (product->name.begin == product->name.end) APPEND(text, "no name");
    append_cell(text, product->name, plain);
    if (product->ribbon.begin < product->ribbon.end) {
        APPEND(text, " [");
        append_cell(text, product->ribbon, plain);
        APPEND(text, "]");
    }
    APPEND(text, "|");
    if (product->price < 0) {
        APPEND(text, "—");
    } else {
        if (is_reduced) APPEND(text, "~~");
        append_shown(text, product->price);
        if (is_reduced) APPEND(text, "~~");
    }
    APPEND(text, "|");
    if (is_reduced) append_shown(text, product->reduced);
    if (is_reduced && product->discount > 0) {
        APPEND(text, " -");
        append_digits(text, (uint64_t)product->discount);
        APPEND(text, "%");
    }
    APPEND(text, "|\\n");
}

static void append_value(Output *output, Text text, bool is_plain) {
    if (is_plain) append_text(output, text);
    else append_escaped(output, text);
    APPEND(output, "\"");
}

// The product as an object of JSON.
static void append_object(Output *output, const Product *product, bool is_liked) {
    bool plain = product->is_plain;
    APPEND(output, "{\"sku\":\"");
    append_value(output, product->sku, plain);
    if (product->brand.begin < product->brand.end) {
        APPEND(output, ",\"brand\":\"");
        append_value(output, product->brand, plain);
    }
    if (product->name.begin < product->name.end) {
        APPEND(output, ",\"name\":\"");
        append_value(output, product->name, plain);
    }
    if (product->price >= 0) {
        APPEND(output, ",\"price\":\"AUD ");
        append_told(output, product->price);
        APPEND(output, "\"");
    }
    if (product->reduced >= 0) {
        APPEND(output, ",\"discountPrice\":\"AUD ");
        append_told(output, product->reduced);
        APPEND(output, "\"");
    }
    if (product->discount > 0) {
        APPEND(output, ",\"discount\":");
        append_digits(output, (uint64_t)product->discount);
    }
    if (is_liked) APPEND(output, ",\"liked\":true");
    else APPEND(output, ",\"liked\":false");
    if (product->ribbon.begin < product->ribbon.end) {
        APPEND(output, ",\"ribbon\":\"");
        append_value(output, product->ribbon, plain);
    }
    APPEND(output, "}");
}
#endif
