# SPDX-License-Identifier: Apache-2.0
"""Real files from elsewhere, if any are available: each is read, or fails with a reason."""
import os
import unittest

from stack import ROOT
from text_checks import check_chunks, check_stages
from world import world

FOLDER = os.environ.get("ASSAY_TEST_DATA", os.path.join(os.path.dirname(ROOT), "shared", "data"))
KINDS = (".pdf", ".docx", ".xlsx", ".md", ".html", ".csv", ".txt")
PER_KIND = 6


def chosen_files():
    """A few of each kind, from as many folders as possible."""
    found = {}
    for folder, _, names in sorted(os.walk(os.path.join(FOLDER, "evidence"))):
        for name in sorted(names):
            kind = os.path.splitext(name)[1].lower()
            if kind in KINDS and name.upper() not in ("README.MD", "LICENSE.MD", "SOURCE.MD"):
                found.setdefault(kind, []).append(os.path.join(folder, name))
    chosen = []
    for paths in found.values():
        step = max(1, len(paths) // PER_KIND)
        chosen += paths[::step][:PER_KIND]
    return chosen


@unittest.skipUnless(os.path.isdir(os.path.join(FOLDER, "evidence")),
                     "no further real files: ASSAY_TEST_DATA names no folder with evidence/")
class RealFiles(unittest.TestCase):
    def test_policies_and_registers_are_read(self):
        member, documents = world().client("MEMBER", 1), {}
        for path in chosen_files():
            with open(path, "rb") as file:
                answer = member.upload(os.path.basename(path), file.read())
            self.assertIn(answer.status, (200, 201), f"{path}: {answer}")
            documents[path] = answer.json()["document"]["id"]
        print(f"[{len(documents)} files] ", end="", flush=True)
        for path, document_id in documents.items():
            with self.subTest(path=os.path.relpath(path, FOLDER)):
                document = member.wait_ready(document_id, 120)
                check_stages(self, member, document)
                check_chunks(self, member, document)
