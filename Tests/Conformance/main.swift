import Commands
import FeatureKit
import Glibc
import MCPExtensions

/// The commands of galleria with the fixtures of the conformance suite in place of the features.
let fixtures: [Feature] = [Conformance.feature]

// Not `exit`: as in Apps/galleria.
_exit(runGalleria(features: fixtures, tasks: ClientTasks.made()))
