#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists what headers of the programs declare, and lists of words in tables, that nothing in the programs uses. Goes by
names, so one of two functions of the same name escapes it. Prints each as file:line: text; exits 1 if there is one. With --self-test it checks itself
on made-up sources."""
import os
import re
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOMS = ("core", "db", "fcgi", "handlers", "pipeline")
# Declared for others than the programs.
FOR_OTHERS = {
    "__attribute__": "the compiler",
    "document_count": "tests of the index",
    "is_transparent": "the standard library",
    "parse_native": "tests of the format",
    "parse_oscal": "tests of the format",
    "serving": "tests of a daemon that stands by",
}
DECLARED = re.compile(r"""^[ ]{0,2}(?=\S)(?!return\b|throw\b|else\b|using\s+namespace\b|//)
    (?:(?:struct|class|enum\s+class|using|namespace)\s+(?P<type>\w+)\b(?!\s*::)
    |(?:inline\s+|static\s+)*constexpr\s[^(={]*?\b(?P<constant>\w+)\s*[={]
    |[\w:\[\]<>,*&\s]*?[\w>*&\]]\s+[*&]?(?P<function>[a-z_]\w*)\()""", re.X | re.M)
WORD = re.compile(r"[A-Za-z_]\w*")


def plain(text):
    """Without comments, strings and includes; lines stay."""
    text = re.sub(r'R"(\w*)\(.*?\)\1"', lambda one: '""' + "\n" * one[0].count("\n"), text, flags=re.S)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"/\*.*?\*/", lambda one: "\n" * one[0].count("\n"), text, flags=re.S)
    return re.sub(r"^\s*#\s*include[^\n]*", "", text, flags=re.M)


def sources(root):
    for room in ROOMS:
        for folder, below, names in os.walk(os.path.join(root, room)):
            below[:] = [name for name in below if name != "node_modules"]
            for name in names:
                if name.endswith((".cpp", ".hpp")):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as file:
                        yield os.path.relpath(path, root), plain(file.read())


def lists(root):
    """(path, line, name) of each list of words in a words.tsv, as embed_tables.py reads them."""
    for folder, _, names in os.walk(os.path.join(root, "pipeline", "assess")):
        if "words.tsv" in names:
            path = os.path.join(folder, "words.tsv")
            with open(path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    if line[0] not in "#\t\n":
                        yield os.path.relpath(path, root), number, line.split("\t")[0]


def unused(root):
    texts = dict(sources(root))
    for path, number, name in lists(root):
        if not any(f"lists::{name}" in text for text in texts.values()):
            yield path, number, f"nothing uses {name}"
    uses = {}
    for text in texts.values():
        for word in WORD.findall(text):
            uses[word] = uses.get(word, 0) + 1
    for path, text in sorted(texts.items()):
        if not path.endswith(".hpp"):
            continue
        beside = texts.get(path[:-4] + ".cpp", "")
        for found in DECLARED.finditer(text):
            name = found["type"] or found["constant"] or found["function"]
            if found["function"] and "override" in re.split("[;{]", text[found.end():], maxsplit=1)[0]:
                continue  # its base calls it
            defined = bool(found["function"]) and text[text.index("(", found.end() - 1):].split("{")[0].count(";") > 0
            # A function that is declared here is named once more where it is defined.
            own = 2 if defined and (re.search(rf"\b{name}\(", beside) or uses[name] > 1) else 1
            if uses[name] <= own and name not in FOR_OTHERS:
                yield path, text.count("\n", 0, found.start()) + 1, f"nothing uses {name}"


MADE_UP = {
    "core/base/a.hpp": "int used();\n[[nodiscard]] int dead(int a);\nint inline_dead() { return 1; }\n"
                       "inline constexpr int kDead = 1;\ninline constexpr int kUsed = 2;\n"
                       "struct Dead {};\nstruct Used {\n  void overriding() override;\n};\n",
    "core/base/a.cpp": "int used() { return kUsed; }\nint dead(int a) { return a; }  // dead()\n",
    "core/base/b.cpp": 'Used one;\nint b() { return used(); }\nauto text = "dead() inline_dead kDead Dead";\n'
                       "auto words = lists::kRead;\n",
    "pipeline/assess/reading/words.tsv": "# Words\nkRead\tone two\n\tthree\nkUnread\tfour\n",
}


def self_test():
    with tempfile.TemporaryDirectory() as root:
        for path, text in MADE_UP.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        found = {what.split()[-1] for _, _, what in unused(root)}
    expected = {"dead", "inline_dead", "kDead", "Dead", "kUnread"}
    return [] if found == expected else [f"found {sorted(found)}, expected {sorted(expected)}"]


def main():
    if sys.argv[1:] == ["--self-test"]:
        found = self_test()
    else:
        found = [f"{path}:{line}: {what}" for path, line, what in unused(ROOT)]
    print("\n".join(found) if found else "Everything that headers declare is used.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
