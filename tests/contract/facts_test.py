# SPDX-License-Identifier: Apache-2.0
"""What documents say of themselves: shown with each READY document, at places that hold the words."""
import secrets
import unittest

import bad_files
from shapes import DOCUMENT, assert_shape
from world import world

COVER = """# Access control policy

Version: 3.2
Approved by: Board, 12 March 2025
Next review: 03/04/2026
Owner: Jörg Ünal

This policy applies to all accounts. Accounts are reviewed every quarter.
"""


class Facts(unittest.TestCase):
    def test_a_ready_document_shows_them_with_their_places(self):
        member = world().client("MEMBER")
        ready = member.add_ready("DRAFT-access-policy.md", COVER.encode())
        document = member.value(f"/api/documents/{ready['id']}")
        assert_shape(document, DOCUMENT)
        self.assertGreaterEqual(document["readerVersion"], 1)
        by_name = {}
        for fact in document["facts"]:
            by_name.setdefault(fact["name"], []).append(fact)
        self.assertEqual(by_name["version"][0]["value"], "3.2")
        self.assertEqual(by_name["approvedBy"][0]["value"], "Board")
        self.assertEqual(by_name["approvedAt"][0]["date"], "2025-03-12")
        self.assertEqual((by_name["reviewDue"][0]["date"], by_name["reviewDue"][0]["ambiguous"]), (None, True))
        self.assertEqual((by_name["state"][0]["value"], by_name["state"][0]["origin"]), ("DRAFT", "FILE_NAME"))
        placed = [fact["place"] for fact in document["facts"] if "place" in fact]
        self.assertGreater(len(placed), 4)
        for place in placed:
            page = member.value(f"/api/documents/{ready['id']}/pages/{place['pageNumber']}")
            start, end = (place[name] - page["startOffset"] for name in ("startOffset", "endOffset"))
            self.assertEqual(page["text"][start:end], place["text"])

    def test_lists_and_failed_documents_have_none(self):
        member = world().client("MEMBER")
        failed = member.wait_ended(member.add("broken-facts.pdf", bad_files.broken_pdf() + secrets.token_bytes(8))["id"])
        document = member.value(f"/api/documents/{failed['id']}")
        self.assertNotIn("facts", document)
        self.assertGreaterEqual(document["readerVersion"], 1)
        listed = member.value("/api/documents?limit=5")["documents"]
        self.assertTrue(all("facts" not in one for one in listed))
