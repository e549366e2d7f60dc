#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks tables of real files against their transcripts, if a collection is available (ASSAY_TEST_DATA): the share of
values that stand under the right header, per format. The argument is the folder of the programs; exits 77 without files."""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
import scores  # noqa: E402
import truths  # noqa: E402
from readings import read_files  # noqa: E402

DATA = os.environ.get("ASSAY_TEST_DATA") or os.path.join(ROOT, "..", "shared", "data")
SKIPPED = 77
# Least share of right values, and most wrong ones.
REACHED = {"html": (.98, 0), "csv": (.98, 0), "docx": (.98, 0), "xlsx": (.98, 0), "odf": (.98, 3), "md": (.98, 0),
           "pptx": (.98, 0)}


def check(bin_folder, kind, least, most):
    found = {path: truth for path, truth in truths.find_truths(os.path.join(DATA, "extraction", "docling", kind)).items()
             if truths.read_truth(truth).tables}
    right, wrong = scores.Share(), 0
    for reading in read_files(bin_folder, list(found)):
        one, bad = scores.pairs(truths.read_truth(found[reading.path]).tables, reading)
        print(f"    {os.path.basename(reading.path)}: {one.both} of {one.wanted} right, {bad} wrong")
        right.add(one)
        wrong += bad
    good = right.wanted > 0 and right.recall >= least and wrong <= most
    print(f"  {kind}: {right.both} of {right.wanted} values under the right header, {wrong} under another"
          f"{'' if good else f': at least {least:.0%} and at most {most} expected'}")
    return good


def main():
    if not os.path.isdir(os.path.join(DATA, "extraction", "docling")):
        print(f"no transcripts at {DATA}")
        return SKIPPED
    results = [check(sys.argv[1], kind, least, most) for kind, (least, most) in REACHED.items()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
