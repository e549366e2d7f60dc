# SPDX-License-Identifier: Apache-2.0
"""Archives: the outcome of each file, files that several archives hold, runs over archives."""
import gzip
import io
import os
import secrets
import tarfile
import unittest

import bad_files
import samples
from client import assert_error, assert_fields
from shapes import DOCUMENT, MEMBER, assert_shape
from stack import wait_until
from world import world


def text(name):
    """A file with unique bytes."""
    return f"{name} {secrets.token_hex(8)}: access rights are reviewed every quarter.\n".encode()


class OfArchives(unittest.TestCase):
    def setUp(self):
        self.member = world().client("MEMBER")

    def add(self, files, name="bundle.zip"):
        """A READY archive of {path: bytes}, after all of its files have ended."""
        answer = self.member.upload(name, samples.archive(list(files.items())))
        self.assertIn(answer.status, (200, 201), str(answer))
        return self.settled(answer.json()["document"]["id"])

    def settled(self, archive_id):
        archive = self.member.wait_ready(archive_id)
        for item in self.files_of(archive):
            self.member.wait_ended(item["id"])
        return self.get(archive_id)

    def get(self, document_id):
        return self.member.value(f"/api/documents/{document_id}")

    def files_of(self, archive):
        return self.member.all(f"/api/documents?parentDocumentId={archive['id']}", "documents")

    def ids(self, archive):
        return {m["path"]: m.get("documentId") for m in archive["members"]}

    def outcomes(self, members):
        for one in members:
            assert_shape(one, MEMBER)
        return {m["path"]: m["outcome"] for m in members}

    def delete(self, document):
        self.assertEqual(self.member.delete(f"/api/documents/{document if isinstance(document, str) else document['id']}").status, 204)

    def gone(self, document_id):
        assert_error(self.member.get(f"/api/documents/{document_id}"), 404, "NOT_FOUND")


def tar(files, link=None):
    """{path: bytes} as TAR, with a symbolic link of that name."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for path, content in files.items():
            entry = tarfile.TarInfo(path)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        if link:
            entry = tarfile.TarInfo(link)
            entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
            archive.addfile(entry)
    return out.getvalue()


class OfOtherKinds(OfArchives):
    def test_a_packed_tar_is_unpacked_and_brought_back(self):
        packed = gzip.compress(tar({"a.txt": text("a"), "in/b.txt.gz": gzip.compress(text("b"))}, link="passwords"))
        document = self.member.add("evidence.tar.gz", packed)
        archive = self.settled(document["id"])
        self.assertEqual((archive["fileType"], archive["status"], archive["childCount"]), ("gz", "READY", 2))
        self.assertEqual(self.outcomes(archive["members"]),
                         {"a.txt": "STORED", "in/b.txt.gz/b.txt": "STORED", "passwords": "LEFT_OUT"})
        child = self.ids(archive)["a.txt"]
        self.delete(child)
        self.assertEqual(self.member.upload("evidence.tar.gz", packed).status, 200)
        again = self.settled(document["id"])
        self.assertEqual(self.get(self.ids(again)["a.txt"])["status"], "READY")

    def test_an_unsafe_one_is_refused_whole(self):
        for name, packed in (("a.tar", tar({"../a.txt": text("a")})),
                             ("a.tgz", gzip.compress(tar({"a.txt": text("a"), "/etc/b.txt": text("b")})))):
            assert_error(self.member.upload(name, packed), 422, "ARCHIVE_UNSAFE")


class Shared(OfArchives):
    def test_a_file_of_two_archives_goes_with_the_last(self):
        shared = text("shared")
        first = self.add({"a/shared.txt": shared, "only.txt": text("first")})
        second = self.add({"other name.txt": shared, "own.txt": text("second")})
        document = self.ids(first)["a/shared.txt"]
        self.assertEqual(self.ids(second)["other name.txt"], document)
        self.assertEqual((first["childCount"], second["childCount"]), (2, 2))
        self.assertEqual(self.get(document)["parentDocumentId"], first["id"], "the older one")
        self.assertIn(document, {d["id"] for d in self.files_of(second)})
        # When several are named at once, each counts once, and files that they share go with them.
        for named, count in (([first], 2), ([second], 2), ([first, second], 5), ([first, {"id": document}], 3)):
            ids = ",".join(one["id"] for one in named)
            self.assertEqual(self.member.value(f"/api/deletion-preview?documentIds={ids}")["documents"], count)
        for ids in ("", ",,", ",".join([first["id"]] * 151)):
            assert_fields(self.member.get(f"/api/deletion-preview?documentIds={ids}"), "documentIds")
        self.delete(first)
        self.gone(self.ids(first)["only.txt"])
        self.assertEqual(self.get(document)["status"], "READY")
        self.assertEqual(self.get(document)["parentDocumentId"], second["id"])
        answer = self.member.get(f"/api/documents/{document}/content")
        self.assertEqual((answer.status, answer.body), (200, shared))
        purged = world().stack.sql(f"SELECT payload FROM work_item WHERE kind = 'purge' AND subject_id = '{first['id']}'")
        self.assertNotIn(self.get(document)["sha256Hash"], str(purged))
        self.delete(second)
        self.gone(document)

    def test_a_file_uploaded_itself_stays(self):
        before, after = text("before"), text("after")
        own = self.member.add_ready("before.txt", before)
        archive = self.add({"before.txt": before, "after.txt": after})
        held = self.ids(archive)["after.txt"]
        self.assertEqual(self.ids(archive)["before.txt"], own["id"])
        self.assertEqual(self.get(held)["parentDocumentId"], archive["id"])
        answer = self.member.upload("after.txt", after)
        self.assertEqual((answer.status, answer.json()["document"]["id"]), (200, held))
        self.assertIsNone(answer.json()["document"]["parentDocumentId"], "it is its own now")
        top = {d["id"] for d in self.member.all("/api/documents?topLevel=true", "documents")}
        self.assertLessEqual({own["id"], held, archive["id"]}, top)
        goes = self.member.value(f"/api/documents/{archive['id']}/citations")["goesWith"]
        self.assertEqual((goes["documents"], goes["sizeBytes"]), (1, archive["sizeBytes"]))
        self.delete(archive)
        self.assertEqual(self.get(own["id"])["status"], "READY")
        self.assertEqual(self.get(held)["status"], "READY")

    def test_uploading_again_brings_back_what_was_deleted(self):
        files = {"one.txt": text("one"), "two.txt": text("two")}
        archive = self.add(files)
        lost, kept = self.ids(archive)["one.txt"], self.ids(archive)["two.txt"]
        self.delete(lost)
        members = {m["path"]: m for m in self.get(archive["id"])["members"]}
        self.assertEqual(members["one.txt"]["outcome"], "LEFT_OUT")
        self.assertIn("deleted", members["one.txt"]["reason"])
        self.assertEqual(self.get(archive["id"])["childCount"], 1)
        answer = self.member.upload("again.zip", samples.archive(list(files.items())))
        self.assertEqual((answer.status, answer.json()["duplicate"]), (200, True))
        self.assertEqual(answer.json()["document"]["id"], archive["id"])
        self.assertEqual(self.outcomes(answer.json()["members"]), {"one.txt": "STORED", "two.txt": "STORED"})
        again = self.settled(archive["id"])
        self.assertEqual(self.ids(again)["two.txt"], kept)
        self.assertEqual(self.outcomes(again["members"]), {"one.txt": "STORED", "two.txt": "STORED"})
        self.assertEqual(self.get(self.ids(again)["one.txt"])["status"], "READY")

    def test_uploading_again_gives_failed_files_another_chance(self):
        files = {"fine.txt": text("fine"), "broken.pdf": bad_files.broken_pdf() + secrets.token_bytes(4)}
        archive = self.add(files)
        broken = self.get(self.ids(archive)["broken.pdf"])
        self.assertEqual(broken["status"], "FAILED")
        self.assertEqual(self.member.upload("again.zip", samples.archive(list(files.items()))).status, 200)
        wait_until(lambda: (self.get(broken["id"])["failedAt"] or "") > broken["failedAt"], 30, "a second try")
        self.assertEqual(self.ids(self.settled(archive["id"])), self.ids(archive))

    def test_uploading_a_whole_archive_again_changes_nothing(self):
        files = {"one.txt": text("one")}
        archive = self.add(files)
        answer = self.member.upload("again.zip", samples.archive(list(files.items())))
        self.assertEqual((answer.status, answer.json()["document"]["status"]), (200, "READY"))
        self.assertEqual(self.get(archive["id"]), archive)

    def test_one_deleted_while_another_that_holds_its_files_waits(self):
        shared = text("shared")
        first = self.add({"shared.txt": shared})
        with world().stack.pipeline_paused():
            answer = self.member.upload("second.zip", samples.archive([("shared.txt", shared), ("x.txt", text("x"))]))
            self.assertEqual(answer.status, 201, str(answer))
            members = {m["path"]: m for m in answer.json()["members"]}
            self.assertEqual(members["shared.txt"].get("documentId"), self.ids(first)["shared.txt"])
            self.delete(first)
        second = self.settled(answer.json()["document"]["id"])
        self.assertEqual(self.get(self.ids(second)["shared.txt"])["status"], "READY")

    def test_one_deleted_before_it_is_unpacked_leaves_nothing(self):
        with world().stack.pipeline_paused():
            archive = self.member.add("never.zip", samples.archive([("never-read.txt", text("never"))]))
            self.delete(archive)
        self.assertEqual(self.member.value("/api/documents?q=never-read.txt")["total"], 0)
        self.gone(archive["id"])


class Members(OfArchives):
    def test_say_what_becomes_of_each_file_from_the_upload_on(self):
        known = self.member.add_ready("known.txt", text("known"))
        data = self.member.get(f"/api/documents/{known['id']}/content").body
        inner = samples.archive([("deep.txt", text("deep"))])
        files = [("known.txt", data), ("new.txt", text("new")), ("inner.zip", inner), (".DS_Store", b"x"),
                 ("__MACOSX/._new.txt", b"x")]
        files.append(("copy.txt", dict(files)["new.txt"]))
        expected = {"known.txt": "DUPLICATE", "new.txt": "STORED", "inner.zip/deep.txt": "STORED",
                    ".DS_Store": "LEFT_OUT", "__MACOSX/._new.txt": "LEFT_OUT", "copy.txt": "DUPLICATE"}
        with world().stack.pipeline_paused():
            answer = self.member.upload("members.zip", samples.archive(files))
            self.assertEqual(answer.status, 201, str(answer))
            body = answer.json()
            assert_shape(body["document"], DOCUMENT)
            self.assertEqual(self.outcomes(body["members"]), expected)
            self.assertEqual([m["path"] for m in body["members"]], list(expected))
            by_path = {m["path"]: m for m in body["members"]}
            self.assertEqual(by_path["known.txt"]["documentId"], known["id"])
            self.assertNotIn("documentId", by_path["new.txt"], "it is not stored yet")
            self.assertEqual(self.get(body["document"]["id"])["members"], body["members"])
        archive = self.settled(body["document"]["id"])
        assert_shape(archive, DOCUMENT)
        self.assertEqual(self.outcomes(archive["members"]), expected)
        self.assertEqual(archive["childCount"], 3)
        ids = self.ids(archive)
        self.assertEqual(ids["copy.txt"], ids["new.txt"])
        self.assertEqual({m["path"] for m in archive["members"] if "reason" in m}, {".DS_Store", "__MACOSX/._new.txt"})
        self.assertNotIn("members", self.get(known["id"]))
        listed = self.member.value(f"/api/documents?q=members.zip")["documents"]
        self.assertNotIn("members", listed[0])

    def test_whose_names_hide_something_are_kept_under_names_that_do_not(self):
        hiding = {"a\u200bb.txt": "a\ufffdb.txt", "line\nbreak.txt": "line\ufffdbreak.txt",
                  "\ufeffdir/\u2060.txt": "\ufffddir/\ufffd.txt", "\u202aturned\u202c.txt": "\u202aturned\u202c.txt"}
        files = {name: text("hiding") for name in hiding}
        archive = self.add(files)
        self.assertEqual(self.outcomes(archive["members"]), {shown: "STORED" for shown in hiding.values()})
        for name, document in zip(files, self.ids(archive).values()):
            self.assertEqual(self.get(document)["originalFilename"], hiding[name])
            self.assertEqual(self.member.get(f"/api/documents/{document}/content").body, files[name])

    def test_of_an_archive_that_failed_are_left_out_until_it_is_tried_again(self):
        files = {"late.txt": text("late")}
        with world().stack.pipeline_paused():
            archive = self.member.add("lost.zip", samples.archive(list(files.items())))
            digest = archive["sha256Hash"]
            os.remove(world().stack.path("data", "blobs", archive["tenantId"], digest[:2], digest))
        self.assertEqual(self.member.wait_ended(archive["id"])["status"], "FAILED")
        self.assertEqual(self.outcomes(self.get(archive["id"])["members"]), {"late.txt": "LEFT_OUT"})
        answer = self.member.upload("lost.zip", samples.archive(list(files.items())))
        self.assertEqual(answer.status, 200, str(answer))
        self.assertEqual(self.outcomes(self.settled(archive["id"])["members"]), {"late.txt": "STORED"})


class Runs(OfArchives):
    def pinned(self, run):
        return {d["id"] for d in world().client("ADMIN").value(f"/api/admin/runs/{run['id']}/replay")["documents"]}

    def test_an_archive_stands_for_its_ready_files(self):
        archive = self.add({"a.txt": text("a"), "b.txt": text("b"), "broken.pdf": bad_files.broken_pdf() + b"\n%r"})
        ids = self.ids(archive)
        apart = self.member.add_ready("apart.txt", text("apart"))
        run = self.member.completed_run(documentIds=[archive["id"], apart["id"], ids["a.txt"], apart["id"]],
                                        requirementIds=["1.1"])
        self.assertEqual(self.pinned(run), {ids["a.txt"], ids["b.txt"], apart["id"]})

    def test_one_without_a_ready_file_is_refused(self):
        archive = self.add({"broken.pdf": bad_files.broken_pdf() + secrets.token_bytes(4)})
        details = assert_error(self.member.post("/api/runs", {"documentIds": [archive["id"]]}), 409, "CONFLICT")
        self.assertEqual([d["documentId"] for d in details["documents"]], [archive["id"]])

    def test_an_archive_is_not_named_among_what_was_not_searched(self):
        own = self.member.add_ready("own.txt", text("own"))
        data = self.member.get(f"/api/documents/{own['id']}/content").body
        archive = self.add({"own.txt": data})
        run = self.member.start_run(requirementIds=["1.1"])
        left = world().stack.sql(f"SELECT document_id FROM run_document_left_out WHERE run_id = '{run['id']}'")
        self.assertNotIn([archive["id"]], left)
        self.member.wait_run(run["id"])
