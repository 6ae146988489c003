import BookShelf
import Catalog
import Core
import Forecast
import Friends
import ProductDetail
import ShoppingMall

/// The feature modules as the executable lists them.
let shippedFeatures: [any FeatureModule.Type] = [
    Catalog.self, ProductDetail.self, Friends.self, ShoppingMall.self, BookShelf.self, Forecast.self,
]
