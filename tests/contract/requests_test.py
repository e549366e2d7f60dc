# SPDX-License-Identifier: Apache-2.0
"""Parts of requests that the service does not accept: bodies of DELETE, preflights if no origin is listed."""
import json
import unittest
import uuid

from client import assert_error, assert_fields, multipart
from world import world

DELETES = ("/api/tokens/", "/api/documents/", "/api/admin/users/", "/api/admin/bindings/")


class Bodies(unittest.TestCase):
    def delete(self, path, body, kind="application/json"):
        return world().client("ADMIN").request("DELETE", path + str(uuid.uuid4()), body, {"Content-Type": kind})

    def test_delete_takes_none(self):
        for path in DELETES:
            with self.subTest(path=path):
                assert_fields(self.delete(path, json.dumps({"reason": "x", "force": True}).encode()), "reason", "force")
                assert_fields(self.delete(path, b"[]"), "body")
                assert_fields(self.delete(path, b"{"), "body")
                assert_error(self.delete(path, b"reason=x", "application/x-www-form-urlencoded"), 415, "UNSUPPORTED_MEDIA_TYPE")
                assert_error(self.delete(path, b"{}"), 404, "NOT_FOUND")

    def test_who_may_not_delete_hears_that_first(self):
        answer = world().client("VIEWER").request("DELETE", DELETES[2] + str(uuid.uuid4()), b'{"force": true}',
                                                  {"Content-Type": "application/json"})
        assert_error(answer, 403, "FORBIDDEN")


class ContentEncoding(unittest.TestCase):
    def send(self, coding, path="/api/tokens", role="MEMBER"):
        return world().client(role).send("POST", path, {"name": "encoded"}, {"Content-Encoding": coding})

    def test_of_a_body_is_not_supported(self):
        for coding in ("gzip", "GZIP", "deflate", "br", "gzip, identity", "x"):
            assert_error(self.send(coding), 415, "UNSUPPORTED_MEDIA_TYPE")
        body = {"email": "a@b.example", "password": "x"}
        answer = world().anonymous().send("POST", "/api/auth/login", body, {"Content-Encoding": "gzip"})
        assert_error(answer, 415, "UNSUPPORTED_MEDIA_TYPE")
        content_type, form = multipart(("file", "a.txt", b"text"))
        answer = world().client("MEMBER").request("POST", "/api/documents/upload", form, {
            "Content-Type": content_type, "Content-Encoding": "gzip"})
        assert_error(answer, 415, "UNSUPPORTED_MEDIA_TYPE")

    def test_identity_and_requests_without_a_body_are_as_ever(self):
        self.assertEqual(self.send("identity").status, 201)
        self.assertEqual(world().client("VIEWER").get("/api/packs", Content_Encoding="gzip").status, 200)

    def test_who_may_not_send_it_hears_that_first(self):
        assert_error(self.send("gzip", "/api/admin/users"), 403, "FORBIDDEN")


class Preflight(unittest.TestCase):
    def test_is_a_method_like_any_other_where_no_origin_is_listed(self):
        answer = world().anonymous().request("OPTIONS", "/api/documents", headers={
            "Origin": "https://app.example", "Access-Control-Request-Method": "GET"})
        assert_error(answer, 405, "METHOD_NOT_ALLOWED")
        self.assertEqual([name for name in answer.headers if name.startswith("access-control-")], [])
