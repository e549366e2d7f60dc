# SPDX-License-Identifier: Apache-2.0
"""A test's own tenant with a receiver of its events."""
import unittest

from own_tenant import OwnTenant
from shapes import DELIVERY, WEBHOOK, assert_shape
from stack import wait_until
from webhook_receiver import Receiver

WEBHOOKS = "/api/admin/webhooks"


class Webhooks(unittest.TestCase):
    def setUp(self):
        self.tenant = OwnTenant()
        self.admin = self.tenant.client("ADMIN")
        self.receiver = self.another_receiver()

    def another_receiver(self):
        receiver = Receiver()
        self.addCleanup(receiver.close)
        return receiver

    def create(self, admin=None, url=None, **fields):
        """A new webhook that leads to the receiver, with its secret."""
        answer = (admin or self.admin).post(WEBHOOKS, {"url": url or self.receiver.url(), **fields})
        self.assertEqual(answer.status, 201, str(answer))
        assert_shape(answer.json()["webhook"], WEBHOOK)
        return {**answer.json()["webhook"], "secret": answer.json()["secret"]}

    def webhook(self, hook):
        return self.admin.value(f"{WEBHOOKS}/{hook['id']}")

    def deliveries(self, hook, query=""):
        found = self.admin.value(f"{WEBHOOKS}/{hook['id']}/deliveries{query}")["deliveries"]
        for delivery in found:
            assert_shape(delivery, DELIVERY)
        return found

    def send_test(self, hook, admin=None):
        answer = (admin or self.admin).post(f"{WEBHOOKS}/{hook['id']}/test")
        self.assertEqual(answer.status, 202, str(answer))
        return answer.json()["delivery"]

    def delivery(self, hook, wanted, seconds=30):
        """The delivery once wanted(delivery) is true."""
        def find(made):
            return next((d for d in self.deliveries(hook) if d["id"] == made), None)

        def look():
            found = find(wanted["id"])
            return found if found and found[wanted["field"]] == wanted["value"] else None
        return wait_until(look, seconds, f"{wanted}: {find(wanted['id'])}", pause=0.2)

    def ended(self, hook, made, status="DELIVERED", seconds=30):
        return self.delivery(hook, {"id": made["id"], "field": "status", "value": status}, seconds)

    def trail(self, hook):
        logs = self.admin.value(f"/api/admin/audit-logs?objectId={hook['id']}")["logs"]
        return [(log["action"], log["actor"]["type"]) for log in reversed(logs)]
