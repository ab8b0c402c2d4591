"""`./run bench [name]`: measure one thing, or everything."""

import sys

import bench
from tools.dispatch import dispatch

if __name__ == "__main__":
    sys.exit(dispatch(bench, sys.argv[1:], "nothing to measure yet"))
