# SPDX-License-Identifier: Apache-2.0
"""Who is told what by e-mail, and what the messages say."""
import json
import unittest

from client import assert_error, assert_fields
from emails import CHOICES, EMAILS, EVERYTHING, Emails
from own_tenant import OwnTenant, said
from world import world


class Assigned(Emails):
    def setUp(self):
        super().setUp()
        self.lead, self.member = self.tenant.client("MEMBER"), self.tenant.client("MEMBER")
        self.choose(self.lead, runEnded=False)

    def test_a_task_is_told_to_whom_it_is_assigned(self):
        task = self.tasks(self.lead)[0]
        answer = self.lead.patch(f"/api/tasks/{task['id']}", {"assignee": self.member.user["email"].upper(),
                                                              "dueDate": "2020-02-03"})
        self.assertEqual(answer.status, 200, str(answer))
        mail = self.server.wait(self.member.user["email"])[0]
        self.assertEqual((mail.sender, mail.recipients, mail.secure, mail.signed_in),
                         ("assay@mail.example", [self.member.user["email"]], True, "assay"))
        self.assertEqual(mail.subject, f"Task for you: {task['requirementId']} {task['title']}")
        self.assertIn(f"Member has assigned 1 task to you:\n\n- {task['requirementId']}: {task['title']}, was due on "
                      f"2020-02-03\n\nhttps://assay.example/cm/tasks?task={task['id']}\n", mail.text())
        self.assertEqual(mail.message["To"], f"Member <{self.member.user['email']}>")
        self.assertEqual(mail.message["List-Unsubscribe"], "<https://assay.example/cm/settings>")
        self.assertIn(f'<a href="https://assay.example/cm/tasks?task={task["id"]}">', mail.text("html"))
        done = self.ended(self.member)
        self.assertEqual((done["kind"], done["address"], done["attempts"], done["reason"], done["nextAttemptAt"]),
                         ("TASK_ASSIGNED", self.member.user["email"], 1, None, None))
        self.assertEqual(mail.id, f"<{done['id']}@mail.example>")
        # The same again is nothing new, and neither is a due date.
        for change in ({"assignee": self.member.user["email"].upper()}, {"dueDate": "2030-01-01"}):
            self.assertEqual(self.lead.patch(f"/api/tasks/{task['id']}", change).status, 200)
        self.assertEqual(len(self.of(self.member)), 1)

    def test_many_at_once_are_one_message(self):
        first, *others = self.tasks(self.lead, "1.1", "1.2", "1.4")
        self.assign(self.lead, self.member.user["email"], first)
        self.server.wait(self.member.user["email"])
        self.assign(self.lead, self.member.user["email"], first, *others)
        mail = self.server.wait(self.member.user["email"], 2)[1]
        self.assertEqual(mail.subject, "2 tasks for you")
        for task in others:
            self.assertIn(f"- {task['requirementId']}: {task['title']}\n", mail.text())
        self.assertNotIn(first["title"] + "\n", mail.text())

    def test_nobody_is_told_what_they_did_themselves_or_what_names_nobody(self):
        task, other = self.tasks(self.lead, "1.1", "1.2")
        name = said("user", "create", "--tenant", self.tenant.id, "--email", self.new_address(), "--role", "VIEWER",
                    "--display-name", "Robin", "--password-file", "-", stdin="a long enough password")
        for assignee in (self.lead.user["email"], "Somebody", "Member", None):  # two are called Member
            self.assign(self.lead, assignee, task)
        self.assign(self.lead, "Robin", other)
        self.server.wait(name["email"])
        self.assertEqual([(one["userId"], one["kind"]) for one in self.listed()], [(name["id"], "TASK_ASSIGNED")])

    def test_what_is_no_longer_so_is_not_told(self):
        task = self.tasks(self.lead)[0]
        with world().stack.pipeline_paused():
            self.assign(self.lead, self.member.user["email"], task)
            self.assign(self.lead, None, task)
        done = self.ended(self.member, "SKIPPED")
        self.assertIn("no longer anything to report", done["reason"])
        with world().stack.pipeline_paused():
            self.assign(self.lead, self.member.user["email"], task)
            self.choose(self.member, taskAssigned=False)
        self.assertIn("no longer wants", self.ended(self.member, "SKIPPED")["reason"])
        self.assertEqual(self.server.to(self.member.user["email"]), [])


class RunEnded(Emails):
    def test_its_end_is_told_to_who_started_it(self):
        member = self.tenant.client("MEMBER")
        run = member.completed_run(requirementIds=["1.1", "1.2"])
        mail = self.server.wait(member.user["email"])[0]
        self.assertEqual(mail.subject, "Run of Assay Baseline (1.0) is complete: 2 missing")
        self.assertIn("Your run of Assay Baseline (1.0) is complete.\nRequirements: 2 missing.\nGaps: 2 open tasks.\n\n"
                      f"https://assay.example/cm/runs/{run['id']}/results\n", mail.text())
        self.assertEqual([one["kind"] for one in self.listed()], ["RUN_ENDED"])

    def test_cancelling_is_told_unless_one_did_it(self):
        member = self.tenant.client("MEMBER")
        with world().stack.pipeline_paused():
            for canceller in (self.admin, member):
                run = member.start_run(requirementIds=["1.1"])
                self.assertEqual(canceller.post(f"/api/runs/{run['id']}/cancel").status, 200)
        self.assertEqual(self.server.wait(member.user["email"])[0].subject, "Run of Assay Baseline (1.0) was cancelled")
        self.assertEqual(len(self.listed()), 1)

    def test_a_failure_is_told_with_its_reason(self):
        member = self.tenant.client("MEMBER")
        member.add_ready("policy.md", b"Backups are tested each quarter.\n" * 3)
        with world().stack.pipeline_paused():
            run = member.start_run(requirementIds=["1.1"])
            world().stack.tamper(f"UPDATE run SET evaluator = 'none such' WHERE id = '{run['id']}'")
        mail = self.server.wait(member.user["email"])[0]
        self.assertEqual(mail.subject, "Run of Assay Baseline (1.0) failed")
        reason = member.value(f"/api/runs/{run['id']}")["failureReason"]
        self.assertIn(f"Why: {reason}\n\nhttps://assay.example/cm/runs/{run['id']}\n", mail.text())


class Choices(Emails):
    def test_everything_is_wanted_until_chosen_otherwise(self):
        member = self.tenant.client("VIEWER")
        self.assertEqual(member.value(CHOICES), {"emailAvailable": True, **EVERYTHING})
        chosen = self.choose(member, runEnded=False)
        self.assertEqual(chosen, {"emailAvailable": True, **EVERYTHING, "runEnded": False})
        self.assertEqual((member.value(CHOICES), self.admin.value(CHOICES)),
                         (chosen, {"emailAvailable": True, **EVERYTHING}))
        entry = self.admin.value("/api/admin/audit-logs?action=notifications.put")["logs"][0]
        self.assertEqual((entry["objectId"], json.loads(entry["detail"])),
                         (member.user["id"], {"runEnded": {"from": True, "to": False}}))

    def test_what_is_not_wanted_is_not_written(self):
        member = self.tenant.client("MEMBER")
        self.choose(member, runEnded=False)
        member.completed_run(requirementIds=["1.1"])
        self.assertEqual(self.listed(), [])

    def test_mistakes_are_named(self):
        for body, field in (({}, "taskAssigned"), ({**EVERYTHING, "runEnded": None}, "runEnded"),
                            ({**EVERYTHING, "weeklyDigest": "yes"}, "weeklyDigest"), ({**EVERYTHING, "other": True}, "other")):
            assert_fields(self.admin.send("PUT", CHOICES, body), field)
        assert_fields(self.admin.get(EMAILS + "?status=LOST"), "status")

    def test_a_token_neither_reads_nor_changes_them(self):
        token = self.admin.post("/api/tokens", {"name": "of a test"}).json()["token"]["value"]
        machine = type(self.admin)(world().demo["baseUrl"], token)
        assert_error(machine.get(CHOICES), 403, "FORBIDDEN")
        assert_error(machine.send("PUT", CHOICES, EVERYTHING), 403, "FORBIDDEN")


class Invitation(Emails):
    def test_a_new_user_is_invited(self):
        address = self.new_address()
        answer = self.admin.post("/api/admin/users", {"email": address, "displayName": "Zoë \u200dÜnal", "role": "VIEWER"})
        self.assertEqual(answer.status, 201, str(answer))
        mail = self.server.wait(address)[0]
        self.assertEqual(mail.subject, f"Invitation to Assay at {self.tenant_name()}")
        self.assertEqual(mail.message["To"].addresses[0].display_name, "Zoë \u200dÜnal")
        self.assertIn(f"Admin has created an account for you in Assay, where {self.tenant_name()} collects", mail.text())
        self.assertIn(f"Sign in as {address}:\nhttps://assay.example/cm/\n", mail.text())
        self.assertIsNone(mail.message["List-Unsubscribe"])

    def tenant_name(self):
        return self.admin.user["tenantName"]


class Digest(Emails):
    def digests(self, week):
        world().stack.sql(f"SELECT queue_email_digests('{week}')")

    def test_tells_open_tasks_and_runs_once_a_week(self):
        lead, member = self.tenant.client("MEMBER"), self.tenant.client("MEMBER")
        for client in (lead, member):
            self.choose(client, taskAssigned=False, runEnded=False)
        self.choose(self.admin, weeklyDigest=False)
        late, later = self.tasks(lead, "1.1", "1.2")
        self.assign(lead, member.user["email"], late, later)
        self.assertEqual(lead.patch(f"/api/tasks/{late['id']}", {"dueDate": "2020-01-01"}).status, 200)
        for week in ("2026-W01", "2026-W01", "2026-W02"):
            self.digests(week)
        first, second = self.server.wait(member.user["email"], 2)
        self.assertNotEqual(first.id, second.id)
        self.assertEqual(first.subject, "Your week: 2 open tasks, 1 overdue")
        self.assertIn(f"Your open tasks (2, 1 overdue):\n\n- {late['requirementId']}: {late['title']}, was due on 2020-01-01\n"
                      f"- {later['requirementId']}: {later['title']}\n", first.text())
        self.assertIn("2 tasks are open, and 1 overdue.", first.text())
        self.assertIn("Runs that ended in the last seven days:\n\n- Assay Baseline (1.0) is complete: 2 missing\n", first.text())
        self.assertIn("You have no open tasks.", self.server.wait(lead.user["email"], 2)[0].text())
        self.assertEqual(self.of(self.admin), [])

    def test_is_left_out_when_nothing_has_happened(self):
        self.digests("2026-W03")
        self.assertIn("no longer anything to report", self.ended(self.admin, "SKIPPED")["reason"])

    def test_other_tenants_are_not_in_it(self):
        other = OwnTenant()
        member = other.client("MEMBER")
        self.tasks(member)
        self.digests("2026-W04")
        self.assertIn("1 task is open", self.server.wait(member.user["email"], 2)[1].text())
        self.ended(self.admin, "SKIPPED", "WEEKLY_DIGEST")


if __name__ == "__main__":
    unittest.main()
