#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sums up a run of ctest for ./assay test: what was skipped and why, and what took longest.

test_summary.py FILE: FILE is what ctest --output-junit wrote."""
import re
import sys
import xml.etree.ElementTree as xml

SLOWEST = 5
# GoogleTest says the reason in the line before the test's result, unittest behind it.
GOOGLE = re.compile(r"^(?:\S+:\d+: Skipped\n(?P<reason>(?:(?!\[).*\n)*?))?\[  SKIPPED \] (?P<name>[\w/]+\.[\w/]+) \(", re.M)
UNITTEST = re.compile(r"^(?P<name>\w+) \([\w.]+\).*?\.\.\. skipped ['\"](?P<reason>.*?)['\"](?: |$)", re.M)


def skipped_in(output):
    """(name, reason) of each test of a program that was skipped."""
    for pattern in (GOOGLE, UNITTEST):
        for found in pattern.finditer(output):
            yield found["name"], " ".join((found["reason"] or "no reason given").split())


def main(path):
    cases = xml.parse(path).getroot().findall("testcase")
    skipped = []
    for case in cases:
        output = case.findtext("system-out") or ""
        skipped += [(f"{case.get('name')}: {name}", reason) for name, reason in skipped_in(output)]
        if case.find("skipped") is not None:
            skipped.append((case.get("name"), "the whole test"))
    slowest = sorted(cases, key=lambda case: -float(case.get("time")))[:SLOWEST]
    print("slowest: " + ", ".join(f"{case.get('name')} {float(case.get('time')):.0f} s" for case in slowest))
    print(f"{len(skipped)} skipped" + (":" if skipped else ""))
    for name, reason in skipped:
        print(f"  {name}: {reason}")


if __name__ == "__main__":
    main(*sys.argv[1:])
