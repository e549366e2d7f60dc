# SPDX-License-Identifier: Apache-2.0
"""Prints the sample run for a terminal, or as plain lines if there is none."""
import datetime
import shutil
import sys
import time

TERMINAL = sys.stdout.isatty()
# Shape before colour, as in the front ends.
STATUS = {"COMPLETE": ("●", "32"), "PARTIAL": ("◐", "33"), "MISSING": ("◌", "31"),
          "FAILED": ("▲", "35")}


class Progress:
    """A bar on a terminal; elsewhere one line at the start of counting and one at the end."""

    def __init__(self, what, total):
        self.what, self.total, self.begun = what, total, time.monotonic()

    def __enter__(self):
        return self

    def show(self, done, total=None):
        self.total = self.total if total is None else total
        if TERMINAL:
            filled = 24 * done // self.total if self.total else 0
            bar = "█" * filled + "░" * (24 - filled)
            print(f"\r\033[K  {self.what:<34} {bar} {done} of {self.total}", end="", flush=True)

    def __exit__(self, kind, *_):
        if TERMINAL:
            print("\r\033[K", end="", flush=True)
        if kind is None:
            took = round((time.monotonic() - self.begun) * 1000)
            print(f"  {self.what:<34} {took:6d} ms   ({self.total})", flush=True)


def cut(text, width):
    text = " ".join(text.split())
    return text if len(text) <= width else text[:max(width - 1, 0)] + "…"


def colour(code, text):
    return f"\033[{code}m{text}\033[0m" if TERMINAL else text


def citation_text(assessment, names, width):
    if not assessment["citations"]:
        return ""
    best = assessment["citations"][0]
    page = f" p. {best['pageNumber']}" if best.get("pageNumber") else ""
    name = names.get(best["documentId"], "(deleted document)")
    where = cut(name, max(width * 2 // 5, 24) - len(page)) + page
    return f"{where}  " + cut(best["text"], width - len(where) - 2)


def seconds_between(start, end):
    times = [datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) for text in (start, end)]
    return (times[1] - times[0]).total_seconds()


def print_result(run, assessments, names):
    width = shutil.get_terminal_size((150, 24)).columns
    title = max(18, (width - 40) * 3 // 10)
    label = max([len(item["requirementId"]) for item in assessments] + [3])
    rest = width - title - label - 26
    print(f"\n  {'':{label}}  {'Requirement':<{title}}  {'Status':<10}  Conf.  Best evidence")
    for item in assessments:
        shape, code = STATUS[item["status"]]
        requirement = item.get("requirement") or {}
        print(f"  {item['requirementId']:<{label}}  {cut(requirement.get('title', ''), title):<{title}}  "
              + colour(code, f"{shape} {item['status']:<8}")
              + f"  {item['confidence']:5.2f}  {citation_text(item, names, rest)}".rstrip())
    counts = ", ".join(f"{run['counts'][name]} {name.lower()}" for name in STATUS)
    took = seconds_between(run["startedAt"], run["completedAt"])
    print(f"\n  {len(assessments)} requirements in {took:.1f} s: {counts}.")
