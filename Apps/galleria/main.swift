import Commands
import FeatureKit
import Glibc

#if BookShelf
    import BookShelf
#endif
#if Catalog
    import Catalog
#endif
#if Forecast
    import Forecast
#endif
#if Friends
    import Friends
#endif
#if ProductDetail
    import ProductDetail
#endif
#if ShoppingMall
    import ShoppingMall
#endif

/// The one list of feature modules: a line each, in the order in which help and `host.info` show them.
var features: [Feature] = []
#if Catalog
    features.append(catalog)
#endif
#if ProductDetail
    features.append(productDetail)
#endif
#if Friends
    features.append(friends)
#endif
#if ShoppingMall
    features.append(shoppingMall)
#endif
#if BookShelf
    features.append(bookShelf)
#endif
#if Forecast
    features.append(forecast)
#endif

// Not `exit`: it would run the clean-up of C libraries while their threads may still be at work. Nothing is buffered.
_exit(runGalleria(features: features.map(\.proved)))
