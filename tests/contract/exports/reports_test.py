# SPDX-License-Identifier: Apache-2.0
"""The formats for people and auditors: PDF, HTML, and the package that sha256sum alone can check."""
import html.parser
import io
import json
import os
import re
import subprocess
import tempfile
import unittest
import zipfile

from wicked_run import HEBREW, SCRIPT, content, exported, wicked
from world import world

RUNS = {"script", "iframe", "object", "embed", "link", "img", "base", "form", "audio", "video"}


def printed(*command, data=None):
    return subprocess.run(command, input=data, check=True, stdout=subprocess.PIPE).stdout.decode("utf-8", "replace")


def pdf_text(data):
    return printed("pdftotext", "-layout", "-", "-", data=data)


class PdfFile(unittest.TestCase):
    def test_is_a_report_of_this_run(self):
        text, run = pdf_text(exported("pdf")), wicked()["run"]
        for what in (run["id"], run["snapshotHash"], "Compliance evidence assessment", "Requirements by criterion",
                     "Documents assessed", "Access & <b>Review</b>"):
            self.assertIn(what, text)
        for document in wicked()["documents"].values():
            self.assertIn(document["sha256Hash"], text)
        flat = re.sub(r"\s+", " ", text)
        for assessment in wicked()["assessments"]:
            self.assertRegex(flat, re.escape(assessment["requirementId"]) + r" ")
            for citation in assessment["citations"]:
                if citation["text"].isascii() and SCRIPT not in citation["text"]:
                    self.assertIn(" ".join(citation["text"].split())[:60], flat)
        pages = re.findall(r"Page (\d+) of (\d+)", text)
        self.assertEqual({total for _, total in pages}, {str(len(pages) + 1)}, "every page but the cover")

    def test_every_run_makes_one_of_itself(self):
        member, run_id = world().client("MEMBER"), wicked()["run"]["id"]
        own = [e for e in member.all(f"/api/exports?runId={run_id}&format=pdf", "exports") if e["requestedBy"] is None]
        self.assertEqual(len(own), 1)
        made = member.wait_export(own[0]["id"])
        self.assertEqual(made["status"], "COMPLETED", made)
        self.assertIn(run_id, pdf_text(content(made["id"])))
        steps = member.value(f"/api/runs/{run_id}/steps")["steps"]
        self.assertEqual(steps[5]["outputRefs"]["exportIds"], [made["id"]])


class Page(html.parser.HTMLParser):
    """Tags, attributes and the texts of a page."""

    def __init__(self, data):
        super().__init__()
        self.tags, self.attributes, self.texts, self.open = set(), [], [], []
        self.feed(data)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in ("meta", "use", "path", "circle", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.open:
            assert self.open.pop() == tag, f"{tag} is not closed in order"

    def handle_data(self, data):
        self.texts.append(data)


class HtmlFile(unittest.TestCase):
    def test_shows_everything_and_runs_nothing(self):
        page = Page(exported("html").decode("utf-8"))
        self.assertEqual(page.open, [])
        self.assertEqual(page.tags & RUNS, set())
        for name, value in page.attributes:
            self.assertFalse(name.startswith("on"), name)
            if name in ("href", "src", "xlink:href", "action"):
                self.assertTrue(value.startswith("#"), value)
        texts = set(page.texts)
        for assessment in wicked()["assessments"]:
            self.assertIn(assessment["requirement"]["title"], texts)
            for citation in assessment["citations"]:
                self.assertIn(citation["text"], texts)
        self.assertIn(HEBREW, texts)
        ids = [value for name, value in page.attributes if name == "id"]
        for name, value in page.attributes:
            if name == "href":
                self.assertIn(value[1:], ids)


class PackageFile(unittest.TestCase):
    def test_is_whole_and_can_be_checked_with_sha256sum(self):
        data, run = exported("package"), wicked()["run"]
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(io.BytesIO(data)) as package:
            names = package.namelist()
            for name in names:
                self.assertNotRegex(name, r'(^/)|(^|/)\.\.(/|$)|[\\<>:"|?*\x00-\x1f\u202a-\u202e]')
            package.extractall(folder)
            done = subprocess.run(["sha256sum", "-c", "--strict", "SHA256SUMS"], cwd=folder, check=False, text=True,
                                  stdout=subprocess.PIPE, env={**os.environ, "LC_ALL": "C.UTF-8"})
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertEqual(done.stdout.count(": OK"), len(names) - 1, "all but the list itself")
            self.assertIn(run["snapshotHash"], printed("sha256sum", os.path.join(folder, "snapshot.json")))
            with open(os.path.join(folder, "README.txt"), encoding="utf-8") as file:
                self.assertIn("sha256sum -c SHA256SUMS", file.read())
            with open(os.path.join(folder, "snapshot.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file)["run"]["id"], run["id"])
            self.check_originals(folder, [n for n in names if n.startswith("originals/")])
            with open(os.path.join(folder, "report.pdf"), "rb") as file:
                self.assertIn(run["id"], pdf_text(file.read()))

    def check_originals(self, folder, names):
        cited = {c["documentId"] for a in wicked()["assessments"] for c in a["citations"]}
        hashes = {printed("sha256sum", os.path.join(folder, name)).split()[0].lstrip("\\") for name in names}
        self.assertEqual(hashes, {d["sha256Hash"] for d in wicked()["documents"].values() if d["id"] in cited})

    def test_tells_what_was_lost_from_what_was_deleted(self):
        member = world().client("MEMBER")
        text = "Backups of the central archive are restored every second week by the operations team.\n"
        document = member.add_ready("to-be-deleted.txt", text.encode())
        run = member.completed_run(documentIds=[document["id"]])
        cited = [a for a in member.value(f"/api/runs/{run['id']}/assessments")["assessments"] if a["citations"]]
        self.assertGreater(len(cited), 0, "the test needs a quote")

        def readme():
            with zipfile.ZipFile(io.BytesIO(content(member.export(run["id"], "package")["id"]))) as package:
                self.assertEqual([n for n in package.namelist() if n.startswith("originals/")], [])
                return package.read("README.txt").decode()

        path = next(p for p in world().stack.blobs() if document["sha256Hash"] in p)
        os.remove(world().stack.path("data", "blobs", path))
        named = f"to-be-deleted.txt, SHA-256 {document['sha256Hash']}"
        lost = readme()
        self.assertRegex(lost, f"MISSING, although nobody deleted it: .*\n    {re.escape(named)}")
        self.assertNotIn("it was deleted", lost)
        self.assertEqual(member.delete(f"/api/documents/{document['id']}").status, 204)
        self.assertRegex(readme(), rf"it was deleted on \d+ [A-Z][a-z]+ 20\d\d, .* UTC\n    {re.escape(named)}")
