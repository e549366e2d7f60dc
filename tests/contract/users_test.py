# SPDX-License-Identifier: Apache-2.0
"""User management by administrators: creating, finding, changing, disabling, deleting."""
import json
import secrets
import threading
import unittest

from client import Client, assert_error, assert_fields
from shapes import ACCOUNT, assert_shape
from world import world

USERS = "/api/admin/users"


def wanted(**more):
    return {"email": f"{secrets.token_hex(6)}@New.Example", "displayName": "Somebody", "role": "MEMBER", **more}


def sign_in(user, password=None):
    """The response to a sign-in to an account that world().account made. Failures of other tests do not count against
    it."""
    world().stack.sql("DELETE FROM login_failure")
    return world().anonymous().post(
        "/api/auth/login", {"email": user["email"], "password": password or user["password"]})


def session(user):
    answer = sign_in(user)
    assert answer.status == 200, f"{answer}"
    return Client(world().demo["baseUrl"], answer.json()["accessToken"], user)


class Base(unittest.TestCase):
    def setUp(self):
        self.admin = world().client("ADMIN")

    def change(self, user, status=200, client=None, **body):
        answer = (client or self.admin).patch(f"{USERS}/{user['id']}", body)
        self.assertEqual(answer.status, status, str(answer))
        return answer.json().get("user")

    def actions(self, user):
        """The trail's actions on the user, oldest first."""
        logs = self.admin.all(f"/api/admin/audit-logs?objectType=user&objectId={user['id']}", "logs")
        return [entry["action"] for entry in reversed(logs)]


class Making(Base):
    def test_answers_with_the_user_who_can_then_sign_in(self):
        body = wanted(password="a password of mine")
        answer = self.admin.post(USERS, body)
        self.assertEqual(answer.status, 201, str(answer))
        user = answer.json()["user"]
        assert_shape(user, ACCOUNT)
        self.assertEqual((user["email"], user["role"], user["hasPassword"], user["disabled"]),
                         (body["email"].lower(), "MEMBER", True, False))
        self.assertEqual(user["tenantId"], world().tenant_id())
        self.assertNotIn("a password of mine", str(answer))
        self.assertEqual(sign_in(body).json()["user"]["id"], user["id"])
        self.assertEqual(self.admin.value(f"{USERS}/{user['id']}"), user)
        self.assertEqual(self.actions(user)[0], "user.create")

    def test_needs_no_password_where_one_signs_in_another_way(self):
        body = wanted()
        user = self.admin.post(USERS, body).json()["user"]
        self.assertFalse(user["hasPassword"])
        assert_error(sign_in({**body, "password": "anything at all"}), 401, "UNAUTHORIZED")

    def test_refuses_an_address_that_is_taken(self):
        body = wanted()
        self.assertEqual(self.admin.post(USERS, body).status, 201)
        details = assert_error(self.admin.post(USERS, {**body, "email": body["email"].upper()}), 409, "CONFLICT")
        self.assertEqual(details, {"email": body["email"].upper()})

    def test_names_what_is_wrong(self):
        for field, values in {"email": ["", "x", "@x", "x@", "a@b@c", "a b@c", 7, "x" * 320 + "@y"],
                              "displayName": ["", "x" * 201, None, []], "role": ["", "admin", "OWNER", 1],
                              "password": ["short", "x" * 1025, 12, None]}.items():
            for value in values:
                with self.subTest(field=field, value=value):
                    assert_fields(self.admin.post(USERS, wanted(**{field: value})), field)
        assert_fields(self.admin.post(USERS, wanted(rank=1, tenant="x")), "rank", "tenant")

    def test_gives_no_role_above_the_makers(self):
        details = assert_error(self.admin.post(USERS, wanted(role="SUPER_ADMIN")), 403, "FORBIDDEN")
        self.assertEqual(details, {"requiredRole": "SUPER_ADMIN"})
        self.assertEqual(world().client("SUPER_ADMIN").post(USERS, wanted(role="SUPER_ADMIN")).status, 201)


class Finding(Base):
    def test_lists_the_tenants_own_by_role_name_and_state(self):
        word = secrets.token_hex(5)
        made = [self.admin.post(USERS, wanted(displayName=f"{word} {n}", role=role)).json()["user"]
                for n, role in enumerate(("VIEWER", "MEMBER", "MEMBER"))]
        self.change(made[2], disabled=True)
        ids = [user["id"] for user in made]

        def found(query):
            page = self.admin.value(f"{USERS}?q={word.upper()}&{query}")
            self.assertEqual(page["total"], len(page["users"]))
            return [user["id"] for user in page["users"]]
        self.assertEqual(found("limit=50"), ids[::-1])
        self.assertEqual(found("role=MEMBER"), [ids[2], ids[1]])
        self.assertEqual(found("disabled=true"), [ids[2]])
        self.assertEqual(found("disabled=false&role=VIEWER"), [ids[0]])
        self.assertEqual(self.admin.value(f"{USERS}?q={made[0]['email']}")["total"], 1)
        everybody = self.admin.all(USERS, "users")
        self.assertEqual({user["tenantId"] for user in everybody}, {world().tenant_id()})
        for name, value in (("role", "admin"), ("disabled", "yes"), ("q", "")):
            assert_fields(self.admin.get(f"{USERS}?{name}={value}"), name)


class Changing(Base):
    def test_name_role_and_password(self):
        user = world().account("VIEWER")
        self.assertEqual(self.change(user, displayName="Other")["displayName"], "Other")
        self.assertEqual(self.change(user, role="ADMIN")["role"], "ADMIN")
        self.change(user, password="another password")
        assert_error(sign_in(user), 401, "UNAUTHORIZED")
        self.assertEqual(sign_in(user, "another password").json()["user"]["role"], "ADMIN")
        self.assertEqual([a for a in self.actions(user) if a.startswith("user.")],
                         ["user.create", "user.rename", "user.role", "user.password"])

    def test_the_trail_says_from_what_to_what(self):
        user = world().account("VIEWER")
        self.change(user, role="MEMBER", displayName="Else")
        logs = self.admin.value(f"/api/admin/audit-logs?objectType=user&objectId={user['id']}")["logs"]
        details = {entry["action"]: json.loads(entry["detail"]) for entry in logs if entry["detail"]}
        self.assertEqual(details["user.role"], {"role": {"from": "VIEWER", "to": "MEMBER"}})
        self.assertEqual(details["user.rename"], {"displayName": {"from": "Somebody new", "to": "Else"}})
        self.assertEqual(details["user.create"], {"email": user["email"], "role": "VIEWER"})

    def test_refuses_what_says_nothing_or_something_unknown(self):
        path = f"{USERS}/{world().account()['id']}"
        assert_fields(self.admin.patch(path, {}), "body")
        for field, value in (("email", "a@b"), ("disabled", "yes"), ("role", None), ("displayName", "")):
            assert_fields(self.admin.patch(path, {field: value}), field)

    def test_takes_no_state_that_has_changed_since_it_was_read(self):
        user = world().account()
        path = f"{USERS}/{user['id']}"
        tag = self.admin.get(path).headers["etag"]
        first = self.admin.send("PATCH", path, {"displayName": "One"}, {"If-Match": tag})
        self.assertEqual(first.status, 200, str(first))
        assert_error(self.admin.send("PATCH", path, {"displayName": "Two"}, {"If-Match": tag}), 409, "CONFLICT")
        assert_error(self.admin.request("DELETE", path, headers={"If-Match": tag}), 409, "CONFLICT")
        self.assertEqual(self.admin.value(path)["displayName"], "One")

    def test_nobody_raises_or_touches_above_the_own_role(self):
        chief = world().client("SUPER_ADMIN").value("/api/auth/me")
        for body in ({"displayName": "x"}, {"role": "VIEWER"}, {"disabled": True}, {"password": "x" * 12}):
            answer = self.admin.patch(f"{USERS}/{chief['id']}", body)
            self.assertEqual(assert_error(answer, 403, "FORBIDDEN"), {"requiredRole": "SUPER_ADMIN"})
        assert_error(self.admin.delete(f"{USERS}/{chief['id']}"), 403, "FORBIDDEN")
        assert_error(self.admin.patch(f"{USERS}/{world().account()['id']}", {"role": "SUPER_ADMIN"}), 403, "FORBIDDEN")

    def test_nobody_locks_itself_out(self):
        own = session(world().account("ADMIN"))
        path = f"{USERS}/{own.value('/api/auth/me')['id']}"
        for body in ({"disabled": True}, {"role": "MEMBER"}):
            assert_error(own.patch(path, body), 409, "CONFLICT")
        assert_error(own.delete(path), 409, "CONFLICT")
        for body in ({"displayName": "Me"}, {"role": "ADMIN"}, {"disabled": False}):
            self.assertEqual(own.patch(path, body).status, 200)

    def test_two_who_disable_each_other_at_once_do_not_both_succeed(self):
        for _ in range(3):
            pair = [session(world().account("ADMIN")) for _ in range(2)]
            ids = [client.value("/api/auth/me")["id"] for client in pair]
            others = self.others_disabled(ids)
            try:
                self.assertEqual(sorted(self.at_once(pair, ids)).count(200), 1)
            finally:
                for user in others:
                    world().stack.sql(f"UPDATE app_user SET disabled_at = NULL WHERE id = '{user}'")

    @staticmethod
    def others_disabled(ids):
        """Leaves these as the tenant's only active administrators; returns the ids to enable again."""
        rows = world().stack.sql(
            f"UPDATE app_user SET disabled_at = now() WHERE tenant_id = '{world().tenant_id()}' "
            f"AND role IN ('ADMIN', 'SUPER_ADMIN') AND disabled_at IS NULL AND id <> ALL ('{{{','.join(ids)}}}') "
            "RETURNING id")
        return [row[0] for row in rows]

    @staticmethod
    def at_once(pair, ids):
        statuses, gate = [], threading.Barrier(2)

        def disable(client, other):
            gate.wait()
            statuses.append(client.patch(f"{USERS}/{other}", {"disabled": True}).status)
        threads = [threading.Thread(target=disable, args=(pair[i], ids[1 - i])) for i in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return statuses


class Leaving(Base):
    def test_the_own_password_is_not_changed_here(self):
        admin = world().client("ADMIN")
        own = admin.value("/api/auth/me")["id"]
        answer = admin.send("PATCH", f"/api/admin/users/{own}", {"password": "a password of one's own"})
        assert_error(answer, 409, "CONFLICT")

    def test_a_disabled_user_cannot_sign_in_until_enabled(self):
        user = world().account()
        self.assertTrue(self.change(user, disabled=True)["disabledAt"])
        assert_error(sign_in(user), 401, "UNAUTHORIZED")
        again = self.change(user, disabled=False)
        self.assertEqual((again["disabled"], again["disabledAt"]), (False, None))
        self.assertEqual(sign_in(user).status, 200)
        self.assertEqual(self.actions(user)[1:3], ["user.disable", "user.enable"])

    def test_disabling_and_a_new_password_end_the_refresh_cookie(self):
        for body in ({"disabled": True}, {"password": "yet another one"}):
            user = world().account()
            cookie = sign_in(user).cookies[0].split(";")[0]
            self.change(user, **body)
            self.change(user, disabled=False)
            origin = world().demo["baseUrl"]
            answer = world().anonymous().post("/api/auth/refresh", {}, {"Cookie": cookie, "Origin": origin})
            assert_error(answer, 401, "UNAUTHORIZED")

    def test_enabling_ends_nothing_whether_the_user_was_disabled_or_not(self):
        user = world().account()
        answer = sign_in(user)
        cookie, client = answer.cookies[0].split(";")[0], Client(world().demo["baseUrl"], answer.json()["accessToken"])
        token = client.post("/api/tokens", {"name": "nightly"}).json()["token"]["value"]
        self.change(user, disabled=False)
        self.assertEqual(client.get("/api/auth/me").status, 200)
        renewed = world().anonymous().post("/api/auth/refresh", {}, {"Cookie": cookie, "Origin": world().demo["baseUrl"]})
        self.assertEqual(renewed.status, 200)
        self.change(user, disabled=True)
        self.change(user, disabled=False)
        self.change(user, disabled=False)
        self.assertEqual(Client(world().demo["baseUrl"], token).get("/api/packs").status, 200, "API tokens only rest")

    def test_a_deleted_user_stays_readable_for_the_records_that_name_it(self):
        user = world().account("MEMBER")
        document = session(user).add("left behind.txt", f"Left by {user['id']}.".encode())
        self.assertEqual(self.admin.delete(f"{USERS}/{user['id']}").status, 204)
        gone = self.admin.value(f"{USERS}/{user['id']}")
        self.assertTrue(gone["deletedAt"] and gone["disabled"] and not gone["hasPassword"])
        self.assertEqual(self.admin.value(f"/api/documents/{document['id']}")["uploadedBy"], user["id"])
        self.assertEqual(self.actions(user)[-1], "user.delete")
        assert_error(sign_in(user), 401, "UNAUTHORIZED")
        for answer in (self.admin.delete(f"{USERS}/{user['id']}"),
                       self.admin.patch(f"{USERS}/{user['id']}", {"disabled": False})):
            self.assertEqual(assert_error(answer, 404, "NOT_FOUND"), {"userId": user["id"]})
        self.assertNotIn(user["id"], [u["id"] for u in self.admin.all(USERS, "users")])

    def test_the_address_of_a_deleted_user_is_free_for_somebody_else(self):
        user = world().account()
        self.admin.delete(f"{USERS}/{user['id']}")
        answer = self.admin.post(USERS, wanted(email=user["email"]))
        self.assertEqual(answer.status, 201, str(answer))
        self.assertNotEqual(answer.json()["user"]["id"], user["id"])
