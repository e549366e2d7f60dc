#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the built-in evaluator's version, a digest of all that its verdicts depend on:

    source_digest.py OUTPUT ROOT COVERED... --beside HEADER...

COVERED: the sources and data whose content counts. HEADER: what they may include besides, since no
verdict depends on it. All are named from ROOT. Neither the place of ROOT, nor the order of the
arguments, nor comments and layout change the digest. A covered source that includes something on
neither list is an error: what a verdict depends on is not left to chance."""
import hashlib
import json
import os
import re
import sys

DIGITS = 16
NOT_JUDGED_BY = ("about", "crossValidation")  # members of a data file that are for its readers
TOKEN = re.compile(r"""
    (?P<layout> //[^\n]*(?:\\\n[^\n]*)* | /\*.*?\*/ | \s+ | \\\n )
  | (?P<token> \w*R"(?P<fence>[^\s()\\]{0,16})\(.*?\)(?P=fence)"
             | \w*"(?:\\.|[^"\\\n])*" | \w*'(?:\\.|[^'\\\n])+'
             | \d(?:[eEpP][+-]|'\w|[\w.])* | \w+ | . )""", re.VERBOSE | re.DOTALL)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def content(path, text):
    """What of a file counts, in one text."""
    if path.endswith(".json"):
        data = json.loads(text)
        return json.dumps({key: value for key, value in data.items() if key not in NOT_JUDGED_BY})
    return "\n".join(match["token"] for match in TOKEN.finditer(text) if match["token"])


def digest(root, covered, beside):
    """Hexadecimal; raises ValueError for an include on neither list."""
    whole = hashlib.sha256()
    known = set(covered) | set(beside)
    for path in sorted(set(covered)):
        with open(os.path.join(root, path), encoding="utf-8", newline=None) as file:
            text = file.read()
        for header in INCLUDE.findall(text):
            if header not in known:
                raise ValueError(f"{path} includes {header}: list it where the evaluator's version is made, "
                                 "as what verdicts depend on or as what they do not")
        for part in (path, content(path, text)):
            data = part.encode()
            whole.update(b"%d:" % len(data) + data)
    return whole.hexdigest()[:DIGITS]


def main(output, root, *files):
    split = files.index("--beside")
    try:
        version = digest(root, files[:split], files[split + 1:])
    except ValueError as error:
        sys.exit(f"source_digest.py: {error}")
    with open(output, "w", encoding="utf-8") as file:
        file.write('#include "pipeline/assess/evaluator_version.hpp"\n\nnamespace assay::assess {\n\n'
                   f'std::string_view evaluator_version() {{\n  return "{version}";\n}}\n\n'
                   "}  // namespace assay::assess\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
