# SPDX-License-Identifier: Apache-2.0
"""The requests that Okta and Microsoft Entra ID send, in their order and their forms, over the life of a user."""
import secrets
import unittest
import urllib.parse

from scim import PATCH, USER, Provider, assert_refused, body_of
from world import world

ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"


class Okta(unittest.TestCase):
    def setUp(self):
        self.provider = Provider()
        self.agent = {"User-Agent": "Okta SCIM Client 1.0.0"}
        self.name = f"test.{secrets.token_hex(6)}@okta.example"

    def profile(self, **more):
        return {"schemas": [USER], "userName": self.name, "name": {"givenName": "Test", "familyName": "User"},
                "emails": [{"primary": True, "value": self.name, "type": "work"}], "displayName": "Test User",
                "locale": "en-US", "externalId": "00ujl29u0le5T6Aj10h7", "groups": [], "active": True, **more}

    def send(self, method, path, body=None):
        return self.provider.send(method, path, body, self.agent)

    def look(self):
        query = "filter=" + urllib.parse.quote(f'userName eq "{self.name}"', safe="") + "&startIndex=1&count=100"
        page = body_of(self.send("GET", f"/Users?{query}"))
        self.assertEqual((page["startIndex"], page["totalResults"]), (1, len(page["Resources"])))
        return page["Resources"]

    def test_a_user_comes_changes_goes_and_comes_back(self):
        self.assertEqual(self.send("GET", "/Users?startIndex=1&count=2").status, 200)
        self.assertEqual(self.look(), [])
        answer = self.send("POST", "/Users", self.profile(password="1mz050nq"))
        self.assertEqual(answer.status, 201, str(answer))
        made = body_of(answer)
        self.assertEqual(self.look(), [made])
        for name in ("userName", "name", "emails", "displayName", "externalId", "active"):
            sent = self.profile()[name]
            got = made[name]
            self.assertEqual({k: got[k] for k in sent} if name == "name" else got, sent)
        path = f"/Users/{made['id']}"
        known = body_of(self.send("GET", path))
        known["name"] = {"givenName": "Another", "middleName": "Excited", "familyName": "User"}
        known["displayName"] = "Another User"
        answer = self.send("PUT", path, {**known, "groups": [], "meta": {"resourceType": "User"}})
        self.assertEqual(answer.status, 200, str(answer))
        self.assertEqual((body_of(answer)["name"]["givenName"], body_of(answer)["displayName"]), ("Another", "Another User"))
        for active in (False, True):
            answer = self.send("PATCH", path, {"schemas": [PATCH], "Operations": [{"op": "replace", "value": {"active": active}}]})
            self.assertEqual((answer.status, body_of(answer)["active"]), (200, active))
        answer = self.send("PUT", path, {**known, "active": False})
        self.assertEqual((answer.status, body_of(answer)["active"]), (200, False))
        self.assertEqual([user["active"] for user in self.look()], [False], "a disabled user is still found")

    def test_a_user_who_is_there_is_a_conflict(self):
        self.send("POST", "/Users", self.profile())
        assert_refused(self.send("POST", "/Users", self.profile()), 409, "uniqueness")

    def test_empty_names_are_no_names(self):
        answer = self.send("POST", "/Users", self.profile(name={"givenName": "", "middleName": "", "familyName": ""}, displayName=""))
        self.assertEqual(body_of(answer)["name"], {"formatted": self.name})


class Entra(unittest.TestCase):
    def setUp(self):
        self.provider = Provider()
        self.name = f"Test_User_{secrets.token_hex(8)}"
        self.address = f"Test_User_{secrets.token_hex(8)}@testuser.example"

    def make(self):
        answer = self.provider.send("POST", "/Users", {
            "schemas": [USER, ENTERPRISE], "externalId": secrets.token_hex(16), "userName": self.name, "active": True,
            "emails": [{"primary": True, "type": "work", "value": self.address}], "meta": {"resourceType": "User"},
            "name": {"formatted": "givenName familyName", "familyName": "familyName", "givenName": "givenName"}, "roles": []})
        self.assertEqual(answer.status, 201, str(answer))
        return body_of(answer)

    def patched(self, user, *operations):
        return self.provider.patched(user, *operations)

    def account(self, user):
        return world().client("ADMIN").value(f"/api/admin/users/{user['id']}")

    def test_the_connection_is_tried_with_somebody_who_does_not_exist(self):
        text = f'userName eq "{secrets.token_hex(16)}"'
        self.assertEqual(self.provider.found("/Users?filter=" + urllib.parse.quote_plus(text)), [])

    def test_a_user_whose_name_is_no_address(self):
        user = self.make()
        self.assertEqual(user["userName"], self.name)
        self.assertEqual(user["name"]["formatted"], "givenName familyName")
        self.assertEqual(self.account(user)["email"], self.address.lower())
        found = self.provider.found("/Users?filter=" + urllib.parse.quote(f'externalId eq "{user["externalId"]}"'))
        self.assertEqual(found, [user])

    def test_changes_of_many_values(self):
        user = self.make()
        other = f"updated.{secrets.token_hex(6)}@testuser.example"
        after = self.patched(user, {"op": "Replace", "path": 'emails[type eq "work"].value', "value": other},
                             {"op": "Replace", "path": "name.familyName", "value": "updatedFamilyName"})
        self.assertEqual((after["emails"][0]["value"], after["name"]["familyName"]), (other, "updatedFamilyName"))
        self.assertEqual(after["displayName"], "givenName updatedFamilyName")
        self.assertEqual(after["userName"], self.name)

    def test_changes_of_old_and_new_clients(self):
        user = self.make()
        old = [{"op": "Replace", "path": "displayName", "value": "Pvlo"}, {"op": "Replace", "path": "name.givenName", "value": "Gtfd"},
               {"op": "Replace", "path": "externalId", "value": "Eqpj"}, {"op": "Add", "path": "nickName", "value": "Babs"},
               {"op": "Replace", "path": f"{ENTERPRISE}:employeeNumber", "value": "Eqpj"},
               {"op": "Add", "path": 'phoneNumbers[type eq "work"].value', "value": "5555"},
               {"op": "Add", "path": 'roles[primary eq "True"].value', "value": "ADMIN"},
               {"op": "Replace", "path": f"{USER}:name.familyName", "value": "Smith"}]
        after = self.patched(user, *old)
        self.assertEqual((after["displayName"], after["name"]["givenName"], after["name"]["familyName"], after["externalId"]),
                         ("Pvlo", "Gtfd", "Smith", "Eqpj"))
        self.assertEqual([group["value"] for group in after["groups"]], ["VIEWER"], "roles come from groups alone")
        new = {"op": "replace", "value": {"displayName": "Bjfe", "name.givenName": "Kkom", "name.familyName": "Unua",
                                          f"{ENTERPRISE}:employeeNumber": "Aklq", ENTERPRISE: {"department": "Sales"}}}
        after = self.patched(user, new)
        self.assertEqual((after["displayName"], after["name"]["givenName"], after["name"]["familyName"]), ("Bjfe", "Kkom", "Unua"))

    def test_disabling_as_a_text_and_as_a_boolean(self):
        user = self.make()
        for operation, active in (({"op": "Replace", "path": "active", "value": "False"}, False),
                                  ({"op": "Add", "path": "active", "value": "True"}, True),
                                  ({"op": "replace", "path": "active", "value": False}, False)):
            self.assertEqual(self.patched(user, operation)["active"], active)
            self.assertEqual(self.account(user)["disabled"], not active)
        self.assertEqual(self.provider.send("DELETE", f"/Users/{user['id']}").status, 204)
        assert_refused(self.provider.get(f"/Users/{user['id']}"), 404)


if __name__ == "__main__":
    unittest.main()
