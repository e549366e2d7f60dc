#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns a room's tables into a C++ header that holds them: embed_tables.py HEADER TABLE...

words.tsv becomes one constant array per line, in namespace lists; another .tsv one string of its
lines. A line of a .tsv is a name, a tab and entries parted by blanks, in which "_" stands for a blank. A line that
begins with a tab goes on with the one before; one that begins with "#" is a comment."""
import json
import os
import sys

PIECE = 4000  # of one string literal; compilers limit their length


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
    return json.dumps(text, ensure_ascii=False)


def string(name, text):
    pieces = [literal(text[at:at + PIECE]) for at in range(0, len(text), PIECE)]
    return f"inline constexpr std::string_view {name} =\n    " + "\n    ".join(pieces) + "sv;\n"


def arrays(path):
    out = "namespace lists {\n\n"
    for name, entries in lines_of(path):
        out += f"inline constexpr std::array {name}{{" + ", ".join(
            literal(entry.replace("_", " ")) + "sv" for entry in entries) + "};\n"
    return out + "\n}  // namespace lists\n"


def constant(path):
    stem = os.path.splitext(os.path.basename(path))[0]
    name = "k" + "".join(part.capitalize() for part in stem.split("_"))
    if stem == "words":
        return arrays(path)
    return string(name, "".join(f"{key}\t{' '.join(entries)}\n" for key, entries in lines_of(path)))


def main(target, *tables):
    with open(target, "w", encoding="utf-8") as file:
        file.write("#pragma once\n\n#include <array>\n#include <string_view>\n\n"
                   "namespace assay::assess {\n\nusing namespace std::string_view_literals;\n\n"
                   + "\n".join(constant(path) for path in tables) + "\n}  // namespace assay::assess\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
