# SPDX-License-Identifier: Apache-2.0
"""Reviews in exports: shown beside the assessments in every format that has any. Other people's text stays
text."""
import csv
import io
import json
import re
import subprocess
import tempfile
import unittest
import zipfile

from tables_test import DANGEROUS
from wicked_run import content
from world import world

NOTE = "=cmd|' /C calc'!A0 <script>alert(1)</script> seen on site"


class Reviewed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.member = world().client("MEMBER")
        cls.reviewed = cls.member.completed_run(requirementIds=["1.1", "1.2"])
        path = f"/api/runs/{cls.reviewed['id']}/assessments"
        cls.first = cls.member.value(path)["assessments"][0]
        held = "COMPLETE" if cls.first["status"] != "COMPLETE" else "PARTIAL"
        reviews = f"/api/assessments/{cls.first['id']}/reviews"
        for fields in ({"verdict": "ACCEPTED", "note": "outdated"},
                       {"verdict": "OVERRIDDEN", "status": held, "note": NOTE}):
            answer = cls.member.post(reviews, fields)
            assert answer.status == 201, f"{answer}"
        cls.review = answer.json()["review"]

    def exported(self, file_format):
        return content(self.member.export(self.reviewed["id"], file_format)["id"])

    def test_json_leaves_the_record_as_it_is(self):
        first, second = json.loads(self.exported("json"))["assessments"]
        self.assertEqual(first.pop("reviews"), [
            {"verdict": "OVERRIDDEN", "status": self.review["status"], "note": NOTE,
             "reviewer": self.member.user["email"], "createdAt": self.review["createdAt"]}])
        self.assertEqual(first, self.first)
        self.assertNotIn("reviews", second)

    def test_csv(self):
        text = self.exported("csv").decode("utf-8")
        first, second = list(csv.DictReader(io.StringIO(text, newline="")))
        for part in ("OVERRIDDEN " + self.review["status"], self.member.user["email"], "seen on site"):
            self.assertIn(part, first["reviews"])
        self.assertNotIn("outdated", text)
        self.assertEqual(second["reviews"], "")
        self.assertFalse(first["reviews"].startswith(DANGEROUS))

    def test_html(self):
        page = self.exported("html").decode("utf-8")
        self.assertNotIn("<script", page)
        self.assertIn("&lt;script&gt;alert(1)", page)
        self.assertIn(self.member.user["email"], page)

    def test_xlsx(self):
        with zipfile.ZipFile(io.BytesIO(self.exported("xlsx"))) as book:
            sheets = "".join(book.read(name).decode("utf-8") for name in book.namelist() if name.endswith(".xml"))
        self.assertIn("OVERRIDDEN " + self.review["status"], sheets)
        self.assertIn("seen on site", sheets)
        self.assertIsNone(re.search(r"<f>", sheets), "no formula")

    def test_pdf(self):
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            file.write(self.exported("pdf"))
            file.flush()
            text = subprocess.run(["pdftotext", "-layout", file.name, "-"], check=True, capture_output=True,
                                  text=True).stdout
        self.assertIn("Review by " + self.member.user["email"], text)
        self.assertIn("Overridden", text)

    def test_oscal_tells_them_in_a_remark(self):
        with zipfile.ZipFile(io.BytesIO(self.exported("oscal"))) as whole:
            results = whole.read("assessment-results.json").decode("utf-8")
        self.assertIn("OVERRIDDEN as " + self.review["status"], results)
        self.assertIn("seen on site", results)

    def test_the_package_has_the_report_with_them(self):
        with zipfile.ZipFile(io.BytesIO(self.exported("package"))) as whole:
            names = whole.namelist()
            snapshot = next(whole.read(name) for name in names if name.endswith("snapshot.json"))
        self.assertNotIn(b"seen on site", snapshot, "the frozen record is what it was")
