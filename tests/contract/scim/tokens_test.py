# SPDX-License-Identifier: Apache-2.0
"""SCIM tokens: who makes them, what they open and what not, how they end; what the service says of itself."""
import unittest

from client import Client, assert_error, assert_fields
from scim import BASE, GROUP, SCIM_ROUTES, USER, Provider, assert_refused, new_token
from world import world


class Making(unittest.TestCase):
    def test_is_for_administrators(self):
        for role in ("VIEWER", "MEMBER"):
            answer = world().client(role).post("/api/tokens", {"name": "x", "scope": "SCIM"})
            self.assertEqual(assert_error(answer, 403, "FORBIDDEN"), {"requiredRole": "ADMIN"})
        record, value = new_token(world().client("ADMIN"))
        self.assertEqual((record["scope"], record["role"]), ("SCIM", "ADMIN"))
        self.assertTrue(value.startswith("assay_"))
        listed = {token["id"]: token for token in world().client("ADMIN").all("/api/tokens", "tokens")}
        self.assertEqual(listed[record["id"]]["scope"], "SCIM")

    def test_takes_a_known_scope_and_no_role_beside_it(self):
        admin = world().client("ADMIN")
        assert_fields(admin.post("/api/tokens", {"name": "x", "scope": "scim"}), "scope")
        assert_fields(admin.post("/api/tokens", {"name": "x", "scope": "SCIM", "role": "VIEWER"}), "role")
        plain = admin.post("/api/tokens", {"name": "x", "scope": "API"}).json()["token"]
        self.assertEqual((plain["scope"], plain["role"]), ("API", "VIEWER"))


class Opening(unittest.TestCase):
    def test_opens_scim_and_nothing_else(self):
        provider = Provider()
        self.assertEqual(provider.get("/ServiceProviderConfig").status, 200)
        for path in ("/api/packs", "/api/auth/me", "/api/tokens", "/api/admin/users", "/api/admin/audit-logs"):
            details = assert_error(provider.client.get(path), 403, "FORBIDDEN")
            self.assertEqual(details, {"requiredRole": None})
        assert_error(provider.client.post("/api/tokens", {"name": "x"}), 403, "FORBIDDEN")
        answer = provider.client.delete(f"/api/tokens/{provider.record['id']}")
        assert_error(answer, 403, "FORBIDDEN")

    def test_no_other_session_opens_scim(self):
        made = world().client("ADMIN").post("/api/tokens", {"name": "x", "role": "ADMIN"}).json()["token"]
        for client in (world().client("VIEWER"), world().client("ADMIN"), world().client("SUPER_ADMIN"),
                       Client(world().demo["baseUrl"], made["value"])):
            for method, pattern in SCIM_ROUTES:
                with self.subTest(method=method, pattern=pattern):
                    assert_refused(client.request(method, pattern.format(name="User", userId=made["id"], groupId="MEMBER")), 403)

    def test_nor_does_nobody(self):
        for method, pattern in SCIM_ROUTES:
            with self.subTest(method=method, pattern=pattern):
                path = pattern.format(name="User", userId="x", groupId="MEMBER")
                answer = world().anonymous().request(method, path)
                self.assertEqual(answer.status, 401)  # nginx itself refuses changes
                self.assertTrue(answer.headers["www-authenticate"].startswith("Bearer"))
                assert_refused(Client(world().demo["baseUrl"], "nonsense").request(method, path), 401)

    def test_reaches_no_other_tenant(self):
        user = Provider(1).make()
        provider = Provider()
        assert_refused(provider.get(f"/Users/{user['id']}"), 403)
        assert_refused(provider.send("DELETE", f"/Users/{user['id']}"), 403)
        assert_refused(provider.get(f"/Users?tenantId={world().tenant_id(1)}"), 403)
        self.assertEqual(provider.found(f"/Users?filter=id%20eq%20%22{user['id']}%22"), [])
        self.assertNotIn(user["id"], [u["id"] for u in provider.found("/Users?count=200")])


class Ending(unittest.TestCase):
    def test_ends_when_an_administrator_deletes_it(self):
        provider = Provider()
        self.assertEqual(provider.get("/Users?count=0").status, 200)
        self.assertEqual(world().client("ADMIN").delete(f"/api/tokens/{provider.record['id']}").status, 204)
        assert_refused(provider.get("/Users?count=0"), 401)

    def test_outlives_the_administrator_who_made_it(self):
        account = world().account("ADMIN")
        signed_in = world().anonymous().post("/api/auth/login", {"email": account["email"],
                                                                 "password": account["password"]}).json()
        maker = Client(world().demo["baseUrl"], signed_in["accessToken"])
        provider = Provider(token=new_token(maker))
        user = provider.patched(account, {"op": "replace", "path": "active", "value": False})
        self.assertFalse(user["active"], "the maker is disabled by the maker's own token")
        assert_error(maker.get("/api/auth/me"), 401, "UNAUTHORIZED")
        self.assertEqual(provider.get("/Users?count=0").status, 200)


class Discovery(unittest.TestCase):
    def setUp(self):
        self.provider = Provider()

    def test_says_what_it_does(self):
        config = self.provider.value("/ServiceProviderConfig")
        for name, wanted in (("patch", True), ("bulk", False), ("filter", True), ("changePassword", False),
                             ("sort", False), ("etag", True)):
            self.assertEqual(config[name]["supported"], wanted, name)
        self.assertEqual(config["authenticationSchemes"][0]["type"], "oauthbearertoken")

    def test_names_types_and_attributes(self):
        types = {found["name"]: found for found in self.provider.found("/ResourceTypes")}
        self.assertEqual((types["User"]["endpoint"], types["User"]["schema"]), ("/Users", USER))
        schemas = {found["id"]: found for found in self.provider.found("/Schemas")}
        self.assertEqual((types["Group"]["endpoint"], types["Group"]["schema"]), ("/Groups", GROUP))
        self.assertEqual([attribute["name"] for attribute in schemas[GROUP]["attributes"]], ["displayName", "members"])
        names = [attribute["name"] for attribute in schemas[USER]["attributes"]]
        self.assertLessEqual({"userName", "externalId", "name", "emails", "active", "groups"}, set(names))
        for kind, all_of_it, key in (("ResourceTypes", types, "name"), ("Schemas", schemas, "id")):
            for resource in all_of_it.values():
                self.assertEqual(self.provider.value(f"/{kind}/{resource[key]}"), resource)
                self.assertEqual(resource["meta"]["location"], f"{BASE}/{kind}/{resource[key]}")
        assert_refused(self.provider.get("/Schemas/urn:none"), 404)

    def test_knows_no_other_places_and_methods(self):
        for path in ("/Me", "/Bulk", "/Devices", "/Users/x/y"):
            assert_refused(self.provider.get(path), 404)
        answer = self.provider.send("PUT", "/Users", {})
        assert_refused(answer, 405)
        self.assertEqual(answer.headers["allow"], "GET, HEAD, POST")


if __name__ == "__main__":
    unittest.main()
