# SPDX-License-Identifier: Apache-2.0
"""The formats for machines and spreadsheets, read by other programs: JSON, CSV, XLSX."""
import csv
import io
import json
import re
import unittest
import xml.etree.ElementTree as ElementTree
import zipfile

from wicked_run import FORMULA, SCRIPT, TITLES, exported, wicked
from world import world

SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


class JsonFile(unittest.TestCase):
    def test_holds_what_the_api_answers(self):
        data = json.loads(exported("json"))
        self.assertEqual(data["format"], "assay-export/1")
        self.assertEqual(data["assessments"], wicked()["assessments"])
        run = wicked()["run"]
        self.assertEqual((data["run"]["id"], data["snapshotHash"]), (run["id"], run["snapshotHash"]))
        self.assertEqual(data["counts"], run["counts"])
        self.assertEqual({d["originalFilename"]: d["sha256Hash"] for d in data["documents"]},
                         {d["originalFilename"]: d["sha256Hash"] for d in wicked()["documents"].values()})
        tasks = world().client("MEMBER").all(f"/api/tasks?runId={run['id']}", "tasks")
        self.assertEqual({t["id"] for t in data["tasks"]}, {t["id"] for t in tasks})
        self.assertEqual([r["title"] for r in data["requirements"]], TITLES)


class CsvFile(unittest.TestCase):
    def setUp(self):
        self.rows = list(csv.DictReader(io.StringIO(exported("csv").decode("utf-8"), newline="")))

    def test_has_a_row_per_requirement(self):
        assessments = wicked()["assessments"]
        self.assertEqual([r["requirementId"] for r in self.rows], [a["requirementId"] for a in assessments])
        for row, assessment in zip(self.rows, assessments):
            self.assertEqual(row["status"], assessment["status"])
            self.assertAlmostEqual(float(row["confidence"]), assessment["confidence"], delta=0.006)
            self.assertEqual(int(row["citationCount"]), len(assessment["citations"]))
            for citation in assessment["citations"]:
                self.assertIn(" ".join(citation["text"].split()), row["citations"])
        self.assertNotIn("reviews", self.rows[0], "no column for what nobody has written")

    def test_no_cell_is_a_formula(self):
        for row in self.rows:
            for name, cell in row.items():
                self.assertFalse(cell.lstrip().startswith(DANGEROUS), f"{name}: {cell!r}")
        self.assertTrue(self.rows[1]["title"].startswith("'" + FORMULA))


def sheets(data):
    """{name: rows of texts} of a workbook, read with only the standard library."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        assert book.testzip() is None
        names = [s.get("name") for s in ElementTree.fromstring(book.read("xl/workbook.xml")).iter(SHEET + "sheet")]
        for number, name in enumerate(names, 1):
            tree = ElementTree.fromstring(book.read(f"xl/worksheets/sheet{number}.xml"))
            assert not list(tree.iter(SHEET + "f")), f"a formula in {name}"
            found[name] = [[cell_text(c) for c in row.iter(SHEET + "c")] for row in tree.iter(SHEET + "row")]
    return found


def cell_text(cell):
    assert cell.get("t") in (None, "n", "inlineStr"), cell.get("t")
    text = "".join(t.text or "" for t in cell.iter(SHEET + "t"))
    value = cell.find(SHEET + "v")
    return text if value is None else value.text


class XlsxFile(unittest.TestCase):
    def setUp(self):
        self.data = exported("xlsx")
        self.sheets = sheets(self.data)

    def test_has_summary_matrix_citations_tasks_and_documents(self):
        self.assertEqual(list(self.sheets), ["Summary", "Matrix", "Citations", "Tasks", "Documents"])
        run, assessments = wicked()["run"], wicked()["assessments"]
        summary = {row[0]: row[1] for row in self.sheets["Summary"] if len(row) > 1}
        for status, count in run["counts"].items():
            self.assertEqual(summary[status], str(count))
        self.assertEqual(summary["Frozen record, SHA-256"], run["snapshotHash"])
        head, *rows = self.sheets["Matrix"]
        self.assertEqual(head, ["Criterion", "Criterion title", "Requirement", "Title", "Status", "Confidence",
                                "Citations", "Not shown", "Reasoning"])
        self.assertEqual([r[2:5] for r in rows],
                         [[a["requirementId"], a["requirement"]["title"], a["status"]] for a in assessments])
        for row, assessment in zip(rows, assessments):
            self.assertAlmostEqual(float(row[5]), assessment["confidence"], places=9)
        quotes = [row[4] for row in self.sheets["Citations"][1:]]
        self.assertEqual(quotes, [c["text"] for a in assessments for c in a["citations"]])
        tasks = [row[1] for row in self.sheets["Tasks"][1:]]
        self.assertEqual(len(tasks), len([a for a in assessments if a["status"] in ("PARTIAL", "MISSING")]))
        self.assertEqual({row[3] for row in self.sheets["Documents"][1:]},
                         {d["sha256Hash"] for d in wicked()["documents"].values()})

    def test_texts_stay_texts(self):
        cells = [cell for rows in self.sheets.values() for row in rows for cell in row]
        self.assertTrue(any(cell.startswith(FORMULA) for cell in cells), "as it was written")
        self.assertTrue(any(SCRIPT in cell for cell in cells))
        for cell in cells:
            self.assertIsNone(re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e]", cell), repr(cell))
