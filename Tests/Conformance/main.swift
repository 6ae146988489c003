import Commands
import FeatureKit
import Glibc

/// The commands of galleria with the fixtures of the conformance suite in place of the features.
let fixtures: [Feature] = [Feature(Conformance.self)]

// Not `exit`: as in Apps/galleria.
_exit(runGalleria(features: fixtures))
