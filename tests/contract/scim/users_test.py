# SPDX-License-Identifier: Apache-2.0
"""Users by SCIM: making, finding, replacing, changing, disabling, deleting; versions; the trail."""
import json
import secrets
import unittest
import urllib.parse

from client import Client, assert_error
from scim import BASE, USER, Provider, assert_refused, body_of, new_user
from world import world


def where(text):
    return "/Users?filter=" + urllib.parse.quote(text)


def signed_in(account):
    answer = world().anonymous().post("/api/auth/login", {"email": account["email"], "password": account["password"]})
    assert answer.status == 200, f"{answer}"
    return Client(world().demo["baseUrl"], answer.json()["accessToken"])


class Base(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.provider = Provider()
        cls.admin = world().client("ADMIN")

    def account(self, user):
        return self.admin.value(f"/api/admin/users/{user['id']}")

    def entries(self, user):
        """The trail of the user, oldest first: actions with their details."""
        logs = self.admin.all(f"/api/admin/audit-logs?objectType=user&objectId={user['id']}", "logs")
        return [(log["action"], json.loads(log["detail"] or "{}"), log) for log in reversed(logs)]


class Making(Base):
    def test_makes_a_viewer_without_a_password(self):
        wanted = new_user(externalId="00u1", name={"givenName": "Kim", "familyName": "Example"}, active=True)
        wanted["emails"] = [{"value": wanted["userName"], "type": "work", "primary": True}]
        answer = self.provider.send("POST", "/Users", wanted)
        self.assertEqual(answer.status, 201, str(answer))
        user = body_of(answer)
        self.assertEqual(user["userName"], wanted["userName"])
        self.assertEqual((user["externalId"], user["displayName"], user["active"]), ("00u1", "Kim Example", True))
        self.assertEqual(user["name"], {"formatted": "Kim Example", "givenName": "Kim", "familyName": "Example"})
        self.assertEqual(user["emails"], wanted["emails"])
        self.assertEqual([group["value"] for group in user["groups"]], ["VIEWER"])
        self.assertEqual(answer.headers["location"], f"{BASE}/Users/{user['id']}")
        self.assertEqual(user["meta"]["location"], answer.headers["location"])
        self.assertEqual(self.provider.value(f"/Users/{user['id']}"), user)
        account = self.account(user)
        self.assertEqual((account["role"], account["hasPassword"], account["disabled"]), ("VIEWER", False, False))
        self.assertEqual(account["displayName"], "Kim Example")

    def test_the_trail_says_scim(self):
        user = self.provider.make(externalId="x-1")
        [(action, detail, log)] = self.entries(user)
        self.assertEqual((action, log["authMethod"], log["actor"]["type"]), ("user.create", "scim", "token"))
        self.assertEqual(log["actor"]["id"], self.provider.record["id"])
        self.assertEqual(detail, {"email": user["userName"], "role": "VIEWER", "userName": user["userName"],
                                  "externalId": "x-1"})

    def test_the_address_is_of_the_mails_or_else_the_name(self):
        address = f"{secrets.token_hex(6)}@mail.example"
        name = secrets.token_hex(6)
        user = self.provider.make(userName=name, emails=[{"value": "other@x.example", "type": "home"},
                                                         {"value": address.upper(), "type": "work"}])
        self.assertEqual((user["userName"], user["emails"][0]["value"]), (name, address))
        self.assertEqual(self.account(user)["email"], address)
        assert_refused(self.provider.send("POST", "/Users", new_user(userName="no address")), 400, "invalidValue")
        assert_refused(self.provider.send("POST", "/Users", {"schemas": [USER]}), 400, "invalidValue")

    def test_a_disabled_one(self):
        user = self.provider.make(active=False)
        self.assertFalse(user["active"])
        self.assertTrue(self.account(user)["disabled"])
        self.assertEqual([entry[0] for entry in self.entries(user)], ["user.create", "user.disable"])

    def test_names_and_addresses_are_there_once(self):
        user = self.provider.make()
        for body in (new_user(userName=user["userName"].upper()), new_user(emails=[{"value": user["userName"]}]),
                     new_user(userName=self.admin.user["email"])):
            assert_refused(self.provider.send("POST", "/Users", body), 409, "uniqueness")
        apart = self.provider.make(userName=secrets.token_hex(6), emails=[{"value": new_user()["userName"]}])
        body = new_user(userName=apart["userName"].upper(), emails=[{"value": new_user()["userName"]}])
        assert_refused(self.provider.send("POST", "/Users", body), 409, "uniqueness")

    def test_passes_over_what_it_does_not_keep(self):
        user = self.provider.make(password="1mz050nq", locale="en-US", groups=[], roles=[], title="Chief", **{
            "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {"department": "Sales"}})
        self.assertNotIn("password", user)
        self.assertNotIn("title", user)
        self.assertFalse(self.account(user)["hasPassword"])

    def test_names_what_is_wrong(self):
        for field, value in (("userName", 7), ("userName", ""), ("displayName", "a\nb"), ("active", "perhaps"),
                             ("externalId", "x" * 1001), ("name", {"givenName": "x" * 100}), ("emails", [{"value": "x"}])):
            with self.subTest(field=field, value=value):
                detail = assert_refused(self.provider.send("POST", "/Users", new_user(**{field: value})), 400, "invalidValue")
                self.assertIn(field, detail)
        for body in (b"{", b"[]", b"", b'"a"'):
            assert_refused(self.provider.send("POST", "/Users", body), 400, "invalidSyntax")
        wrong = {"Content-Type": "text/plain"}
        assert_refused(self.provider.send("POST", "/Users", b"{}", wrong), 415)
        self.assertEqual(self.provider.send("POST", "/Users", new_user(), {"Content-Type": "application/json"}).status, 201)


class Finding(Base):
    def test_by_name_and_identifiers(self):
        user = self.provider.make(externalId=f"Ext-{secrets.token_hex(6)}")
        for text in (f'userName eq "{user["userName"].upper()}"', f'username EQ "{user["userName"]}"',
                     f'externalId eq "{user["externalId"]}"', f'id eq "{user["id"]}"',
                     f'emails.value eq "{user["userName"]}"', f'emails[type eq "work"].value eq "{user["userName"]}"',
                     f'{USER}:userName eq "{user["userName"]}"', f'userName eq "{user["userName"]}" and active eq true',
                     f'id eq "{user["id"]}" and active eq "True"'):
            with self.subTest(filter=text):
                self.assertEqual(self.provider.found(where(text)), [user])
        for text in (f'externalId eq "{user["externalId"].lower()}"', 'userName eq "nobody"', 'id eq "nothing"',
                     f'userName eq "{user["userName"]}" and active eq false', r'userName eq "a\"b\\c"'):
            with self.subTest(filter=text):
                self.assertEqual(self.provider.found(where(text)), [])

    def test_finds_who_was_here_before(self):
        account = world().account("MEMBER")
        [user] = self.provider.found(where(f'userName eq "{account["email"]}"'))
        self.assertEqual((user["id"], user["displayName"]), (account["id"], account["displayName"]))
        self.assertNotIn("externalId", user)
        self.assertEqual([group["value"] for group in user["groups"]], ["MEMBER"])

    def test_refuses_filters_that_it_cannot_read(self):
        for text in ("userName", 'userName eq', 'userName co "x"', 'userName eq "x" or id eq "y"', 'userName eq "x',
                     '(userName eq "x")', 'title eq "x"', "userName eq 7", "active eq 1", 'userName eq "x"and id eq "y"',
                     'not (userName eq "x")', "", " and ".join(['id eq "x"'] * 11)):
            with self.subTest(filter=text):
                assert_refused(self.provider.get(where(text)), 400, "invalidFilter")

    def test_in_pages(self):
        for _ in range(3):
            self.provider.make()
        total = self.provider.value("/Users?count=0")
        self.assertEqual((total["Resources"], total["itemsPerPage"]), ([], 0))
        everybody = [user["id"] for user in self.provider.found("/Users?count=200")]
        self.assertEqual(len(everybody), min(total["totalResults"], 200))
        pages = []
        for start in range(1, len(everybody) + 1, 2):
            page = self.provider.value(f"/Users?startIndex={start}&count=2")
            self.assertEqual((page["startIndex"], page["totalResults"]), (start, total["totalResults"]))
            pages += [user["id"] for user in page["Resources"]]
        self.assertEqual(pages, everybody)
        self.assertEqual(self.provider.value("/Users?startIndex=-3&count=-1")["startIndex"], 1)
        self.assertEqual(len(self.provider.found("/Users?count=100000")), min(total["totalResults"], 200))
        self.assertEqual(self.provider.found(f"/Users?startIndex={total['totalResults'] + 1}"), [])
        assert_refused(self.provider.get("/Users?count=x"), 400, "invalidValue")

    def test_shows_what_is_asked_for(self):
        user = self.provider.make(externalId="x")
        path = f"/Users/{user['id']}"
        self.assertEqual(set(self.provider.value(f"{path}?attributes=userName,name.givenName")),
                         {"schemas", "id", "userName", "name"})
        self.assertEqual(set(self.provider.value(f"{path}?excludedAttributes=groups,ID")), set(user) - {"groups"})
        [listed] = self.provider.found(where(f'id eq "{user["id"]}"') + f"&attributes={USER}:active&sortBy=userName")
        self.assertEqual(listed, {"schemas": [USER], "id": user["id"], "active": True})

    def test_nobody_and_the_deleted_are_not_found(self):
        for name in ("nonsense", secrets.token_hex(16), "00000000-0000-7000-8000-000000000000"):
            assert_refused(self.provider.get(f"/Users/{name}"), 404)


class Changing(Base):
    def test_put_replaces_what_it_names(self):
        user = self.provider.make(externalId="x", name={"givenName": "Kim", "familyName": "One"})
        body = {"schemas": [USER], "id": user["id"], "userName": user["userName"],
                "name": {"givenName": "Kim", "familyName": "Two"}, "emails": user["emails"], "active": True}
        answer = self.provider.send("PUT", f"/Users/{user['id']}", body)
        self.assertEqual(answer.status, 200, str(answer))
        after = body_of(answer)
        self.assertEqual((after["displayName"], after["externalId"]), ("Kim Two", "x"))
        assert_refused(self.provider.send("PUT", f"/Users/{user['id']}", {"active": False}), 400, "invalidValue")
        self.assertTrue(self.provider.value(f"/Users/{user['id']}")["active"])

    def test_patch_changes_one_thing(self):
        user = self.provider.make(externalId="x", displayName="Own Name", name={"givenName": "Kim"})
        patched = self.provider.patched
        self.assertEqual(patched(user, {"op": "add", "path": "name.familyName", "value": "Lee"})["name"],
                         {"formatted": "Own Name", "givenName": "Kim", "familyName": "Lee"})
        self.assertEqual(patched(user, {"op": "remove", "path": "displayName"})["displayName"], "Kim Lee")
        self.assertNotIn("externalId", patched(user, {"op": "remove", "path": "externalId"}))
        self.assertEqual(patched(user, {"op": "replace", "value": {"externalId": "y"}})["externalId"], "y")
        self.assertEqual(patched(user, {"op": "remove", "path": "name"})["displayName"], user["userName"])

    def test_a_new_address_is_that_of_the_account(self):
        user = self.provider.make()
        address = new_user()["userName"]
        after = self.provider.patched(user, {"op": "replace", "path": "userName", "value": address})
        self.assertEqual((after["userName"], after["emails"][0]["value"]), (address, address))
        self.assertEqual(self.account(user)["email"], address)
        other = new_user()["userName"]
        after = self.provider.patched(user, {"op": "replace", "path": 'emails[type eq "work"].value', "value": other})
        self.assertEqual((after["userName"], after["emails"][0]["value"]), (address, other), "now they are apart")
        after = self.provider.patched(user, {"op": "replace", "path": "userName", "value": "kim"})
        self.assertEqual((after["userName"], after["emails"][0]["value"]), ("kim", other))
        (_, detail, _) = self.entries(user)[-1]
        self.assertEqual(detail, {"userName": {"from": address, "to": "kim"}})
        self.provider.send("DELETE", f"/Users/{user['id']}")

    def test_a_taken_one_is_refused(self):
        user, other = self.provider.make(), self.provider.make()
        for path in ("userName", "emails.value"):
            answer = self.provider.patch(f"/Users/{user['id']}",
                                         {"op": "replace", "path": path, "value": other["userName"].upper()})
            assert_refused(answer, 409, "uniqueness")
        self.assertEqual(self.provider.value(f"/Users/{user['id']}"), user)

    def test_refuses_operations_that_say_nothing(self):
        user = self.provider.make()
        path = f"/Users/{user['id']}"
        for operation, why in (({"op": "move", "path": "active"}, "invalidSyntax"), ({"path": "active"}, "invalidSyntax"),
                               ({"op": "remove"}, "noTarget"), ({"op": "add", "value": 7}, "invalidValue"),
                               ({"op": "replace", "path": "emails[", "value": 1}, "invalidPath"),
                               ({"op": "replace", "path": "", "value": 1}, "invalidPath"),
                               ({"op": "replace", "path": "active", "value": 1}, "invalidValue"),
                               ({"op": "remove", "path": "userName"}, "mutability"),
                               ({"op": "replace", "path": "id", "value": "x"}, "mutability"),
                               ({"op": "add", "path": "groups", "value": []}, "mutability")):
            with self.subTest(operation=operation):
                assert_refused(self.provider.patch(path, operation), 400, why)
        for body in ({}, {"Operations": []}, {"Operations": {}}, {"Operations": [1]}):
            assert_refused(self.provider.send("PATCH", path, body), 400, "invalidSyntax")
        self.assertEqual(self.provider.value(path), user)
        self.assertEqual([entry[0] for entry in self.entries(user)], ["user.create"])

    def test_versions(self):
        user = self.provider.make()
        path = f"/Users/{user['id']}"
        tag = self.provider.get(path).headers["etag"]
        self.assertEqual(tag, user["meta"]["version"])
        self.assertEqual(self.provider.get(path, If_None_Match=tag).status, 304)
        rename = {"op": "replace", "path": "displayName", "value": "Two"}
        first = self.provider.patch(path, rename, headers={"If-Match": f"W/{tag}"})
        self.assertEqual(first.status, 200, str(first))
        self.assertNotEqual(first.headers["etag"], tag)
        for answer in (self.provider.patch(path, rename, headers={"If-Match": tag}),
                       self.provider.send("PUT", path, new_user(), {"If-Match": tag}),
                       self.provider.send("DELETE", path, headers={"If-Match": tag})):
            assert_refused(answer, 412)
        self.assertEqual(self.provider.patch(path, rename, headers={"If-Match": "*"}).status, 200)


class LastModified(Base):
    def at(self, path):
        return self.provider.value(path)["meta"]["lastModified"]

    def test_moves_with_what_is_shown_and_with_nothing_else(self):
        user = self.provider.make()
        path, rename = f"/Users/{user['id']}", {"op": "replace", "path": "displayName", "value": "Another"}
        made = self.at(path)
        self.assertEqual(user["meta"]["lastModified"], made)
        self.assertGreaterEqual(made, user["meta"]["created"])
        changed = self.provider.patched(user, rename)["meta"]["lastModified"]
        self.assertGreater(changed, made)
        self.assertEqual(self.provider.patched(user, rename)["meta"]["lastModified"], changed, "as it was")
        answer = world().client("ADMIN").send("PATCH", f"/api/admin/users/{user['id']}", {"role": "MEMBER"})
        self.assertEqual(answer.status, 200, str(answer))
        by_hand = self.at(path)
        self.assertGreater(by_hand, changed)
        self.assertEqual(self.provider.found(f"/Users?filter=id%20eq%20%22{user['id']}%22")[0]["meta"]["lastModified"], by_hand)


class Leaving(Base):
    def test_disabling_ends_sessions_and_tokens_at_once(self):
        account = world().account("MEMBER")
        session = signed_in(account)
        token = session.post("/api/tokens", {"name": "x"}).json()["token"]["value"]
        machine = Client(world().demo["baseUrl"], token)
        self.assertEqual(machine.get("/api/packs").status, 200)
        self.assertFalse(self.provider.patched(account, {"op": "replace", "value": {"active": False}})["active"])
        for client in (session, machine):
            assert_error(client.get("/api/packs"), 401, "UNAUTHORIZED")
        rows = world().stack.sql(f"SELECT count(*) FROM refresh_token WHERE user_id = '{account['id']}' AND revoked_at IS NULL")
        self.assertEqual(rows, [["0"]])
        (action, detail, log) = self.entries(account)[-1]
        self.assertEqual((action, detail, log["authMethod"]), ("user.disable", {"disabled": {"from": False, "to": True}}, "scim"))
        self.assertTrue(self.provider.patched(account, {"op": "replace", "path": "active", "value": True})["active"])
        self.assertEqual(signed_in(account).get("/api/packs").status, 200)

    def test_doing_it_twice_is_recorded_once(self):
        user = self.provider.make()
        for _ in range(2):
            self.provider.patched(user, {"op": "replace", "path": "active", "value": False})
        self.assertEqual([entry[0] for entry in self.entries(user)], ["user.create", "user.disable"])

    def test_a_deleted_user_is_gone_here_and_stays_for_the_records(self):
        account = world().account("MEMBER")
        session = signed_in(account)
        user = self.provider.patched(account, {"op": "add", "path": "externalId", "value": "gone-1"})
        answer = self.provider.send("DELETE", f"/Users/{user['id']}")
        self.assertEqual((answer.status, answer.body), (204, b""), str(answer))
        assert_error(session.get("/api/packs"), 401, "UNAUTHORIZED")
        assert_refused(self.provider.get(f"/Users/{user['id']}"), 404)
        assert_refused(self.provider.send("DELETE", f"/Users/{user['id']}"), 404)
        assert_refused(self.provider.patch(f"/Users/{user['id']}", {"op": "replace", "path": "active", "value": True}), 404)
        self.assertEqual(self.provider.found(where('externalId eq "gone-1"')), [])
        kept = self.account(user)
        self.assertEqual((kept["email"], kept["disabled"]), (account["email"], True))
        self.assertTrue(kept["deletedAt"])
        again = self.provider.make(userName=account["email"])
        self.assertNotEqual(again["id"], user["id"])

    def test_the_last_administrator_stays(self):
        admins = [user for user in self.provider.found("/Users?count=200") if "ADMIN" in str(user["groups"])]
        last = self.admin.value("/api/auth/me")["id"]
        others = world().stack.sql(
            f"UPDATE app_user SET disabled_at = now() WHERE tenant_id = '{world().tenant_id()}' AND "
            f"role IN ('ADMIN', 'SUPER_ADMIN') AND disabled_at IS NULL AND id <> '{last}' RETURNING id")
        self.assertGreaterEqual(len(admins), 1)
        try:
            answer = self.provider.patch(f"/Users/{last}", {"op": "replace", "path": "active", "value": False})
            self.assertIn("last administrator", assert_refused(answer, 409))
            assert_refused(self.provider.send("DELETE", f"/Users/{last}"), 409)
        finally:
            for (user,) in others:
                world().stack.sql(f"UPDATE app_user SET disabled_at = NULL WHERE id = '{user}'")
        self.assertFalse(self.account({"id": last})["disabled"])

    def test_a_super_admin_is_out_of_reach(self):
        chief = world().client("SUPER_ADMIN").value("/api/auth/me")
        user = self.provider.value(f"/Users/{chief['id']}")
        self.assertEqual(user["groups"], [])
        answer = self.provider.patch(f"/Users/{chief['id']}", {"op": "replace", "path": "active", "value": False})
        assert_refused(answer, 403)
        assert_refused(self.provider.send("DELETE", f"/Users/{chief['id']}"), 403)


if __name__ == "__main__":
    unittest.main()
