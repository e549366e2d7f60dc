# SPDX-License-Identifier: Apache-2.0
"""API tokens: created, used, capped, ended."""
import concurrent.futures
import re
import secrets
import time
import unittest

from client import Client, assert_error, assert_fields
from shapes import TEXT, TOKEN, assert_shape
from world import world

SHAPE = re.compile(r"assay_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_[A-Za-z0-9_-]{48}")


def signed_in(user):
    client = Client(world().demo["baseUrl"], user=user)
    answer = client.post("/api/auth/login", {"email": user["email"], "password": user["password"]})
    assert answer.status == 200, f"{answer}"
    client.token = answer.json()["accessToken"]
    return client


def make(client, **more):
    """(record without the value, client that uses the token)"""
    answer = client.post("/api/tokens", {"name": "nightly", **more})
    assert answer.status == 201, f"{answer}"
    record = answer.json()["token"]
    return record, Client(world().demo["baseUrl"], record.pop("value"))


class Tokens(unittest.TestCase):
    def setUp(self):
        self.user = world().account("MEMBER")
        self.owner = signed_in(self.user)

    def assert_ends(self, client):
        for _ in range(16):
            assert_error(client.get("/api/packs"), 401, "UNAUTHORIZED")

    def test_is_shown_once_and_kept_as_a_hash(self):
        answer = self.owner.post("/api/tokens", {"name": "once", "role": "MEMBER"})
        record = answer.json()["token"]
        assert_shape(record, {**TOKEN, "value": TEXT})
        self.assertEqual(SHAPE.fullmatch(record["value"]).group(1), record["id"])
        self.assertEqual((record["role"], record["createdBy"]), ("MEMBER", {k: self.user[k] for k in ("id", "email")}))
        self.assertNotIn("value", self.owner.value("/api/tokens")["tokens"][0])
        secret = record["value"][43:]
        dump = str(world().stack.sql("SELECT t::text FROM api_token t UNION ALL SELECT a::text FROM audit_log a"
                                     " UNION ALL SELECT i::text FROM idempotency_key i"))
        self.assertIn(record["id"], dump)
        self.assertFalse(secret in dump, "the secret is in the database")
        self.assertFalse(secret in world().stack.logs(2000), "the secret is in a log")

    def test_acts_for_its_maker_with_its_role(self):
        _, viewer = make(self.owner)
        _, member = make(self.owner, role="MEMBER")
        self.assertEqual(viewer.value("/api/auth/me")["id"], self.user["id"])
        assert_error(viewer.upload("a.txt", b"Not by a viewer.\n"), 403, "FORBIDDEN")
        self.assertEqual(member.add("a.txt", secrets.token_bytes(8).hex().encode())["uploadedBy"], self.user["id"])
        assert_error(member.get("/api/admin/runs"), 403, "FORBIDDEN")

    def test_the_trail_names_it(self):
        record, client = make(self.owner, role="MEMBER")
        document = client.add("a.txt", secrets.token_bytes(8).hex().encode())
        logs = world().client("ADMIN").value(f"/api/admin/audit-logs?objectId={document['id']}")["logs"]
        actor = next(entry for entry in logs if entry["action"] == "document.upload")["actor"]
        self.assertEqual((actor["type"], actor["id"], actor["email"]), ("token", record["id"], self.user["email"]))
        made = world().client("ADMIN").value(f"/api/admin/audit-logs?objectId={record['id']}")["logs"]
        self.assertEqual([(entry["action"], entry["actor"]["id"]) for entry in made], [("token.create", self.user["id"])])

    def test_never_has_more_than_its_maker(self):
        for role in ("ADMIN", "SUPER_ADMIN"):
            details = assert_error(self.owner.post("/api/tokens", {"name": "x", "role": role}), 403, "FORBIDDEN")
            self.assertEqual(details, {"requiredRole": role})
        _, client = make(self.owner, role="MEMBER")
        self.assertEqual(client.upload("b.txt", secrets.token_bytes(8).hex().encode()).status, 201)
        world().client("ADMIN").patch(f"/api/admin/users/{self.user['id']}", {"role": "VIEWER"})
        for _ in range(16):
            assert_error(client.upload("b.txt", secrets.token_bytes(8).hex().encode()), 403, "FORBIDDEN")
        self.assertEqual(client.get("/api/packs").status, 200)

    def test_rests_while_its_maker_is_disabled(self):
        _, client = make(self.owner)
        world().client("ADMIN").patch(f"/api/admin/users/{self.user['id']}", {"disabled": True})
        self.assert_ends(client)
        world().client("ADMIN").patch(f"/api/admin/users/{self.user['id']}", {"disabled": False})
        self.assertEqual({client.get("/api/packs").status for _ in range(16)}, {200}, "it works again")

    def test_ends_when_deleted_and_when_it_expires(self):
        record, client = make(self.owner, expiresInDays=1)
        later, other = make(self.owner, expiresAt="2030-01-02T03:04:05Z")
        self.assertEqual(later["expiresAt"], "2030-01-02T03:04:05.000Z")
        for one in (client, other):
            self.assertEqual(one.get("/api/packs").status, 200)
        self.assertEqual(self.owner.delete(f"/api/tokens/{record['id']}").status, 204)
        self.assert_ends(client)
        assert_error(self.owner.delete(f"/api/tokens/{record['id']}"), 404, "NOT_FOUND")
        world().stack.sql(f"UPDATE api_token SET expires_at = now() WHERE id = '{later['id']}'")
        self.assert_ends(other)

    def test_a_search_gets_no_answer_when_its_token_is_deleted_meanwhile(self):
        record, client = make(self.owner)
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            with world().stack.pipeline_paused():
                answer = pool.submit(client.get, "/api/search?q=backup")
                time.sleep(0.5)  # the search waits for the pipeline
                self.assertEqual(self.owner.delete(f"/api/tokens/{record['id']}").status, 204)
            assert_error(answer.result(), 401, "UNAUTHORIZED")

    def test_is_refused_when_anything_of_it_is_changed(self):
        _, client = make(self.owner)
        good = client.token
        other = make(self.owner)[1].token
        for bad in (good[:-1] + ("A" if good[-1] != "A" else "B"), good[:-1], good + "A", good.upper(), good[:43] + other[43:],
                    good.replace("assay_", "assay__", 1), "assay_", "assay_" + "0" * 85, good + "=", " " + good[1:]):
            with self.subTest(token=bad):
                assert_error(Client(world().demo["baseUrl"], bad).get("/api/packs"), 401, "UNAUTHORIZED")
        self.assertEqual(client.get("/api/packs").status, 200)

    def test_makes_no_tokens_and_changes_no_password_but_may_end_itself(self):
        record, client = make(self.owner)
        assert_error(client.post("/api/tokens", {"name": "child"}), 403, "FORBIDDEN")
        assert_error(client.post("/api/auth/password", {"currentPassword": self.user["password"],
                                                        "newPassword": "a much longer password"}), 403, "FORBIDDEN")
        self.assertEqual(client.delete(f"/api/tokens/{record['id']}").status, 204)
        self.assert_ends(client)

    def test_users_see_their_own_and_administrators_all(self):
        mine, _ = make(self.owner)
        other = signed_in(world().account("MEMBER"))
        self.assertEqual(other.value("/api/tokens"), {"tokens": [], "nextCursor": None})
        details = assert_error(other.delete(f"/api/tokens/{mine['id']}"), 404, "NOT_FOUND")
        self.assertEqual(details, {"tokenId": mine["id"]})
        self.assertEqual([token["id"] for token in self.owner.value("/api/tokens")["tokens"]], [mine["id"]])
        admin = world().client("ADMIN")
        self.assertIn(mine["id"], [token["id"] for token in admin.all("/api/tokens", "tokens")])
        assert_error(world().client("ADMIN", 1).delete(f"/api/tokens/{mine['id']}"), 403, "CROSS_TENANT_ACCESS_DENIED")
        self.assertEqual(admin.delete(f"/api/tokens/{mine['id']}").status, 204)

    def test_its_use_is_noted_once_a_minute(self):
        record, client = make(self.owner)

        def used():
            return world().stack.sql(f"SELECT coalesce(last_used_at::text, '') FROM api_token WHERE id = '{record['id']}'")[0][0]
        self.assertEqual(used() if record["lastUsedAt"] else "", "")
        client.get("/api/packs")
        first = used()
        self.assertTrue(first)
        for _ in range(8):
            client.get("/api/packs")
        self.assertEqual(used(), first)
        world().stack.sql(f"UPDATE api_token SET last_used_at = last_used_at - interval '2 minutes' WHERE id = '{record['id']}'")
        self.assertEqual(client.get("/api/packs").status, 200)
        self.assertGreaterEqual(used(), first, "noted again")
        self.assertIsNotNone(self.owner.value("/api/tokens")["tokens"][0]["lastUsedAt"])

    def test_one_key_makes_one_token(self):
        key = {"Idempotency-Key": secrets.token_hex(8)}
        first = self.owner.post("/api/tokens", {"name": "once"}, key).json()["token"]
        again = self.owner.post("/api/tokens", {"name": "once"}, key)
        self.assertEqual((again.status, again.json()["token"]), (201, {**first, "value": None}))
        assert_error(self.owner.post("/api/tokens", {"name": "twice"}, key), 409, "IDEMPOTENCY_MISMATCH")
        self.assertEqual(len(self.owner.value("/api/tokens")["tokens"]), 1)

    def test_the_key_still_gives_the_first_answer_when_the_token_has_expired(self):
        body = {"name": "short", "expiresAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 2))}
        key = {"Idempotency-Key": secrets.token_hex(8)}
        first = self.owner.post("/api/tokens", body, key).json()["token"]
        time.sleep(2.1)
        again = self.owner.post("/api/tokens", body, key)
        self.assertEqual((again.status, again.json()["token"]), (201, {**first, "value": None}))
        assert_fields(self.owner.post("/api/tokens", body), "expiresAt")
        assert_fields(self.owner.post("/api/tokens", body, {"Idempotency-Key": secrets.token_hex(8)}), "expiresAt")

    def test_fields_are_checked(self):
        for body, field in (({}, "name"), ({"name": ""}, "name"), ({"name": "x" * 101}, "name"), ({"name": 7}, "name"),
                            ({"name": "x", "role": "GOD"}, "role"), ({"name": "x", "expiresAt": "soon"}, "expiresAt"),
                            ({"name": "x", "expiresAt": "2020-01-01T00:00:00Z"}, "expiresAt"),
                            ({"name": "x", "expiresInDays": 0}, "expiresInDays"), ({"name": "x", "expiresInDays": "7"}, "expiresInDays"),
                            ({"name": "x", "expiresInDays": 9999}, "expiresInDays"),
                            ({"name": "x", "expiresInDays": 1, "expiresAt": "2030-01-01T00:00:00Z"}, "expiresInDays")):
            with self.subTest(body=body):
                assert_fields(self.owner.post("/api/tokens", body), field)
