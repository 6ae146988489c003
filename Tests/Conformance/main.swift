import Commands
import Core
import Glibc

/// The commands of galleria with the fixtures of the conformance suite in place of the features.
let fixtures: [any FeatureModule.Type] = [Conformance.self]

// Not `exit`: as in Apps/galleria.
_exit(runGalleria(features: fixtures))
