"""`./run bench [name]`: run one benchmark, or all."""

import sys

import bench
from tools.dispatch import dispatch

if __name__ == "__main__":
    sys.exit(dispatch(bench, sys.argv[1:], "nothing to measure yet"))
