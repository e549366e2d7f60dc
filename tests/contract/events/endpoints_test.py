# SPDX-License-Identifier: Apache-2.0
"""Which URLs are accepted and reached, who sees webhooks, and that tenants do not wait for each other's receivers."""
import json
import time
import unittest

from client import assert_error, assert_fields
from own_tenant import OwnTenant
from webhooks import WEBHOOKS, Webhooks
from world import world


class Urls(Webhooks):
    def test_only_https_to_public_addresses_or_http_to_this_machine(self):
        for url in ("http://hooks.example/", "ftp://hooks.example/", "hooks.example", "https://", "",
                    "https://u@hooks.example/", "https://u:p@hooks.example/", "https://hooks.example/#part",
                    "https://hooks.example/a b", "https://127.0.0.1/", "https://127.1/", "https://2130706433/",
                    "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://10.1.2.3:8443/",
                    "https://169.254.169.254/latest", "https://100.64.0.1/", "https://192.168.0.1/",
                    "https://224.0.0.1/", "https://0.0.0.0/", "http://10.0.0.1/", "http://127.0.0.1.nip.example/",
                    "https://hooks.example/" + "x" * 2000):
            with self.subTest(url=url):
                assert_fields(self.admin.post(WEBHOOKS, {"url": url}), "url")
        hook = self.create(url="https://hooks.example/assay?team=7", description="Tickets")
        self.assertEqual((hook["url"], hook["description"]), ("https://hooks.example/assay?team=7", "Tickets"))
        assert_fields(self.admin.patch(f"{WEBHOOKS}/{hook['id']}", {"url": "https://10.0.0.1/"}), "url")

    def test_the_trail_keeps_no_token_of_an_address(self):
        url = "https://hooks.example/assay?token="
        hook = self.create(url=url + "Sesame1")
        patched = self.admin.patch(f"{WEBHOOKS}/{hook['id']}", {"url": url + "Sesame2"}).json()["webhook"]
        self.assertEqual(patched["url"], url + "Sesame2", "its administrators still see it whole")
        self.assertEqual(self.admin.delete(f"{WEBHOOKS}/{hook['id']}").status, 204)
        entries = self.admin.value(f"/api/admin/audit-logs?objectId={hook['id']}&reads=false")["logs"]
        self.assertEqual({entry["action"]: json.loads(entry["detail"]).get("url") for entry in entries},
                         {"webhook.create": {"from": None, "to": url + "***"},
                          "webhook.put": {"from": url + "***", "to": url + "***"},
                          "webhook.delete": url + "***"})
        self.assertNotIn("Sesame", str(entries))

    def test_the_address_is_checked_when_the_connection_is_opened(self):
        hook = self.create(url=self.receiver.url(scheme="https", host="localhost"))
        made = self.send_test(hook)
        waiting = self.delivery(hook, {"id": made["id"], "field": "attempts", "value": 1})
        self.assertIn("the host's address is not allowed", waiting["error"])
        self.assertEqual(self.receiver.connections, 0)

    def test_names_what_is_wrong(self):
        for field, body in {"url": {}, "description": {"url": "https://hooks.example/", "description": "x" * 301},
                            "secret": {"url": "https://hooks.example/", "secret": "mine"}}.items():
            with self.subTest(field=field):
                assert_fields(self.admin.post(WEBHOOKS, body), field)
        for types in ([], "run.failed", ["run.exploded"], ["webhook.test"], [7]):
            with self.subTest(types=types):
                body = {"url": "https://hooks.example/", "eventTypes": types}
                assert_fields(self.admin.post(WEBHOOKS, body), "eventTypes")

    def test_a_tenant_has_room_for_twenty(self):
        for number in range(20):
            self.create(url=f"https://hooks.example/{number}")
        answer = self.admin.post(WEBHOOKS, {"url": "https://hooks.example/"})
        self.assertEqual(assert_error(answer, 422, "LIMIT_EXCEEDED"), {"limit": "webhooks", "allowed": 20, "found": 21})
        self.assertIn("at most 20 webhooks", answer.json()["message"])
        self.assertEqual(len(self.admin.all(WEBHOOKS, "webhooks", limit=7)), 20)


class Changing(Webhooks):
    def test_changes_are_in_the_trail_and_take_no_state_that_has_changed(self):
        hook = self.create(eventTypes=["run.failed"])
        path = f"{WEBHOOKS}/{hook['id']}"
        tag = self.admin.get(path).headers["etag"]
        answer = self.admin.send("PATCH", path, {"eventTypes": None, "description": "All"}, {"If-Match": tag})
        self.assertEqual(answer.json()["webhook"]["eventTypes"], None, str(answer))
        assert_error(self.admin.send("PATCH", path, {"enabled": False}, {"If-Match": tag}), 409, "CONFLICT")
        self.assertEqual(self.admin.delete(path).status, 204)
        assert_error(self.admin.get(path), 404, "NOT_FOUND")
        actions = [action for action, _ in self.trail(hook)]
        self.assertEqual(actions, ["webhook.create", "webhook.put", "webhook.delete"])

    def test_a_deleted_one_is_told_nothing_more(self):
        hook = self.create()
        self.receiver.usual = (500, {}, b"")
        made = self.send_test(hook)
        self.delivery(hook, {"id": made["id"], "field": "attempts", "value": 1})
        told = len(self.receiver.told)
        self.assertEqual(self.admin.delete(f"{WEBHOOKS}/{hook['id']}").status, 204)
        time.sleep(12)  # longer than until the next try
        self.assertEqual(len(self.receiver.told), told)


class Apart(Webhooks):
    def test_another_tenant_and_lesser_roles_see_nothing(self):
        hook = self.create()
        made = self.ended(hook, self.send_test(hook))
        other, member = OwnTenant().client("ADMIN"), self.tenant.client("MEMBER")
        paths = [f"{WEBHOOKS}/{hook['id']}", f"{WEBHOOKS}/{hook['id']}/deliveries"]
        for path in paths:
            assert_error(other.get(path), 403, "CROSS_TENANT_ACCESS_DENIED")
            assert_error(member.get(path), 403, "FORBIDDEN")
        for path in (f"{paths[0]}/test", f"{paths[0]}/rotate-secret", f"{paths[1]}/{made['id']}/redeliver"):
            assert_error(other.post(path), 403, "CROSS_TENANT_ACCESS_DENIED")
        assert_error(other.delete(paths[0]), 403, "CROSS_TENANT_ACCESS_DENIED")
        self.assertEqual(other.value(WEBHOOKS)["webhooks"], [])
        theirs = self.create(admin=other)
        answer = other.post(f"{WEBHOOKS}/{theirs['id']}/deliveries/{made['id']}/redeliver")
        assert_error(answer, 403, "CROSS_TENANT_ACCESS_DENIED")
        second = self.create()
        answer = self.admin.post(f"{WEBHOOKS}/{second['id']}/deliveries/{made['id']}/redeliver")
        assert_error(answer, 404, "NOT_FOUND")
        self.assertEqual(len(self.receiver.told), 1)

    def test_slow_receivers_of_one_tenant_delay_no_other(self):
        slow = self.another_receiver()
        slow.hold()
        hooks = [self.create(url=slow.url(f"/{number}")) for number in range(5)]
        for hook in hooks:
            for _ in range(3):
                self.send_test(hook)
        slow.wait(2)
        other = OwnTenant().client("ADMIN")
        quick = self.create(admin=other)
        begun = time.monotonic()
        self.send_test(quick, other)
        self.receiver.wait(1, seconds=10)
        self.assertLess(time.monotonic() - begun, 5)
        rows = world().stack.sql("SELECT count(*) FROM work_item WHERE kind = 'delivery' AND state = 'running' "
                                 f"AND tenant_id = '{self.tenant.id}'")
        self.assertLessEqual(int(rows[0][0]), 2, "a tenant never has all threads")


if __name__ == "__main__":
    unittest.main()
