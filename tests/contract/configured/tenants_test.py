# SPDX-License-Identifier: Apache-2.0
"""Tenants, created and renamed by SUPER_ADMIN while SUPER_ADMIN_MODE is on (as in this stack)."""
import secrets
import unittest

from client import Client, assert_error, assert_fields
from shapes import ACCOUNT, TENANT, assert_shape
from world import world

TENANTS = "/api/admin/tenants"


def fresh_name():
    return "Tenant " + secrets.token_hex(6)


class Tenants(unittest.TestCase):
    def setUp(self):
        self.chief = world().client("SUPER_ADMIN")

    def make(self, **body):
        answer = self.chief.post(TENANTS, {"name": fresh_name(), **body})
        self.assertEqual(answer.status, 201, str(answer))
        return answer.json()

    def make_with_admin(self):
        """A tenant and a client of its first administrator."""
        admin = {"email": f"{secrets.token_hex(6)}@fresh.example", "displayName": "First",
                 "password": secrets.token_urlsafe(12)}
        made = self.make(admin=admin)
        answer = world().anonymous().post(
            "/api/auth/login", {"email": admin["email"], "password": admin["password"]})
        self.assertEqual(answer.status, 200, str(answer))
        return made, Client(world().demo["baseUrl"], answer.json()["accessToken"])

    def test_one_is_made_and_listed(self):
        made = self.make()
        self.assertEqual(list(made), ["tenant"])
        tenant = made["tenant"]
        assert_shape(tenant, TENANT)
        page = self.chief.value(TENANTS + "?limit=1")
        self.assertEqual(page["tenants"], [tenant], "newest first")
        self.assertTrue(page["nextCursor"])
        everyone = self.chief.all(TENANTS, "tenants")
        self.assertEqual(page["total"], len(everyone))
        self.assertEqual(len({t["id"] for t in everyone}), len(everyone))
        self.assertLessEqual({t["id"] for t in world().demo["tenants"]}, {t["id"] for t in everyone})
        self.assertEqual(self.chief.value(f"{TENANTS}/{tenant['id']}"), tenant)

    def test_one_is_made_with_its_first_administrator(self):
        made, admin = self.make_with_admin()
        assert_shape(made["admin"], ACCOUNT)
        self.assertEqual((made["admin"]["role"], made["admin"]["tenantId"]), ("ADMIN", made["tenant"]["id"]))
        me = admin.value("/api/auth/me")
        self.assertEqual((me["id"], me["tenantName"]), (made["admin"]["id"], made["tenant"]["name"]))
        self.assertEqual(admin.value("/api/documents")["documents"], [])
        self.assertEqual(admin.value("/api/packs")["packs"], [])

    def test_the_new_trail_begins_with_it_and_the_makers_names_it_too(self):
        made, admin = self.make_with_admin()
        tenant = made["tenant"]["id"]
        first, second = admin.all("/api/admin/audit-logs", "logs")[::-1][:2]
        self.assertEqual((first["sequence"], first["action"], first["objectId"]), (1, "tenant.create", tenant))
        self.assertEqual((second["action"], second["objectId"]), ("user.create", made["admin"]["id"]))
        for entry in (first, second):
            self.assertEqual(entry["actor"]["email"], world().user("SUPER_ADMIN")["email"])
        of_it = f"/api/admin/audit-logs?action=tenant.create&objectId={tenant}"
        theirs = self.chief.value(of_it)["logs"]
        self.assertEqual([entry["tenantId"] for entry in theirs], [tenant], "an identifier says whose trail is meant")
        own = self.chief.value(f"{of_it}&tenantId={world().tenant_id()}")["logs"]
        self.assertEqual([entry["tenantId"] for entry in own], [world().tenant_id()])
        self.assertTrue(self.chief.value("/api/admin/audit-logs?action=tenant.create")["total"])

    def test_a_name_is_taken_once(self):
        name = self.make()["tenant"]["name"]
        self.assertEqual(assert_error(self.chief.post(TENANTS, {"name": name}), 409, "CONFLICT"), {"name": name})
        other = self.make()["tenant"]
        answer = self.chief.patch(f"{TENANTS}/{other['id']}", {"name": name})
        self.assertEqual(assert_error(answer, 409, "CONFLICT"), {"name": name})
        self.assertEqual(self.chief.value(f"{TENANTS}/{other['id']}"), other)

    def test_nothing_is_left_of_one_that_was_refused(self):
        name = fresh_name()
        good = {"email": "a@b.example", "displayName": "A", "password": "long enough it is"}
        for field, value in (("email", "nobody"), ("password", "short"), ("displayName", ""), ("role", "ADMIN")):
            answer = self.chief.post(TENANTS, {"name": name, "admin": {**good, field: value}})
            assert_fields(answer, "admin." + field)
        for body, field in (({}, "name"), ({"name": ""}, "name"), ({"name": "x" * 201}, "name"),
                            ({"name": name, "admin": "x"}, "admin")):
            assert_fields(self.chief.post(TENANTS, body), field)
        self.assertNotIn(name, [t["name"] for t in self.chief.all(TENANTS, "tenants")])

    def test_super_admin_alone_renames_it(self):
        made, admin = self.make_with_admin()
        path = f"{TENANTS}/{made['tenant']['id']}"
        name = fresh_name()
        tag = self.chief.get(path).headers["etag"]
        answer = self.chief.send("PATCH", path, {"name": name}, {"If-Match": tag})
        self.assertEqual(answer.json()["tenant"], {**made["tenant"], "name": name})
        assert_error(self.chief.send("PATCH", path, {"name": "x"}, {"If-Match": tag}), 409, "CONFLICT")
        self.assertEqual(admin.value("/api/auth/me")["tenantName"], name)

    def test_its_administrator_reads_it_and_cannot_take_another_name(self):
        """Single sign-on finds tenants by name, and a 409 would reveal which names exist."""
        made, admin = self.make_with_admin()
        path = f"{TENANTS}/{made['tenant']['id']}"
        for name in (fresh_name(), world().demo["tenants"][0]["name"], made["tenant"]["name"]):
            details = assert_error(admin.patch(path, {"name": name}), 403, "FORBIDDEN")
            self.assertEqual(details, {"requiredRole": "SUPER_ADMIN"})
        self.assertEqual(admin.value(path), made["tenant"])
        other = f"{TENANTS}/{world().tenant_id()}"
        for query, refusal in (("", "CROSS_TENANT_ACCESS_DENIED"), ("?tenantId=" + made["tenant"]["id"], "FORBIDDEN")):
            assert_error(admin.get(other + query), 403, "CROSS_TENANT_ACCESS_DENIED")
            assert_error(admin.patch(other + query, {"name": "x"}), 403, refusal)

    def test_one_that_does_not_exist_is_not_found(self):
        for value in ("nonsense", "00000000-0000-7000-8000-000000000000"):
            self.assertEqual(assert_error(self.chief.get(f"{TENANTS}/{value}"), 404, "NOT_FOUND"), {"tenantId": value})
        named = f"{TENANTS}/{world().tenant_id(1)}?tenantId={world().tenant_id(0)}"
        assert_error(self.chief.get(named), 404, "NOT_FOUND")

    def test_super_admin_manages_the_users_of_a_tenant_it_reaches(self):
        made, _ = self.make_with_admin()
        tenant, only = made["tenant"]["id"], made["admin"]["id"]
        path = f"/api/admin/users/{only}"
        for body in ({"disabled": True}, {"role": "MEMBER"}):
            self.assertEqual(assert_error(self.chief.patch(path, body), 409, "CONFLICT"), {"userId": only})
        assert_error(self.chief.delete(path), 409, "CONFLICT")
        second = {"email": "second@fresh.example", "displayName": "Second", "role": "ADMIN"}
        answer = self.chief.post(f"/api/admin/users?tenantId={tenant}", second)
        self.assertEqual((answer.status, answer.json()["user"]["tenantId"]), (201, tenant), str(answer))
        self.assertEqual(self.chief.delete(path).status, 204)
