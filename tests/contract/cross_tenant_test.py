# SPDX-License-Identifier: Apache-2.0
"""Objects of another tenant named in filters and bodies (for those in paths: access_matrix_test.py).

Runs on a stack with SUPER_ADMIN_MODE off and on one with it on."""
import unittest

from access_matrix_test import OFF, REQUIRED, mode
import samples
from client import assert_error, assert_fields
from route_table import GUARDED, IDS, with_query
from world import world

FOREIGN = 1


class Things:
    """Objects of the other tenant, by the name that a request gives them."""

    def __init__(self):
        pack = world().shared(world().pack, FOREIGN)
        self.document = world().document(FOREIGN)["id"]
        self.run = world().run(FOREIGN)["id"]
        self.pack, self.version = pack["packId"], pack["criteriaVersionId"]
        self.requirement = pack["requirements"][0]
        self.corpus = world().corpus(FOREIGN)["id"]
        self.task, self.assessment = IDS["taskId"](FOREIGN), IDS["assessmentId"](FOREIGN)
        self.user = world().shared(world().account, FOREIGN)["id"]
        self.email = IDS["emailId"](FOREIGN)
        self.ingestion = world()._once(self._ingestion, "ingestion", FOREIGN)

    @staticmethod
    def _ingestion():
        answer = world().client("ADMIN", FOREIGN).upload("act.txt", samples.unique(), "/api/admin/corpora",
                                                         {"title": "A foreign act"})
        assert answer.status == 201, f"{answer}"
        return answer.json()["ingestion"]["id"]

    def filters(self):
        """(path, the name in the details, the id) of each filter that takes an identifier."""
        return [(f"/api/documents?parentDocumentId={self.document}", "documentId", self.document),
                (f"/api/deletion-preview?documentIds={self.document}", "documentId", self.document),
                (f"/api/admin/erasures?documentId={self.document}", "documentId", self.document),
                (f"/api/admin/legal-holds?documentId={self.document}", "documentId", self.document),
                (f"/api/documents?uploadedBy={self.user}", "uploadedBy", self.user),
                (f"/api/admin/corpora?packId={self.pack}", "packId", self.pack),
                (f"/api/admin/emails?userId={self.user}", "userId", self.user),
                (f"/api/tasks?runId={self.run}", "runId", self.run),
                (f"/api/tasks?requirementId={self.requirement}", "requirementId", self.requirement),
                (f"/api/criteria?packId={self.pack}", "packId", self.pack),
                (f"/api/requirements?packId={self.pack}", "packId", self.pack),
                (f"/api/exports?runId={self.run}", "runId", self.run),
                (f"/api/admin/audit-logs?runId={self.run}", "runId", self.run),
                *((f"/api/admin/audit-logs?objectId={thing}", "objectId", thing) for thing in (
                    self.document, self.run, self.pack, self.version, self.requirement, self.corpus, self.user,
                    self.ingestion, self.email, world().tenant_id(FOREIGN))),
                (f"/api/admin/audit-logs?objectType=run&objectId=%20{self.run}", "objectId", self.run),
                (f"/api/admin/audit-logs?actor={self.user}", "actor", self.user),
                (f"/api/admin/audit-logs/export?runId={self.run}", "runId", self.run),
                (f"/api/admin/audit-logs/export?objectId={self.run}", "objectId", self.run),
                (f"/api/admin/audit-logs/export?actor={self.user}", "actor", self.user)]

    def bodies(self):
        """(method, path, body, the name in the details, the id) of each body that takes an identifier."""
        own, mine = world().document()["id"], world().shared(world().pack)
        binding, versions = f"/api/admin/bindings/{mine['packId']}", f"/api/admin/packs/{mine['packId']}/versions"
        return [("POST", "/api/runs", {"documentIds": [self.document]}, "documentId", self.document),
                ("POST", "/api/runs", {"documentIds": [own, self.document]}, "documentId", self.document),
                ("POST", f"/api/runs/{world().run()['id']}/reviews",
                 {"reviews": [{"assessmentId": IDS["assessmentId"](0), "verdict": "ACCEPTED"},
                              {"assessmentId": self.assessment, "verdict": "ACCEPTED"}]},
                 "reviews[1].assessmentId", self.assessment),
                ("PATCH", "/api/tasks", {"taskIds": [IDS["taskId"](0), self.task], "assignee": "Kim"},
                 "taskIds[1]", self.task),
                ("POST", "/api/admin/legal-holds", {"documentId": self.document, "reason": "A dispute"}, "documentId",
                 self.document),
                ("POST", "/api/runs", {"rerunOf": self.run}, "runId", self.run),
                ("POST", "/api/runs", {"packId": self.pack}, "packId", self.pack),
                ("POST", "/api/runs", {"requirementIds": ["1.1", self.requirement]}, "requirementId",
                 self.requirement),
                ("PUT", binding, {"criteriaVersionId": self.version}, "criteriaVersionId", self.version),
                ("POST", "/api/admin/corpora", {"title": "An act", "packId": self.pack}, "packId", self.pack),
                ("POST", f"/api/admin/corpora/{world().corpus()['id']}/activations",
                 {"ingestionId": self.ingestion}, "ingestionId", self.ingestion),
                ("POST", versions, {"baseVersionId": self.version, "version": "x", "changes": []},
                 "baseVersionId", self.version)]


class CrossTenant(unittest.TestCase):
    def setUp(self):
        self.things = Things()
        self.roles = ["ADMIN"] if mode() else ["ADMIN", "SUPER_ADMIN"]

    def check_denied(self, answer, name, value):
        details = assert_error(answer, 403, "CROSS_TENANT_ACCESS_DENIED")
        self.assertEqual(details, {name: value}, str(answer))
        self.assertEqual(answer.json()["message"], REQUIRED if mode() else OFF)
        query = "action=access.denied&limit=1"
        entry = world().client("ADMIN").value(f"/api/admin/audit-logs?{query}")["logs"][0]
        self.assertEqual((entry["outcome"], entry["objectId"], entry["requestId"]),
                         ("deny", value, answer.json()["requestId"]))
        theirs = world().client("ADMIN", FOREIGN).value(f"/api/admin/audit-logs?{query}&objectId={value}")["logs"]
        self.assertEqual(theirs, [], "the other tenant's trail says nothing of it")

    def test_in_a_filter_is_denied_and_recorded(self):
        for path, name, value in self.things.filters():
            for role in self.roles:
                with self.subTest(path=path, role=role):
                    self.check_denied(world().client(role).get(path), name, value)

    def test_in_a_body_is_denied_and_recorded_and_changes_nothing(self):
        admin, requests = world().client("ADMIN"), self.things.bodies()

        def state():
            return (admin.value("/api/runs?limit=1")["total"], admin.value("/api/admin/bindings"),
                    admin.all("/api/admin/corpora", "corpora"))
        before = state()
        for method, path, body, name, value in requests:
            for role in self.roles:
                with self.subTest(path=path, body=body, role=role):
                    self.check_denied(world().client(role).send(method, path, body), name, value)
        self.assertEqual(state(), before)

    def test_in_a_filter_takes_super_admin_to_the_other_tenant(self):
        if not mode():
            return
        chief = world().client("SUPER_ADMIN")
        for path, _, _ in self.things.filters():
            with self.subTest(path=path):
                self.assertEqual(chief.get(path).status, 200)
        tasks = chief.value(f"/api/tasks?runId={self.things.run}")["tasks"]
        there = world().client("MEMBER", FOREIGN).value(f"/api/tasks?runId={self.things.run}")["tasks"]
        self.assertEqual([task["id"] for task in tasks], [task["id"] for task in there])
        self.assertGreater(len(tasks), 0)
        requirements = chief.value(f"/api/requirements?packId={self.things.pack}")["requirements"]
        self.assertIn(self.things.requirement, [r["id"] for r in requirements])

    def test_in_a_body_wants_the_tenant_named(self):
        """A change is made in the tenant that the request names, never in one inferred from its body."""
        if not mode():
            return
        chief = world().client("SUPER_ADMIN")
        for method, path, body, name, value in self.things.bodies():
            with self.subTest(path=path, body=body):
                details = assert_error(chief.send(method, path, body), 404, "NOT_FOUND")
                self.assertEqual(details, {name: value})
        path = f"/api/runs?tenantId={world().tenant_id(FOREIGN)}"
        for body in ({"documentIds": [self.things.document]}, {"rerunOf": self.things.run},
                     {"packId": self.things.pack, "requirementIds": [self.things.requirement]}):
            answer = chief.post(path, body)
            self.assertEqual((answer.status, answer.json()["run"]["tenantId"]),
                             (202, world().tenant_id(FOREIGN)), str(answer))

    def test_an_identifier_that_is_nobodys_is_not_found_or_finds_nothing(self):
        admin, nobody = world().client("ADMIN"), "00000000-0000-7000-8000-000000000001"
        for path in (f"/api/admin/audit-logs?{name}={nobody}" for name in ("runId", "objectId", "actor")):
            self.assertEqual(admin.value(path)["logs"], [])
        self.assertEqual(admin.value(f"/api/documents?parentDocumentId={nobody}")["documents"], [])
        self.assertEqual(admin.value(f"/api/tasks?runId={nobody}")["tasks"], [])
        self.assertEqual(admin.value(f"/api/tasks?requirementId={nobody}")["tasks"], [])
        for body, name in (({"documentIds": [nobody]}, "documentId"), ({"rerunOf": nobody}, "runId"),
                           ({"packId": nobody}, "packId"), ({"requirementIds": [nobody]}, "requirementId")):
            self.assertEqual(assert_error(admin.post("/api/runs", body), 404, "NOT_FOUND"), {name: nobody})

    def test_a_malformed_identifier_to_filter_by_finds_nothing(self):
        admin = world().client("ADMIN")
        for path, name, items in (("/api/tasks", "runId", "tasks"), ("/api/documents", "parentDocumentId", "documents"),
                                  ("/api/admin/audit-logs", "runId", "logs")):
            for value in ("nonsense", "", self.things.run.upper(), self.things.run + "0"):
                with self.subTest(path=path, value=value):
                    self.assertEqual(admin.value(f"{path}?{name}={value}")[items], [])
        for name in ("objectId", "actor"):
            self.assertEqual(admin.value(f"/api/admin/audit-logs?{name}=nonsense")["logs"], [])

    def test_a_tenant_of_nobody_is_not_found_where_it_could_be_reached(self):
        if not mode():
            return
        chief, nobody = world().client("SUPER_ADMIN"), "00000000-0000-7000-8000-000000000001"
        for route in GUARDED:
            with self.subTest(route=str(route)):
                answer = route.call(chief, with_query(route.path(), f"tenantId={nobody}"))
                self.assertEqual(assert_error(answer, 404, "NOT_FOUND"), {"tenantId": nobody})
