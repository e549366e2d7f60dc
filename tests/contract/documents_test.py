# SPDX-License-Identifier: Apache-2.0
"""Documents: upload, list and filters, status, content, pages, chunks, retry, deletion, search."""
import concurrent.futures
import hashlib
import unittest
import urllib.parse

import bad_files
import samples
from client import assert_error, assert_fields
from shapes import CHUNK, DOCUMENT, STATUS, assert_shape
from world import world

STAMPS = ("extractedAt", "parsedAt", "indexedAt", "readyAt", "failedAt")


class Upload(unittest.TestCase):
    def test_answers_the_new_document_with_null_for_what_is_not_reached(self):
        member, data = world().client("MEMBER"), samples.markdown("upload", 5)
        with world().stack.pipeline_paused():
            answer = member.upload("Zugriffs-Prüfung 2026.md", data)
            self.assertEqual(answer.status, 201, str(answer))
            body = answer.json()
            self.assertLessEqual(set(body), {"document", "duplicate"})
            document = body["document"]
            assert_shape(document, DOCUMENT)
            status = member.value(f"/api/documents/{document['id']}/status")
            self.assertEqual(member.value(f"/api/documents/{document['id']}"), document)
        self.assertEqual(document["status"], "UPLOADED")
        self.assertEqual(document["tenantId"], world().tenant_id())
        self.assertEqual(document["originalFilename"], "Zugriffs-Prüfung 2026.md")
        self.assertEqual((document["fileType"], document["sizeBytes"]), ("md", len(data)))
        self.assertEqual(document["sha256Hash"], hashlib.sha256(data).hexdigest())
        self.assertEqual(document["uploadedBy"], member.value("/api/auth/me")["id"])
        for name in STAMPS + ("failureReason", "parentDocumentId", "pageCount", "chunkCount"):
            self.assertIsNone(document[name], name)
        self.assertEqual(document["childCount"], 0)
        assert_shape(status, STATUS)
        self.assertEqual(status["progress"]["stage"], "EXTRACTION")
        for name in STAMPS:
            self.assertIsNone(status[name], name)
        ready = member.wait_ready(document["id"])
        self.assertEqual(ready["pageCount"], 1)
        self.assertGreater(ready["chunkCount"], 0)
        self.assertIsNone(member.value(f"/api/documents/{document['id']}/status")["progress"]["stage"])

    def test_tells_types_by_content(self):
        member = world().client("MEMBER")
        for kind in sorted(samples.MAKERS):
            with self.subTest(kind=kind):
                document = member.add(*samples.make(kind, f"type-{kind}", 3))
                self.assertEqual(document["fileType"], kind)
                self.assertIn("/", document["contentType"])

    def test_the_same_bytes_are_per_tenant(self):
        data = samples.text("both tenants")
        first = world().client("MEMBER").add("one.txt", data)
        second = world().client("MEMBER", 1).add("two.txt", data)
        self.assertNotEqual(first["id"], second["id"])
        self.assertEqual(second["tenantId"], world().tenant_id(1))

    def test_the_same_bytes_at_once_are_one_document(self):
        member, data = world().client("MEMBER"), samples.text("at once")
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(lambda i: member.upload(f"at-once-{i}.txt", data), range(12)))
        self.assertEqual(sorted(a.status for a in answers), [200] * 11 + [201])
        self.assertEqual(len({a.json()["document"]["id"] for a in answers}), 1)
        self.assertEqual(world().stack.incoming(), [])

    def test_odd_file_names_are_kept_or_made_harmless(self):
        member = world().client("MEMBER")
        for given, kept in (('a "quoted" name.txt', 'a "quoted" name.txt'), ("日本語.txt", "日本語.txt"),
                            ("C:\\folder\\report.txt", "report.txt"), ("../../etc/report2.txt", "report2.txt"),
                            ("pol\u200bicy.txt", "pol\ufffdicy.txt"), ("\ufeffend\u2028.txt", "\ufffdend\ufffd.txt")):
            with self.subTest(given=given):
                document = member.add(given, samples.text(given, 3))
                self.assertEqual(document["originalFilename"], kept)


class Listing(unittest.TestCase):
    def test_newest_first_with_total(self):
        page = world().client("VIEWER").value("/api/documents?limit=200")
        stamps = [d["uploadedAt"] for d in page["documents"]]
        self.assertEqual(stamps, sorted(stamps, reverse=True))
        self.assertEqual(page["total"], len(page["documents"]))

    def test_filters(self):
        member = world().client("MEMBER")
        one = member.add_ready("Needle%_Filter.csv", samples.csv("filter", 3))
        for query in ("q=needle", "q=%25_filter", "fileType=csv&q=Needle", "status=READY&q=NEEDLE"):
            with self.subTest(query=query):
                page = member.value("/api/documents?" + query)
                self.assertEqual([d["id"] for d in page["documents"]], [one["id"]])
                self.assertEqual(page["total"], 1)
        for query in ("q=needle&reading=false", "q=needle&topLevel=true"):
            with self.subTest(query=query):
                self.assertEqual([d["id"] for d in member.value("/api/documents?" + query)["documents"]], [one["id"]])
        for query in ("q=needle&status=FAILED", "q=needle&fileType=pdf", "q=n%25e", "q=needle&reading=true",
                      "q=needle&topLevel=false",
                      "parentDocumentId=" + one["id"], "parentDocumentId=nonsense"):
            with self.subTest(query=query):
                page = member.value("/api/documents?" + query)
                self.assertEqual((page["documents"], page["total"]), ([], 0))

    def test_bad_filters_are_named(self):
        viewer = world().client("VIEWER")
        assert_fields(viewer.get("/api/documents?status=ready"), "status")
        assert_fields(viewer.get("/api/documents?status="), "status")
        for name in ("reading", "topLevel"):
            assert_fields(viewer.get(f"/api/documents?{name}=1"), name)
        foreign = world().document(1)["id"]
        assert_error(viewer.get("/api/documents?parentDocumentId=" + foreign), 403, "CROSS_TENANT_ACCESS_DENIED")


class Reading(unittest.TestCase):
    def test_content_is_the_original_and_never_runs_as_a_page(self):
        member = world().client("MEMBER")
        data = samples.html("served", 5)
        document = member.add('Bericht "ä".html', data)
        answer = member.get(f"/api/documents/{document['id']}/content")
        self.assertEqual((answer.status, answer.body), (200, data))
        self.assertEqual(answer.headers["x-content-type-options"], "nosniff")
        self.assertIn("sandbox", answer.headers["content-security-policy"])
        disposition = answer.headers["content-disposition"]
        self.assertTrue(disposition.startswith("attachment"), disposition)
        self.assertIn("filename*=UTF-8''" + urllib.parse.quote('Bericht "ä".html'), disposition)

    def test_only_answers_with_bytes_are_downloads(self):
        """HEAD, 304 and a range past the end send no bytes of the file, and are not recorded as downloads."""
        admin, run = world().client("ADMIN"), world().run()
        export = world().client("MEMBER").export(run["id"], "csv")
        for path, action, thing in ((f"/api/documents/{world().document()['id']}/content", "document.download",
                                     world().document()["id"]),
                                    (f"/api/exports/{export['id']}/content", "export.download", export["id"])):
            with self.subTest(path=path):
                trail = f"/api/admin/audit-logs?action={action}&objectId={thing}"
                before = admin.value(trail)["total"]
                tag = admin.request("HEAD", path).headers["etag"]
                for headers, status in (({"If-None-Match": tag}, 304), ({"If-None-Match": '"x", ' + tag}, 304),
                                        ({"Range": "bytes=999999999-"}, 400),
                                        ({"Range": "bytes=999999999-", "If-Range": tag}, 400)):
                    answer = admin.request("GET", path, headers=headers)
                    self.assertEqual((answer.status, len(answer.body) < 1000), (status, True), headers)
                self.assertEqual(admin.value(trail)["total"], before)
                for headers, status in (({}, 200), ({"Range": "bytes=0-3"}, 206), ({"If-None-Match": '"x"'}, 200),
                                        ({"Range": "bytes=999999999-", "If-Range": '"x"'}, 200)):
                    self.assertEqual(admin.request("GET", path, headers=headers).status, status, headers)
                self.assertEqual(admin.value(trail)["total"], before + 4)

    def test_blobs_are_not_reachable_around_the_api(self):
        document = world().document()
        digest = document["sha256Hash"]
        path = f"/_blobs/{document['tenantId']}/{digest[:2]}/{digest}"
        assert_error(world().client("ADMIN").get(path), 404, "NOT_FOUND")

    def test_pages(self):
        viewer, document = world().client("VIEWER"), world().document()
        base = f"/api/documents/{document['id']}/pages/"
        page = viewer.value(base + "1")
        self.assertEqual(page["startOffset"], 0)
        headings = [page["text"][b["start"]:b["end"]] for b in page["blocks"] if b["kind"] == "HEADING"]
        self.assertEqual(headings[:2], ["Policy shared-0", "Section 1"])
        self.assertEqual([b["level"] for b in page["blocks"][:3]], [1, 2, 0])
        for number in ("2", "0", "01", "-1", "x", "99999999999999999999"):
            with self.subTest(number=number):
                details = assert_error(viewer.get(base + number), 404, "NOT_FOUND")
                self.assertIn("pageNumber", details)

    def test_chunks_in_order_and_in_pages(self):
        viewer, document = world().client("VIEWER"), world().document()
        path = f"/api/documents/{document['id']}/chunks"
        whole = viewer.value(path)["chunks"]
        self.assertGreaterEqual(len(whole), 3)
        self.assertEqual(len(whole), document["chunkCount"])
        self.assertEqual([c["chunkIndex"] for c in whole], list(range(len(whole))))
        for chunk in whole:
            assert_shape(chunk, CHUNK)
            self.assertEqual(chunk["documentId"], document["id"])
            self.assertLessEqual(chunk["tokenCount"], 128)
        first = viewer.value(path + "?limit=2")
        second = viewer.value(path + f"?limit=200&cursor={first['nextCursor']}")
        self.assertEqual(first["chunks"] + second["chunks"], whole)
        self.assertIsNone(second["nextCursor"])

    def test_search_finds_the_passage(self):
        member = world().client("MEMBER")
        document = member.add_ready("whales.txt", b"Zebrafish aquaria are cleaned by the marine biologist.\n")
        results = member.value("/api/search?q=who+cleans+zebrafish+aquaria")["results"]
        self.assertEqual(results[0]["documentId"], document["id"])
        self.assertIn("Zebrafish", results[0]["text"])
        scores = [r["score"] for r in results]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual(len(member.value("/api/search?q=policy&limit=1")["results"]), 1)
        for query in ("", "?q=", "?q=%20", "?q=x&limit=0", "?q=x&limit=201", "?q=" + "x" * 5000):
            with self.subTest(query=query[:20]):
                assert_error(member.get("/api/search" + query), 400, "VALIDATION_ERROR")

    def test_search_stays_in_the_tenant(self):
        world().client("MEMBER", 1).add_ready("secret.txt", b"The xylophone vault opens at dawn.\n")
        for result in world().client("ADMIN").value("/api/search?q=xylophone+vault+dawn")["results"]:
            self.assertNotIn("xylophone", result["text"])


class Failed(unittest.TestCase):
    def test_can_be_tried_again_and_uploaded_again(self):
        member, data = world().client("MEMBER"), bad_files.broken_pdf()
        document = member.wait_ended(member.add("broken.pdf", data)["id"])
        self.assertEqual(document["status"], "FAILED")
        self.assertIsNotNone(document["failedAt"])
        self.assertIsNone(document["readyAt"])
        path = f"/api/documents/{document['id']}"
        with world().stack.pipeline_paused():
            answer = member.post(path + "/retry")
            self.assertIn(answer.status, (200, 202), str(answer))
            again = member.value(path)
            self.assertEqual((again["status"], again["failedAt"], again["failureReason"]), ("UPLOADED", None, None))
            assert_error(member.post(path + "/retry"), 409, "CONFLICT")
        self.assertEqual(member.wait_ended(document["id"])["status"], "FAILED")
        with world().stack.pipeline_paused():
            answer = member.upload("broken.pdf", data)
            self.assertEqual((answer.status, answer.json()["duplicate"]), (200, True))
            self.assertEqual(answer.json()["document"]["id"], document["id"])
            self.assertEqual(answer.json()["document"]["status"], "UPLOADED")
        self.assertEqual(member.wait_ended(document["id"])["status"], "FAILED")

    def test_only_failed_ones_can_be_tried_again(self):
        path = f"/api/documents/{world().document()['id']}/retry"
        assert_error(world().client("MEMBER").post(path), 409, "CONFLICT")


class Deletion(unittest.TestCase):
    def test_removes_everything_of_it(self):
        member = world().client("MEMBER")
        document = member.add_ready("short-lived.txt", samples.text("short-lived"))
        path = f"/api/documents/{document['id']}"
        assert_fields(member.delete(path + "?bogus=1"), "bogus")
        answer = member.delete(path)
        self.assertEqual((answer.status, answer.body), (204, b""))
        for tail in ("", "/status", "/content", "/pages/1", "/chunks"):
            details = assert_error(member.get(path + tail), 404, "NOT_FOUND")
            self.assertEqual(details["documentId"], document["id"])
        assert_error(member.delete(path), 404, "NOT_FOUND")
        left = world().stack.sql(f"SELECT count(*) FROM chunk WHERE document_id = '{document['id']}'")
        self.assertEqual(left, [["0"]])
        again = member.upload("short-lived.txt", samples.text("short-lived"))
        self.assertEqual(again.status, 201, "the bytes are free again")

    def test_a_member_deletes_own_uploads_only_an_admin_all(self):
        admin, member = world().client("ADMIN"), world().client("MEMBER")
        document = admin.add("of-the-admin.txt", samples.text("of the admin"))
        path = f"/api/documents/{document['id']}"
        details = assert_error(member.delete(path), 403, "FORBIDDEN")
        self.assertEqual(details["requiredRole"], "ADMIN")
        self.assertEqual(member.get(path).status, 200)
        own = member.add("of-the-member.txt", samples.text("of the member"))
        self.assertEqual(admin.delete(f"/api/documents/{own['id']}").status, 204)
        self.assertEqual(admin.delete(path).status, 204)
