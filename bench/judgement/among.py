# SPDX-License-Identifier: Apache-2.0
"""Fresh pairs: a requirement and the one document that speaks of it, among 40 documents on other topics."""
import collections
import json
import random

import labels

OTHERS = 40


def is_row(line):
    cells = line.rstrip(".").split("; ")
    return len(cells) > 1 and all(":" in cell for cell in cells)


def blocks_of(text):
    """Lines as paragraphs, "name: value; name: value" as rows of a table."""
    found = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        level = len(line) - len(line.lstrip("#"))
        found.append([level, line[level:].strip()] if level else [-1 if is_row(line) else 0, line])
    return found


def cells_of(line):
    return [cell.split(": ", 1) for cell in line.rstrip(".").split("; ")]


def names_of(block):
    """The names of a row's cells; None for what is no row."""
    level, line = block
    cells = cells_of(line)
    return tuple(cell[0] for cell in cells) if level < 0 and all(len(cell) == 2 for cell in cells) else None


def table(rows):
    cells = [cells_of(line) for line in rows]
    lines = [[name for name, _ in cells[0]], ["---"] * len(cells[0]), *([value for _, value in row] for row in cells)]
    return "\n".join("| " + " | ".join(text.replace("|", "\\|") for text in line) + " |" for line in lines)


def markdown_of(text):
    """A pair's text as a Markdown file: rows of the same names, one after the other, become a table."""
    blocks, parts, at = blocks_of(text), [], 0
    while at < len(blocks):
        names, end = names_of(blocks[at]), at + 1
        while names and end < len(blocks) and names_of(blocks[end]) == names:
            end += 1
        level, line = blocks[at]
        single = "#" * level + " " + line if level > 0 else line
        parts.append(table([row for _, row in blocks[at:end]]) if end - at > 1 else single)
        at = end
    return "\n\n".join(parts) + "\n"


def among(path):
    """(documents, cases) of a file of pairs; the others of each are chosen by chance, the same each time."""
    with open(path, encoding="utf-8") as lines:
        pairs = [json.loads(line) for line in lines]
    dice = random.Random(5)
    documents = [{"document": pair["id"], "file": pair["file"], "blocks": blocks_of(pair["text"])} for pair in pairs]
    cases = []
    for pair in pairs:
        others = [other["id"] for other in pairs if other is not pair]
        cases.append({"case": pair["id"], "documents": [pair["id"], *dice.sample(others, min(OTHERS, len(others)))],
                      "criterion": "", "title": pair["requirement"], "kind": pair["kind"], "expected": pair["expected"]})
    return documents, cases


def with_unrelated(documents, cases, path):
    """The same with 200 documents beside them that have nothing to do with any requirement."""
    with open(path, encoding="utf-8") as lines:
        more = [json.loads(line) for line in lines]
    found = [{"document": "unrelated/" + one["file"], "file": one["file"], "blocks": blocks_of(one["text"])} for one in more]
    names = [document["document"] for document in found]
    return documents + found, [dict(case, documents=case["documents"] + names) for case in cases]


def report_changes(before, after):
    """Both are judged cases, in the same order."""
    moved = sum(abs(one["confidence"] - other["confidence"]) > .05 for one, other in zip(before, after))
    status = sum(one["status"] != other["status"] for one, other in zip(before, after))
    print(f"beside 200 unrelated documents: {moved} of {len(before)} confidences move by more than .05, {status} statuses change")


def report(cases):
    """cases with the status found, and the documents cited."""
    kinds, swaps, cited = collections.defaultdict(collections.Counter), 0, 0
    for case in cases:
        kinds[case["kind"]][case["status"]] += 1
        swaps += {case["status"], case["expected"]} == {"COMPLETE", "MISSING"}
        cited += case["expected"] != "MISSING" and case["case"] in case["cited"][:3]
    right = sum(case["status"] == case["expected"] for case in cases)
    with_evidence = sum(case["expected"] != "MISSING" for case in cases)
    print(f"{len(cases)} fresh pairs, each document among {OTHERS} others: {right} right (always MISSING: "
          f"{len(cases) - with_evidence}), {swaps} swaps of COMPLETE and MISSING, own document among the first three "
          f"citations {cited} of {with_evidence}")
    for kind, found in kinds.items():
        print(f"  {kind}: " + ", ".join(f"{status} {count}" for status, count in sorted(found.items())))


def alone(pairs):
    """(documents, cases) of pairs of pairs.json, each with its own evidence only."""
    documents, cases = [], []
    for pair in pairs:
        files = labels.sections_of(pair)
        names = {file: f"{pair['id']}/{file}" for file in files}
        documents += [{"document": names[file], "file": file, "blocks": sum(sections, [])}
                      for file, sections in files.items()]
        cases.append({"case": pair["id"], "documents": list(names.values()), "criterion": pair.get("criterion") or "",
                      "title": pair["requirement"], "kind": pair["kind"], "expected": pair["expected"]})
    return documents, cases
