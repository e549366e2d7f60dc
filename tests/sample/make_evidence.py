#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Lists the sample evidence files: writes evidence/ from source/, or checks it with --check.
"""usage: make_evidence.py [--check]

Without an argument the files below evidence/ are written anew; the same sources give the same bytes. With --check
nothing is written: the files must equal what would be written, and expected.json must agree with pack.json and with
the text of the files (needs pdftotext of poppler-utils)."""

import pathlib
import sys

sys.dont_write_bytecode = True  # keeps the source tree clean
from writers.check import check_expected
from writers.docx_writer import write_docx
from writers.markup import parse
from writers.package import write_zip
from writers.pdf_layout import write_pdf
from writers.xlsx_writer import write_xlsx

HERE = pathlib.Path(__file__).resolve().parent
SOURCE, EVIDENCE = HERE / "source", HERE / "evidence"
COMPANY = "Tarnholt Metrics Ltd"
MAX_TOTAL_BYTES = 1_000_000


def _document(name, writer):
    return writer(parse((SOURCE / name).read_text(encoding="utf-8")), COMPANY)


def _folder(folder):
    """(path inside the archive, bytes) of all files below a source folder, in a fixed order."""
    root = SOURCE / folder
    return [(path.relative_to(root).as_posix(), path.read_bytes())
            for path in sorted(root.rglob("*")) if path.is_file()]


def _records_archive():
    members = _folder("archive")
    members.append(("contracts/dunmore-data-processing-agreement.pdf", _document("dunmore-terms.md", write_pdf)))
    members.append(("media-disposal-2026.zip", write_zip(_folder("media-disposal"))))
    return write_zip(members)


def build():
    """Returns name and bytes of every evidence file."""
    files = {
        "Information-Security-Policy.pdf": _document("information-security-policy.md", write_pdf),
        "Cryptography-Policy.pdf": _document("cryptography-policy.md", write_pdf),
        "Vulnerability-Report-2026-H1.pdf": _document("vulnerability-report.md", write_pdf),
        "Business-Continuity-Plan.pdf": _document("business-continuity-plan.md", write_pdf),
        "Access-Control-Procedure.docx": _document("access-control-procedure.md", write_docx),
        "Incident-Response-Procedure.docx": _document("incident-response-procedure.md", write_docx),
        "ISMS-Registers-2026.xlsx": write_xlsx((SOURCE / "isms-registers.txt").read_text(encoding="utf-8"),
                                               "ISMS registers", COMPANY, "2026-06-19"),
        "suppliers-continuity-media.zip": _records_archive(),
    }
    files.update(_folder("plain"))
    return files


def write(files):
    EVIDENCE.mkdir(exist_ok=True)
    for stale in EVIDENCE.iterdir():
        if stale.name not in files:
            stale.unlink()
    for name, data in files.items():
        (EVIDENCE / name).write_bytes(data)
        print(f"{len(data):8} {name}")


def check(files):
    """Returns a message for each problem; empty if there is none."""
    found = {path.name: path.read_bytes() for path in EVIDENCE.iterdir()}
    problems = [f"evidence/{name}: not what the sources give" for name in sorted(files.keys() | found.keys())
                if files.get(name) != found.get(name)]
    if sum(map(len, found.values())) > MAX_TOTAL_BYTES:
        problems.append(f"evidence/: larger than {MAX_TOTAL_BYTES} bytes")
    return problems + check_expected(HERE, found)


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    if not arguments:
        write(build())
        return 0
    problems = check(build())
    for problem in problems:
        print(problem, file=sys.stderr)
    print("sample evidence: " + (f"{len(problems)} problems" if problems else "ok"))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
