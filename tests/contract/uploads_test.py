# SPDX-License-Identifier: Apache-2.0
"""Uploads in pieces, as the tus protocol has them: https://tus.io/protocols/resumable-upload."""
import email.utils
import hashlib
import os
import signal
import threading
import time
import unittest
import zipfile
from io import BytesIO

import samples
from client import assert_error, assert_fields, multipart
from stack import wait_until
from tus import PIECE, TUS, UPLOADS, append, begin, begun, encoded, head
from world import world


def pieces_of(path):
    upload = path.rsplit("/", 1)[1]
    return [row[0] for row in world().stack.sql(f"SELECT sha256 FROM upload_piece WHERE upload_id = '{upload}'")]


def age(hashes):
    """Makes stored files old enough to be removed, and queued removals due."""
    stack = world().stack
    for name in stack.blobs():
        if name.rsplit("/", 1)[1] in hashes:
            os.utime(stack.path("data", "blobs", name), (1e9, 1e9))
    stack.sql("UPDATE work_item SET run_at = now() WHERE kind = 'purge' AND state = 'ready'")


def stored(hashes):
    return {name.rsplit("/", 1)[1] for name in world().stack.blobs()} & set(hashes)


class Offered(unittest.TestCase):
    def test_is_told_to_anybody(self):
        answer = world().anonymous().request("OPTIONS", UPLOADS)
        self.assertEqual((answer.status, answer.body), (204, b""))
        told = {name: answer.headers[name] for name in answer.headers if name.startswith("tus-")}
        self.assertEqual(told, {
            "tus-resumable": "1.0.0", "tus-version": "1.0.0", "tus-max-size": str(100 << 20),
            "tus-extension": "creation,creation-with-upload,termination,checksum,expiration",
            "tus-checksum-algorithm": "sha1,sha256"})

    def test_every_request_names_the_version(self):
        member = world().client()
        path = begun(member, 10)
        for version in (None, "0.2.2", ""):
            headers = {} if version is None else {"Tus-Resumable": version}
            for method, where, body in (("POST", UPLOADS, None), ("HEAD", path, None), ("PATCH", path, b"x"),
                                        ("DELETE", path, None)):
                with self.subTest(method=method, version=version):
                    answer = member.request(method, where, body, headers)
                    self.assertEqual((answer.status, answer.headers["tus-version"], answer.headers["tus-resumable"]),
                                     (412, "1.0.0", "1.0.0"))
                    if method != "HEAD":
                        assert_error(answer, 412, "PRECONDITION_FAILED")


class Pieces(unittest.TestCase):
    def setUp(self):
        self.member = world().client()
        self.data = samples.markdown(f"pieces-{time.monotonic_ns()}", 60)

    def me(self):
        return self.member.value("/api/auth/me")["id"]

    def test_become_one_document(self):
        answer = begin(self.member, len(self.data), "Zugriff – Regeln.md")
        self.assertEqual(answer.status, 201, str(answer))
        upload = answer.json()["upload"]
        path = answer.headers["location"]
        self.assertEqual(path, f"{UPLOADS}/{upload['id']}")
        self.assertEqual((answer.headers["upload-offset"], answer.headers["tus-resumable"]), ("0", "1.0.0"))
        at, third = 0, len(self.data) // 3
        for data in (self.data[:third], self.data[third:third + 1], self.data[third + 1:2 * third]):
            answer = append(self.member, path, at, data)
            at += len(data)
            self.assertEqual((answer.status, answer.body, answer.headers["upload-offset"]), (204, b"", str(at)))
            self.assertNotIn("assay-document-id", answer.headers)
            answer = head(self.member, path)
            self.assertEqual((answer.status, answer.headers["upload-offset"], answer.headers["upload-length"]),
                             (200, str(at), str(len(self.data))))
            self.assertEqual(answer.headers["cache-control"], "no-store")
            self.assertIn(f"filetype {encoded('text/plain')}", answer.headers["upload-metadata"])
        answer = append(self.member, path, at, self.data[at:])
        self.assertEqual((answer.status, answer.headers["upload-offset"]), (200, str(len(self.data))), str(answer))
        document = answer.json()["document"]
        self.assertEqual(set(answer.json()), {"document"})
        self.assertEqual(document["id"], answer.headers["assay-document-id"])
        self.assertEqual((document["originalFilename"], document["status"], document["sizeBytes"], document["uploadedBy"]),
                         ("Zugriff – Regeln.md", "UPLOADED", len(self.data), self.me()))
        self.assertEqual(document["sha256Hash"], hashlib.sha256(self.data).hexdigest())
        self.member.wait_ready(document["id"])
        self.assertEqual(self.member.get(f"/api/documents/{document['id']}/content").body, self.data)
        state = self.member.value(path)
        self.assertEqual((state["documentId"], state["receivedBytes"]), (document["id"], len(self.data)))
        self.assertEqual(head(self.member, path).headers["assay-document-id"], document["id"])
        self.assertEqual(pieces_of(path), [])

    def test_are_in_the_trail_as_their_beginning_and_their_document(self):
        path = begun(self.member, len(self.data), "trail.md")
        append(self.member, path, 0, self.data[:50])
        document = append(self.member, path, 50, self.data[50:]).json()["document"]
        admin = world().client("ADMIN")
        logs = admin.value(f"/api/admin/audit-logs?objectId={path.rsplit('/', 1)[1]}")["logs"]
        self.assertEqual([log["action"] for log in logs], ["upload.create"])
        logs = admin.value(f"/api/admin/audit-logs?objectId={document['id']}&action=document.upload")["logs"]
        self.assertEqual([log["actor"]["id"] for log in logs], [self.me()])

    def test_may_come_with_the_request_that_begins(self):
        answer = begin(self.member, len(self.data), body=self.data[:100])
        self.assertEqual((answer.status, answer.headers["upload-offset"]), (201, "100"), str(answer))
        self.assertEqual(set(answer.json()), {"upload"})
        path = answer.headers["location"]
        self.assertEqual(append(self.member, path, 100, self.data[100:]).status, 200)
        whole = samples.unique()
        answer = begin(self.member, len(whole), body=whole)
        self.assertEqual((answer.status, set(answer.json())), (201, {"upload", "document"}), str(answer))
        self.assertEqual(answer.json()["upload"]["documentId"], answer.json()["document"]["id"])
        self.assertEqual(answer.headers["assay-document-id"], answer.json()["document"]["id"])

    def test_of_bytes_that_the_tenant_has_name_their_document(self):
        document = self.member.add("first.md", self.data)
        path = begun(self.member, len(self.data), "second.md")
        self.assertEqual(append(self.member, path, 0, self.data[:7]).status, 204)
        answer = append(self.member, path, 7, self.data[7:])
        self.assertEqual((answer.status, answer.json()["duplicate"]), (200, True), str(answer))
        self.assertEqual(answer.json()["document"]["id"], document["id"])
        self.assertEqual(head(self.member, path).headers["assay-document-id"], document["id"])

    def test_that_are_the_bytes_of_a_document_leave_it_its_file(self):
        if world().stack.settings.get("ASSAY_BLOB_URL"):
            self.skipTest("ages files on disk")
        document = self.member.add("whole.md", self.data)
        other, whole = samples.unique(), hashlib.sha256(self.data).hexdigest()
        more = self.data + other + b"and more"
        path = begun(self.member, len(more))
        self.assertEqual(append(self.member, path, 0, self.data).status, 204)
        self.assertEqual(append(self.member, path, len(self.data), other).status, 204)
        hashes = pieces_of(path)
        self.assertEqual(stored(hashes), {whole, hashlib.sha256(other).hexdigest()})
        self.assertEqual(append(self.member, path, len(self.data + other), b"and more").status, 200)
        upload = path.rsplit("/", 1)[1]

        def removed():
            age(hashes)  # each time: an attempt that began before the files were old is put off
            return world().stack.sql(f"SELECT 1 FROM work_item WHERE subject_id = '{upload}' AND state = 'done'")

        wait_until(removed, 20, "the pieces removed", pause=0.3)
        self.assertEqual(stored(hashes), {whole})
        self.assertEqual(self.member.get(f"/api/documents/{document['id']}/content").body, self.data)

    def test_of_an_archive_list_its_files(self):
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("a.txt", samples.unique())
        data = packed.getvalue()
        path = begun(self.member, len(data), "bundle.zip")
        append(self.member, path, 0, data[:20])
        answer = append(self.member, path, 20, data[20:])
        self.assertEqual([member["path"] for member in answer.json()["members"]], ["a.txt"], str(answer))

    def test_that_are_refused_at_the_end_can_be_sent_again_or_given_up(self):
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("../evil.txt", "out of the archive")
        data = packed.getvalue()
        path = begun(self.member, len(data), "evil.zip")
        self.assertEqual(append(self.member, path, 0, data[:20]).status, 204)
        for _ in range(2):
            assert_error(append(self.member, path, 20, data[20:]), 422, "ARCHIVE_UNSAFE")
            self.assertEqual(head(self.member, path).headers["upload-offset"], "20")
        self.assertEqual(self.member.request("DELETE", path, headers=TUS).status, 204)
        before = world().stack.sql("SELECT count(*) FROM upload")
        assert_error(begin(self.member, len(data), "evil.zip", body=data), 422, "ARCHIVE_UNSAFE")
        self.assertEqual(world().stack.sql("SELECT count(*) FROM upload"), before)


class Resuming(unittest.TestCase):
    def setUp(self):
        self.member = world().client()
        self.data = samples.unique() * 40

    def test_a_lost_connection_goes_on_where_it_stood(self):
        path = begun(self.member, len(self.data))
        self.assertEqual(append(self.member, path, 0, self.data[:500]).status, 204)
        connection = self.member.connect(10)
        connection.putrequest("PATCH", path)
        for name, value in {**PIECE, "Upload-Offset": "500", "Content-Length": str(len(self.data) - 500),
                            "Authorization": "Bearer " + self.member.token}.items():
            connection.putheader(name, value)
        connection.endheaders(self.data[500:700])
        connection.close()
        self.assertEqual(head(self.member, path).headers["upload-offset"], "500")
        self.assertEqual(append(self.member, path, 500, self.data[500:]).status, 200)

    def test_another_offset_is_a_conflict_that_says_where_to_go_on(self):
        path = begun(self.member, len(self.data))
        append(self.member, path, 0, self.data[:10])
        for offset in (0, 9, 11, len(self.data), len(self.data) + 1):
            details = assert_error(append(self.member, path, offset, b"x"), 409, "CONFLICT")
            self.assertEqual(details, {"offset": 10})
        self.assertEqual(head(self.member, path).headers["upload-offset"], "10")

    def test_a_last_piece_whose_answer_was_lost_makes_no_second_document(self):
        path = begun(self.member, len(self.data))
        append(self.member, path, 0, self.data[:10])
        document = append(self.member, path, 10, self.data[10:]).json()["document"]
        details = assert_error(append(self.member, path, 10, self.data[10:]), 409, "CONFLICT")
        self.assertEqual(details, {"offset": len(self.data), "documentId": document["id"]})
        self.assertEqual(head(self.member, path).headers["assay-document-id"], document["id"])
        answer = append(self.member, path, len(self.data), b"")
        self.assertEqual((answer.status, answer.headers["assay-document-id"]), (204, document["id"]))
        found = self.member.value("/api/documents?q=policy.txt&limit=200")["documents"]
        self.assertEqual(len([one for one in found if one["sha256Hash"] == document["sha256Hash"]]), 1)

    def test_of_two_pieces_at_once_one_counts(self):
        path = begun(self.member, len(self.data))
        append(self.member, path, 0, self.data[:10])
        for at, data in ((10, self.data[10:200]), (200, self.data[200:])):
            answers = []
            threads = [threading.Thread(target=lambda: answers.append(append(self.member, path, at, data)))
                       for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            statuses = sorted(answer.status for answer in answers)
            self.assertEqual(statuses[1:], [409] * 5, [str(answer) for answer in answers])
            self.assertIn(statuses[0], (200, 204))
        self.assertEqual(self.member.value(path)["receivedBytes"], len(self.data))


class Checksums(unittest.TestCase):
    def test_are_compared(self):
        member, data = world().client(), samples.unique()
        path = begun(member, 2 * len(data))
        for name in ("sha1", "sha256"):
            wrong = encoded(hashlib.new(name, b"other").digest())
            assert_error(append(member, path, 0, data, Upload_Checksum=f"{name} {wrong}"), 460, "CHECKSUM_MISMATCH")
        self.assertEqual(head(member, path).headers["upload-offset"], "0")
        right = encoded(hashlib.sha1(data).digest())
        self.assertEqual(append(member, path, 0, data, Upload_Checksum=f"sha1 {right}").status, 204)
        last = samples.unique()[:len(data)].ljust(len(data))
        right = encoded(hashlib.sha256(last).digest())
        self.assertEqual(append(member, path, len(data), last, Upload_Checksum=f"sha256 {right}").status, 200)

    def test_that_are_none_are_refused(self):
        member = world().client()
        path = begun(member, 10)
        for value in ("", "sha256", "md5 " + encoded(b"x" * 16), "sha1 " + encoded(b"x" * 19), "sha256 !!!!",
                      "SHA256 " + encoded(b"x" * 32)):
            assert_fields(append(member, path, 0, b"x", Upload_Checksum=value), "Upload-Checksum")


class Refused(unittest.TestCase):
    def setUp(self):
        self.member = world().client()

    def test_are_beginnings_that_are_not_sound(self):
        for field, value in (("Upload-Length", None), ("Upload-Length", ""), ("Upload-Length", "-1"),
                             ("Upload-Length", "ten"), ("Upload-Length", "0"), ("Upload-Length", "1.5"),
                             ("Upload-Length", str(1 << 70)), ("Upload-Metadata", None), ("Upload-Metadata", ""),
                             ("Upload-Metadata", "filetype dGV4dA=="), ("Upload-Metadata", "filename"),
                             ("Upload-Metadata", "filename !!!"), ("Upload-Metadata", "filename dA"),
                             ("Upload-Metadata", f"filename {encoded('..')}"),
                             ("Upload-Metadata", f"filename {encoded('a')},filename {encoded('b')}"),
                             ("Upload-Metadata", f"filename {encoded('a')},,"),
                             ("Upload-Metadata", f"filename {encoded('a')},x {encoded('y' * 4000)}"),
                             ("Upload-Defer-Length", "1"), ("Upload-Concat", "partial")):
            with self.subTest(field=field, value=value):
                assert_fields(begin(self.member, 10, **{field.replace("-", "_"): value}), field)
        details = assert_error(begin(self.member, (100 << 20) + 1), 413, "PAYLOAD_TOO_LARGE")
        self.assertEqual(details, {"limitBytes": 100 << 20})

    def test_names_lose_their_folders(self):
        answer = begin(self.member, 10, "../../etc/pass\nwd.txt")
        self.assertEqual(answer.json()["upload"]["originalFilename"], "passwd.txt")

    def test_are_pieces_that_are_not_sound(self):
        path = begun(self.member, 10)
        for value in ("", "-1", "x", "0x0"):
            assert_fields(self.member.request("PATCH", path, b"x", {**PIECE, "Upload-Offset": value}), "Upload-Offset")
        assert_fields(self.member.request("PATCH", path, b"x", PIECE), "Upload-Offset")
        for kind in ("application/octet-stream", "application/json", ""):
            headers = {**TUS, "Upload-Offset": "0", "Content-Type": kind}
            assert_error(self.member.request("PATCH", path, b"x", headers), 415, "UNSUPPORTED_MEDIA_TYPE")
        assert_fields(append(self.member, path, 0, b"x" * 11), "body")
        self.assertEqual(head(self.member, path).headers["upload-offset"], "0")
        self.assertEqual(append(self.member, path, 0, b"").status, 204)

    def test_is_who_did_not_begin_it(self):
        path = begun(self.member, 10)
        nobody = world().client("ADMIN")
        for answer in (nobody.get(path), append(nobody, path, 0, b"x"), nobody.request("DELETE", path, headers=TUS)):
            details = assert_error(answer, 404, "NOT_FOUND")
            self.assertEqual(details, {"uploadId": path.rsplit("/", 1)[1]})
        other = world().client("MEMBER", 1)
        for answer in (other.get(path), append(other, path, 0, b"x"), other.request("DELETE", path, headers=TUS)):
            assert_error(answer, 403, "CROSS_TENANT_ACCESS_DENIED")
        self.assertEqual(head(other, path).status, 403)
        self.assertEqual(head(self.member, path).headers["upload-offset"], "0")
        assert_error(begin(world().client("VIEWER"), 10), 403, "FORBIDDEN")

    def test_is_what_was_given_up(self):
        path = begun(self.member, 10)
        append(self.member, path, 0, b"12345")
        answer = self.member.request("DELETE", path, headers=TUS)
        self.assertEqual((answer.status, answer.headers["tus-resumable"]), (204, "1.0.0"))
        self.assertEqual(pieces_of(path), [])
        self.assertEqual(head(self.member, path).status, 404)
        assert_error(append(self.member, path, 5, b"67890"), 404, "NOT_FOUND")
        assert_error(self.member.request("DELETE", path, headers=TUS), 404, "NOT_FOUND")
        purge = f"SELECT payload->>'uploadId' FROM work_item WHERE kind = 'purge' AND subject_id = '{path.rsplit('/', 1)[1]}'"
        self.assertEqual(world().stack.sql(purge), [[path.rsplit("/", 1)[1]]])

    def test_is_what_has_expired(self):
        answer = begin(self.member, 10)
        path = answer.headers["location"]
        until = email.utils.parsedate_to_datetime(answer.headers["upload-expires"]).timestamp()
        self.assertAlmostEqual(until, time.time() + 86400, delta=60)
        append(self.member, path, 0, b"12345")
        upload = path.rsplit("/", 1)[1]
        world().stack.sql(f"UPDATE upload SET expires_at = now() - interval '1 second' WHERE id = '{upload}'")
        self.assertEqual(head(self.member, path).status, 410)
        details = assert_error(append(self.member, path, 5, b"67890"), 410, "GONE")
        self.assertEqual(details, {"uploadId": upload})
        self.assertEqual(pieces_of(path), [hashlib.sha256(b"12345").hexdigest()])
        # Maintenance forgets it within the hour, and whenever a daemon starts.
        world().stack.kill("pipeline", "assay-pipeline", signal.SIGTERM)
        wait_until(lambda: head(self.member, path).status == 404, 60, "the upload forgotten")
        self.assertEqual(pieces_of(path), [])
        self.assertEqual(world().stack.sql(f"SELECT payload->'sha256' FROM work_item WHERE subject_id = '{upload}'"),
                         [[f'["{hashlib.sha256(b"12345").hexdigest()}"]']])

    def test_is_a_piece_without_room_for_its_row(self):
        path = begun(self.member, 10)
        append(self.member, path, 0, b"1")
        upload = path.rsplit("/", 1)[1]
        world().stack.sql(f"UPDATE upload SET pieces = 10000 WHERE id = '{upload}'")
        details = assert_error(append(self.member, path, 1, b"2"), 422, "LIMIT_EXCEEDED")
        self.assertEqual(details, {"limit": "pieces", "allowed": 10000, "found": 10001})
        self.assertEqual(append(self.member, path, 1, b"234567890").status, 200)


class Bulk(unittest.TestCase):
    PATH = "/api/documents/bulk-upload"

    def setUp(self):
        self.member = world().client()

    def send(self, *files, client=None):
        kind, body = multipart(*(("file", name, data) for name, data in files))
        return (client or self.member).request("POST", self.PATH, body, {"Content-Type": kind})

    def test_judges_each_file_by_itself(self):
        first, second, third = samples.unique(), samples.unique(), samples.unique()
        known = self.member.add("known.txt", third)
        evil = samples.archive([("../evil.txt", b"out of the archive")])
        answer = self.send(("first.txt", first), ("empty.txt", b""), ("evil.zip", evil), ("..", b"x"), ("again.txt", first),
                           ("known.txt", third), ("second.txt", second))
        self.assertEqual(answer.status, 200, str(answer))
        results = answer.json()["results"]
        self.assertEqual([(one["filename"], one["status"], one["duplicate"]) for one in results],
                         [("first.txt", 201, False), ("empty.txt", 400, False), ("evil.zip", 422, False), ("..", 400, False),
                          ("again.txt", 200, True), ("known.txt", 200, True), ("second.txt", 201, False)])
        codes = [one["error"] and one["error"]["error"] for one in results]
        self.assertEqual(codes, [None, "VALIDATION_ERROR", "ARCHIVE_UNSAFE", "VALIDATION_ERROR", None, None, None])
        self.assertEqual([one["document"] is None for one in results], [code is not None for code in codes])
        documents = [one["document"]["id"] for one in results if one["document"]]
        self.assertEqual(documents, [results[0]["document"]["id"], documents[0], known["id"], documents[3]])
        for document, data in ((documents[0], first), (documents[3], second)):
            self.member.wait_ready(document)
            self.assertEqual(self.member.get(f"/api/documents/{document}/content").body, data)

    def test_lists_the_files_of_archives(self):
        answer = self.send(("bundle.zip", samples.archive([("a.txt", samples.unique())])))
        self.assertEqual([member["path"] for member in answer.json()["results"][0]["members"]], ["a.txt"])

    def test_refuses_forms_that_are_not_sound_and_stores_nothing_of_them(self):
        def count():  # archives of other tests may still be taken apart
            return world().stack.sql("SELECT count(*) FROM document WHERE uploaded_itself")
        before = count()
        kind, body = multipart(("file", "a.txt", samples.unique()), ("file", "b.txt", samples.unique()))
        for sent in (body[:-40], body.replace(b'name="file"; filename="b.txt"', b'name="other"; filename="b.txt"')):
            answer = self.member.request("POST", self.PATH, sent, {"Content-Type": kind})
            assert_error(answer, 400, "VALIDATION_ERROR")
        assert_fields(self.send(), "file")
        assert_fields(self.send(*(("n.txt", b"x") for _ in range(101))), "file")
        assert_error(self.member.request("POST", self.PATH, b"{}", {"Content-Type": "application/json"}), 415,
                     "UNSUPPORTED_MEDIA_TYPE")
        assert_error(self.send(("a.txt", b"a"), client=world().client("VIEWER")), 403, "FORBIDDEN")
        self.assertEqual(count(), before)

    def test_takes_a_hundred(self):
        files = [(f"{n}.txt", samples.unique()) for n in range(100)]
        results = self.send(*files).json()["results"]
        self.assertEqual([(one["filename"], one["status"]) for one in results], [(name, 201) for name, _ in files])
