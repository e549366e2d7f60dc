# SPDX-License-Identifier: Apache-2.0
"""Where the words of pages stand: places agree with the text, and what is not known is said."""
import unittest

import samples
from client import assert_error
from shapes import WORDS, assert_shape
from world import world


def words_path(document, page):
    return f"/api/documents/{document['id']}/pages/{page}/words"


class PageWords(unittest.TestCase):
    def test_words_of_a_pdf_are_the_words_of_its_text(self):
        member = world().client("MEMBER")
        document = member.add_ready(*samples.make("pdf", "words-on-pages", 120))
        self.assertGreater(document["pageCount"], 1)
        for number in range(1, document["pageCount"] + 1):
            page = member.value(f"/api/documents/{document['id']}/pages/{number}")
            answer = member.value(words_path(document, number))
            assert_shape(answer, WORDS)
            self.assertEqual((answer["pageNumber"], answer["startOffset"], answer["missing"]),
                             (number, page["startOffset"], None))
            self.assertGreater(answer["height"], answer["width"])
            end = page["startOffset"]
            for word in answer["words"]:
                self.assertGreaterEqual(word["start"], end)
                end = word["end"]
                start = word["start"] - page["startOffset"]
                self.assertEqual(page["text"][start:end - page["startOffset"]], word["text"])
                self.assertLessEqual(word["x"] + word["width"], 1.0001)
                self.assertLessEqual(word["y"] + word["height"], 1.0001)
                self.assertNotIn("confidence", word)
            for block in page["blocks"]:
                if block["kind"] == "TABLE_ROW":
                    continue  # what stands between its cells is on no page
                start, end = (page["startOffset"] + block[name] for name in ("start", "end"))
                said = "".join(w["text"] for w in answer["words"] if start <= w["start"] < end)
                self.assertEqual(said, "".join(page["text"][block["start"]:block["end"]].split()))

    def test_a_citation_covers_whole_words(self):
        member = world().client("MEMBER")
        document = member.add_ready(*samples.make("pdf", "cited-words", 30))
        page = member.value(f"/api/documents/{document['id']}/pages/1")
        block = next(b for b in page["blocks"] if b["kind"] == "PARAGRAPH")
        quote = page["text"][block["start"]:block["end"]]
        start, end = (page["startOffset"] + block[name] for name in ("start", "end"))
        words = [w for w in member.value(words_path(document, 1))["words"] if w["start"] < end and w["end"] > start]
        self.assertEqual("".join(w["text"] for w in words), "".join(quote.split()))

    def test_other_formats_say_so(self):
        member = world().client("MEMBER")
        document = member.add_ready("no-places.md", samples.markdown("no-places", 5))
        answer = member.value(words_path(document, 1))
        assert_shape(answer, WORDS)
        self.assertEqual((answer["words"], answer["missing"], answer["width"]), ([], "FORMAT", None))

    def test_documents_read_before_places_were_kept_say_so(self):
        member = world().client("MEMBER")
        document = member.add_ready(*samples.make("pdf", "read-earlier", 10))
        world().stack.sql(f"UPDATE document_page SET words = NULL WHERE document_id = '{document['id']}'")
        answer = member.value(words_path(document, 1))
        assert_shape(answer, WORDS)
        self.assertEqual((answer["words"], answer["missing"]), ([], "READ_EARLIER"))

    def test_pages_out_of_range_are_not_found(self):
        member = world().client("MEMBER")
        document = member.add_ready(*samples.make("pdf", "words-out-of-range", 10))
        for page in (0, document["pageCount"] + 1, -1, "x", "01", 10**12):
            with self.subTest(page=page):
                answer = member.get(words_path(document, page))
                assert_error(answer, 404, "NOT_FOUND")
                self.assertEqual(answer.json()["details"]["pageNumber"], str(page))

    def test_another_tenants_document_is_refused(self):
        assert_error(world().client("ADMIN").get(words_path(world().document(1), 1)), 403, "CROSS_TENANT_ACCESS_DENIED")
