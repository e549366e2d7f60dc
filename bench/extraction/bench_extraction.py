#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what is read of real files, by format: how many, which words in which order, values under their headers,
headings and list items; beside transcripts and other programs in the same run. Then the same of documents of our own.

Needs the files of ASSAY_TEST_DATA; without them it measures its own documents alone. --own measures only these."""
import collections
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "tests", "support_py"), HERE]
import peers  # noqa: E402
import printed  # noqa: E402
import scores  # noqa: E402
import truths  # noqa: E402
from readings import read_files  # noqa: E402
from scores import Share  # noqa: E402

BIN = os.path.dirname(os.path.abspath(__file__))
BIN = BIN if os.path.exists(os.path.join(BIN, "show_blocks")) else os.path.join(ROOT, "build", "bin")
DATA = os.environ.get("ASSAY_TEST_DATA") or os.path.join(ROOT, "..", "shared", "data")
GOAL = .90
NOTES = "Notes"  # what Assay writes above the notes of a slide
PARTS = ("words", "order", "pairs", "headings", "items")


class Format:
    """The figures of one format, or of one group of documents."""

    def __init__(self):
        self.files, self.ready, self.with_truth = 0, 0, 0
        self.refused = collections.Counter()
        self.shares = {part: Share() for part in PARTS}
        self.wrong = 0
        self.peers = collections.defaultdict(lambda: (Share(), Share()))


def headings_of(reading, truth):
    """Those that the transcript could have: neither of parts that it leaves out, nor Assay's own."""
    return [one for one in scores.covered(reading.texts("heading"), truth.text) if one != NOTES]


def measure(reading, truth, own):
    """Adds the figures of a file; (part, figure, what is missing) of each one below the goal."""
    wanted, found = scores.words_of(truth.text), scores.words_of(reading.text())
    one = {}
    if truth.text:
        one["words"] = scores.share(wanted, found)
        one["order"] = scores.order(wanted, found)
    if truth.tables:
        one["pairs"], wrong = scores.pairs(truth.tables, reading)
        own.wrong += wrong
    # A transcript that marks none says nothing of them.
    if truth.headings:
        one["headings"] = scores.texts(truth.headings, headings_of(reading, truth))
    if truth.items:
        one["items"] = scores.texts(truth.items, reading.texts("item"))
    low = []
    for part, figures in one.items():
        own.shares[part].add(figures)
        value = figures.f1 if part in ("headings", "items") else figures.recall
        if figures.wanted and value < GOAL:
            low.append((part, value, " ".join(scores.missing(wanted, found)) if part == "words" else ""))
    own.with_truth += 1
    return low


def ask_peers(path, truth, own):
    wanted = scores.words_of(truth.text)
    for name, command in peers.peers_of(path) if wanted else ():
        found = scores.words_of(peers.text_of(command))
        words, order = own.peers[name]
        words.add(scores.share(wanted, found))
        order.add(scores.order(wanted, found))


def group_of(reading):
    return "pictures (OCR)" if reading.recognized else reading.type


def known_causes():
    with open(os.path.join(HERE, "causes.json"), encoding="utf-8") as file:
        return json.load(file)


def real_files(folder):
    """(path, truth or None) of all files of the collection, and CUAD's contracts."""
    out = {}
    collection = os.path.join(folder, "extraction")
    found = truths.find_truths(collection)
    for path in truths.files_under(collection):
        if not truths.is_truth(path) and not os.path.basename(path).startswith(("LICENSE", "SOURCE", "README")):
            out[path] = truths.read_truth(found[path]) if path in found else None
    cuad = os.path.join(folder, "labels", "cuad")
    texts = {os.path.splitext(os.path.basename(path))[0]: path for path in truths.files_under(f"{cuad}/txt")}
    for path in truths.files_under(f"{cuad}/pdf"):
        text = texts.get(os.path.splitext(os.path.basename(path))[0])
        out[path] = truths.read_truth(text) if text else None
    return out


def row(name, own):
    shares = own.shares

    def shown(part, figure):
        return f"{getattr(shares[part], figure):.3f}" if shares[part].wanted else "–"
    print(f"{name:38} {own.files:5} {own.ready:5} {own.with_truth:5}  {shown('words', 'recall'):>6} "
          f"{shown('words', 'precision'):>6} {shown('order', 'recall'):>6}  {shown('pairs', 'recall'):>6} "
          f"{shares['pairs'].wanted:5} {own.wrong:5}  " +
          "  ".join(f"{shown(part, 'recall'):>6} {shown(part, 'precision'):>6} {shown(part, 'f1'):>6}"
                    for part in ("headings", "items")))
    for peer, (words, order) in sorted(own.peers.items()):
        print(f"{'  ' + peer:38} {'':17}  {words.recall:6.3f} {words.precision:6.3f} {order.recall:6.3f}")


def table(formats):
    print(f"{'':38} {'files':>5} {'READY':>5} {'truth':>5}  {'recall':>6} {'prec.':>6} {'order':>6}  "
          f"{'pairs':>6} {'of':>5} {'wrong':>5}  {'head r':>6} {'p':>6} {'F1':>6}  {'item r':>6} {'p':>6} {'F1':>6}")
    for name, own in sorted(formats.items()):
        row(name, own)


def refusals(formats):
    reasons = sum((own.refused for own in formats.values()), collections.Counter())
    print("\nRefused:")
    for (name, problem), count in sorted(reasons.items(), key=lambda item: -item[1]):
        print(f"{count:5}  {problem:14} {name}")


def bench(files, readings, name_of=group_of, ask=True):
    """Prints the figures of the files, and each file below the goal with its cause."""
    formats, low, causes = collections.defaultdict(Format), [], known_causes()
    for (path, truth), reading in zip(files.items(), readings):
        ending = os.path.splitext(path)[1].lower().lstrip(".") or "none"
        own = formats[name_of(reading) or ending]
        own.files += 1
        if reading.problem:
            own.refused[(ending, reading.problem)] += 1
            continue
        own.ready += 1
        if truth:
            low += [(path, *figures) for figures in measure(reading, truth, own)]
            if ask:
                ask_peers(path, truth, own)
    table(formats)
    if any(own.refused for own in formats.values()):
        refusals(formats)
    if low:
        print(f"\nBelow {GOAL:.2f}:")
    for path, part, value, lost in low:
        name = os.path.basename(path)
        cause = causes.get(name, {}).get(part) or (f"missing: {lost}" if lost else "")
        print(f"  {part:8} {value:.3f}  {name}  {cause}")


def speed(files):
    """Processor time of reading all PDF files beside pdftotext."""
    ours = theirs = 0.0
    for path in files:
        for name, command in peers.peers_of(path):
            if name == "pdftotext" and os.path.getsize(path) > 0:
                ours += peers.cpu_seconds([f"{BIN}/assay-extract", "read", os.path.basename(path)], path)
                theirs += peers.cpu_seconds(command, path)
    if theirs:
        print(f"\nCPU of CUAD's contracts as PDF: {ours:.2f} s, pdftotext {theirs:.2f} s, ratio {ours / theirs:.2f}, "
              "goal 1.20")


def own_documents(folder):
    print("\nDocuments of our own, printed by Chromium:")
    done = printed.print_all(folder, printed.documents())
    groups = {path: document.group for document, path in done}
    readings = read_files(BIN, list(groups))
    bench({path: document.truth for document, path in done}, readings, lambda reading: groups[reading.path], ask=False)


def main():
    if "--own" not in sys.argv:
        if os.path.isdir(os.path.join(DATA, "extraction")):
            files = real_files(DATA)
            bench(files, read_files(BIN, list(files)))
            speed([path for path in files if "cuad" in path])
        else:
            print(f"no real files at {DATA} (ASSAY_TEST_DATA)")
    with tempfile.TemporaryDirectory() as folder:
        own_documents(folder)


if __name__ == "__main__":
    main()
