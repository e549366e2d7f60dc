# SPDX-License-Identifier: Apache-2.0
# Defines and parses the simple markup of the sample documents.
"""A source file is a head of `Key: value` lines, a line `---`, then blocks separated by blank lines:

    # Heading one          ## Heading two
    plain paragraph, wrapped over as many lines as needed
    - bullet               1. numbered item      (a following indented line belongs to the item)
    | cell | cell |        first row of a table is its header, the second its underline of dashes
"""

import re
from dataclasses import dataclass, field


@dataclass
class Block:
    kind: str  # h1, h2, p, bullet, number, table
    text: str = ""
    rows: list = field(default_factory=list)
    starts_list: bool = False


@dataclass
class Source:
    head: dict
    blocks: list


def parse(text):
    head_text, body = text.split("\n---\n", 1)
    head = {}
    for line in head_text.splitlines():
        key, value = line.split(":", 1)
        head[key.strip()] = value.strip()
    blocks = []
    for group in re.split(r"\n\s*\n", body.strip("\n")):
        blocks.extend(_parse_group(group.splitlines()))
    _mark_list_starts(blocks)
    return Source(head, blocks)


def _parse_group(lines):
    first = lines[0]
    if first.startswith("## "):
        return [Block("h2", first[3:].strip())]
    if first.startswith("# "):
        return [Block("h1", first[2:].strip())]
    if first.startswith("|"):
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
        del rows[1]  # the |---| line under the header
        if len({len(row) for row in rows}) != 1:
            raise ValueError(f"table rows differ in length: {rows[0]}")
        return [Block("table", rows=rows)]
    if first.startswith("- ") or re.match(r"\d+\. ", first):
        return _parse_items(lines)
    return [Block("p", " ".join(line.strip() for line in lines))]


def _parse_items(lines):
    items = []
    for line in lines:
        numbered = re.match(r"\d+\. (.*)", line)
        if line.startswith("- "):
            items.append(Block("bullet", line[2:].strip()))
        elif numbered:
            items.append(Block("number", numbered.group(1).strip()))
        else:
            items[-1].text += " " + line.strip()
    return items


def _mark_list_starts(blocks):
    previous = ""
    for block in blocks:
        block.starts_list = block.kind in ("bullet", "number") and block.kind != previous
        previous = block.kind
