# SPDX-License-Identifier: Apache-2.0
"""The audit trail is complete: each change and each sensitive read leaves exactly one entry, with who, what, from where
and the outcome. Failed requests leave none; refusals are kept although their request is rolled back."""
import json
import secrets
import unittest

import bad_files
import samples
from client import multipart
from route_table import GUARDED, IDS, NOWHERE
from world import world

AGENT = "audit-test/1.0 (déjà vu)"


def entries_of(request_id, tenant=0):
    """The trail's entries for a request id, oldest first; read from the database, not from the API."""
    rows = world().stack.sql("SELECT row_to_json(e) FROM audit_log e WHERE request_id = '" + request_id +
                             f"' AND tenant_id = '{world().tenant_id(tenant)}' ORDER BY sequence")
    return [json.loads(row[0]) for row in rows]


def act(client, method, path, body=None, headers=None):
    """(answer, request id) of one call with its own request id."""
    request_id = "audit-" + secrets.token_hex(8)
    sent = {"X-Request-Id": request_id, "User-Agent": AGENT.encode(), **(headers or {})}
    if isinstance(body, dict):
        sent["Content-Type"], body = "application/json", json.dumps(body).encode()
    return client.request(method, path, body, sent), request_id


def upload(client, name, data):
    kind, body = multipart(("file", name, data))
    return act(client, "POST", "/api/documents/upload", body, {"Content-Type": kind})


def _failed():
    member = world().client("MEMBER")
    document = member.add("broken.pdf", bad_files.broken_pdf() + secrets.token_bytes(8))
    return member.wait_ended(document["id"])["id"]


def _waiting_run():
    return world().client("MEMBER").start_run(requirementIds=["1.1"])["id"]


def _new(seed=None):
    return world().client("MEMBER").add("own.txt", samples.text(seed or secrets.token_hex(8)))["id"]


def _put(name, data):
    return lambda client, _: upload(client, name, data)


def _corpus():
    return world().client("ADMIN").post("/api/admin/corpora", {"title": "An act"}).json()["corpus"]["id"]


def _ingest(client, corpus):
    kind, body = multipart(("file", "act.txt", samples.text("act")))
    return act(client, "POST", f"/api/admin/corpora/{corpus}/ingestions", body, {"Content-Type": kind})


def _call(method, path, body=None):
    return lambda client, thing: act(client, method, path.format(thing), body)


KNOWN = samples.text("known already")
# role, preparation, the call, its status, and the entry: action, object type, object, run
DONE = [
    ("MEMBER", lambda: None, _put("fresh.txt", samples.text(secrets.token_hex(8))), 201, "document.upload", "document"),
    ("MEMBER", lambda: world().client("MEMBER").upload("known.txt", KNOWN), _put("again.txt", KNOWN), 200,
     "document.upload_duplicate", "document"),
    ("MEMBER", _failed, _call("POST", "/api/documents/{}/retry"), 202, "document.retry", "document"),
    ("ADMIN", _failed, _call("POST", "/api/documents/{}/reread"), 202, "document.reread", "document"),
    ("ADMIN", lambda: None, _call("POST", "/api/documents/reread", {"status": "FAILED", "failureCode": "none such"}), 202,
     "document.reread", "tenant"),
    ("MEMBER", _new, _call("DELETE", "/api/documents/{}"), 204, "document.delete", "document"),
    ("VIEWER", lambda: IDS["documentId"](0), _call("GET", "/api/documents/{}/content"), 200, "document.download",
     "document"),
    ("MEMBER", lambda: None, _call("POST", "/api/runs", {"requirementIds": ["1.1"]}), 202, "run.start", "run"),
    ("MEMBER", _waiting_run, _call("POST", "/api/runs/{}/cancel"), 200, "run.cancel", "run"),
    ("MEMBER", lambda: IDS["taskId"](0), _call("PATCH", "/api/tasks/{}", {"assignee": "Kim"}), 200, "task.update",
     "task"),
    ("MEMBER", lambda: None, lambda client, _: act(client, "POST", f"/api/runs/{world().run()['id']}/exports",
                                                   {"format": "csv"}), 202, "export.request", "export"),
    ("VIEWER", lambda: IDS["exportId"](0), _call("GET", "/api/exports/{}/content"), 200, "export.download", "export"),
    ("ADMIN", lambda: IDS["runId"](0), _call("GET", "/api/admin/runs/{}/replay"), 200, "run.replay", "run"),
    ("ADMIN", lambda: IDS["runId"](0), _call("POST", "/api/admin/runs/{}/reproduce"), 202, "run.reproduce", "run"),
    ("ADMIN", lambda: None, _call("POST", "/api/admin/corpora", {"title": "An act"}), 201, "corpus.create", "corpus"),
    ("ADMIN", _corpus, _ingest, 202, "corpus.ingest", "corpus"),
    ("ADMIN", lambda: None, _call("GET", "/api/admin/audit-logs"), 200, "audit.read", "tenant"),
    ("ADMIN", lambda: None, _call("GET", "/api/admin/audit-logs/verify"), 200, "audit.verify", "tenant"),
    ("ADMIN", lambda: None, _call("GET", "/api/admin/audit-logs/export"), 200, "audit.export", "tenant"),
]
# Calls that fail.
FAILING = [
    ("MEMBER", lambda: None, _put("empty.txt", b""), 400),
    ("MEMBER", lambda: None, _put("two.zip", bad_files.cut_zip()), 422),
    ("MEMBER", lambda: IDS["documentId"](0), _call("POST", "/api/documents/{}/retry"), 409),
    ("MEMBER", lambda: NOWHERE, _call("DELETE", "/api/documents/{}"), 404),
    ("MEMBER", lambda: None, _call("POST", "/api/runs", {"requirementIds": ["no such"]}), 404),
    ("MEMBER", lambda: IDS["runId"](0), _call("POST", "/api/runs/{}/cancel"), 409),
    ("MEMBER", lambda: IDS["taskId"](0), _call("PATCH", "/api/tasks/{}", {"status": "DONE"}), 400),
    ("MEMBER", lambda: IDS["runId"](0), _call("POST", "/api/runs/{}/exports", {"format": "doc"}), 400),
    ("VIEWER", lambda: NOWHERE, _call("GET", "/api/exports/{}/content"), 404),
    ("ADMIN", lambda: NOWHERE, _call("GET", "/api/admin/runs/{}/replay"), 404),
    ("ADMIN", lambda: NOWHERE, _call("POST", "/api/admin/runs/{}/reproduce"), 404),
    ("ADMIN", lambda: None, _call("POST", "/api/admin/corpora", {"title": "x", "sourceUrl": "ftp://a/"}), 400),
    ("ADMIN", _corpus, _call("POST", "/api/admin/corpora/{}/ingestions"), 400),
    ("ADMIN", _corpus, _call("POST", "/api/admin/corpora/{}/activations", {"ingestionId": NOWHERE}), 404),
    ("ADMIN", lambda: None, _call("GET", "/api/admin/audit-logs?from=yesterday"), 400),
    ("ADMIN", lambda: None, _call("GET", "/api/admin/audit-logs/export?limit=1"), 400),
]


class Completeness(unittest.TestCase):
    def test_each_change_and_sensitive_read_leaves_exactly_one_entry(self):
        world().run()
        for role, prepare, call, status, action, kind in DONE:
            with self.subTest(action=action):
                client, thing = world().client(role), None
                if action == "run.cancel":
                    with world().stack.pipeline_paused():
                        thing = prepare()
                        answer, request_id = call(client, thing)
                else:
                    thing = prepare()
                    answer, request_id = call(client, thing)
                self.assertEqual(answer.status, status, str(answer))
                entries = entries_of(request_id)
                self.assertEqual([e["action"] for e in entries], [action])
                self.check(entries[0], client, kind, thing, answer)

    def check(self, entry, client, kind, thing, answer):
        if kind == "tenant":
            thing = world().tenant_id()
        if thing is None or not isinstance(thing, str):
            thing = answer.json()[kind]["id"]
        run = {"run": thing, "task": world().run()["id"], "export": world().run()["id"]}.get(kind)
        self.assertEqual((entry["object_type"], entry["object_id"], entry["run_id"]), (kind, thing, run))
        self.assertEqual((entry["actor_type"], entry["actor_email"], entry["actor_role"]),
                         ("user", client.user["email"], client.user["role"]))
        self.assertEqual((entry["outcome"], entry["ip"], entry["auth_method"]), ("allow", "127.0.0.1", "access_token"))
        self.assertEqual((entry["user_agent"], entry["hash_version"]), (AGENT, 2))
        self.assertIsInstance(json.loads(entry["detail"]), dict)

    def test_what_fails_leaves_none(self):
        world().run()
        for role, prepare, call, status in FAILING:
            answer, request_id = call(world().client(role), prepare())
            with self.subTest(what=answer.what):
                self.assertEqual(answer.status, status, str(answer))
                self.assertEqual(entries_of(request_id), [])

    def test_a_change_of_a_task_tells_from_and_to(self):
        task, member = IDS["taskId"](0), world().client("MEMBER")
        act(member, "PATCH", f"/api/tasks/{task}", {"dueDate": None})
        _, request_id = act(member, "PATCH", f"/api/tasks/{task}", {"dueDate": "2027-01-31"})
        self.assertEqual(json.loads(entries_of(request_id)[0]["detail"]),
                         {"dueDate": {"from": None, "to": "2027-01-31"}})


class EveryRoute(unittest.TestCase):
    def test_none_that_changes_something_is_forgotten(self):
        """For every route in the table: a completed call is in its tenant's trail, a refused one is not."""
        for route in [r for r in GUARDED if r.method != "GET"]:
            with self.subTest(route=str(route)):
                answer = route.call(world().client(route.role), route.granted_path(0))
                entries = entries_of(answer.headers["x-request-id"])
                if answer.status < 300:
                    self.assertGreaterEqual(len(entries), 1, str(answer))
                    self.assertEqual({e["outcome"] for e in entries}, {"allow"}, str(entries))
                else:
                    self.assertEqual([e for e in entries if e["outcome"] != "deny"], [], str(answer))


class SignIn(unittest.TestCase):
    def test_signing_in_and_failing_to_are_kept(self):
        user, anonymous = world().user("VIEWER"), world().anonymous()
        for password, status, outcome, actor in ((user["password"], 200, "allow", user["email"]),
                                                 ("wrong " + user["password"], 401, "deny", None)):
            body = {"email": user["email"], "password": password}
            answer, request_id = act(anonymous, "POST", "/api/auth/login", body)
            self.assertEqual(answer.status, status, str(answer))
            (entry,) = entries_of(request_id)
            self.assertEqual((entry["action"], entry["outcome"], entry["auth_method"], entry["actor_email"]),
                             ("auth.login", outcome, "password", actor))
            self.assertNotIn(password, json.dumps(entry))

    def test_an_address_nobody_has_is_in_no_tenants_trail(self):
        answer, request_id = act(world().anonymous(), "POST", "/api/auth/login",
                                 {"email": f"{secrets.token_hex(6)}@nowhere.example", "password": "x" * 12})
        self.assertEqual(answer.status, 401)
        self.assertEqual(entries_of(request_id) + entries_of(request_id, 1), [])

    def test_signing_out_is_kept(self):
        user = world().user("VIEWER")
        answer = world().anonymous().post("/api/auth/login", {"email": user["email"], "password": user["password"]})
        cookie = answer.cookies[0].split(";")[0]
        answer, request_id = act(world().anonymous(), "POST", "/api/auth/logout", headers={"Cookie": cookie})
        self.assertEqual(answer.status, 204, str(answer))
        self.assertEqual([(e["action"], e["actor_email"]) for e in entries_of(request_id)],
                         [("auth.logout", user["email"])])


class Refusals(unittest.TestCase):
    def test_a_role_that_does_not_suffice_is_kept(self):
        viewer = world().client("VIEWER")
        answer, request_id = act(viewer, "GET", "/api/admin/audit-logs")
        self.assertEqual(answer.status, 403)
        (entry,) = entries_of(request_id)
        self.assertEqual((entry["action"], entry["outcome"], entry["object_type"], entry["object_id"]),
                         ("access.denied", "deny", "route", "GET /api/admin/audit-logs"))
        self.assertEqual(json.loads(entry["detail"]), {"path": "/api/admin/audit-logs", "requiredRole": "ADMIN"})
        self.assertEqual(entry["actor_email"], viewer.user["email"])

    def test_a_reach_into_another_tenant_is_kept_in_ones_own(self):
        foreign = world().document(1)["id"]
        for path, kind, thing in ((f"/api/documents/{foreign}", "document", foreign),
                                  (f"/api/runs?tenantId={world().tenant_id(1)}", "tenant", world().tenant_id(1))):
            answer, request_id = act(world().client("MEMBER"), "GET", path)
            self.assertEqual(answer.status, 403)
            (entry,) = entries_of(request_id)
            self.assertEqual((entry["action"], entry["outcome"], entry["object_type"], entry["object_id"]),
                             ("access.denied", "deny", kind, thing))
            self.assertEqual(entries_of(request_id, 1), [])
