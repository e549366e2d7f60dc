# SPDX-License-Identifier: Apache-2.0
"""Roles as groups by SCIM: who is in which, putting in, taking out, and what providers send for it."""
import json
import secrets
import unittest
import urllib.parse

from client import Client, assert_error
from scim import BASE, GROUP, Provider, assert_refused, body_of
from world import world

GROUPS = ["VIEWER", "MEMBER", "ADMIN"]


def where(text):
    return "/Groups?filter=" + urllib.parse.quote(text)


def adding(*users):
    return {"op": "Add", "path": "members", "value": [{"$ref": None, "value": user["id"]} for user in users]}


class Base(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.provider = Provider(1)
        cls.admin = world().client("ADMIN", 1)

    def change(self, group, *operations):
        answer = self.provider.patch(f"/Groups/{group}", *operations)
        self.assertEqual((answer.status, answer.body), (204, b""), str(answer))

    def members(self, group):
        return [member["value"] for member in self.provider.value(f"/Groups/{group}")["members"]]

    def role(self, user):
        return self.admin.value(f"/api/admin/users/{user['id']}")["role"]

    def groups(self, user):
        return [group["value"] for group in self.provider.value(f"/Users/{user['id']}")["groups"]]


class Finding(Base):
    def test_the_roles_are_the_groups(self):
        found = self.provider.found("/Groups?startIndex=1&count=100")
        self.assertEqual([group["displayName"] for group in found], GROUPS)
        for group in found:
            self.assertEqual((group["schemas"], group["id"]), ([GROUP], group["displayName"]))
            self.assertEqual(group["meta"]["location"], f"{BASE}/Groups/{group['id']}")
            self.assertEqual(self.provider.value(f"/Groups/{group['id']}"), group)
        self.assertEqual([g["id"] for g in self.provider.found("/Groups?startIndex=2&count=1")], ["MEMBER"])
        self.assertEqual(self.provider.found("/Groups?startIndex=4"), [])
        for name in ("member", "SUPER_ADMIN", "nobody"):
            assert_refused(self.provider.get(f"/Groups/{name}"), 404)

    def test_who_was_here_before_is_in_the_group_of_their_role(self):
        account = world().account("MEMBER", 1)
        self.assertIn({"value": account["id"], "$ref": f"{BASE}/Users/{account['id']}", "display": account["displayName"],
                       "type": "User"}, self.provider.value("/Groups/MEMBER")["members"])
        self.assertEqual(self.groups(account), ["MEMBER"])
        self.assertNotIn(account["id"], self.members("VIEWER"))

    def test_by_name_and_member(self):
        user = self.provider.make()
        for text, wanted in (('displayName eq "admin"', ["ADMIN"]), ('id eq "ADMIN"', ["ADMIN"]), ('id eq "admin"', []),
                             ('displayName eq "Sales"', []), ('externalId eq "x"', []),
                             (f'members eq "{user["id"]}"', ["VIEWER"]), (f'members.value eq "{user["id"]}"', ["VIEWER"]),
                             (f'id eq "ADMIN" and members eq "{user["id"]}"', []), ('members eq "nobody"', [])):
            with self.subTest(filter=text):
                self.assertEqual([group["id"] for group in self.provider.found(where(text))], wanted)
        for text in ("displayName eq 7", 'title eq "x"', "displayName"):
            assert_refused(self.provider.get(where(text)), 400, "invalidFilter")

    def test_without_members(self):
        [group] = self.provider.found("/Groups?excludedAttributes=members&filter=" + urllib.parse.quote('displayName eq "MEMBER"'))
        self.assertEqual(set(group), {"schemas", "id", "displayName", "meta"})
        self.assertNotIn("members", self.provider.value("/Groups/MEMBER?excludedAttributes=members"))
        self.assertEqual(set(self.provider.value("/Groups/MEMBER?attributes=members")), {"schemas", "id", "members"})


class Versions(Base):
    def test_are_of_the_members_shown_or_not(self):
        user = self.provider.make()
        path = "/Groups/MEMBER"
        tag = self.provider.get(path).headers["etag"]
        self.assertEqual(self.provider.value(path)["meta"]["version"], tag)
        self.assertEqual(self.provider.get(path + "?excludedAttributes=members").headers["etag"], tag)
        self.assertEqual(self.provider.get(path, If_None_Match=tag).status, 304)
        others = self.provider.get("/Groups/ADMIN").headers["etag"]
        answer = self.provider.patch(path, adding(user), headers={"If-Match": f"W/{tag}"})
        self.assertEqual(answer.status, 204, str(answer))
        after = self.provider.get(path).headers["etag"]
        self.assertEqual(answer.headers["etag"], after)
        self.assertNotEqual(after, tag)
        self.assertEqual(self.provider.get("/Groups/ADMIN").headers["etag"], others)

    def test_that_are_past_change_nothing(self):
        user, path = self.provider.make(), "/Groups/MEMBER"
        tag = self.provider.get(path).headers["etag"]
        self.change("MEMBER", adding(user))
        taking = {"op": "remove", "path": f'members[value eq "{user["id"]}"]'}
        for answer in (self.provider.patch(path, taking, headers={"If-Match": tag}),
                       self.provider.send("PUT", path, {"members": []}, {"If-Match": tag})):
            assert_refused(answer, 412)
        self.assertIn(user["id"], self.members("MEMBER"))
        self.assertEqual(self.provider.patch(path, taking, headers={"If-Match": "*"}).status, 204)

    def test_change_with_the_name_of_a_member(self):
        user = self.provider.make()
        tag = self.provider.get("/Groups/VIEWER").headers["etag"]
        self.provider.patched(user, {"op": "replace", "path": "displayName", "value": "Another name"})
        self.assertNotEqual(self.provider.get("/Groups/VIEWER").headers["etag"], tag)


class Placing(Base):
    def test_who_is_put_in_has_the_role(self):
        user = self.provider.make()
        self.change("MEMBER", adding(user))
        self.assertEqual((self.role(user), self.groups(user)), ("MEMBER", ["VIEWER", "MEMBER"]))
        self.assertIn(user["id"], self.members("MEMBER"))
        self.change("MEMBER", {"op": "remove", "path": f'members[value eq "{user["id"]}"]'})
        self.assertEqual((self.role(user), self.groups(user)), ("VIEWER", ["VIEWER"]))

    def test_of_several_groups_the_highest_counts_in_any_order(self):
        user = self.provider.make()
        self.change("ADMIN", adding(user))
        self.change("MEMBER", adding(user))
        self.assertEqual(self.role(user), "ADMIN")
        self.change("ADMIN", {"op": "Remove", "path": "members", "value": [{"value": user["id"]}]})
        self.assertEqual((self.role(user), self.groups(user)), ("MEMBER", ["VIEWER", "MEMBER"]))
        for group in ("MEMBER", "VIEWER"):
            self.change(group, {"op": "remove", "path": f'members[value eq "{user["id"]}"]'})
        self.assertEqual((self.role(user), self.groups(user)), ("VIEWER", []))

    def test_a_new_role_counts_at_once_and_the_trail_says_scim(self):
        account = world().account("MEMBER", 1)
        token = world().anonymous().post("/api/auth/login", {"email": account["email"],
                                                             "password": account["password"]}).json()["accessToken"]
        session = Client(world().demo["baseUrl"], token)
        self.change("MEMBER", {"op": "remove", "path": f'members[value eq "{account["id"]}"]'})
        assert_error(session.post("/api/runs", {"requirementIds": ["1.1"]}), 401, "UNAUTHORIZED")
        logs = self.admin.value(f"/api/admin/audit-logs?objectType=user&objectId={account['id']}")["logs"]
        seen = {log["action"]: (log["authMethod"], json.loads(log["detail"])) for log in logs if log["detail"]}
        self.assertEqual(seen["user.role"], ("scim", {"role": {"from": "MEMBER", "to": "VIEWER"}}))
        self.assertEqual(seen["user.provision"], ("scim", {"groups": {"from": ["MEMBER"], "to": []}}))

    def test_what_changes_nothing_is_not_recorded(self):
        user = self.provider.make()
        query = f"/api/admin/audit-logs?objectType=user&objectId={user['id']}"
        self.change("VIEWER", adding(user))
        self.change("MEMBER", {"op": "remove", "path": f'members[value eq "{user["id"]}"]'})
        self.change("MEMBER", {"op": "replace", "path": "displayName", "value": "Other"})
        self.change("MEMBER", {"op": "replace", "value": {"id": "MEMBER", "displayName": "Other"}})
        self.assertEqual(self.admin.value(query)["total"], 1)
        self.assertEqual(self.provider.value("/Groups/MEMBER")["displayName"], "MEMBER")

    def test_all_at_once(self):
        """Okta's Push now, in a tenant where others are members too: they come back at the end."""
        before = self.members("MEMBER")
        users = [self.provider.make() for _ in range(3)]
        self.change("MEMBER", {"op": "replace", "path": "members", "value": [{"value": user["id"]} for user in users]})
        self.assertEqual(set(self.members("MEMBER")), {user["id"] for user in users})
        answer = self.provider.send("PUT", "/Groups/MEMBER", {"schemas": [GROUP], "id": "MEMBER", "displayName": "MEMBER",
                                                              "members": [{"value": users[0]["id"]}]})
        self.assertEqual([member["value"] for member in body_of(answer)["members"]], [users[0]["id"]])
        self.change("MEMBER", {"op": "replace", "value": {"members": [], "id": "MEMBER", "displayName": "MEMBER"}})
        self.assertEqual([self.role(user) for user in users], ["VIEWER"] * 3)
        answer = self.provider.send("PUT", "/Groups/MEMBER", {"displayName": "MEMBER"})
        self.assertEqual(body_of(answer)["members"], [], "PUT leaves alone what it does not name")
        self.change("MEMBER", {"op": "add", "value": {"members": [{"value": user} for user in before]}})
        self.assertEqual(set(self.members("MEMBER")), set(before))
        self.change("MEMBER", {"op": "remove", "path": "members"}, adding(*({"id": user} for user in before)))
        self.assertEqual(set(self.members("MEMBER")), set(before))

    def test_members_are_users_of_the_tenant(self):
        for user, status in (("nonsense", 400), (7, 400), ("00000000-0000-7000-8000-000000000000", 404),
                             (world().account("VIEWER", 0)["id"], 403)):
            answer = self.provider.patch("/Groups/MEMBER", {"op": "add", "path": "members", "value": [{"value": user}]})
            assert_refused(answer, status, "invalidValue" if status == 400 else None)
        gone = self.provider.make()
        self.provider.send("DELETE", f"/Users/{gone['id']}")
        assert_refused(self.provider.patch("/Groups/MEMBER", adding(gone)), 404)
        for path, why in (('members[display eq "x"]', "invalidFilter"), ("members[value eq 7]", "invalidFilter")):
            assert_refused(self.provider.patch("/Groups/MEMBER", {"op": "remove", "path": path}), 400, why)
        answer = self.provider.patch("/Groups/MEMBER", {"op": "add", "path": f'members[value eq "{gone["id"]}"]', "value": []})
        assert_refused(answer, 400, "invalidPath")

    def test_administrators(self):
        first = self.members("ADMIN")
        answer = self.provider.patch("/Groups/ADMIN", {"op": "replace", "path": "members", "value": []})
        self.assertIn("last administrator", assert_refused(answer, 409))
        self.assertEqual(set(self.members("ADMIN")), set(first), "all or none")
        user = self.provider.make()
        self.change("ADMIN", {"op": "replace", "path": "members", "value": [{"value": user["id"]}]})
        try:
            self.assertEqual(self.members("ADMIN"), [user["id"]])
        finally:
            for admin in first:
                world().stack.sql(f"UPDATE app_user SET role = 'ADMIN' WHERE id = '{admin}'")
            self.change("ADMIN", {"op": "replace", "path": "members", "value": [{"value": admin} for admin in first]})

    def test_a_super_admin_is_in_no_group(self):
        chief = world().client("SUPER_ADMIN")
        user = chief.value("/api/auth/me")
        provider = Provider(0)
        self.assertNotIn(user["id"], [m["value"] for m in provider.value("/Groups/ADMIN")["members"]])
        assert_refused(provider.patch("/Groups/ADMIN", adding(user)), 403)


class Making(Base):
    def test_groups_are_neither_made_nor_deleted(self):
        body = {"schemas": [GROUP], "displayName": secrets.token_hex(6), "members": []}
        self.assertIn("VIEWER, MEMBER and ADMIN", assert_refused(self.provider.send("POST", "/Groups", body), 403))
        assert_refused(self.provider.send("POST", "/Groups", {**body, "displayName": "Admin"}), 409, "uniqueness")
        assert_refused(self.provider.send("DELETE", "/Groups/MEMBER"), 405)


if __name__ == "__main__":
    unittest.main()
