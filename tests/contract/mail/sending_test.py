# SPDX-License-Identifier: Apache-2.0
"""What happens when the mail server does not take a message, or the pipeline is killed while it does."""
import datetime
import time
import unittest

from client import assert_error
from emails import EMAILS, Emails
from world import world


class Sending(Emails):
    def invite(self, address=None):
        """A new user, who is sent an invitation."""
        address = address or self.new_address()
        answer = self.admin.post("/api/admin/users", {"email": address, "displayName": "New", "role": "VIEWER"})
        self.assertEqual(answer.status, 201, str(answer))
        return type("Client", (), {"user": answer.json()["user"]})

    def test_is_tried_again_with_the_same_identifier(self):
        self.server.answer("END", 451, "4.3.0 Later")
        new = self.invite()
        waiting = self.state(new, lambda one: one["attempts"] == 1)
        self.assertEqual((waiting["status"], waiting["finishedAt"]), ("PENDING", None))
        self.assertIn("451 4.3.0 Later", waiting["reason"])
        mail = self.server.wait(new.user["email"])[0]
        self.assertEqual(mail.id, f"<{waiting['id']}@mail.example>")
        done = self.ended(new)
        self.assertEqual((done["attempts"], done["reason"]), (2, None))
        made, sent = (datetime.datetime.fromisoformat(done[at]) for at in ("createdAt", "finishedAt"))
        self.assertGreater((sent - made).total_seconds(), 4.5)

    def test_what_is_refused_for_good_fails_at_once_and_can_be_sent_again(self):
        self.server.answer("RCPT", 550, "5.1.1 There is nobody of that name")
        new = self.invite()
        failed = self.ended(new, "FAILED")
        self.assertEqual(failed["attempts"], 1)
        self.assertIn("550 5.1.1 There is nobody of that name", failed["reason"])
        self.assertIn(failed, self.listed("?status=FAILED"))
        self.assertNotIn(failed, self.listed("?status=SENT"))
        answer = self.admin.post(f"{EMAILS}/{failed['id']}/resend")
        self.assertEqual((answer.status, answer.json()["email"]["status"]), (202, "PENDING"), str(answer))
        self.server.wait(new.user["email"])
        self.assertEqual(self.ended(new)["id"], failed["id"])
        entry = self.admin.value(f"/api/admin/audit-logs?action=email.resend&objectId={failed['id']}")["logs"][0]
        self.assertEqual(entry["objectType"], "email")

    def test_a_server_that_refuses_us_fails_nothing(self):
        self.server.usual["MAIL"] = (550, "5.7.1 Not you")
        self.addCleanup(self.server.usual.clear)
        new, other = self.invite(), self.invite()
        for client in (new, other):
            self.assertEqual(self.state(client, lambda one: one["attempts"] == 1)["status"], "PENDING")
        self.server.usual.clear()
        for client in (new, other):
            self.ended(client, seconds=60)

    def test_fails_after_three_days(self):
        new = self.invite()
        self.ended(new)
        self.server.answer("RCPT", 451, "4.3.0 Later")
        sent = self.of(new)[0]
        world().stack.sql(f"UPDATE email SET status = 'PENDING', attempts = 9, finished_at = NULL, "
                          f"next_attempt_at = clock_timestamp() WHERE id = '{sent['id']}'")
        self.assertEqual(self.ended(new, "FAILED")["attempts"], 10)

    def test_a_silent_server_is_given_up_after_the_timeout(self):
        self.server.hold()
        new = self.invite()
        waiting = self.state(new, lambda one: one["attempts"] == 1)
        self.assertIn("in time", waiting["reason"])
        self.server.release()
        self.ended(new)

    def test_an_address_that_no_server_takes_fails_alone(self):
        new, other = self.invite(f"ü{self.new_address()}"), self.invite()
        self.assertIn("this address", self.ended(new, "FAILED")["reason"])
        self.ended(other)

    def test_what_was_sent_but_not_noted_is_sent_again_once(self):
        self.server.hold()
        new = self.invite()
        first = self.server.wait(new.user["email"])[0]
        world().stack.kill("pipeline", "assay-pipeline")
        self.server.release()
        second = self.server.wait(new.user["email"], 2, seconds=60)[1]
        self.assertEqual((second.id, second.raw), (first.id, first.raw))
        # Of this kind: on Mondays, the pipeline that starts again also adds a digest.
        self.assertEqual(self.ended(new, kind="INVITATION")["attempts"], 1)
        time.sleep(6)  # a turn of maintenance
        self.assertEqual(len(self.server.to(new.user["email"])), 2)

    def test_many_go_over_few_connections(self):
        before = len([one for one in self.server.commands if one == "EHLO"])
        with world().stack.pipeline_paused():
            new = [self.invite() for _ in range(20)]
        for client in new:
            self.server.wait(client.user["email"])
        # Two for each connection: before STARTTLS and after.
        self.assertLess(len([one for one in self.server.commands if one == "EHLO"]) - before, 20)

    def test_old_ones_are_forgotten(self):
        old, new = self.invite(), self.invite()
        for client in (old, new):
            self.ended(client)
        world().stack.sql(f"UPDATE email SET created_at = clock_timestamp() - interval '31 days' "
                          f"WHERE id = '{self.of(old)[0]['id']}'; SELECT forget_emails(30)")
        self.assertEqual([one["userId"] for one in self.listed()], [new.user["id"]])

    def test_another_tenants_message_is_not_found(self):
        new = self.invite()
        self.ended(new)
        answer = world().client("ADMIN").post(f"{EMAILS}/{self.of(new)[0]['id']}/resend")
        assert_error(answer, 403, "CROSS_TENANT_ACCESS_DENIED")


if __name__ == "__main__":
    unittest.main()
