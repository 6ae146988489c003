import BookShelf
import Catalog
import FeatureKit
import Forecast
import Friends
import ProductDetail
import ShoppingMall

/// The feature modules as the executable lists them.
let shippedFeatures: [Feature] = [
    Feature(Catalog.self), Feature(ProductDetail.self), Feature(Friends.self), shoppingMall, Feature(BookShelf.self),
    Feature(Forecast.self),
]
