# SPDX-License-Identifier: Apache-2.0
"""Reads the labelled sets: claims with articles, questions on contracts, requirements with evidence.

Each is a list of documents {"document", "file", "blocks": [[heading level or 0, text], ..]} and of cases {"case",
"set", "group", "documents", "criterion", "title", "label", "gold"}. label is 2 for wholly shown, 1 for partly, 0
for not. gold are the texts that show it. Cases of one group must not be split between fitting and testing.
"""
import csv
import glob
import json
import os
import re

LABELS = {"supported": 2, "partially_supported": 1, "not_supported": 0,
          "COMPLETE": 2, "PARTIAL": 1, "MISSING": 0}


def squeezed(text):
    return " ".join(text.split())


def wice(folder):
    documents, cases = [], []
    for path in sorted(glob.glob(os.path.join(folder, "*.jsonl"))):
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                item = json.loads(line)
                name = f"wice/{os.path.basename(path)}/{number}"
                documents.append({"document": name, "file": "article.txt",
                                  "blocks": [[0, sentence] for sentence in item["evidence"]]})
                cases.append({
                    "case": name, "set": "wice", "group": name, "documents": [name],
                    "criterion": "", "title": item["claim"], "label": LABELS[item["label"]],
                    "gold": [[squeezed(item["evidence"][i]) for i in found]
                             for found in item["supporting_sentences"]]})
    return documents, cases


def paragraphs(text):
    found = [squeezed(part) for part in re.split(r"\n\s*\n", text)]
    return [[0, part] for part in found if part]


def plain_name(name):
    return re.sub(r"[\W_]", "", name[:-4]).lower()  # without ".pdf" or ".txt"


def descriptions(path):
    """By category in lower case: its name and its question."""
    found = {}
    with open(path, encoding="utf-8-sig", newline="") as file:
        for row in csv.reader(file):
            if row and row[0].startswith("Category:"):
                name = row[0].split(":", 1)[1].strip()
                found[name.lower()] = name, squeezed(row[1].split(":", 1)[1])
    return found


def cuad(folder):
    documents, cases = [], []
    questions = descriptions(os.path.join(folder, "category_descriptions.csv"))
    texts = {plain_name(os.path.basename(path)): path
             for path in glob.glob(os.path.join(folder, "txt", "*.txt"))}
    with open(os.path.join(folder, "master_clauses.csv"), encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    columns = [i for i, name in enumerate(rows[0]) if i and name.strip().lower() in questions]
    for row in rows[1:]:
        path = texts.get(plain_name(row[0]))
        if path is None:
            continue
        with open(path, encoding="utf-8", errors="replace") as file:
            documents.append({"document": path, "file": os.path.basename(path),
                              "blocks": paragraphs(file.read())})
        for column in columns:
            name, question = questions[rows[0][column].strip().lower()]
            clauses = clauses_of(row[column])
            cases.append({"case": f"{path}/{name}", "set": "cuad", "group": path,
                          "documents": [path], "criterion": name, "title": question,
                          "label": 2 if clauses else 0, "gold": [[c] for c in clauses]})
    return documents, cases


def clauses_of(cell):
    """Parses a cell with a list of quotes in Python's notation; some contain characters that break it."""
    cell = cell.strip()
    if cell in ("", "[]"):
        return []
    quotes = re.findall(r"'((?:[^'\\]|\\.|'(?![,\]]))*)'|\"((?:[^\"\\]|\\.)*)\"", cell)
    return [squeezed(a or b) for a, b in quotes if a or b] or [squeezed(cell.strip("[]'\""))]


def is_row(line):
    cells = line.split("; ")
    return len(cells) >= 2 and all(":" in cell for cell in cells)


def sections_of(pair):
    """The pair's passages as sections by file: each a list of blocks."""
    by_file = {}
    for passage in pair["evidence"]:
        heading = [[1, passage["heading"]]] if passage.get("heading") else []
        lines = [[-1 if is_row(line) else 0, line] for line in passage["text"].split("\n") if line]
        by_file.setdefault(passage["file"], []).append(heading + lines)
    return by_file
