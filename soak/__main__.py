"""`./run soak [name]`: run one long trial, or all."""

import sys

import soak
from tools.dispatch import dispatch

if __name__ == "__main__":
    sys.exit(dispatch(soak, sys.argv[1:], "nothing to try yet"))
