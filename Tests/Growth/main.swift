import Commands
import Glibc

// Not `exit`: as in Apps/galleria.
_exit(runGalleria(features: generatedFeatures))
