# SPDX-License-Identifier: Apache-2.0
"""What webhooks are told, how it is signed, and what happens when a receiver does not take it."""
import datetime
import re
import time
import unittest

import samples
from client import assert_error
from webhooks import WEBHOOKS, Webhooks
from world import world


def ago(at):
    """Seconds since then."""
    return (datetime.datetime.now(datetime.UTC) - datetime.datetime.fromisoformat(at)).total_seconds()


class Told(Webhooks):
    def test_is_signed_and_says_what_happened(self):
        hook = self.create()
        document = self.tenant.client("MEMBER").add_ready("policy.md", samples.markdown("events", 3))
        told = self.receiver.wait(kind="document.ready")[0]
        self.assertTrue(told.signed_by(hook["secret"]))
        self.assertFalse(told.signed_by("whsec_" + "A" * 43 + "="))
        self.assertEqual(told.headers["content-type"], "application/json")
        self.assertLess(abs(int(told.headers["webhook-timestamp"]) - time.time()), 60)
        self.assertEqual(set(told.event), {"type", "timestamp", "data"})
        self.assertLess(ago(told.event["timestamp"]), 60)
        self.assertEqual(told.data, {"documentId": document["id"], "status": "READY", "tenantId": self.tenant.id})
        made = self.deliveries(hook)[0]
        done = self.ended(hook, made)
        self.assertEqual((done["eventId"], done["event"], done["attempts"], done["responseStatus"], done["error"]),
                         (told.id, told.event, 1, 204, None))
        self.assertIsNone(done["nextAttemptAt"])

    def test_every_event_that_is_wanted_and_no_other(self):
        everything, some = self.create(url=self.receiver.url("/all")), self.create(
            url=self.receiver.url("/some"), eventTypes=["review.made", "run.cancelled", "document.failed"])
        self.assertEqual((everything["eventTypes"], len(some["eventTypes"])), (None, 3))
        member = self.tenant.client("MEMBER")
        member.add_ready("policy.md", samples.markdown("events", 3))
        failed = member.wait_ended(member.add("broken.pdf", b"%PDF-1.7\n" + samples.unique())["id"])
        run = member.completed_run(requirementIds=["1.1"])
        with world().stack.pipeline_paused():
            cancelled = member.start_run(requirementIds=["1.1"])
            self.assertEqual(member.post(f"/api/runs/{cancelled['id']}/cancel").status, 200)
        assessment = member.value(f"/api/runs/{run['id']}/assessments?limit=1")["assessments"][0]
        review = member.post(f"/api/assessments/{assessment['id']}/reviews", {"verdict": "ACCEPTED"}).json()["review"]
        kinds = {"document.ready", "document.failed", "run.completed", "run.cancelled", "review.made"}
        task = next(iter(member.value(f"/api/tasks?runId={run['id']}")["tasks"]), None)
        if task:
            self.assertEqual(member.patch(f"/api/tasks/{task['id']}", {"assignee": "Robin"}).status, 200)
            kinds.add("task.changed")
        self.receiver.wait(len(kinds) + 3)
        data = {(told.path, told.type): told.data for told in self.receiver.told}
        self.assertEqual({kind for path, kind in data if path == "/all"}, kinds)
        self.assertEqual({kind for path, kind in data if path == "/some"}, set(some["eventTypes"]))
        self.assertEqual(data["/all", "document.failed"], {
            "documentId": failed["id"], "status": "FAILED", "failureCode": failed["failureCode"],
            "failureReason": failed["failureReason"], "tenantId": self.tenant.id})
        self.assertEqual(data["/all", "run.completed"], {
            "runId": run["id"], "status": "COMPLETED", "failureReason": None, "tenantId": self.tenant.id})
        self.assertEqual(data["/some", "run.cancelled"]["runId"], cancelled["id"])
        self.assertEqual(data["/some", "review.made"], {
            "reviewId": review["id"], "assessmentId": assessment["id"], "runId": run["id"], "verdict": "ACCEPTED",
            "requirementId": assessment["requirementId"], "status": assessment["status"], "tenantId": self.tenant.id})
        if task:
            self.assertEqual((data["/all", "task.changed"]["taskId"], data["/all", "task.changed"]["assignee"]),
                             (task["id"], "Robin"))

    def test_nothing_is_written_for_nobody(self):
        hook = self.create(eventTypes=["run.failed"])
        off = self.create()
        self.assertEqual(self.admin.patch(f"{WEBHOOKS}/{off['id']}", {"enabled": False}).status, 200)
        self.tenant.client("MEMBER").add_ready("policy.md", samples.markdown("events", 3))
        rows = world().stack.sql(f"SELECT count(*) FROM event WHERE tenant_id = '{self.tenant.id}'")
        self.assertEqual(rows, [["0"]])
        self.assertEqual((self.deliveries(hook), self.deliveries(off)), ([], []))
        answer = self.admin.post(f"{WEBHOOKS}/{off['id']}/test")
        self.assertEqual(assert_error(answer, 409, "CONFLICT")["disabledReason"], "BY_ADMINISTRATOR")

    def test_a_new_secret_and_the_one_before_sign_for_a_day(self):
        hook = self.create()
        answer = self.admin.post(f"{WEBHOOKS}/{hook['id']}/rotate-secret")
        self.assertEqual(answer.status, 200, str(answer))
        fresh = answer.json()["secret"]
        self.assertNotEqual(fresh, hook["secret"])
        self.assertLess(abs(ago(answer.json()["webhook"]["previousSecretUntil"]) + 24 * 3600), 60)
        self.send_test(hook)
        told = self.receiver.wait(1)[0]
        self.assertTrue(told.signed_by(fresh) and told.signed_by(hook["secret"]))
        world().stack.sql(f"UPDATE webhook SET previous_until = clock_timestamp() WHERE id = '{hook['id']}'")
        self.send_test(hook)
        told = self.receiver.wait(2)[1]
        self.assertTrue(told.signed_by(fresh) and not told.signed_by(hook["secret"]))

    def test_secrets_are_nowhere_in_clear(self):
        hook = self.create()
        self.ended(hook, self.send_test(hook))
        key = hook["secret"].removeprefix("whsec_")
        for table in ("webhook", "event", "event_delivery", "audit_log", "work_item"):
            rows = world().stack.sql(f"SELECT count(*) FROM {table} t WHERE t::text LIKE '%{key[:20]}%'")
            self.assertEqual(rows, [["0"]], table)
        self.assertNotIn(key, world().stack.logs(2000))
        self.assertEqual(self.trail(hook), [("webhook.create", "user"), ("webhook.test", "user")])


class NotTaken(Webhooks):
    def test_is_tried_again_with_the_same_identifier(self):
        hook = self.create()
        self.receiver.answer(500, body=b"We are \xff closed.\x00 " + b"x" * 5000)
        made = self.send_test(hook)
        first = self.receiver.wait(1)[0]
        waiting = self.delivery(hook, {"id": made["id"], "field": "attempts", "value": 1})
        self.assertEqual((waiting["status"], waiting["responseStatus"]), ("PENDING", 500))
        self.assertIn("status 500", waiting["error"])
        self.assertTrue(waiting["responseBody"].startswith("We are \ufffd closed."))
        self.assertLessEqual(len(waiting["responseBody"]), 1024)
        self.assertIsNotNone(self.webhook(hook)["failingSince"])
        second = self.receiver.wait(2)[1]
        self.assertEqual((second.id, second.body), (first.id, first.body))
        self.assertGreater(second.at - first.at, 4.5)
        self.assertTrue(second.signed_by(hook["secret"]))
        done = self.ended(hook, made)
        self.assertEqual((done["attempts"], done["error"]), (2, None))
        self.assertIsNone(self.webhook(hook)["failingSince"])

    def test_waits_as_long_as_the_receiver_asks(self):
        hook = self.create()
        self.receiver.answer(503, {"Retry-After": "3600"})
        made = self.send_test(hook)
        waiting = self.delivery(hook, {"id": made["id"], "field": "attempts", "value": 1})
        self.assertGreater(-ago(waiting["nextAttemptAt"]), 3500)

    def test_a_redirect_is_not_followed(self):
        other = self.another_receiver()
        hook = self.create()
        self.receiver.answer(302, {"Location": other.url()})
        made = self.send_test(hook)
        waiting = self.delivery(hook, {"id": made["id"], "field": "attempts", "value": 1})
        self.assertIn("Redirects are not followed", waiting["error"])
        self.assertEqual(other.connections, 0)

    def test_a_silent_receiver_is_given_up_after_the_timeout(self):
        hook = self.create()
        self.receiver.hold()
        made = self.send_test(hook)
        waiting = self.delivery(hook, {"id": made["id"], "field": "attempts", "value": 1})
        self.assertIn("no complete answer arrived in time", waiting["error"])
        self.assertIsNone(waiting["responseStatus"])
        self.assertGreaterEqual(waiting["durationMs"], 1900)

    def test_fails_after_the_last_try_and_can_be_sent_again(self):
        hook = self.create()
        self.receiver.usual = (500, {}, b"")
        made = self.send_test(hook)
        self.delivery(hook, {"id": made["id"], "field": "attempts", "value": 1})
        world().stack.sql(f"UPDATE event_delivery SET attempts = 9, next_attempt_at = clock_timestamp() "
                          f"WHERE id = '{made['id']}'")
        dead = self.ended(hook, made, "FAILED")
        self.assertEqual((dead["attempts"], dead["nextAttemptAt"]), (10, None))
        self.assertEqual([d["id"] for d in self.deliveries(hook, "?status=FAILED")], [made["id"]])
        self.assertEqual(self.deliveries(hook, "?status=DELIVERED"), [])
        self.receiver.usual = (200, {}, b"thanks")
        answer = self.admin.post(f"{WEBHOOKS}/{hook['id']}/deliveries/{made['id']}/redeliver")
        self.assertEqual((answer.status, answer.json()["delivery"]["status"]), (202, "PENDING"), str(answer))
        done = self.ended(hook, made)
        self.assertEqual((done["attempts"], done["responseBody"]), (1, "thanks"))
        self.assertEqual({told.id for told in self.receiver.told}, {made["eventId"]})
        self.assertIn(("webhook.redeliver", "user"), self.trail(hook))

    def test_one_that_wants_no_more_is_disabled(self):
        hook = self.create()
        self.receiver.answer(410)
        made = self.send_test(hook)
        self.delivery(hook, {"id": made["id"], "field": "attempts", "value": 1})
        disabled = self.webhook(hook)
        self.assertEqual((disabled["enabled"], disabled["disabledReason"]), (False, "GONE"))
        self.assertEqual(self.trail(hook)[-1], ("webhook.disable", "system"))
        answer = self.admin.patch(f"{WEBHOOKS}/{hook['id']}", {"enabled": True})
        self.assertEqual((answer.status, answer.json()["webhook"]["disabledReason"]), (200, None), str(answer))
        self.assertEqual(self.ended(hook, made)["attempts"], 2)

    def test_one_that_fails_for_days_is_disabled(self):
        hook = self.create()
        self.receiver.usual = (500, {}, b"")
        made = self.send_test(hook)
        self.delivery(hook, {"id": made["id"], "field": "attempts", "value": 1})
        world().stack.sql(f"UPDATE webhook SET failures = 11, resting_until = NULL, failing_since = "
                          f"clock_timestamp() - interval '121 hours' WHERE id = '{hook['id']}'")
        self.delivery(hook, {"id": made["id"], "field": "attempts", "value": 2})
        self.assertEqual(self.webhook(hook)["disabledReason"], "FAILING")

    def test_events_are_forgotten_after_a_month(self):
        hook = self.create()
        old, new = (self.ended(hook, self.send_test(hook)) for _ in range(2))
        world().stack.sql(f"UPDATE event SET created_at = clock_timestamp() - interval '31 days' "
                          f"WHERE id = '{old['eventId']}'; SELECT forget_events(30)")
        self.assertEqual([d["id"] for d in self.deliveries(hook)], [new["id"]])


class Killed(Webhooks):
    def test_what_was_sent_but_not_noted_is_sent_again(self):
        hook = self.create()
        self.receiver.hold()
        made = self.send_test(hook)
        first = self.receiver.wait(1)[0]
        world().stack.kill("pipeline", "assay-pipeline")
        self.receiver.release()
        second = self.receiver.wait(2, seconds=60)[1]
        self.assertEqual((second.id, second.body), (first.id, first.body))
        self.assertTrue(re.fullmatch(r"[0-9a-f-]{36}", second.id))
        done = self.ended(hook, made)
        self.assertEqual((done["eventId"], done["attempts"]), (first.id, 1))


if __name__ == "__main__":
    unittest.main()
