# SPDX-License-Identifier: Apache-2.0
"""Who may call what: every route of the program, as every role, in the caller's own tenant and another
one.

Runs on a stack with SUPER_ADMIN_MODE off and on one with it on. A cell of the matrix is a route, a
caller and a way to name the tenant: none (the own), tenantId=own, tenantId=other, or an object of the
other tenant in the path."""
import json
import os
import subprocess
import unittest

from client import assert_error, sign_in
from route_table import GUARDED, PUBLIC, ROLES, ROUTES, with_query
from scim import SCIM_ROUTES
from stack import ROOT
from world import world

OFF = "Cross-tenant access is denied because SUPER_ADMIN_MODE is not enabled"
REQUIRED = "Cross-tenant access is denied: the SUPER_ADMIN role is required"


def mode():
    return world().stack.settings.get("SUPER_ADMIN_MODE") == "on"


def may_cross(role):
    return mode() and role == "SUPER_ADMIN"


class Table(unittest.TestCase):
    def test_has_every_route_of_the_program_with_its_role(self):
        program = os.path.join(ROOT, "build", "bin", "assay-api")
        done = subprocess.run([program, "--routes"], capture_output=True, text=True, check=True)
        served = {(r["method"], r["path"], r["role"]) for r in json.loads(done.stdout)["routes"]}
        self.assertGreater(len(served), 30)
        rows = {(route.method, route.pattern, route.role) for route in ROUTES}
        rows |= {(*route, "SCIM") for route in SCIM_ROUTES}
        self.assertEqual(sorted(map(str, served - rows)), [], "routes without a row in route_table.py")
        self.assertEqual(sorted(map(str, rows - served)), [], "rows without a route, or of another role")
        self.assertEqual(len(ROUTES) + len(SCIM_ROUTES), len(served), "a route has two rows")


class Matrix(unittest.TestCase):
    def cells(self):
        """(route, role, client, sub-test) for each guarded route and role."""
        for route in GUARDED:
            for role in ROLES:
                yield route, role, world().client(role), self.subTest(route=str(route), role=role)

    def check_denied(self, answer):
        """403 with either of the two messages, whichever check comes first."""
        details = assert_error(answer, 403, "CROSS_TENANT_ACCESS_DENIED")
        self.assertEqual(answer.json()["message"], REQUIRED if mode() else OFF)
        return details

    def check_own(self, answer, route, role, granted=None):
        """Checks a call in the own tenant, or in one that may be reached. Routes for SUPER_ADMIN alone
        reach over all tenants, so they also need the mode."""
        if ROLES.index(role) < ROLES.index(route.role):
            details = assert_error(answer, 403, "FORBIDDEN")
            self.assertEqual(details, {"requiredRole": route.role}, str(answer))
            self.assertIn('error="insufficient_scope"', answer.headers["www-authenticate"])
        elif route.role == "SUPER_ADMIN" and not mode():
            self.check_denied(answer)
        else:
            self.assertEqual(answer.status, granted or route.granted, str(answer))

    def test_nobody(self):
        for route in GUARDED:
            for path in (route.path(), with_query(route.path(), "tenantId=" + world().tenant_id(1))):
                with self.subTest(route=str(route), path=path):
                    answer = route.call(world().anonymous(), path)
                    assert_error(answer, 401, "UNAUTHORIZED")
                    self.assertNotIn("error=", answer.headers["www-authenticate"], "no token was sent")

    def test_public_routes_take_anybody(self):
        # Signing out ends the sign-in, so not those that the other tests use.
        clients = [world().anonymous()] + [sign_in(world().demo, role) for role in ROLES]
        for route in sorted((r for r in ROUTES if r.role is PUBLIC), key=lambda r: r.pattern == "/api/auth/logout"):
            for client in clients:
                with self.subTest(route=str(route)):
                    self.assertEqual(route.call(client, route.path()).status, route.granted)

    def test_own_tenant(self):
        for route, role, client, cell in self.cells():
            with cell:
                self.check_own(route.call(client, route.granted_path(0, role)), route, role)

    def test_own_tenant_by_name(self):
        for route, role, client, cell in self.cells():
            with cell:
                path = with_query(route.granted_path(0, role), "tenantId=" + world().tenant_id(0))
                self.check_own(route.call(client, path), route, role)

    def test_other_tenant_by_name(self):
        other = world().tenant_id(1)
        for route, role, client, cell in self.cells():
            with cell:
                path = with_query(route.granted_path(1, role), "tenantId=" + other)
                answer = route.call(client, path, tenant=1)
                if may_cross(role):
                    self.check_own(answer, route, role, route.elsewhere)
                else:
                    self.assertEqual(self.check_denied(answer), {"tenantId": other}, str(answer))

    def test_other_tenant_by_a_thing_of_it(self):
        for route, role, client, cell in self.cells():
            if not route.owned:
                continue
            with cell:
                answer = route.call(client, route.granted_path(1, role), tenant=1)
                # A tenant named by its own id is checked before the role, as in the query.
                named = "tenantId" in route.names
                if may_cross(role) or not named and ROLES.index(role) < ROLES.index(route.role):
                    self.check_own(answer, route, role, route.elsewhere)
                else:
                    self.assertLessEqual(set(self.check_denied(answer)), set(route.names), str(answer))
