# SPDX-License-Identifier: Apache-2.0
"""Where current results cite a document, what its deletion removes, and assessments in brief and in full."""
import secrets
import unittest

import samples
from client import assert_error, assert_fields
from shapes import BRIEF, CITING, IN_FULL, assert_shape
from world import world


def evidence():
    """A text that supports what world().pack() requires, never uploaded before."""
    return (f"# Backups {secrets.token_hex(6)}\n\nBackups are tested, part 1, every quarter – the record is kept.\n\n"
            "Backups are tested, part 2, by restoring them each year; the result is signed.\n").encode()


def stray():
    return f"# Canteen {secrets.token_hex(6)}\n\nLunch is served from noon to two on working days.\n".encode()


class OfBackups(unittest.TestCase):
    """A pack of two requirements, and a document that shows both."""
    @classmethod
    def setUpClass(cls):
        cls.member, cls.pack = world().client("MEMBER"), world().pack()["packId"]

    def add(self, name, data):
        """A READY document that is removed after the test: the runs of other tests would cite it."""
        document = self.member.add_ready(name, data)
        self.addCleanup(lambda: self.member.delete(f"/api/documents/{document['id']}"))
        return document

    def setUp(self):
        self.document = self.add("backups.md", evidence())
        self.path = f"/api/documents/{self.document['id']}"

    def judge(self, *documents, **more):
        """The assessments of a run over these documents."""
        run = self.member.completed_run(packId=self.pack, documentIds=[d["id"] for d in documents], **more)
        return self.member.value(f"/api/runs/{run['id']}/assessments")["assessments"]


class Standing(OfBackups):
    def listed(self, cited):
        found = self.member.all(f"/api/documents?cited={cited}", "documents")
        self.assertTrue(all((d["citedBy"] > 0) == (cited == "true") for d in found))
        return self.document["id"] in [d["id"] for d in found]

    def test_is_told_for_each_requirement_with_the_quotes_of_the_document(self):
        self.assertEqual(self.document["citedBy"], 0)
        self.assertTrue(self.listed("false"))
        judged = [a for a in self.judge(self.document) if a["citations"]]
        self.assertGreater(len(judged), 0)
        self.assertEqual(self.member.value(self.path)["citedBy"], len(judged))
        self.assertTrue(self.listed("true"))
        self.assertFalse(self.listed("false"))
        body = self.member.value(self.path + "/citations")
        assert_shape(body, CITING)
        self.assertEqual(body["total"], len(judged))
        self.assertEqual({c["id"]: c["citations"] for c in body["citations"]},
                         {a["id"]: a["citations"] for a in judged})
        self.assertEqual(body["goesWith"], {"documents": 1, "chunks": self.document["chunkCount"],
                                            "sizeBytes": self.document["sizeBytes"]})

    def test_moves_on_with_the_next_run_of_the_same_requirements(self):
        judged = self.judge(self.document)
        self.assertEqual(self.member.value(self.path)["citedBy"], 2, judged)
        self.judge(self.add("menu.md", stray()), requirementIds=["1.1"])
        body = self.member.value(self.path + "/citations")
        self.assertEqual([c["requirementId"] for c in body["citations"]], ["1.2"], "1.1 was judged without it")
        self.assertEqual((body["total"], self.member.value(self.path)["citedBy"]), (1, 1))
        self.assertEqual(self.member.value(f"/api/assessments/{judged[0]['id']}")["id"], judged[0]["id"])

    def test_pages_hold_each_once(self):
        self.judge(self.document)
        first = self.member.value(self.path + "/citations?limit=1")
        self.assertIsNotNone(first["nextCursor"])
        rest = self.member.value(f"{self.path}/citations?limit=1&cursor={first['nextCursor']}")
        self.assertIsNone(rest["nextCursor"])
        self.assertEqual({c["requirementId"] for c in first["citations"] + rest["citations"]}, {"1.1", "1.2"})

    def test_of_an_archive_is_that_of_its_files(self):
        archive = self.add("all.zip", samples.archive([("one.md", evidence()), ("two.md", stray())]))
        files = self.member.value(f"/api/documents?parentDocumentId={archive['id']}")["documents"]
        files = [self.member.wait_ready(d["id"]) for d in files]
        self.judge(*files)
        body = self.member.value(f"/api/documents/{archive['id']}/citations")
        self.assertEqual(body["total"], 2)
        self.assertEqual(body["goesWith"]["documents"], 3)
        self.assertEqual(body["goesWith"]["sizeBytes"], archive["sizeBytes"] + sum(d["sizeBytes"] for d in files))
        self.assertEqual(self.member.value(f"/api/documents/{archive['id']}")["citedBy"], 0)

    def test_filter_is_checked(self):
        assert_fields(self.member.get("/api/documents?cited=maybe"), "cited")


class Assessments(OfBackups):
    def test_in_full_says_where_each_quote_stands(self):
        assessment = next(a for a in self.judge(self.document) if a["citations"])
        full = self.member.value(f"/api/assessments/{assessment['id']}")
        assert_shape(full, IN_FULL)
        self.assertEqual({name: full[name] for name in assessment}, assessment)
        self.assertEqual(full["sources"], [{"documentId": self.document["id"], "originalFilename": "backups.md",
                                            "fileType": "md", "present": True}])
        self.assertEqual(len(full["places"]), len(full["citations"]))
        for citation, place in zip(full["citations"], full["places"]):
            page = self.member.value(f"{self.path}/pages/{citation['pageNumber']}")
            start, end = (place[name] - page["startOffset"] for name in ("startOffset", "endOffset"))
            self.assertEqual(page["text"][start:end], citation["text"])

    def test_in_full_says_what_is_gone(self):
        assessment = next(a for a in self.judge(self.document) if a["citations"])
        self.assertEqual(self.member.delete(self.path).status, 204)
        full = self.member.value(f"/api/assessments/{assessment['id']}")
        self.assertEqual([s["present"] for s in full["sources"]], [False])
        self.assertEqual(set(full["places"]), {None})
        assert_error(self.member.get(self.path + "/citations"), 404, "NOT_FOUND")

    def test_in_full_and_in_brief_have_the_last_review(self):
        assessment = self.judge(self.document)[0]
        held = "PARTIAL" if assessment["status"] == "COMPLETE" else "COMPLETE"
        reviews = f"/api/assessments/{assessment['id']}/reviews"
        self.assertEqual(self.member.post(reviews, {"verdict": "ACCEPTED"}).status, 201)
        answer = self.member.post(reviews, {"verdict": "OVERRIDDEN", "status": held, "note": "Seen."})
        self.assertEqual(self.member.value(f"/api/assessments/{assessment['id']}")["review"], answer.json()["review"])
        brief = self.member.value(f"/api/runs/{assessment['runId']}/assessments?brief=true")["assessments"]
        self.assertEqual([b["review"] for b in brief], [{"verdict": "OVERRIDDEN", "status": held}, None])

    def test_brief_lists_the_same_without_what_is_long(self):
        whole = self.judge(self.document)
        brief = self.member.value(f"/api/runs/{whole[0]['runId']}/assessments?brief=true&limit=200")
        for one, full in zip(brief["assessments"], whole, strict=True):
            assert_shape(one, BRIEF)
            same = {name: one[name] for name in ("id", "requirementId", "status", "confidence", "requirement")}
            self.assertEqual(same, {name: full[name] for name in same})
            self.assertEqual((one["citationCount"], one["packId"]), (len(full["citations"]), self.pack))
        first = self.member.value(f"/api/runs/{whole[0]['runId']}/assessments?brief=true&limit=1")
        rest = self.member.value(f"/api/runs/{whole[0]['runId']}/assessments?brief=true&limit=1"
                                 f"&cursor={first['nextCursor']}")
        self.assertEqual(first["assessments"] + rest["assessments"], brief["assessments"])


