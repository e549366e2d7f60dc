# SPDX-License-Identifier: Apache-2.0
"""Pack files that must be refused whole, with the line, row or path of the error."""
import io
import json
import unittest
import zipfile

import bad_files
import pack_files
import samples
from client import assert_error, assert_fields, multipart
from pack_files import HEADER, ROWS, as_csv, as_native, as_xlsx
from world import world

IMPORT = "/api/admin/packs/import"
# The container of a password-protected workbook, as far as it is inspected.
LOCKED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1016) + "EncryptedPackage".encode("utf-16-le") + bytes(64)


def cut(data):
    return data[:len(data) * 2 // 3]


class RefusedFile(unittest.TestCase):
    """A refused file leaves no pack, no entry and no temporary file."""

    def setUp(self):
        self.admin = world().client("ADMIN")
        self.rows = self.traces()
        self.addCleanup(self.leaves_nothing)

    @staticmethod
    def traces():
        return world().stack.sql("SELECT (SELECT count(*) FROM pack), (SELECT count(*) FROM criteria_version),"
                                 " (SELECT count(*) FROM mapping_set), (SELECT count(*) FROM pack_binding),"
                                 " (SELECT count(*) FROM audit_log WHERE action LIKE 'pack.%')")

    def leaves_nothing(self):
        self.assertEqual(self.traces(), self.rows)
        self.assertEqual(world().stack.incoming(), [])

    def post(self, filename, data):
        return self.admin.upload(filename, data, path=IMPORT + "?bind=true")

    def refused(self, filename, data, *fields):
        """Checks for 400 naming exactly these fields; returns the issues."""
        answer = self.post(filename, data)
        assert_fields(answer, *fields)
        return [field["issue"] for field in answer.json()["details"]["fields"]]

    def unsupported(self, filename, data):
        answer = self.post(filename, data)
        assert_error(answer, 415, "UNSUPPORTED_MEDIA_TYPE")
        for name in ("assay-pack/1", "OSCAL", "CISO Assistant", "CSV", "XLSX"):
            self.assertIn(name, answer.json()["message"])


class Tables(RefusedFile):
    def test_header(self):
        self.assertIn("colour", self.refused("a.csv", b"criterionTitle,title,colour\nA,B,red\n", "line 1")[0])
        self.assertIn("twice", self.refused("a.csv", b"criterionTitle,title,Title\nA,B,C\n", "line 1")[0])
        self.assertIn("criterionTitle", self.refused("a.csv", b"criterionId,title\n1,B\n", "line 1")[0])
        self.refused("a.csv", as_csv([]), "file")

    def test_rows_that_lack_something(self):
        self.refused("a.csv", b"criterionTitle,title\nA,B\nA,\n", "line 3, title")
        self.refused("a.csv", b"criterionTitle,title\n,B\n", "line 2, criterionTitle")
        self.refused("a.csv", b"criterionId,criterionTitle,title\nx,A,B\n0,A,B\n", "line 2, criterionId", "line 3, criterionId")
        self.refused("a.csv", b"criterionId,criterionTitle,title\n1,A,B\n,C,D\n", "line 3, criterionId")
        self.refused("a.csv", b"criterionTitle,title,requirementId\nA,B,1.1\nA,C,\n", "line 3, requirementId")
        self.refused("a.csv", b"criterionTitle,title\nA,B,C\n", "line 2, column 3")

    def test_rows_that_contradict_each_other_name_both(self):
        self.assertIn("line 2", self.refused("a.csv", b"criterionId,criterionTitle,title\n1,A,x\n1,B,y\n",
                                             "line 3, criterionTitle")[0])
        self.assertIn("line 2", self.refused("a.csv", b"criterionTitle,title,requirementId\nA,x,1.1\nA,y,1.1\n",
                                             "line 3, requirementId")[0])
        self.assertIn("line 2", self.refused("a.csv", b"criterionTitle,title,criterionDescription\nA,x,p\nA,y,q\n",
                                             "line 3, criterionDescription")[0])

    def test_lines_are_counted_inside_quotes(self):
        data = b'criterionTitle,title\r\nA,"two\r\nlines"\r\n"also\n\ntwo",\r\n'
        self.refused("a.csv", data, "line 4, title")

    def test_quotes(self):
        self.assertIn("never closed", self.refused("a.csv", cut(b'criterionTitle,title\nA,B\nA,"never closed at all"\n'),
                                                   "line 3")[0])
        self.refused("a.csv", b'criterionTitle,title\nA,B "quoted"\n', "line 2")
        self.refused("a.csv", b'criterionTitle,title\nA,"B" C\n', "line 2")

    def test_characters(self):
        self.refused("a.csv", b"criterionTitle,title\nA,B\nA,caf\xe9\n", "line 3")
        self.refused("a.csv", "criterionTitle,title\nA,B\n".encode("utf-16"), "file")
        self.refused("a.csv", b"criterionTitle,title\nA,B\x07\n", "line 2, column 2")

    def test_many_faults_are_told_at_once_but_not_all(self):
        self.assertEqual(len(self.refused("a.csv", b"criterionTitle,title\n" + b"A,\n" * 50,
                                          *[f"line {n}, title" for n in range(2, 22)])), 20)

    def test_too_many_rows(self):
        data = b"criterionTitle,title\n" + b"".join(b"A,Rule %d\n" % n for n in range(50_001))
        self.refused("a.csv", data, "line 50002")
        rows = [["A", f"Rule {n}"] for n in range(50_030)]
        self.assertIn("50,000", self.refused("a.xlsx", as_xlsx([("Big", [["criterionTitle", "title"]] + rows)]), "file")[0])

    def test_sheets_name_sheet_and_row(self):
        rows = [["Title of it all"], HEADER, *ROWS, ["1", "Access", "", "1.1.i", "", "Again."]]
        self.assertIn("sheet Controls, row 3",
                      self.refused("a.xlsx", as_xlsx([("Controls", rows)]), "sheet Controls, row 6, requirementId")[0])
        self.assertIn("Notes", self.refused("a.xlsx", as_xlsx([("Notes", [["Nothing", "here"]])]), "file")[0])


class Workbooks(RefusedFile):
    def test_broken(self):
        good = as_xlsx([("Controls", [HEADER] + ROWS)])
        self.refused("a.xlsx", cut(good), "file")
        self.refused("a.xlsx", good.replace(b"xl/workbook.xml", b"xl/workbook.xmk"), "file")

    def test_with_a_password(self):
        self.assertIn("password", self.refused("a.xlsx", LOCKED, "file")[0])

    def test_bomb(self):
        sheet = b"<worksheet><sheetData>" + b" " * (200 << 20)
        parts = [(name, data) for name, data in _members(as_xlsx([("A", [HEADER])])) if name != "xl/s1.xml"]
        entries = [bad_files.packed_entry(name, data) for name, data in parts + [("xl/s1.xml", sheet)]]
        self.refused("a.xlsx", bad_files.raw_zip(entries), "file")

    def test_other_documents_and_archives(self):
        self.unsupported("a.xlsx", samples.docx("x"))
        self.unsupported("a.zip", samples.archive([("a.csv", as_csv())]))


def _members(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


class Documents(RefusedFile):
    def test_of_no_known_format(self):
        self.unsupported("a.csv", b"Just a text.\n")
        self.unsupported("a.csv", b"colour,shape\nred,round\n")
        self.unsupported("a.json", b'{"name": "x"}')
        self.unsupported("a.json", b"[]")
        self.unsupported("a.pdf", samples.pdf("x"))
        self.unsupported("a.txt", b"colour: red\n")
        self.unsupported("a.bin", bytes(range(256)) * 16)

    def test_empty(self):
        for data in (b"", b" \r\n ", b"\xef\xbb\xbf"):
            self.refused("a.csv", data, "file")

    def test_json(self):
        good = as_native("Never stored")
        self.refused("a.json", cut(good), "file")
        self.refused("a.json", b"{" * 100_000, "file")
        self.refused("a.json", b'{"format":' + b"[" * 100_000, "file")
        self.refused("a.json", good.replace(b"Never", b"N\xff"), "file")
        self.refused("a.json", b'{"format": "assay-pack/1", "format": "assay-pack/1"}', "file")

    def test_native_json_names_the_path(self):
        pack = json.loads(as_native("Never stored"))
        for change, path in ((lambda p: p["criteria"][1]["requirements"][0].pop("title"), "criteria[1].requirements[0].title"),
                             (lambda p: p["criteria"][0].update(criterionTitle=""), "criteria[0].criterionTitle"),
                             (lambda p: p["criteria"][0].update(criterionTitle="a\0b"), "criteria[0].criterionTitle"),
                             (lambda p: p["criteria"][1].update(criterionId=1), "criteria[1].criterionId"),
                             (lambda p: p["criteria"][1]["requirements"][0].update(requirementId="1.1.i"),
                              "criteria[1].requirements[0].requirementId"),
                             (lambda p: p["criteria"][0].update(colour="red"), "criteria[0].colour"),
                             (lambda p: p.update(criteria=[]), "criteria"),
                             (lambda p: p.update(format="assay-pack/9"), "format"),
                             (lambda p: p["criteria"][0].update(label="x" * 301), "criterion 1.label"),
                             (lambda p: p["criteria"][0].update(label="A\u200bC"), "criterion 1.label"),
                             (lambda p: p["criteria"][1]["requirements"][0].update(requirementId="2.\u20601"),
                              "requirement 2.\u20601.requirementId"),
                             (lambda p: p.update(name="Never\u200b stored"), "name"),
                             (lambda p: p.update(name="Never\nstored"), "name"),
                             (lambda p: p.update(version="1\ufeff"), "version"),
                             (lambda p: p.update(name="x" * 301), "name")):
            with self.subTest(path=path):
                broken = json.loads(json.dumps(pack))
                change(broken)
                self.refused("a.json", json.dumps(broken).encode(), path)

    def test_oscal_and_libraries_that_are_cut_off(self):
        answer = self.post("a.json", b'{"catalog": {"uuid": "x", "metadata"')
        assert_error(answer, 400, "VALIDATION_ERROR")
        answer = self.post("a.json", b'{"profile": {"uuid": "x", "metadata": {}, "imports": []}}')
        self.assertIn("profile", assert_error(answer, 400, "VALIDATION_ERROR") and answer.json()["message"])
        answer = self.post("a.yaml", b"urn: urn:x\nobjects:\n  framework:\n   - [")
        self.assertIn("line", assert_error(answer, 400, "VALIDATION_ERROR") and answer.json()["message"])


class Requests(RefusedFile):
    def test_the_limit_is_the_installations_own(self):
        details = assert_error(self.post("a.csv", b"x" * (33 << 20)), 413, "PAYLOAD_TOO_LARGE")
        self.assertEqual(details, {"limitBytes": 32 << 20})
        details = assert_error(self.post("a.csv", b"x" * (100 << 20)), 413, "PAYLOAD_TOO_LARGE")
        self.assertEqual(details, {"limitBytes": 32 << 20})

    def test_parts_and_types(self):
        kind, body = multipart(("pack", "a.csv", as_csv()))
        assert_fields(self.admin.request("POST", IMPORT, body, {"Content-Type": kind}), "pack")
        answer = self.admin.request("POST", IMPORT, as_csv(), {"Content-Type": "text/csv"})
        assert_error(answer, 415, "UNSUPPORTED_MEDIA_TYPE")
        kind, body = multipart(("file", "a.csv", as_csv()))
        assert_error(self.admin.request("POST", IMPORT, cut(body), {"Content-Type": kind}), 400, "VALIDATION_ERROR")
