# SPDX-License-Identifier: Apache-2.0
"""Uploads that must be refused whole, with nothing left behind, and documents that cannot be read."""
import os
import re
import socket
import unittest

import bad_files
import samples
from client import assert_error, assert_fields, multipart
from world import world

UPLOAD = "/api/documents/upload"


class RefusedUpload(unittest.TestCase):
    """A refused upload leaves no document, no work, no blob and no temporary file."""

    def setUp(self):
        self.member = world().client("MEMBER")
        world().settle()
        self.rows, self.blobs = self.traces(), set(world().stack.blobs())
        self.addCleanup(self.leaves_nothing)

    @staticmethod
    def traces():
        return world().stack.sql("SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM work_item),"
                                 " (SELECT count(*) FROM audit_log WHERE action LIKE 'document.upload%')")

    def leaves_nothing(self):
        self.assertEqual(self.traces(), self.rows)
        self.assertEqual(set(world().stack.blobs()) - self.blobs, set())
        self.assertEqual(world().stack.incoming(), [])

    def post(self, body, content_type):
        return self.member.request("POST", UPLOAD, body, {"Content-Type": content_type})

    def post_parts(self, *parts):
        content_type, body = multipart(*parts)
        return self.post(body, content_type)

    # ---- the multipart body ----------------------------------------------------------------

    def test_empty_file(self):
        assert_fields(self.member.upload("empty.txt", b""), "file")

    def test_other_part_name(self):
        assert_fields(self.post_parts(("document", "a.txt", b"text")), "document")

    def test_no_part(self):
        assert_fields(self.post(b"--x--\r\n", "multipart/form-data; boundary=x"), "file")

    def test_two_files(self):
        assert_fields(self.post_parts(("file", "a.txt", b"text"), ("file", "b.txt", b"more")), "file")

    def test_a_file_and_another_part(self):
        assert_fields(self.post_parts(("file", "a.txt", b"text"), ("note", None, b"more")), "note")
        assert_fields(self.post_parts(("note", None, b"more"), ("file", "a.txt", b"text")), "note")

    def test_part_without_file_name(self):
        assert_fields(self.post_parts(("file", None, b"text")), "file")
        assert_fields(self.post_parts(("file", "", b"text")), "file")
        assert_fields(self.post_parts(("file", "..", b"text")), "file")

    def test_broken_multipart(self):
        content_type, body = multipart(("file", "a.txt", b"text that is long enough to cut" * 10))
        boundary = content_type.split("=")[1].encode()
        head, tail = b"--" + boundary + b"\r\n", b"\r\n\r\nAAAA\r\n--" + boundary + b"--\r\n"
        for what, sent, kind in (
                ("no boundary", body, "multipart/form-data"),
                ("empty boundary", body, "multipart/form-data; boundary="),
                ("long boundary", body, "multipart/form-data; boundary=" + "b" * 71),
                ("another boundary", body, "multipart/form-data; boundary=other"),
                ("cut in the data", body[:-60], content_type),
                ("cut in the delimiter", body[:-6], content_type),
                ("no closing delimiter", body.replace(b"--\r\n", b"\r\n"), content_type),
                ("cut in the headers", body[:len(head) + 20], content_type),
                ("only a delimiter", head, content_type),
                ("nothing", b"", content_type),
                ("no disposition", head + b"Content-Type: text/plain" + tail, content_type),
                ("endless header", head + b"X: " + b"y" * 20_000 + tail, content_type),
                ("an encoding", head + b'Content-Disposition: form-data; name="file"; filename="a"\r\n'
                 b"Content-Transfer-Encoding: base64" + tail, content_type)):
            with self.subTest(what=what):
                assert_error(self.post(sent, kind), 400, "VALIDATION_ERROR")

    def test_other_content_type(self):
        for kind in ("application/json", "application/octet-stream", "multipart/mixed; boundary=x", "text/plain"):
            with self.subTest(kind=kind):
                assert_error(self.post(b"{}", kind), 415, "UNSUPPORTED_MEDIA_TYPE")
        assert_error(self.member.request("POST", UPLOAD, b"{}"), 415, "UNSUPPORTED_MEDIA_TYPE")

    def test_client_that_leaves_in_the_middle(self):
        content_type, body = multipart(("file", "gone.txt", b"x" * 100_000))
        host, port = self.member.host.split(":")
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall((f"POST {UPLOAD} HTTP/1.1\r\nHost: {self.member.host}\r\nAuthorization: Bearer "
                                f"{self.member.token}\r\nContent-Type: {content_type}\r\n"
                                f"Content-Length: {len(body)}\r\n\r\n").encode() + body[:50_000])

    # ---- archives --------------------------------------------------------------------------

    def refuse_limit(self, data, limit, allowed, found):
        answer = self.member.upload("archive.zip", data)
        details = assert_error(answer, 422, "ARCHIVE_LIMIT_EXCEEDED")
        self.assertEqual(set(details), {"limit", "allowed", "found"})
        self.assertEqual((details["limit"], details["allowed"]), (limit, allowed))
        self.assertTrue(found(details["found"]), str(answer))
        self.assertTrue(re.search(r"\d", answer.json()["message"]), "the limit is named: " + str(answer))

    def test_archive_of_six_levels(self):
        self.refuse_limit(bad_files.nested_zip(6), "depth", 5, lambda n: n == 6)

    def test_archive_of_1001_files(self):
        self.refuse_limit(bad_files.many_files_zip(1001), "fileCount", 1000, lambda n: n == 1001)

    def test_archive_of_1001_files_over_two_levels(self):
        data = samples.archive([("a.zip", bad_files.many_files_zip(600)),
                                ("b.zip", bad_files.many_files_zip(401))])
        self.refuse_limit(data, "fileCount", 1000, lambda n: n == 1001)

    def test_archive_of_more_than_500_mb(self):
        limit = 500 * 1024 * 1024
        self.refuse_limit(bad_files.zeros_zip(6, 100 << 20), "totalBytes", limit, lambda n: n > limit)

    def test_archives_in_an_archive_of_more_than_500_mb(self):
        limit = 500 * 1024 * 1024
        inner = bad_files.zeros_zip(3, 100 << 20)
        data = samples.archive([("a.zip", inner), ("b.zip", inner + b"")])
        self.refuse_limit(data, "totalBytes", limit, lambda n: n > limit)

    def refuse_unsafe(self, data):
        details = assert_error(self.member.upload("archive.zip", data), 422, "ARCHIVE_UNSAFE")
        self.assertEqual(details, {})

    def test_archive_with_names_that_escape(self):
        for name in ("../escape.txt", "a/../../escape.txt", "/etc/cron.d/x", "C:\\x.txt", "C:/x.txt",
                     "..\\x.txt", "a\\..\\x.txt", "..", "nul\0.txt"):
            with self.subTest(name=name):
                self.refuse_unsafe(bad_files.named_zip(name))

    def test_archive_with_a_link(self):
        self.refuse_unsafe(bad_files.link_zip())

    def test_encrypted_archive(self):
        self.refuse_unsafe(bad_files.encrypted_zip())

    def test_broken_archive(self):
        self.refuse_unsafe(bad_files.cut_zip())
        self.refuse_unsafe(bad_files.lying_zip())
        self.refuse_unsafe(bad_files.named_zip("good.txt"))

    def test_unsafe_archive_inside_an_archive(self):
        self.refuse_unsafe(samples.archive([("fine.txt", b"fine"), ("in.zip", bad_files.link_zip())]))

    def test_archive_without_files(self):
        assert_error(self.member.upload("empty.zip", samples.archive([])), 400, "VALIDATION_ERROR")


class Unreadable(unittest.TestCase):
    """Stored, and FAILED with a reason that a person can act on; nothing of them is searched."""

    def fail_with(self, filename, data, *words):
        member = world().client("MEMBER")
        document = member.wait_ended(member.add(filename, data)["id"])
        self.assertEqual(document["status"], "FAILED", str(document))
        reason = document["failureReason"]
        for word in words:
            self.assertRegex(reason.lower(), word)
        self.assertGreater(len(reason.split()), 4, reason)
        self.assertNotRegex(reason, r"0x|errno|exception|std::|/tmp/|\.cpp", "no internals")
        for name in ("extractedAt", "readyAt"):
            self.assertIsNone(document[name])
        self.assertIsNotNone(document["failedAt"])
        status = member.value(f"/api/documents/{document['id']}/status")
        self.assertEqual((status["failureReason"], status["failedAt"]), (reason, document["failedAt"]))
        self.assertEqual(member.value(f"/api/documents/{document['id']}/chunks")["chunks"], [])
        self.assertNotIn(document["id"], [d["id"] for d in self.pinned(member)])
        return document

    @staticmethod
    def pinned(member):
        run = member.start_run(requirementIds=["1.1"])
        return world().client("ADMIN").value(f"/api/admin/runs/{run['id']}")["pins"]["documents"]

    def test_encrypted_pdf(self):
        self.fail_with("locked.pdf", bad_files.encrypted_pdf(), "password|encrypted")

    def test_broken_pdf(self):
        self.fail_with("mangled.pdf", bad_files.broken_pdf() + b"once more", "pdf")

    def test_workbook_that_is_none(self):
        self.fail_with("text.xlsx", samples.text("claims to be a workbook"), "xlsx|workbook|spreadsheet")

    def test_workbook_without_its_parts(self):
        self.fail_with("hollow.xlsx", samples.archive([("xl/workbook.xml", b"<workbook"),
                                                       ("[Content_Types].xml", b"<Types/>")]))

    def test_document_with_a_doctype(self):
        bomb = b'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><d>&b;</d>'
        self.fail_with("bomb.docx", samples.archive([
            ("[Content_Types].xml", b"<Types/>"), ("word/document.xml", bomb)]))

    def test_file_of_an_unknown_type(self):
        self.fail_with("blob.bin", bytes(range(256)) * 200)

    def test_text_without_words(self):
        self.fail_with("blank.txt", b" \n\t\n " * 50)

    def test_blob_that_was_lost_is_mended_by_uploading_again(self):
        member, stack, data = world().client("MEMBER"), world().stack, samples.text("lost and found")
        with stack.pipeline_paused():
            document = member.add("lost.txt", data)
            os.remove(stack.path("data", "blobs", document["tenantId"], document["sha256Hash"][:2],
                                 document["sha256Hash"]))
        self.assertEqual(member.wait_ended(document["id"])["status"], "FAILED")
        answer = member.upload("lost.txt", data)
        self.assertEqual((answer.status, answer.json()["document"]["id"]), (200, document["id"]))
        member.wait_ready(document["id"])
