# SPDX-License-Identifier: Apache-2.0
"""What a PDF calls its pages: beside their numbers, with citations and in reports."""
import io
import secrets
import unittest
import zipfile

import samples
from shapes import CITATION, DOCUMENT, PAGE, SEARCH_RESULT, assert_shape
from world import world


def pdf(pages, labels):
    """A PDF with one page for each list of lines. labels: the numbers of a tree (ISO 32000-1, 12.4.2)."""
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [f"<< /Type /Catalog /Pages 2 0 R /PageLabels << /Nums [{labels}] >> >>",
               f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
               "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    for i, lines in enumerate(pages):
        drawn = "BT /F1 11 Tf 14 TL 72 720 Td " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
        objects += [f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * i} 0 R "
                    "/Resources << /Font << /F1 3 0 R >> >> >>",
                    f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream"]
    out, offsets = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n"
    table = "0000000000 65535 f \n" + "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    return (f"{out}xref\n0 {len(objects) + 1}\n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
            f"startxref\n{len(out)}\n%%EOF\n").encode()


class PageLabels(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.member = world().client("MEMBER")
        pages = [["Foreword", f"This is the handbook {secrets.token_hex(6)} of the company."],
                 ["Contents", "Backups are on the next page."],
                 ["Backups", "Backups are tested, part 1, every quarter, and the record is kept.",
                  "Backups are tested, part 2, by restoring them each year; the result is signed."]]
        cls.document = cls.member.add_ready("handbook.pdf", pdf(pages, "0 << /S /r >> 2 << /S /D >>"))
        cls.path = f"/api/documents/{cls.document['id']}"

    @classmethod
    def tearDownClass(cls):
        cls.member.delete(cls.path)  # runs of other tests would cite it

    def test_stand_beside_the_numbers(self):
        document = self.member.value(self.path)
        assert_shape(document, DOCUMENT)
        self.assertEqual(document["pageLabels"], ["i", "ii", "1"])
        for number, label in enumerate(document["pageLabels"], 1):
            page = self.member.value(f"{self.path}/pages/{number}")
            assert_shape(page, PAGE)
            self.assertEqual((page["pageNumber"], page["label"]), (number, label))

    def test_are_left_out_where_pages_are_called_by_their_numbers(self):
        plain = self.member.add_ready(*samples.make("pdf", "no-labels", 5))
        self.assertNotIn("pageLabels", self.member.value(f"/api/documents/{plain['id']}"))
        self.assertNotIn("label", self.member.value(f"/api/documents/{plain['id']}/pages/1"))

    def test_go_with_citations_into_reports(self):
        run = self.member.completed_run(packId=world().pack()["packId"], documentIds=[self.document["id"]])
        judged = self.member.value(f"/api/runs/{run['id']}/assessments")["assessments"]
        cited = [citation for one in judged for citation in one["citations"]]
        self.assertTrue(cited)
        for citation in cited:
            assert_shape(citation, CITATION)
            self.assertEqual(citation["pageLabel"], ["i", "ii", "1"][citation["pageNumber"] - 1])
        called = f"{cited[0]['pageLabel']} ({cited[0]['pageNumber']})"
        self.assertIn(f"handbook.pdf, page {called}: ", self.exported(run, "csv").decode())
        self.assertIn(f">{called}<", self.unpacked(run, "xlsx"))
        self.assertRegex(self.unpacked(run, "oscal"),
                         rf'"name": ?"page-label", ?"ns": ?"[^"]*", ?"value": ?"{cited[0]["pageLabel"]}"')

    def unpacked(self, run, file_format):
        with zipfile.ZipFile(io.BytesIO(self.exported(run, file_format))) as files:
            return "".join(files.read(name).decode() for name in files.namelist())

    def exported(self, run, file_format):
        return self.member.get(f"/api/exports/{self.member.export(run['id'], file_format)['id']}/content").body

    def test_stand_in_what_a_search_finds(self):
        found = self.member.value("/api/search?q=Backups+are+tested+by+restoring+them&limit=200")["results"]
        labels = {one["pageNumber"]: one.get("pageLabel") for one in found if one["documentId"] == self.document["id"]}
        self.assertTrue(labels)
        self.assertEqual(labels, {number: ["i", "ii", "1"][number - 1] for number in labels})
        for one in found:
            assert_shape(one, SEARCH_RESULT)


if __name__ == "__main__":
    unittest.main()
