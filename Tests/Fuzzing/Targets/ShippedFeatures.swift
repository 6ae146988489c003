import BookShelf
import Catalog
import FeatureKit
import Forecast
import Friends
import ProductDetail
import ShoppingMall

/// The feature modules as the executable lists them.
let shippedFeatures: [Feature] = [
    catalog, productDetail, friends, shoppingMall, bookShelf, forecast,
]
