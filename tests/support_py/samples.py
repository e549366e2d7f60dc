# SPDX-License-Identifier: Apache-2.0
"""Makes files for tests to upload: documents of every kind from one text, with the sample's writers."""
import os
import random
import secrets
import sys

from stack import ROOT

SAMPLE = os.path.join(ROOT, "tests", "sample")
EVIDENCE = os.path.join(SAMPLE, "evidence")
sys.path.insert(0, SAMPLE)
from writers.docx_writer import write_docx  # noqa: E402
from writers.markup import parse  # noqa: E402
from writers.package import write_zip  # noqa: E402
from writers.pdf_layout import write_pdf  # noqa: E402
from writers.xlsx_writer import write_xlsx  # noqa: E402

COMPANY = "Tests Ltd"
_SUBJECTS = ("The security officer", "Every manager", "The operations team", "An asset owner",
             "The data protection officer", "Each supplier", "The internal auditor")
_VERBS = ("reviews", "approves", "records", "tests", "encrypts", "restores", "monitors", "reports")
_OBJECTS = ("access rights of all accounts", "the backup of the central database",
            "privileged sessions on production servers", "the register of information assets",
            "incidents and their causes", "the continuity plan", "cryptographic keys",
            "contracts with processors", "log files of the gateways")
_TIMES = ("every quarter", "at least once a year", "within 24 hours", "before each release",
          "on the first Monday of a month", "within five working days", "every 90 days")


def sentences(seed, count):
    """That many sentences of a policy; the same for the same seed."""
    dice = random.Random(seed)
    return [f"{dice.choice(_SUBJECTS)} {dice.choice(_VERBS)} {dice.choice(_OBJECTS)} "
            f"{dice.choice(_TIMES)} (rule {seed}-{i})." for i in range(count)]


def markdown(seed, count=20):
    lines = [f"# Policy {seed}", ""]
    for i, sentence in enumerate(sentences(seed, count)):
        lines += ([f"## Section {i // 5 + 1}", ""] if i % 5 == 0 else []) + [sentence, ""]
    return "\n".join(lines).encode()


def text(seed, count=20):
    return ("\n\n".join(sentences(seed, count)) + "\n").encode()


def unique():
    """A small text that was never uploaded before."""
    return text(secrets.token_hex(6), 3)


def csv(seed, count=20):
    rows = ["Rule,Text,Owner"] + [f'{seed}-{i},"{s}",Owner {i % 4}'
                                  for i, s in enumerate(sentences(seed, count))]
    return ("\r\n".join(rows) + "\r\n").encode()


def html(seed, count=20):
    body = "".join(f"<p>{s}</p>" for s in sentences(seed, count))
    return (f"<!DOCTYPE html><html><head><title>Policy {seed}</title></head>"
            f"<body><h1>Policy {seed}</h1>{body}</body></html>").encode()


def _source(seed, count):
    head = f"Title: Policy {seed}\nDocument: P-{seed}\nVersion: 1.0\nDate: 2026-05-04\n---\n"
    return parse(head + markdown(seed, count).decode())


def pdf(seed, count=20):
    return write_pdf(_source(seed, count), COMPANY)


def docx(seed, count=20):
    return write_docx(_source(seed, count), COMPANY)


def xlsx(seed, count=20):
    rows = "\n".join(f'{seed}-{i},"{s}",2026-05-{i % 28 + 1:02d}'
                     for i, s in enumerate(sentences(seed, count)))
    return write_xlsx(f"## Rules\nRule,Text,Date\n{rows}\n## Owners\nName,Role\nA. Holm,Officer\n",
                      f"Register {seed}", COMPANY, "2026-05-04")


MAKERS = {"txt": text, "md": markdown, "csv": csv, "html": html, "pdf": pdf, "docx": docx, "xlsx": xlsx}


def make(kind, seed, count=20):
    """(file name, bytes)."""
    return f"policy-{seed}.{kind}", MAKERS[kind](seed, count)


def archive(members):
    """A ZIP of (name, bytes)."""
    return write_zip(members)


def evidence():
    """(file name, bytes) of the sample's evidence."""
    found = []
    for name in sorted(os.listdir(EVIDENCE)):
        with open(os.path.join(EVIDENCE, name), "rb") as file:
            found.append((name, file.read()))
    return found
