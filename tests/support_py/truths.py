# SPDX-License-Identifier: Apache-2.0
"""What real files hold, as transcripts beside them say: Markdown, text, or lists of elements. Tests and benchmarks
compare with it what Assay reads."""
import dataclasses
import html
import html.parser
import json
import os
import re

ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)]|[a-z][.)])\s+(?=\S)")
# What transcripts of one collection are called, beside the name of the file itself.
ENDINGS = (".md", ".json", ".txt")
TRUTH_FOLDERS = ("groundtruth", "expected_outputs", "expected-structured-output", "gold_standard_cct")


@dataclasses.dataclass
class Truth:
    """text: all words in order. tables: lists of rows, the first of which names the columns. Headings and items are None
    if the transcript does not tell them from other text."""
    text: str = ""
    tables: list = dataclasses.field(default_factory=list)
    headings: list | None = None
    items: list | None = None


def plain(markdown):
    """Markdown on one line without its marks."""
    text = re.sub(r"<!--.*?-->", " ", markdown)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", text)
    text = re.sub(r"\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)", r"\1", text)
    text = re.sub(r"</?[a-zA-Z][^>]*>", " ", text)
    text = re.sub(r"\\([\\`*_{}\[\]()#+.!|<>-])", r"\1", text)
    return html.unescape(re.sub(r"\*\*|__|~~|`", "", text)).strip()


def cells_of(line):
    inner = line.strip().strip("|")
    return [plain(cell) for cell in re.split(r"(?<!\\)\|", inner)]


def from_markdown(text):
    truth = Truth(headings=[], items=[])
    words, fenced, table = [], False, None
    for line in text.split("\n"):
        if line.strip().startswith("```"):
            fenced = not fenced
            continue
        if not fenced and line.startswith("|"):
            cells = cells_of(line)
            if table is None:
                table = []
                truth.tables.append(table)
            if not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
                table.append(cells)
                words.append(" ".join(cells))
            continue
        table = None
        heading = None if fenced else re.match(r"#{1,6}\s+(.*)", line)
        if heading:
            truth.headings.append(plain(heading[1]))
        elif not fenced and ITEM.match(line):
            truth.items.append(plain(ITEM.sub("", line, count=1)))
        words.append(plain(heading[1] if heading else line))
    truth.text = "\n".join(words)
    return truth


class TableRows(html.parser.HTMLParser):
    """Rows of the tables of a page, values repeated in all columns and rows that a cell covers."""

    def __init__(self):
        super().__init__()
        self.tables, self.cell, self.covered = [], None, {}

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "table":
            self.tables.append([])
            self.covered = {}
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
            self.cover()
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            self.cell = ["", int(given.get("colspan") or 1), int(given.get("rowspan") or 1)]

    def cover(self):
        row = self.tables[-1][-1]
        while self.covered.get(len(row), [0])[0] > 0:
            held = self.covered[len(row)]
            held[0] -= 1
            row.append(held[1])

    def handle_data(self, data):
        if self.cell:
            self.cell[0] += data

    def handle_endtag(self, tag):
        if tag in ("td", "th") and self.cell:
            text, columns, rows = self.cell
            row = self.tables[-1][-1]
            for _ in range(columns):
                self.covered[len(row)] = [rows - 1, text.strip()]
                row.append(text.strip())
            self.cover()
            self.cell = None


def tables_of_html(text):
    parser = TableRows()
    parser.feed(text)
    return [table for table in parser.tables if table]


def from_elements(elements):
    """The lists of elements that unstructured gives. Those cut to chunks tell no kinds."""
    truth = Truth(text="\n".join(element["text"] for element in elements))
    kinds = {element["type"] for element in elements}
    if "CompositeElement" in kinds:
        return truth
    truth.headings = [element["text"] for element in elements if element["type"] == "Title"]
    truth.items = [element["text"] for element in elements if element["type"] == "ListItem"]
    for element in elements:
        truth.tables += tables_of_html(element.get("metadata", {}).get("text_as_html", ""))
    return truth


def read_truth(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if path.endswith(".md"):
        return from_markdown(text)
    if path.endswith(".json"):
        return from_elements(json.loads(text))
    return Truth(text=text)


def is_truth(path):
    return any(f"{os.sep}{folder}" in path for folder in TRUTH_FOLDERS)


def files_under(folder):
    return sorted(os.path.join(here, name) for here, _, names in os.walk(folder) for name in names)


def find_truths(folder):
    """File -> its transcript, for all files under the folder that have exactly one."""
    found, named, stems = {}, {}, {}
    for path in files_under(folder):
        if not is_truth(path):
            named.setdefault(os.path.basename(path), []).append(path)
            stems.setdefault(os.path.splitext(os.path.basename(path))[0], []).append(path)
    for path in filter(is_truth, files_under(folder)):
        stem, ending = os.path.splitext(os.path.basename(path))
        if ending not in ENDINGS:
            continue
        sources = named.get(stem) or stems.get(stem, [])
        if ending == ".json" and "structured" not in path:
            continue
        near = [source for source in sources if apart(source, path) == min(apart(s, path) for s in sources)]
        if len(near) == 1:
            found.setdefault(near[0], path)
    return found


def apart(source, truth):
    """Steps between the folders of two files: each collection has its own transcripts."""
    return len(os.path.relpath(os.path.dirname(truth), os.path.dirname(source)).split(os.sep))
