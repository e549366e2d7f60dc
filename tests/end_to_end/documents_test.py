# SPDX-License-Identifier: Apache-2.0
"""Documents of every format to READY, duplicates, archives with their children, deletion."""
import hashlib
import json
import unittest

import bad_files
import samples
from client import assert_error
from stack import wait_until
from text_checks import check_chunks, check_stages, pages_of
from world import world

# Uses the second tenant: the first one has only the sample's evidence.
TENANT = 1


def everything_of(document_id):
    """All database rows of a document, to detect whether it was touched."""
    return world().stack.sql(
        f"SELECT md5(string_agg(t, '|')) FROM (SELECT d::text AS t FROM document d WHERE id = '{document_id}' UNION ALL"
        f" SELECT md5(c::text) FROM chunk c WHERE document_id = '{document_id}' UNION ALL"
        f" SELECT w::text FROM work_item w WHERE subject_id = '{document_id}' ORDER BY 1) x")


class Formats(unittest.TestCase):
    def test_each_format_is_read_word_by_word(self):
        member = world().client("MEMBER", TENANT)
        made = {kind: member.add(*samples.make(kind, f"e2e-{kind}", 24)) for kind in samples.MAKERS}
        for kind, document in made.items():
            with self.subTest(kind=kind):
                document = member.wait_ready(document["id"])
                self.assertEqual(document["fileType"], kind)
                check_stages(self, member, document)
                check_chunks(self, member, document)
                text = " ".join("".join(p["text"] for p in pages_of(member, document)).split())
                for sentence in samples.sentences(f"e2e-{kind}", 24):
                    self.assertIn(sentence, text)

    def test_text_beyond_the_basic_plane_keeps_offsets_in_code_points(self):
        member = world().client("MEMBER", TENANT)
        line = "Die Prüfung 🔐 der Schlüssel 𝔸𝕊 erfolgt jährlich – 保管 ist geregelt. "
        document = member.add_ready("zeichen.txt", ("\ufeff" + (line * 3 + "\n\n") * 12).encode())
        chunks = check_chunks(self, member, document)
        self.assertIn("🔐", chunks[-1]["content"])

    def test_other_encodings_are_recognised(self):
        member = world().client("MEMBER", TENANT)
        text = "Die Zugriffsrechte werden jährlich geprüft und für jede Änderung begründet.\n" * 6
        for encoding in ("utf-16", "latin-1", "utf-8-sig"):
            with self.subTest(encoding=encoding):
                data = (encoding + "\n" + text).encode(encoding)
                document = member.add_ready(f"kodierung-{encoding}.txt", data)
                self.assertIn("jährlich geprüft", pages_of(member, document)[0]["text"])


class Duplicates(unittest.TestCase):
    def test_the_same_bytes_again_are_the_same_document_untouched(self):
        member = world().client("MEMBER", TENANT)
        data = samples.pdf("duplicate")
        first = member.add_ready("first.pdf", data)
        before = everything_of(first["id"])
        answer = member.upload("renamed.pdf", data)
        self.assertEqual(answer.status, 200, str(answer))
        self.assertIs(answer.json()["duplicate"], True)
        first.pop("facts")  # only when it is retrieved alone
        self.assertEqual(answer.json()["document"], first)
        self.assertEqual(everything_of(first["id"]), before, "nothing is processed again")
        blobs = [b for b in world().stack.blobs() if first["sha256Hash"] in b and first["tenantId"] in b]
        self.assertEqual(len(blobs), 1)


class Archives(unittest.TestCase):
    def children(self, member, parent):
        return member.all(f"/api/documents?parentDocumentId={parent['id']}", "documents")

    def archive_ready(self, member, name, data, seconds=60):
        parent = member.wait_ready(member.add(name, data)["id"], seconds)
        children = self.children(member, parent)
        return parent, [member.wait_ready(c["id"], seconds) for c in children]

    def test_children_carry_their_parent_and_go_with_it(self):
        member = world().client("MEMBER", TENANT)
        apart = member.add_ready("apart.txt", samples.text("also apart"))
        files = {"notes/a.txt": samples.text("zip-a"), "b.md": samples.markdown("zip-b"),
                 "inner.zip/c.pdf": samples.pdf("zip-c"), "inner.zip/deep/d.csv": samples.csv("zip-d")}
        inner = samples.archive([("c.pdf", files["inner.zip/c.pdf"]), ("deep/d.csv", files["inner.zip/deep/d.csv"])])
        data = samples.archive([("notes/a.txt", files["notes/a.txt"]), ("b.md", files["b.md"]),
                                ("inner.zip", inner), ("same.txt", samples.text("also apart"))])
        parent, children = self.archive_ready(member, "records.zip", data)
        self.assertEqual((parent["fileType"], parent["childCount"]), ("zip", 5))
        check_stages(self, member, parent)
        self.assertIn(apart["id"], [c["id"] for c in children])
        children = [c for c in children if c["id"] != apart["id"]]
        self.assertEqual({c["originalFilename"]: c["sha256Hash"] for c in children},
                         {name: hashlib.sha256(content).hexdigest() for name, content in files.items()})
        for child in children:
            self.assertEqual(child["parentDocumentId"], parent["id"])
            self.assertEqual(child["uploadedBy"], parent["uploadedBy"])
            check_stages(self, member, child)
            check_chunks(self, member, child)
        self.assertIsNone(member.value(f"/api/documents/{apart['id']}")["parentDocumentId"])
        self.assertEqual(member.delete(f"/api/documents/{parent['id']}").status, 204)
        for item in [parent] + children:
            assert_error(member.get(f"/api/documents/{item['id']}"), 404, "NOT_FOUND")
        self.assertEqual(member.value(f"/api/documents/{apart['id']}")["status"], "READY", "it was there before")
        ids = ",".join(f"'{item['id']}'" for item in [parent] + children)
        for table in ("document_page", "chunk"):
            left = world().stack.sql(f"SELECT count(*) FROM {table} WHERE document_id IN ({ids})")
            self.assertEqual(left, [["0"]], table)

    def test_one_child_goes_alone(self):
        member = world().client("MEMBER", TENANT)
        parent, children = self.archive_ready(member, "two.zip", samples.archive(
            [("x.txt", samples.text("two-x")), ("y.txt", samples.text("two-y"))]))
        self.assertEqual(member.delete(f"/api/documents/{children[0]['id']}").status, 204)
        self.assertEqual(member.value(f"/api/documents/{parent['id']}")["childCount"], 1)

    def test_a_child_that_cannot_be_read_fails_alone(self):
        member = world().client("MEMBER", TENANT)
        data = samples.archive([("good.txt", samples.text("mixed-good")), ("empty.txt", b""),
                                ("bad.pdf", b"%PDF-1.7\nnothing of a PDF")])
        parent = member.wait_ready(member.add("mixed.zip", data)["id"])
        ends = {c["originalFilename"]: member.wait_ended(c["id"])["status"] for c in self.children(member, parent)}
        self.assertEqual(ends, {"good.txt": "READY", "bad.pdf": "FAILED", "empty.txt": "FAILED"})

    def test_the_largest_archive_that_is_allowed(self):
        """1000 files, five levels deep."""
        member = world().client("MEMBER", TENANT)
        files = [(f"{i:03}.txt", f"Control {i} is reviewed.\n".encode()) for i in range(999)]
        data = samples.archive(files + [("deep.zip", bad_files.nested_zip(4))])
        parent = member.wait_ready(member.add("thousand.zip", data)["id"], 240)
        self.assertEqual(parent["childCount"], 1000)
        self.assertEqual(world().stack.incoming(), [])
        self.assertEqual(member.delete(f"/api/documents/{parent['id']}").status, 204)
        wait_until(lambda: world().stack.sql("SELECT count(*) FROM work_item WHERE kind = 'document'"
                                             " AND state IN ('ready', 'running')") == [["0"]], 60, "an idle queue")


class DeletedEvidence(unittest.TestCase):
    def test_leaves_the_assessments_as_they_were(self):
        member = world().client("MEMBER", TENANT)
        document = member.add_ready("cited.md", samples.markdown("cited", 30))
        run = member.completed_run(documentIds=[document["id"]])
        path = f"/api/runs/{run['id']}/assessments"
        before = member.get(path).body
        cited = {c["documentId"] for a in json.loads(before)["assessments"] for c in a["citations"]}
        self.assertIn(document["id"], cited, "so that its deletion could matter")
        self.assertEqual(member.delete(f"/api/documents/{document['id']}").status, 204)
        self.assertEqual(member.get(path).body, before)
