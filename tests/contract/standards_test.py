# SPDX-License-Identifier: Apache-2.0
"""What standards ask of answers: Location of what was made (RFC 9110), problems (RFC 9457), limits (RateLimit)."""
import json
import secrets
import unittest

from client import assert_error
from route_table import ROUTES
from world import world

# What these make has no address of its own: it is in a list, or in its parent.
WITHOUT_ADDRESS = {"/api/tokens", "/api/runs/{runId}/reviews", "/api/assessments/{assessmentId}/reviews",
                   "/api/admin/packs/import", "/api/admin/corpora/{corpusId}/activations",
                   "/api/admin/corpora/{corpusId}/ingestions", "/api/documents/reread", "/api/documents/{documentId}/reread",
                   "/api/admin/webhooks/{webhookId}/test",
                   "/api/admin/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver"}
PROBLEM = "application/problem+json"


class Location(unittest.TestCase):
    def test_leads_to_what_was_made(self):
        admin, seen = world().client("ADMIN"), set()
        for route in ROUTES:
            if route.method != "POST" or route.role == "SUPER_ADMIN" or route.granted not in (201, 202):
                continue
            with self.subTest(route=str(route)):
                answer = route.call(admin, route.granted_path(0))
                self.assertEqual(answer.status, route.granted, str(answer))
                location = answer.headers.get("location")
                self.assertEqual(location is None, route.pattern in WITHOUT_ADDRESS, location)
                if location:
                    seen.add(route.pattern)
                    made = next(iter(answer.json().values()))
                    there = admin.value(location)
                    name = "id" if "id" in made else "criteriaVersionId"
                    self.assertEqual((there.get("run") or there)[name], made[name])
        self.assertGreater(len(seen), 6)

    def test_of_a_webhook_a_version_and_a_tenant(self):
        admin = world().client("ADMIN", 1)
        answer = admin.post("/api/admin/webhooks", {"url": f"https://{secrets.token_hex(6)}.example/"})
        self.assertEqual(answer.headers["location"], f"/api/admin/webhooks/{answer.json()['webhook']['id']}")
        self.assertEqual(admin.delete(answer.headers["location"]).status, 204)

    def test_a_repeated_request_has_it_too_and_one_that_made_nothing_has_none(self):
        member, key = world().client("MEMBER"), {"Idempotency-Key": secrets.token_hex(8)}
        first, second = (member.post("/api/runs", {"requirementIds": ["1.1"]}, key) for _ in range(2))
        self.assertEqual(first.headers["location"], f"/api/runs/{first.json()['run']['id']}")
        self.assertEqual(second.headers["location"], first.headers["location"])
        data = secrets.token_hex(20).encode()
        made, again = (member.upload("once.txt", data) for _ in range(2))
        self.assertEqual((made.status, again.status), (201, 200))
        self.assertIn("location", made.headers)
        self.assertNotIn("location", again.headers)
        self.assertNotIn("location", member.post("/api/runs", {"requirementIds": ["none such"]}).headers)


class Limits(unittest.TestCase):
    def test_an_operation_with_a_limit_of_its_own_tells_it_when_it_succeeds(self):
        viewer, admin = world().client("VIEWER"), world().client("ADMIN")
        document = world().paged_document()["id"]
        for client, path, name in (
                (viewer, "/api/search?q=backup", "search"),
                (viewer, f"/api/documents/{document}/pages/1/image", "drawing"),
                (admin, "/api/admin/audit-logs/verify", "records"), (admin, "/api/admin/audit-logs/export", "records"),
                (admin, f"/api/admin/runs/{world().run()['id']}/replay", "records")):
            with self.subTest(path=path):
                answer = client.get(path)
                self.assertEqual(answer.status, 200, str(answer)[:300])
                self.assertRegex(answer.headers["ratelimit-policy"], f'^"{name}";q=[1-9][0-9]*;qu="concurrent-requests"$')
                self.assertNotIn("ratelimit", answer.headers)
        self.assertNotIn("ratelimit-policy", viewer.get("/api/packs").headers)


class Task(unittest.TestCase):
    def test_is_as_in_the_list(self):
        viewer, run = world().client("VIEWER"), world().run()
        task = viewer.value(f"/api/tasks?runId={run['id']}&limit=1")["tasks"][0]
        answer = viewer.get(f"/api/tasks/{task['id']}")
        self.assertEqual(answer.json(), task)
        same = viewer.get(f"/api/tasks/{task['id']}", **{"If-None-Match": answer.headers["etag"]})
        self.assertEqual(same.status, 304)
        missing = viewer.get(f"/api/tasks/{run['id']}")
        self.assertEqual(assert_error(missing, 404, "NOT_FOUND"), {"taskId": run["id"]})


class Problems(unittest.TestCase):
    def test_are_given_to_who_asks(self):
        client = world().client("VIEWER")
        for accept in (PROBLEM, f"application/json;q=0.9, {PROBLEM.upper()}", f"{PROBLEM};q=0.1"):
            answer = client.get("/api/runs?limit=0", Accept=accept)
            self.assertEqual((answer.status, answer.headers["content-type"]), (400, PROBLEM), accept)
            problem = json.loads(answer.body)
            self.assertEqual((problem["type"], problem["title"], problem["status"], problem["error"]),
                             ("about:blank", "Bad Request", 400, "VALIDATION_ERROR"))
            self.assertEqual(problem["detail"], problem["message"])
            self.assertEqual(problem["details"]["fields"][0]["field"], "limit")
            self.assertEqual(problem["requestId"], answer.headers["x-request-id"])
        answer = world().anonymous().get("/api/runs", Accept=PROBLEM)
        self.assertEqual(json.loads(answer.body)["title"], "Unauthorized")
        self.assertTrue(answer.headers["www-authenticate"].startswith("Bearer"))
        answer = world().anonymous().get("/api/nothing", Accept=PROBLEM)
        self.assertEqual((json.loads(answer.body)["status"], answer.headers["content-type"]), (404, PROBLEM))

    def test_are_given_to_nobody_else(self):
        client = world().client("VIEWER")
        for accept in ("*/*", "application/json", f"{PROBLEM};q=0", f"{PROBLEM};q=0.000", "application/*", "nonsense;;="):
            assert_error(client.get("/api/runs?limit=0", Accept=accept), 400, "VALIDATION_ERROR")
        self.assertEqual(client.get("/api/overview", Accept=PROBLEM).headers["content-type"].split(";")[0],
                         "application/json")


if __name__ == "__main__":
    unittest.main()
