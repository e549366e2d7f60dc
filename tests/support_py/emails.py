# SPDX-License-Identifier: Apache-2.0
"""A test's own tenant whose e-mail goes to the mail server of the stack."""
import secrets
import unittest

from own_tenant import OwnTenant
from shapes import EMAIL, NOTIFICATIONS, assert_shape
from stack import wait_until
from world import world

EMAILS, CHOICES = "/api/admin/emails", "/api/me/notifications"
EVERYTHING = {"taskAssigned": True, "runEnded": True, "weeklyDigest": True}


class Emails(unittest.TestCase):
    def setUp(self):
        self.tenant, self.server = OwnTenant(), world().stack.mail
        self.admin = self.tenant.client("ADMIN")
        self.addCleanup(self.server.release)

    def tasks(self, member, *requirements):
        """Open tasks of the tenant, one for each requirement; nobody is told of their run."""
        run = member.completed_run(requirementIds=list(requirements or ("1.1",)))
        found = member.value(f"/api/tasks?runId={run['id']}")["tasks"]
        self.assertEqual(len(found), len(requirements or ("1.1",)))
        return found

    def assign(self, member, to, *tasks):
        answer = member.patch("/api/tasks", {"taskIds": [task["id"] for task in tasks], "assignee": to})
        self.assertEqual(answer.status, 200, str(answer))

    def choose(self, client, **choices):
        answer = client.send("PUT", CHOICES, {**EVERYTHING, **choices})
        self.assertEqual(answer.status, 200, str(answer))
        assert_shape(answer.json(), NOTIFICATIONS)
        return answer.json()

    def listed(self, query=""):
        found = self.admin.value(EMAILS + query)["emails"]
        for email in found:
            assert_shape(email, EMAIL)
        return found

    def of(self, client, kind=None):
        """The messages to that user, newest first."""
        return [one for one in self.listed() if one["userId"] == client.user["id"] and kind in (None, one["kind"])]

    def state(self, client, wanted, kind=None, seconds=30):
        """The newest message to that user once wanted(message) is true."""
        def look():
            found = self.of(client, kind)
            return found[0] if found and wanted(found[0]) else None
        return wait_until(look, seconds, f"such a {kind or 'message'} to {client.user['email']}", pause=0.2)

    def ended(self, client, status="SENT", kind=None, seconds=30):
        return self.state(client, lambda one: one["status"] == status, kind, seconds)

    @staticmethod
    def new_address():
        return f"{secrets.token_hex(6)}@own.example"
