"""galleria as a Python package: nothing but the program, and the way to start it."""

import os
import sys

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "galleria")


def main():
    """Becomes the program: its input, output, signals and exit status are those of this process."""
    os.execv(PROGRAM, [PROGRAM, *sys.argv[1:]])
