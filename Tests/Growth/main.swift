import Commands
import Glibc

/// Number of modules: `GALLERIA_GROWTH_MODULES`, 1 to 10,000; one by default.
private let asked = getenv("GALLERIA_GROWTH_MODULES").flatMap { Int(String(cString: $0)) } ?? 1

// Not `exit`: as in Apps/galleria.
_exit(runGalleria(features: (0..<min(max(1, asked), 10_000)).map(generatedFeature)))
