#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the table of settings in systemd/README.md matches core/settings/setting_table.cpp, and that every page that a README
links to exists. With --write, writes the table."""
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "systemd", "README.md")
HEAD = "| setting | default | meaning |\n|---|---|---|\n"
PAGES = [os.path.join(folder, name) for folder, _, names in os.walk(ROOT)
         for name in names if name.endswith(".md") and not re.search(r"/(node_modules|build|\.|field/)", folder)]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def settings():
    """(name, default, meaning) in the order of the code; adjacent string literals are joined."""
    literal = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
    for found in re.finditer(rf"Setting\{{\s*{literal},\s*{literal},\s*{literal}\}}", read(f"{ROOT}/core/settings/setting_table.cpp")):
        yield tuple("".join(json.loads(part) for part in re.findall(r'"(?:[^"\\]|\\.)*"', text))
                    for text in found.groups())


def table():
    return HEAD + "".join(f"| `{name}` | {f'`{default}`' if default else ''} | {meaning} |\n"
                          for name, default, meaning in settings())


def dead_links():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", read(page)):
            if not os.path.exists(os.path.join(os.path.dirname(page), target)):
                yield f"{os.path.relpath(page, ROOT)}: {target} does not exist"


def main():
    text = read(PAGE)
    begin = text.index(HEAD)
    wanted = text[:begin] + table()
    if "--write" in sys.argv:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(wanted)
        return 0
    wrong = list(dead_links())
    if text != wanted:
        wrong.append("systemd/README.md: the settings are not those of core/settings/setting_table.cpp; run tests/check_pages.py --write")
    print("\n".join(wrong) if wrong else "the pages are true")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
