# SPDX-License-Identifier: Apache-2.0
"""Requesting exports: the response, the permissions, the runs that allow it, and the trail's entries."""
import os
import secrets
import unittest

from client import assert_error, assert_fields
from shapes import EXPORT, assert_shape
from wicked_run import TURNED, content, wicked
from world import world

NOWHERE = "00000000-0000-7000-8000-000000000000"
TYPES = {"json": "application/json", "csv": "text/csv", "html": "text/html", "pdf": "application/pdf",
         "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
         "oscal": "application/zip", "package": "application/zip"}
ENDINGS = {"json": "-results.json", "csv": "-results.csv", "xlsx": "-results.xlsx", "pdf": "-report.pdf",
           "html": "-report.html", "oscal": "-oscal.zip", "package": "-evidence-package.zip"}


def entries(query):
    return world().client("ADMIN").value(f"/api/admin/audit-logs?{query}")["logs"]


class Requests(unittest.TestCase):
    def setUp(self):
        self.member, self.run_id = world().client("MEMBER"), wicked()["run"]["id"]
        self.path = f"/api/runs/{self.run_id}/exports"

    def test_is_queued_then_made_then_downloaded_and_each_is_recorded(self):
        with world().stack.pipeline_paused():
            answer = self.member.post(self.path, {"format": "csv"})
            self.assertEqual(answer.status, 202, str(answer))
            queued = answer.json()["export"]
            assert_shape(queued, EXPORT)
            self.assertEqual((queued["status"], queued["runId"], queued["format"], queued["requestedBy"]),
                             ("QUEUED", self.run_id, "csv", self.member.value("/api/auth/me")["id"]))
            for name in ("completedAt", "failedAt", "failureReason", "sizeBytes", "sha256"):
                self.assertIsNone(queued[name], name)
            details = assert_error(self.member.get(f"/api/exports/{queued['id']}/content"), 409, "CONFLICT")
            # The pipeline may have picked it up just before it was paused.
            self.assertIn(details["status"], ("QUEUED", "IN_PROGRESS"))
        made = self.member.wait_export(queued["id"])
        assert_shape(made, EXPORT)
        self.assertEqual(made["status"], "COMPLETED")
        content(made["id"])
        self.assertEqual([(e["action"], e["actor"]["type"], e["runId"]) for e in entries(f"objectId={made['id']}")],
                         [("export.download", "user", self.run_id), ("export.completed", "system", self.run_id),
                          ("export.request", "user", self.run_id)])

    def test_the_name_of_a_download_cannot_be_turned_round(self):
        document = wicked()["documents"][TURNED]
        self.assertEqual(document["originalFilename"], TURNED, "kept as it was sent")
        answer = self.member.get(f"/api/documents/{document['id']}/content")
        self.assertEqual(answer.headers["content-disposition"],
                         "attachment; filename=\"reviewtxt.md\"; filename*=UTF-8''reviewtxt.md")

    def test_a_part_of_a_file_is_answered_as_one(self):
        made = self.member.export(self.run_id, "html")
        path = f"/api/exports/{made['id']}/content"
        answer = self.member.get(path, Range="bytes=0-9")
        self.assertEqual((answer.status, answer.body), (206, content(made["id"])[:10]))
        assert_fields(self.member.get(path, Range=f"bytes={made['sizeBytes']}-"), "Range")

    def test_another_file_than_the_one_made_is_not_given_out(self):
        made, other = (self.member.export(self.run_id, name) for name in ("csv", "json"))
        path, stack = f"/api/exports/{made['id']}/content", world().stack

        def refused(issue):
            details = assert_error(self.member.get(path), 500, "SNAPSHOT_INTEGRITY_FAILURE")
            self.assertEqual((details["exportId"], details["issue"]), (made["id"], issue))
            last = entries(f"objectId={made['id']}&action=export.download&limit=1")[0]
            self.assertEqual(last["outcome"], "error")

        def name(one):
            stack.tamper(f"UPDATE export SET sha256 = '{one['sha256']}', size_bytes = {one['sizeBytes']} WHERE id ="
                         f" '{made['id']}'")

        name(other)
        self.addCleanup(name, made)
        refused("the audit trail names a different file")
        name(made)
        (blob,) = [one for one in stack.blobs() if one.endswith(made["sha256"])]
        blob = stack.path("data", "blobs", blob)
        with open(blob, "rb") as file:
            whole = file.read()
        os.chmod(blob, 0o644)
        with open(blob, "wb") as file:
            file.write(whole[:-1] + b"!")
        refused("the stored bytes have a different SHA-256")
        with open(blob, "wb") as file:
            file.write(whole)
        self.assertEqual(self.member.get(path).body, whole)

    def test_every_format_comes_as_an_attachment_of_its_type(self):
        for file_format, kind in TYPES.items():
            with self.subTest(format=file_format):
                made = self.member.export(self.run_id, file_format)
                answer = world().client("VIEWER").get(f"/api/exports/{made['id']}/content")
                self.assertEqual(answer.headers["content-type"].split(";")[0], kind)
                run = self.member.value(f"/api/runs/{self.run_id}")
                pack = next(p for p in self.member.value("/api/packs")["packs"] if p["id"] == run["packId"])
                name = f"assay-{'-'.join(pack['name'].split())}-{run['completedAt'][:10]}-{run['completedAt'][11:16].replace(':', '')}{ENDINGS[file_format]}"
                self.assertIn(f'attachment; filename="{name}"', answer.headers["content-disposition"])
                self.assertEqual(answer.headers["x-content-type-options"], "nosniff")
                self.assertEqual(answer.headers["etag"], f'"{made["sha256"]}"')
                same = self.member.get(f"/api/exports/{made['id']}/content", If_None_Match=f'"{made["sha256"]}"')
                self.assertEqual(same.status, 304)

    def test_the_same_run_gives_the_same_bytes(self):
        for file_format in TYPES:
            made = [self.member.export(self.run_id, file_format)["sha256"] for _ in range(2)]
            self.assertEqual(made[0], made[1], file_format)

    def test_lists_newest_first_and_by_run_format_and_status(self):
        first = self.member.export(self.run_id, "csv")
        second = self.member.export(self.run_id, "json")
        found = self.member.all(f"/api/exports?runId={self.run_id}", "exports")
        self.assertEqual([e["id"] for e in found[:2]], [second["id"], first["id"]])
        self.assertEqual({e["runId"] for e in found}, {self.run_id})
        only = self.member.all(f"/api/exports?runId={self.run_id}&format=csv&status=COMPLETED", "exports")
        self.assertEqual(({e["format"] for e in only}, {e["status"] for e in only}), ({"csv"}, {"COMPLETED"}))
        self.assertEqual(self.member.value(f"/api/exports?runId={NOWHERE}")["exports"], [])
        for name in ("format", "status"):
            assert_fields(self.member.get(f"/api/exports?{name}=x"), name)

    def test_bad_requests_are_named(self):
        for body, field in (({}, "format"), ({"format": "doc"}, "format"), ({"format": 1}, "format"),
                            ({"format": None}, "format"), ({"format": "PDF"}, "format"),
                            ({"format": "csv", "x": 1}, "x")):
            with self.subTest(body=body):
                assert_fields(self.member.post(self.path, body), field)
        for run_id in (NOWHERE, "nonsense"):
            details = assert_error(self.member.post(f"/api/runs/{run_id}/exports", {"format": "csv"}), 404, "NOT_FOUND")
            self.assertEqual(details, {"runId": run_id})
        for path in (f"/api/exports/{NOWHERE}", "/api/exports/nonsense/content"):
            assert_error(self.member.get(path), 404, "NOT_FOUND")

    def test_an_idempotency_key_makes_one(self):
        key = {"Idempotency-Key": secrets.token_hex(8)}
        answers = [self.member.post(self.path, {"format": "csv"}, headers=key) for _ in range(2)]
        self.assertEqual([a.status for a in answers], [202, 202])
        self.assertEqual(answers[0].json(), answers[1].json())
        assert_error(self.member.post(self.path, {"format": "json"}, headers=key), 409, "IDEMPOTENCY_MISMATCH")

    def test_only_completed_runs(self):
        with world().stack.pipeline_paused():
            run = self.member.start_run(requirementIds=["1.1"])
            path = f"/api/runs/{run['id']}/exports"
            self.assertEqual(assert_error(self.member.post(path, {"format": "csv"}), 409, "CONFLICT"),
                             {"status": "QUEUED"})
            self.assertEqual(self.member.post(f"/api/runs/{run['id']}/cancel").status, 200)
        self.assertEqual(assert_error(self.member.post(path, {"format": "csv"}), 409, "CONFLICT"),
                         {"status": "CANCELLED"})
        self.assertEqual(self.member.value(f"/api/exports?runId={run['id']}")["exports"], [])

    def test_viewers_read_but_do_not_ask(self):
        viewer = world().client("VIEWER")
        self.assertEqual(assert_error(viewer.post(self.path, {"format": "csv"}), 403, "FORBIDDEN"),
                         {"requiredRole": "MEMBER"})
        made = self.member.export(self.run_id, "csv")
        self.assertEqual(viewer.value(f"/api/exports/{made['id']}"), made)
        self.assertGreater(len(content(made["id"], "VIEWER")), 0)

    def test_other_tenants_get_nothing(self):
        made, stranger = self.member.export(self.run_id, "csv"), world().client("ADMIN", 1)
        for answer in (stranger.get(f"/api/exports/{made['id']}"), stranger.get(f"/api/exports/{made['id']}/content"),
                       stranger.post(self.path, {"format": "csv"}), stranger.get(f"/api/exports?runId={self.run_id}")):
            assert_error(answer, 403, "CROSS_TENANT_ACCESS_DENIED")
        self.assertNotIn(made["id"], [e["id"] for e in stranger.all("/api/exports", "exports")])
