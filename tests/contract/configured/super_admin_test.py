# SPDX-License-Identifier: Apache-2.0
"""Cross-tenant access while SUPER_ADMIN_MODE is on (as in this stack)."""
import json
import unittest

import samples
from client import Client, assert_error
from world import world

REQUIRED = "SUPER_ADMIN role is required"


class SuperAdminMode(unittest.TestCase):
    def setUp(self):
        self.super, self.other = world().client("SUPER_ADMIN"), world().tenant_id(1)
        self.foreign = world().document(1)["id"]

    def test_an_api_token_stays_in_its_own_tenant(self):
        made = world().client("SUPER_ADMIN").send("POST", "/api/tokens", {"name": "far", "role": "SUPER_ADMIN"})
        self.assertEqual(made.status, 201, str(made))
        machine = Client(world().demo["baseUrl"], made.json()["token"]["value"])
        self.assertEqual(machine.get("/api/documents").status, 200)
        for path in (f"/api/documents?tenantId={world().tenant_id(1)}", f"/api/runs/{world().run(1)['id']}"):
            assert_error(machine.get(path), 403, "CROSS_TENANT_ACCESS_DENIED")

    def test_other_roles_are_told_which_one_is_required(self):
        for role in ("VIEWER", "MEMBER", "ADMIN"):
            client = world().client(role)
            for path in (f"/api/documents?tenantId={self.other}", f"/api/documents/{self.foreign}",
                         f"/api/runs?tenantId={self.other}"):
                with self.subTest(role=role, path=path):
                    answer = client.get(path)
                    assert_error(answer, 403, "CROSS_TENANT_ACCESS_DENIED")
                    self.assertIn(REQUIRED, answer.json()["message"])

    def test_reaches_a_tenant_by_name(self):
        mine = self.super.value("/api/documents")
        theirs = self.super.value(f"/api/documents?tenantId={self.other}")
        self.assertIn(self.foreign, [d["id"] for d in theirs["documents"]])
        self.assertEqual({d["tenantId"] for d in theirs["documents"]}, {self.other})
        self.assertNotIn(self.foreign, [d["id"] for d in mine["documents"]])
        for path in ("packs", "runs", "tasks", "requirements", "search?q=policy", "admin/runs", "admin/audit-logs"):
            joint = "&" if "?" in path else "?"
            self.assertEqual(self.super.get(f"/api/{path}{joint}tenantId={self.other}").status, 200, path)
        entry = world().client("ADMIN", 1).value("/api/admin/audit-logs?action=access.cross_tenant&limit=1")["logs"][0]
        self.assertEqual((entry["objectType"], entry["objectId"]), ("route", "GET /api/admin/audit-logs"))
        self.assertEqual((entry["actor"]["email"], entry["actorRole"]), (self.super.user["email"], "SUPER_ADMIN"))
        self.assertEqual(json.loads(entry["detail"]),
                         {"actorTenantId": world().tenant_id(0), "path": "/api/admin/audit-logs"})

    def test_reaches_a_thing_by_its_identifier_alone(self):
        for tail in ("", "/status", "/chunks", "/content", "/pages/1"):
            self.assertEqual(self.super.get(f"/api/documents/{self.foreign}{tail}").status, 200, tail)
        run = world().run(1)["id"]
        for path in (f"/api/runs/{run}", f"/api/runs/{run}/assessments", f"/api/admin/runs/{run}/replay"):
            self.assertEqual(self.super.get(path).status, 200, path)

    def test_a_thing_is_not_found_in_another_tenant_than_the_one_named(self):
        own = world().document(0)["id"]
        assert_error(self.super.get(f"/api/documents/{own}?tenantId={self.other}"), 404, "NOT_FOUND")

    def test_a_tenant_that_does_not_exist_is_not_found(self):
        for value in ("nonsense", "00000000-0000-7000-8000-000000000000"):
            self.assertEqual(assert_error(self.super.get(f"/api/documents?tenantId={value}"), 404, "NOT_FOUND"),
                             {"tenantId": value})

    def test_acts_in_the_tenant_and_stands_in_its_trail(self):
        content = samples.text("by the super admin")
        answer = self.super.upload("reached.txt", content, f"/api/documents/upload?tenantId={self.other}")
        self.assertEqual(answer.status, 201, str(answer))
        document = answer.json()["document"]
        self.assertEqual(document["tenantId"], self.other)
        world().client("MEMBER", 1).wait_ready(document["id"])
        logs = world().client("ADMIN", 1).value(f"/api/admin/audit-logs?objectId={document['id']}")["logs"]
        self.assertEqual(logs[-1]["actor"]["email"], world().user("SUPER_ADMIN")["email"])

    def test_opens_nothing_to_anyone_else(self):
        assert_error(world().client("ADMIN", 1).get(f"/api/documents/{world().document(0)['id']}"),
                     403, "CROSS_TENANT_ACCESS_DENIED")
