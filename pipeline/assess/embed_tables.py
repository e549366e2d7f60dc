#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns a room's tables into a C++ header that holds them: embed_tables.py HEADER TABLE...

A line of a .tsv is a name, a tab and entries parted by blanks, in which "_" stands for a blank. A line that begins with a tab
goes on with the one before; one that begins with "#" is a comment. A line becomes a constant:

words.tsv    an array of its entries, lists::NAME
values.tsv   an array of pairs of a word and a number, lists::NAME; its entries are word=number or word=number/number
others       one array of all lines, named after the table: pairs of a line's name and its entries, or its number"""
import json
import os
import sys

WORD = "std::string_view"
VALUE = f"std::pair<{WORD}, double>"
LINE = f"std::pair<{WORD}, std::span<const {WORD}>>"


def lines_of(path):
    """(name, entries) in the order of the file."""
    out = []
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("#") or not line.strip():
                continue
            name, _, entries = line.partition("\t")
            if name:
                out.append((name, []))
            out[-1][1].extend(entries.split())
    return out


def literal(text):
    return json.dumps(text.replace("_", " "), ensure_ascii=False) + "sv"


def array(kind, name, entries):
    return f"inline constexpr std::array<{kind}, {len(entries)}> {name}{{{{" + ", ".join(entries) + "}};\n"


def value(entry):
    word, _, number = entry.partition("=")
    return f"{{{literal(word)}, {' / '.join(part if '.' in part else part + '.0' for part in number.split('/'))}}}"


def constants(path):
    stem = os.path.splitext(os.path.basename(path))[0]
    name = "k" + "".join(part.capitalize() for part in stem.split("_"))
    lines = lines_of(path)
    if stem in ("words", "values"):
        form = (WORD, literal) if stem == "words" else (VALUE, value)
        arrays = (array(form[0], key, list(map(form[1], entries))) for key, entries in lines)
        return "namespace lists {\n\n" + "".join(arrays) + "\n}  // namespace lists\n"
    if all(len(entries) == 1 and entries[0].isdigit() for _, entries in lines):
        return array(VALUE, name, [value(f"{key}={entries[0]}") for key, entries in lines])
    return "".join(array(WORD, f"{name}{i}", list(map(literal, entries))) for i, (_, entries) in enumerate(lines)) + array(
        LINE, name, [f"{{{literal(key)}, {name}{i}}}" for i, (key, _) in enumerate(lines)])


def main(target, *tables):
    with open(target, "w", encoding="utf-8") as file:
        file.write("#pragma once\n\n#include <array>\n#include <span>\n#include <string_view>\n#include <utility>\n\n"
                   "namespace assay::assess {\n\nusing namespace std::string_view_literals;\n\n"
                   + "\n".join(constants(path) for path in tables) + "\n}  // namespace assay::assess\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
