"""Reading more than 2,000 files of one kind of damage each, scored cell by cell against their clean twins.

Prints the score of each kind, of 10, the mean of all kinds and the one weighted by how often a kind is met in
real files. Exits 1 when one of these is below 9.95.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.support.reading_score import scores, simple, weighted

LEAST = 9.95


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--each", type=int, default=40, help="files of each kind")
    each = options.parse_args().each
    with tempfile.TemporaryDirectory() as folder:
        found = scores(Path(folder), each)
    for kind, value in found.items():
        print(f"{value:7.3f}  {kind}")
    print(f"{simple(found):7.3f}  of 10: all kinds alike, {each * len(found)} files")
    print(f"{weighted(found):7.3f}  of 10: kinds by how often they are met")
    return int(min(simple(found), weighted(found)) < LEAST)


if __name__ == "__main__":
    sys.exit(main())
