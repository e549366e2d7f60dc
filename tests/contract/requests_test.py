# SPDX-License-Identifier: Apache-2.0
"""What requests bring along that the service does not take: bodies of DELETE, preflights where no origin is listed."""
import json
import unittest
import uuid

from client import assert_error, assert_fields
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


class Preflight(unittest.TestCase):
    def test_is_a_method_like_any_other_where_no_origin_is_listed(self):
        answer = world().anonymous().request("OPTIONS", "/api/documents", headers={
            "Origin": "https://app.example", "Access-Control-Request-Method": "GET"})
        assert_error(answer, 405, "METHOD_NOT_ALLOWED")
        self.assertEqual([name for name in answer.headers if name.startswith("access-control-")], [])
