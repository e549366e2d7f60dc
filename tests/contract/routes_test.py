# SPDX-License-Identifier: Apache-2.0
"""Rules for all routes: shapes, sessions, roles, tenants, methods, parameters."""
import unittest

from client import Client, assert_error, assert_fields
from route_table import GUARDED, NOWHERE, ROUTES, body_of, with_query
from shapes import assert_shape
from world import world


def super_admin_mode():
    return world().stack.settings.get("SUPER_ADMIN_MODE") == "on"


def routes():
    """Every route that some client can call here."""
    return [r for r in ROUTES if r.role != "SUPER_ADMIN" or super_admin_mode()]


def permitted(route):
    """A client that may call the route."""
    return world().client("SUPER_ADMIN" if route.role == "SUPER_ADMIN" else "ADMIN")


class Shapes(unittest.TestCase):
    def test_answers_with_its_exact_shape(self):
        for route in [r for r in routes() if r.shape]:
            with self.subTest(route=str(route)):
                answer = permitted(route).get(route.path())
                self.assertEqual(answer.status, 200, str(answer))
                assert_shape(answer.json(), route.shape)

    def test_answers_304_to_the_tag_it_gave(self):
        for route in [r for r in routes() if r.shape]:
            with self.subTest(route=str(route)):
                path = route.path()
                tag = permitted(route).get(path).headers["etag"]
                for wanted in (tag, f'"other", W/{tag}', "*"):
                    answer = permitted(route).get(path, If_None_Match=wanted)
                    if "audit-logs" in path and wanted != "*":  # reading the trail adds to it
                        self.assertEqual(answer.status, 200, str(answer))
                    else:
                        self.assertEqual((answer.status, answer.body), (304, b""), str(answer))
                self.assertEqual(permitted(route).get(path, If_None_Match='"other"').status, 200)

    def test_answers_head_like_get_without_the_body(self):
        for route in [r for r in routes() if r.shape]:
            with self.subTest(route=str(route)):
                answer = permitted(route).request("HEAD", route.path(), headers=route.headers)
                self.assertEqual((answer.status, answer.body), (200, b""))


class EveryRoute(unittest.TestCase):
    def test_refuses_a_token_that_is_none(self):
        for route in GUARDED:
            with self.subTest(route=str(route)):
                answer = route.call(Client(world().demo["baseUrl"], "nonsense"), route.path())
                assert_error(answer, 401, "UNAUTHORIZED")
                self.assertIn('error="invalid_token"', answer.headers["www-authenticate"])

    def test_does_not_find_malformed_or_unknown_identifiers(self):
        for route in [r for r in GUARDED if r.names and "tenantId" not in r.names]:
            with self.subTest(route=str(route)):
                name = route.names[0]
                for value in ("nonsense", "0", NOWHERE, NOWHERE + "0", "...", "a%20b", "%C3%A4"):
                    answer = route.call(permitted(route), route.path(**{name: value}))
                    details = assert_error(answer, 404, "NOT_FOUND")
                    self.assertEqual(list(details), [name], str(answer))

    def test_refuses_unknown_query_parameters_by_name(self):
        for route in [r for r in routes() if not r.passes_over_others]:
            with self.subTest(route=str(route)):
                path = with_query(route.granted_path(0), "bogus=1&limmit=2")
                assert_fields(route.call(permitted(route), path), "bogus", "limmit")

    def test_refuses_unknown_body_fields_by_name(self):
        for route in [r for r in routes() if r.takes_json]:
            with self.subTest(route=str(route)):
                answer = permitted(route).send(route.method, route.path(), {"bogus": 1, "limmit": 2})
                fields = [f["field"] for f in assert_error(answer, 400, "VALIDATION_ERROR")["fields"]]
                self.assertLessEqual({"bogus", "limmit"}, set(fields), str(answer))

    def test_refuses_bodies_that_are_no_json_object(self):
        json_type = {"Content-Type": "application/json"}
        for route in [r for r in routes() if r.takes_json]:
            with self.subTest(route=str(route)):
                for text in (b"{", b"[]", b"null", b'"a"', b"{} {}", b'{"a":1,"a":2}', b"\xff\xfe", b'{"a":"\xff"}'):
                    answer = permitted(route).request(route.method, route.path(), text, json_type)
                    assert_error(answer, 400, "VALIDATION_ERROR")

    def test_refuses_a_body_where_none_is_taken(self):
        json_type = {"Content-Type": "application/json"}
        for route in [r for r in routes() if r.method == "DELETE"]:
            with self.subTest(route=str(route)):
                path = route.granted_path(0)
                headers = {**json_type, **route.headers}
                assert_fields(permitted(route).request("DELETE", path, b'{"bogus":1}', headers), "bogus")
                self.assertEqual(permitted(route).request("DELETE", path, b"{}", headers).status, 204)

    def test_refuses_texts_of_blanks_or_control_characters(self):
        for route in [r for r in routes() if r.takes_json]:
            body = body_of(route)
            for name in [n for n, value in body.items() if isinstance(value, str)]:
                with self.subTest(route=str(route), field=name):
                    path = route.granted_path(0)
                    for text in ("", " ", "\t \n", "a\u0000", "a\u001b[0m", "a\u007f", "a\u0085b"):
                        answer = permitted(route).send(route.method, path, {**body, name: text})
                        assert_fields(answer, name)

    def test_refuses_names_that_hide_something(self):
        for route in [r for r in routes() if r.takes_json]:
            body = body_of(route)
            for name in [n for n, value in body.items() if isinstance(value, str) and "assword" not in n]:
                with self.subTest(route=str(route), field=name):
                    hidden = ["\u200b", "\u3164", "\u2800", "\u00a0\u3000", "\u202e"]
                    # An address at sign-in is only compared, and a note is prose of any script.
                    if (route.pattern, name) != ("/api/auth/login", "email") and name != "note":
                        hidden += ["a\u200bb", "a\u2060b", "a\u2028b", "a\ufeffb", "a\nb", "a\tb"]
                    for text in hidden:
                        answer = permitted(route).send(route.method, route.granted_path(0), {**body, name: text})
                        assert_fields(answer, name)

    def test_refuses_bodies_of_another_type(self):
        for route in [r for r in routes() if r.takes_json]:
            with self.subTest(route=str(route)):
                for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
                    answer = permitted(route).request(route.method, route.path(), b"{}", {"Content-Type": kind})
                    assert_error(answer, 415, "UNSUPPORTED_MEDIA_TYPE")

    def test_refuses_other_methods_and_names_its_own(self):
        for route in routes():
            with self.subTest(route=str(route)):
                own = {r.method for r in ROUTES if r.pattern == route.pattern}
                for method in sorted({"GET", "POST", "PUT", "PATCH", "DELETE"} - own):
                    answer = permitted(route).request(method, route.path())
                    assert_error(answer, 405, "METHOD_NOT_ALLOWED")
                    allowed = {name.strip() for name in answer.headers["allow"].split(",")}
                    self.assertEqual(allowed - {"HEAD", "OPTIONS"}, own - {"OPTIONS"}, str(answer))

    def test_repeats_a_sane_request_id_and_replaces_any_other(self):
        admin = world().client("ADMIN")
        sane = "caller-1.A_b"
        self.assertEqual(admin.get("/api/packs", X_Request_Id=sane).headers["x-request-id"], sane)
        answer = admin.get("/api/runs/nonsense", X_Request_Id=sane)
        assert_error(answer, 404, "NOT_FOUND")
        self.assertEqual(answer.json()["requestId"], sane)
        for wild in ("a b", "x" * 300, "<script>", "a;b"):
            self.assertNotEqual(admin.get("/api/packs", X_Request_Id=wild).headers["x-request-id"], wild)

    def test_paths_and_queries_that_are_not_sound_are_refused(self):
        admin = world().client("ADMIN")
        for path in ("/api/documents/%2e%2e", "/api/runs/%2E/steps", "/api/documents/%00", "/api/documents/%zz",
                     "/api/documents/%ff", "/api/documents?q=%00", "/api/documents?q=%ff", "/api/documents?q=%zz"):
            with self.subTest(path=path):
                assert_error(admin.get(path), 400, "VALIDATION_ERROR")
        assert_fields(admin.get("/api/documents?limit=1&limit=2"), "limit")

    def test_unknown_routes_are_not_found(self):
        for path in ("/api", "/api/", "/api/nothing", "/api/documents/", "/api/runs/x/y/z", "/api/admin"):
            with self.subTest(path=path):
                assert_error(world().client("ADMIN").get(path), 404, "NOT_FOUND")


class EntityTags(unittest.TestCase):
    SINGLE = ("/api/documents/{documentId}", "/api/documents/{documentId}/status",
              "/api/documents/{documentId}/pages/{pageNumber}", "/api/documents/{documentId}/pages/{pageNumber}/words",
              "/api/documents/{documentId}/content",
              "/api/runs/{runId}", "/api/admin/runs/{runId}", "/api/admin/corpora/{corpusId}", "/api/auth/me")

    def test_every_single_resource_has_one_and_honours_it(self):
        admin = world().client("ADMIN")
        for route in ROUTES:
            if route.pattern not in self.SINGLE or route.method != "GET":
                continue
            with self.subTest(route=str(route)):
                first = admin.get(route.path())
                tag = first.headers.get("etag")
                self.assertRegex(tag or "", r'^(W/)?"[^"]+"$')
                for value in (tag, f'"other", {tag}', "W/" + tag.removeprefix("W/")):
                    again = admin.get(route.path(), If_None_Match=value)
                    self.assertEqual((again.status, again.body), (304, b""), value)
                    self.assertEqual(again.headers.get("etag"), tag)
                stale = admin.get(route.path(), If_None_Match='"other"')
                self.assertEqual((stale.status, stale.body), (200, first.body))

    def test_changes_with_the_resource(self):
        member = world().client("MEMBER")
        with world().stack.pipeline_paused():
            document = member.add("tagged.txt", b"A policy that is tagged.\n" * 20)
            path = f"/api/documents/{document['id']}/status"
            tag = member.get(path).headers["etag"]
            self.assertEqual(member.get(path, If_None_Match=tag).status, 304)
        member.wait_ready(document["id"])
        changed = member.get(path, If_None_Match=tag)
        self.assertEqual(changed.status, 200)
        self.assertNotEqual(changed.headers["etag"], tag)
