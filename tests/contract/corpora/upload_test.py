# SPDX-License-Identifier: Apache-2.0
"""Corpora from uploads, and the rules for the forms."""
import unittest

import samples
from admin_of_corpora import CORPORA, activate, admin, again, completed, failed, from_file
from client import assert_error, assert_fields, multipart
from source_site import ACT
from world import world


def send(*parts, path=CORPORA):
    kind, body = multipart(*parts)
    return admin().request("POST", path, body, {"Content-Type": kind})


class Uploading(unittest.TestCase):
    def test_every_format_that_evidence_has(self):
        for kind in ("txt", "md", "docx", "pdf"):
            with self.subTest(kind=kind):
                name, data = samples.make(kind, "act", 12)
                ended = completed(from_file(name, data)[1])
                self.assertEqual((ended["originalFilename"], ended["fileType"]), (name, kind))
                self.assertEqual((ended["sourceUrl"], ended["sizeBytes"]), (None, len(data)))

    def test_the_same_text_again_and_beside_evidence_of_the_same_bytes(self):
        data = samples.unique()
        document = world().client("MEMBER").add_ready("shared.txt", data)
        corpus, ingestion = from_file("shared.txt", data)
        first = completed(ingestion)
        self.assertEqual(world().client("MEMBER").delete(f"/api/documents/{document['id']}").status, 204)
        second = completed(again(corpus, "shared.txt", data))
        self.assertEqual(first["sha256Hash"], second["sha256Hash"])
        self.assertNotEqual(first["id"], second["id"])
        self.assertEqual(world().client("MEMBER").value("/api/documents?q=shared.txt")["total"], 0)

    def test_without_a_text_there_is_nothing_to_ingest(self):
        answer = admin().post(CORPORA, {"title": "To come"})
        self.assertEqual((answer.status, answer.json()["ingestion"]), (201, None))
        corpus = answer.json()["corpus"]
        assert_fields(admin().post(f"{CORPORA}/{corpus['id']}/ingestions"), "file")
        completed(again(corpus, "act.md", ACT.encode()))

    def test_the_file_that_was_sent_last_is_read_again(self):
        corpus, ingestion = from_file("act.md", ACT.encode())
        first = completed(ingestion)
        answer = admin().post(f"{CORPORA}/{corpus['id']}/ingestions")
        self.assertEqual(answer.status, 202, str(answer))
        second = completed(answer.json()["ingestion"])
        same = ("sha256Hash", "originalFilename", "sizeBytes", "passageCount")
        self.assertEqual([second[name] for name in same], [first[name] for name in same])
        self.assertNotEqual(first["id"], second["id"])

    def test_one_at_a_time_and_the_conflict_names_it(self):
        with world().stack.pipeline_paused():
            corpus, ingestion = from_file("act.md", ACT.encode())
            answer = admin().post(f"{CORPORA}/{corpus['id']}/ingestions")
            self.assertEqual(assert_error(answer, 409, "CONFLICT"),
                             {"corpusId": corpus["id"], "ingestionId": ingestion["id"]})
        completed(ingestion)

    def test_what_cannot_be_read_fails_and_says_why(self):
        for name, data in (("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(64)), ("blank.txt", b" \n\n \n"),
                           ("broken.pdf", b"%PDF-1.7\nnothing"), ("table.xlsx", b"no workbook")):
            with self.subTest(name=name):
                self.assertGreater(len(failed(from_file(name, data)[1])), 20)

    def test_what_is_no_text_is_refused_at_once(self):
        world().settle()
        before = world().stack.blobs()
        archive = samples.archive([("act.md", ACT.encode())])
        title = ("title", None, b"An act")
        assert_fields(send(title, ("file", "act.zip", archive)), "file")
        assert_fields(send(title, ("file", "empty.txt", b"")), "file")
        assert_fields(send(title, ("file", None, b"no name")), "file")
        assert_fields(send(title), "file")
        assert_fields(send(("file", "act.md", b"text")), "title")
        assert_fields(send(title, title, ("file", "act.md", b"text")), "title")
        assert_fields(send(title, ("file", "a.md", b"a"), ("file", "b.md", b"b")), "file")
        assert_fields(send(title, ("sourceUrl", None, b"http://a/"), ("file", "act.md", b"text")), "sourceUrl")
        assert_fields(send(("title", None, b"\xff"), ("file", "act.md", b"text")), "title")
        assert_fields(send(("title", None, b"x" * 9000), ("file", "act.md", b"text")), "title")
        assert_fields(send(("title", None, b"x" * 301), ("file", "act.md", b"text")), "title")
        assert_fields(send(("title", None, b""), ("file", "act.md", b"text")), "title")
        self.assertEqual(world().stack.blobs(), before, "nothing of it was stored")

    def test_the_size_limit(self):
        limit = 2_000_000
        answer = send(("title", None, b"x"), ("file", "act.txt", b"x" * (limit + 1)))
        self.assertEqual(assert_error(answer, 413, "PAYLOAD_TOO_LARGE"), {"limitBytes": limit})
        corpus = admin().post(CORPORA, {"title": "x"}).json()["corpus"]
        answer = send(("file", "act.txt", b"x" * (limit + 1)), path=f"{CORPORA}/{corpus['id']}/ingestions")
        assert_error(answer, 413, "PAYLOAD_TOO_LARGE")

    def test_a_pack_must_be_bound(self):
        pack = admin().value("/api/packs")["packs"][0]["id"]
        corpus, ingestion = from_file("act.md", ACT.encode(), packId=pack)
        self.assertEqual(corpus["packId"], pack)
        self.assertEqual(activate(completed(ingestion))["packId"], pack)
        for value in ("nonsense", "00000000-0000-7000-8000-000000000000"):
            answer = admin().post(CORPORA, {"title": "x", "packId": value})
            self.assertEqual(assert_error(answer, 404, "NOT_FOUND"), {"packId": value})


class Activating(unittest.TestCase):
    def test_only_what_is_completed(self):
        corpus, ingestion = from_file("blank.txt", b"\n")
        failed(ingestion)
        path = f"{CORPORA}/{corpus['id']}/activations"
        answer = admin().post(path, {"ingestionId": ingestion["id"]})
        self.assertEqual(assert_error(answer, 409, "CONFLICT"), {"ingestionId": ingestion["id"], "status": "FAILED"})
        with world().stack.pipeline_paused():
            waiting = again(corpus, "act.md", ACT.encode())
            assert_error(admin().post(path, {"ingestionId": waiting["id"]}), 409, "CONFLICT")
        completed(waiting)
        first, second = activate(waiting), activate(waiting)
        self.assertEqual([a["id"] for a in admin().value(path)["activations"]], [second["id"], first["id"]])
        page = admin().value(path + "?limit=1")
        rest = admin().value(f"{path}?limit=1&cursor={page['nextCursor']}")
        self.assertEqual([page["activations"], rest["activations"], rest["nextCursor"]], [[second], [first], None])

    def test_only_what_is_the_corpuss_own(self):
        corpus, _ = from_file("act.md", ACT.encode())
        other = completed(from_file("act.md", ACT.encode())[1])
        path = f"{CORPORA}/{corpus['id']}/activations"
        for value in (other["id"], "nonsense"):
            answer = admin().post(path, {"ingestionId": value})
            self.assertEqual(assert_error(answer, 404, "NOT_FOUND"), {"ingestionId": value})
        assert_fields(admin().post(path, {}), "ingestionId")
        foreign = admin(1).upload("act.md", ACT.encode(), CORPORA, {"title": "x"}).json()["ingestion"]
        assert_error(admin().post(path, {"ingestionId": foreign["id"]}), 403, "CROSS_TENANT_ACCESS_DENIED")


if __name__ == "__main__":
    unittest.main()
