#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the layers of README.md: which folder may include which, which calls are restricted to some folders, and the few
rules that every file keeps. Prints each violation as file:line: text; exits 1 if there is one. With --self-test
it checks itself on made-up violations."""
import os
import re
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Folder -> folders it may include besides itself, and their rooms ("core" and "db/store" stand for each of their
# rooms). tests/ and bench/ may include anything.
PAGES = ("pipeline/extract/page", "core")
OFFICE = ("pipeline/extract/table", "pipeline/extract/xml", "pipeline/extract/zip", *PAGES)
STORE = ("db/pg", "db/store", "db/wire")
ALL_DB = ("db", *STORE, "db/packs", "db/erasing")
LAYERS = {
    "core/json": (),
    "core/base": ("core/json",),
    "core/blob": ("core/base", "core/crypto", "core/http", "core/settings", "core/trace"),
    "core/crypto": ("core/base", "core/json"),
    "core/http": ("core/base",),
    "core/mail": ("core/base", "core/http", "core/json"),
    "core/trace": ("core/base", "core/json"),
    "core/extract": ("core/base", "core/json", "core/trace"),
    "core/settings": ("core/base", "core/crypto", "core/http", "core/json", "core/mail", "core/trace"),
    "core/packs": ("core/base", "core/extract", "core/json"),
    "db": ("db/pg", "core"),
    "db/pg": ("core",),
    "db/store/access": ("db/pg", "core"),
    "db/store/audit": ("db/pg", "core"),
    "db/store/evidence": ("db/pg", "core"),
    "db/store/packs": ("db/pg", "core"),
    "db/store/work": ("db/pg", "core"),
    "db/store/events": ("db/pg", "core"),
    "db/store/runs": ("db/store/work", "db/pg", "core"),
    "db/wire": ("db/store", "db/pg", "core"),
    "db/packs": ("db/store", "db/wire", "core"),
    "db/erasing": ("db/store", "db/pg", "core"),
    "fcgi": ("core",),
    "handlers": ("handlers/http", "fcgi", *ALL_DB, "core"),
    "handlers/http": ("fcgi", *ALL_DB, "core"),
    "handlers/auth": ("handlers/http", "fcgi", *ALL_DB, "core"),
    "handlers/scim": ("handlers/http", "handlers/auth", "fcgi", *ALL_DB, "core"),
    "handlers/packs": ("handlers/http", "fcgi", *ALL_DB, "core"),
    "handlers/evidence": ("handlers/http", "handlers/packs", "fcgi", *ALL_DB, "core"),
    "handlers/runs": ("handlers/http", "handlers/packs", "fcgi", *ALL_DB, "core"),
    "handlers/admin": ("handlers/http", "handlers/auth", "handlers/runs", "fcgi", *ALL_DB, "core"),
    "pipeline/extract/page": ("core",),
    "pipeline/extract/sandbox": ("pipeline/extract/compound", *PAGES),
    "pipeline/extract/xml": PAGES,
    "pipeline/extract/table": PAGES,
    "pipeline/extract/zip": ("pipeline/extract/xml", *PAGES),
    "pipeline/extract/compound": PAGES,
    "pipeline/extract/types": ("pipeline/extract/compound", "pipeline/extract/zip", "pipeline/extract/xml", *PAGES),
    "pipeline/extract/archive": ("pipeline/extract/legacy", "pipeline/extract/compound", "pipeline/extract/mail",
                                 "pipeline/extract/types", "pipeline/extract/zip", *PAGES),
    "pipeline/extract/text": ("pipeline/extract/table", "pipeline/extract/xml", *PAGES),
    "pipeline/extract/pdf": ("pipeline/extract/table", "pipeline/extract/xml", *PAGES),
    "pipeline/extract/ocr": ("pipeline/extract/pdf", "pipeline/extract/sandbox", *PAGES),
    "pipeline/extract/office": OFFICE,
    "pipeline/extract/odf": OFFICE,
    "pipeline/extract/epub": ("pipeline/extract/xml", "pipeline/extract/zip", *PAGES),
    "pipeline/extract/mail": ("pipeline/extract/text", "pipeline/extract/types", *PAGES),
    "pipeline/extract/rtf": ("pipeline/extract/table", *PAGES),
    "pipeline/extract/legacy": ("pipeline/extract/compound", "pipeline/extract/table", *PAGES),
    "pipeline/extract": ("pipeline/extract/archive", "pipeline/extract/types", "pipeline/extract/office",
                         "pipeline/extract/sandbox", *PAGES),
    "pipeline/text": ("core",),
    "pipeline/embed": ("core",),
    "pipeline/search": ("pipeline/text", "core"),
    "pipeline/assess/language": ("pipeline/text", "core"),
    "pipeline/assess/reading": ("pipeline/assess/language", "pipeline/text", "core"),
    "pipeline/assess/support": ("pipeline/assess/reading", "pipeline/assess/language", "pipeline/text", "core"),
    "pipeline/assess/judge": ("pipeline/assess/support", "pipeline/assess/reading", "core"),
    "pipeline/assess/explain": ("pipeline/assess/judge", "pipeline/assess/support", "pipeline/assess/reading",
                                "pipeline/text", "core"),
    "pipeline/assess": ("pipeline/assess/explain", "pipeline/assess/judge", "pipeline/assess/support",
                        "pipeline/assess/reading", "pipeline/assess/language", "pipeline/text", "core"),
    "pipeline/facts": ("pipeline/assess/reading", "pipeline/assess/language", "pipeline/text", "core"),
    "pipeline/calibration": ("pipeline/assess/judge", "core"),
    "pipeline/llm": ("pipeline/assess/judge", "pipeline/assess/explain", "pipeline/assess/language",
                     "pipeline/text", "core"),
    "pipeline/oidc": ("core",),
    "pipeline/trace": (*STORE, "core"),
    "pipeline/corpora": ("core",),
    "pipeline/export": ("core",),
    "pipeline/jobs/context": ("pipeline/text", "pipeline/embed", "pipeline/search", "pipeline/assess",
                              "pipeline/assess/judge", "pipeline/assess/reading", *STORE, "core"),
    "pipeline/jobs/documents": ("pipeline/jobs/context", "pipeline/text", "pipeline/facts", "pipeline/corpora", "db/store",
                                "db/erasing", "core"),
    "pipeline/jobs/runs": ("pipeline/jobs/context", "pipeline/text", "pipeline/search", "pipeline/assess",
                           "pipeline/assess/judge", "pipeline/assess/explain", "pipeline/assess/support",
                           "pipeline/llm", "db/store", "db/wire", "core"),
    "pipeline/jobs/records": ("pipeline/jobs/context", "pipeline/jobs/runs", "pipeline/llm", "pipeline/export",
                              "db/store", "db/wire", "core"),
    "pipeline/jobs/events": ("pipeline/jobs/context", "db/pg", "db/store", "core"),
    "pipeline/jobs/socket": ("pipeline/jobs/context", "pipeline/search", "pipeline/oidc", "db/pg", "core"),
    # The table of jobs stands above the rooms that do them, and below the daemon that runs them.
    "pipeline/jobs": ("pipeline/jobs/context", "pipeline/jobs/documents", "pipeline/jobs/runs",
                      "pipeline/jobs/records", "pipeline/jobs/events", *STORE, "core"),
    "pipeline/jobs/daemon": ("pipeline/jobs", "pipeline/jobs/context", "pipeline/jobs/events", *STORE, "core"),
    "pipeline/ctl/backup": ("pipeline/ctl", "pipeline/ctl/setup", *ALL_DB, "core"),
    "pipeline/ctl/doctor": ("pipeline/ctl", *ALL_DB, "core"),
    "pipeline/ctl/setup": ("pipeline/ctl", *ALL_DB, "core"),
    "pipeline/ctl": ("pipeline/embed", "pipeline/assess/judge", "pipeline/calibration", *ALL_DB, "core"),
    "pipeline": ("db/store", "pipeline/jobs/daemon", "pipeline/jobs/runs", "pipeline/jobs/socket", "pipeline/text",
                 "pipeline/embed", "pipeline/trace", "db", "core"),
}
ANYTHING = ("tests", "bench")
WITH_ROOMS = ("core", "db/store")

# Patterns that only the named folders and files may contain.
FENCES = [
    ("libpq", re.compile(r"\bPQ[a-z]\w*|\bPG(?:conn|result)\b|<libpq-fe\.h>"), ("db/pg",)),
    ("FastCGI", re.compile(r"\bFCGX_\w+|<fcgi\w*\.h>"), ("fcgi",)),
    ("SQL", re.compile(r"""\b(?:SELECT\s[^;]*?\bFROM\b(?!:)|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|
                       (?:CREATE|ALTER|DROP)\s+(?:TABLE|ROLE|INDEX|POLICY)|SET\s+LOCAL)\b""", re.X),
     ("db/store", "db/pg", "db/migrate.cpp", "db/citus.cpp")),
    ("parsing of files", re.compile(r"<(?:gmime|poppler|archive|libxml|leptonica|tesseract|gsf)[\w./-]*>|\bpoppler::"),
     ("pipeline/extract",)),
    ("libyaml", re.compile(r"<yaml\.h>|\byaml_\w+_(?:t|initialize|delete|parse)\b"), ("core/packs",)),
]

SOURCES = (".cpp", ".hpp")
COMMENTED = SOURCES + (".py", ".js", ".mjs", ".ts", ".tsx", ".css", ".conf", ".service", ".socket",
                       ".target", ".env", ".sysusers", ".tmpfiles")
SKIPPED_FOLDERS = {"build", "node_modules", "__pycache__", ".git", ".assay", ".cache"}
# Split here, so that this file does not contain them.
FORBIDDEN_WORDS = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
BESIDE_CHECKOUT = re.compile(r"\.\./sha" r"red")
FORBIDDEN_FOLDERS = {"common", "util", "utils", "helpers", "misc"}
LONGEST = 300


def owner(path):
    """The row of the table for a file: that of its folder, or of tests and bench."""
    folder = os.path.dirname(path)
    top = folder.split("/", maxsplit=1)[0]
    if top in ANYTHING:
        return top
    return folder if folder in LAYERS else None


def may_include(mine, theirs):
    """Whether the row of one folder names the other, or the folder whose room it is."""
    allowed = LAYERS[mine]
    return theirs in allowed or theirs is not None and any(
        whole in allowed and theirs.startswith(whole + "/") for whole in WITH_ROOMS)


def circle(layers):
    """Folders of the table that include one another in a ring, or []."""
    done = set()

    def walk(folder, way):
        if folder in way:
            return way[way.index(folder):] + [folder]
        if folder in done:
            return []
        for below in layers.get(folder, ()):
            found = walk(below, way + [folder])
            if found:
                return found
        done.add(folder)
        return []

    return next(filter(None, (walk(folder, []) for folder in layers)), [])


def inside(path, places):
    return any(path == place or path.startswith(place + "/") for place in places)


def strip_comments(text):
    """Blanks // and /* */ comments and keeps lines; strings, including raw ones, stay unchanged."""
    token = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''
                       r"|//[^\n]*|/\*.*?\*/", re.S)
    return token.sub(lambda m: re.sub(r"[^\n]", " ", m[0]) if m[0].startswith("/") else m[0], text)


def check_includes(path, text):
    mine = owner(path)
    if mine is None:
        yield 1, "this folder has no line in the table of layers"
        return
    for match in re.finditer(r'^\s*#\s*include\s+"([^"]+)"', text, re.M):
        line, target = text.count("\n", 0, match.start(1)) + 1, match[1]
        if "/" not in target or target.startswith("."):
            yield line, f'"{target}" is not written from the root of the repository'
            continue
        theirs = owner(target)
        if mine not in ANYTHING and theirs != mine and not may_include(mine, theirs):
            yield line, f"{mine} may not include {target}"


def check_fences(path, text):
    if inside(path, ANYTHING):
        return
    for name, pattern, folders in FENCES:
        if inside(path, folders):
            continue
        for match in pattern.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, (
                f"{name} belongs in {' and '.join(folders)}: {' '.join(match[0].split())}")


def check_text(path, text):
    lines = text.splitlines()
    name = os.path.basename(path)
    if path.endswith(COMMENTED) or lines and lines[0].startswith("#!"):
        # May follow a line that the system reads first, such as #!.
        if not any("SPDX-License-Identifier: Apache-2.0" in line for line in lines[:2]):
            yield 1, "the licence line (SPDX-License-Identifier: Apache-2.0) is missing"
    if path.endswith((*SOURCES, ".mjs")) and len(lines) > LONGEST:
        yield LONGEST, f"{len(lines)} lines; past {LONGEST} a file is two things"
    for number, line in enumerate(lines, 1):
        word = FORBIDDEN_WORDS.search(line)
        if word and name != "package-lock.json":
            yield number, f"unfinished work is not committed: {word[0]}"
        if BESIDE_CHECKOUT.search(line) and not path.startswith("tests/"):
            yield number, "only tests may look outside the checkout"


def files(root):
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in set(below) - SKIPPED_FOLDERS if not name.startswith("build-"))
        for name in sorted(names):
            yield os.path.relpath(os.path.join(folder, name), root)


def violations(root):
    for path in files(root):
        folders = set(os.path.dirname(path).split("/"))
        if folders & FORBIDDEN_FOLDERS:
            yield path, 1, "a folder has the name of what it is about"
        try:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                text = file.read()
        except UnicodeDecodeError:
            continue  # an image, a font or another file that is not text
        yield from ((path, line, what) for line, what in check_text(path, text))
        if path.endswith(SOURCES):
            code = strip_comments(text)
            yield from ((path, line, what) for line, what in check_includes(path, code))
            yield from ((path, line, what) for line, what in check_fences(path, code))


SPDX = "// SPDX-License-Identifier: Apache-2.0\n"
MADE_UP = {
    "core/base/a.cpp": ('#include "db/pg/tx.hpp"\n', "core/base may not include db/pg/tx.hpp"),
    "core/json/a.cpp": ('#include "core/base/time.hpp"\n', "core/json may not include core/base/time.hpp"),
    "core/a.cpp": ("\n", "no line in the table"),
    "handlers/http/a.cpp": ('#include "handlers/runs/named_run.hpp"\n', "handlers/http may not include"),
    "core/base/b.cpp": ('#include "time.hpp"\n', "not written from the root"),
    "handlers/a.cpp": ('#include "pipeline/text/terms.hpp"\n', "handlers may not include"),
    "pipeline/jobs/a.cpp": ('#include "handlers/http/access.hpp"\n', "may not include handlers"),
    "pipeline/jobs/b.cpp": ('#include "pipeline/extract/text/csv.hpp"\n', "may not include"),
    "handlers/evidence/a.cpp": ('#include "handlers/runs/named_run.hpp"\n', "handlers/evidence may not include"),
    "pipeline/jobs/context/a.cpp": ('#include "pipeline/jobs/job_table.hpp"\n', "may not include"),
    "pipeline/text/a.cpp": ('#include "pipeline/embed/encoder.hpp"\n', "may not include"),
    "pipeline/new/a.cpp": ("\n", "no line in the table"),
    "db/store/runs/a.cpp": ("void f() { PQexec(c, q); }\n", "libpq belongs in db/pg"),
    "db/store/runs/b.cpp": ('#include "db/wire/render.hpp"\n', "db/store/runs may not include db/wire/render.hpp"),
    "db/store/work/a.cpp": ('#include "db/store/runs/runs.hpp"\n', "db/store/work may not include db/store/runs"),
    "db/store/a.cpp": ("\n", "no line in the table"),
    "db/wire/a.cpp": ('auto q = "SELECT id FROM t";\n', "SQL belongs in db/store"),
    "fcgi/a.cpp": ('auto q = "SELECT id FROM t";\n', "SQL belongs in db"),
    "handlers/b.cpp": ('auto q = R"(UPDATE run\n SET a = 1)";\n', "SQL belongs in db"),
    "handlers/c.cpp": ("FCGX_Request request;\n", "FastCGI belongs in fcgi"),
    "core/base/c.cpp": ("#include <poppler-document.h>\n", "parsing of files belongs in"),
    "core/base/f.cpp": ("#include <yaml.h>\n", "libyaml belongs in core/packs"),
    "core/packs/a.cpp": ('#include "db/store/packs/packs.hpp"\n', "core/packs may not include db/store/packs/packs.hpp"),
    "core/trace/a.cpp": ('#include "core/packs/pack_content.hpp"\n', "core/trace may not include core/packs/pack_content.hpp"),
    "core/base/d.cpp": ("// TO" "DO later\n", "unfinished work"),
    "core/base/e.cpp": ("\n" * 301, "past 300"),
    "core/util/a.cpp": ("\n", "the name of what it is about"),
    "db/f.cpp": ('auto p = "../sha' 'red/data";\n', "only tests may look"),
    "elsewhere/a.cpp": ("\n", "no line in the table"),
    # No violation: comments, a folder's own calls, includes that are allowed.
    "fcgi/ok.cpp": ('#include "core/json/json.hpp"\n// SELECT a FROM b; PQexec\nFCGX_Init();\n', None),
    "core/packs/ok.cpp": ("#include <yaml.h>\nyaml_parser_t parser;\n", None),
    "db/store/runs/ok.cpp": ('#include "db/pg/tx.hpp"\nauto q = "DELETE FROM t";\n', None),
    "pipeline/assess/language/a.cpp": ('#include "pipeline/assess/reading/cells.hpp"\n', "language may not include"),
    "pipeline/assess/judge/a.cpp": ('#include "pipeline/assess/explain/citations.hpp"\n', "judge may not include"),
    "pipeline/assess/reading/a.cpp": ('#include "pipeline/assess/builtin_evaluator.hpp"\n', "reading may not include"),
    "pipeline/llm/a.cpp": ('#include "pipeline/assess/support/signals.hpp"\n', "llm may not include"),
    "pipeline/assess/explain/ok.cpp": ('#include "pipeline/assess/judge/evaluator.hpp"\n', None),
    "pipeline/assess/ok.cpp": ('#include "pipeline/text/terms.hpp"\n', None),
    "tests/ok.cpp": ('#include "pipeline/jobs/a.hpp"\nauto p = "../sha' 'red/data";\n', None),
}


def self_test():
    with tempfile.TemporaryDirectory() as root:
        for path, (text, _) in MADE_UP.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(SPDX + text)
        with open(os.path.join(root, "core", "base", "bare.hpp"), "w", encoding="utf-8") as file:
            file.write("int x;\n")
        found = {}
        for path, _, what in violations(root):
            found.setdefault(path, []).append(what)
    wrong = [f"{path}: expected {expected!r}, found {found.get(path)}"
             for path, (_, expected) in MADE_UP.items()
             if (expected is None) == (path in found)
             or expected and not any(expected in what for what in found[path])]
    if not any("licence line" in what for what in found.get("core/base/bare.hpp", [])):
        wrong.append("core/base/bare.hpp: the missing licence line was not found")
    if not circle({"a": ("b",), "b": ("c",), "c": ("b",)}) or circle({"a": ("b", "c"), "b": ("c",)}):
        wrong.append("circles in the table are not told from chains")
    return wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        found = self_test()
    else:
        found = [f"{path}:{line}: {what}" for path, line, what in violations(ROOT)]
        ring = circle(LAYERS)
        if ring:
            found.append("the table of layers has a circle: " + " -> ".join(ring))
    print("\n".join(found) if found else "The layers hold.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
