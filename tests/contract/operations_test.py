# SPDX-License-Identifier: Apache-2.0
"""Views for administrators: the installation's state, packs that could be bound, differences between versions, and
following the audit trail."""
import secrets
import unittest

import bad_files
import samples
from client import assert_error, assert_fields
from route_table import NOWHERE
from stack import wait_until
from world import world


def operations(role="SUPER_ADMIN", tenant=0):
    return world().client(role, tenant).value("/api/admin/operations")


def queue(kind):
    return next(one for one in operations()["queue"] if one["kind"] == kind)


class Operations(unittest.TestCase):
    def test_tell_what_waits_since_when(self):
        with world().stack.pipeline_paused():
            document = world().client("MEMBER").add("waiting.txt", samples.unique())
            figures = queue("document")
            self.assertGreaterEqual(figures["waiting"], 1)
            self.assertLessEqual(figures["oldestWaitingAt"][:16], document["uploadedAt"][:16])
        world().client("MEMBER").wait_ready(document["id"])
        self.assertEqual([one["kind"] for one in operations()["queue"]],
                         ["document", "run", "export", "reproduction", "corpus", "purge", "delivery", "email", "batch"])

    def test_tell_which_daemons_are_there(self):
        workers = operations()["workers"]
        self.assertEqual([w["alive"] for w in workers], [True])
        self.assertGreaterEqual(workers[0]["seenAt"], workers[0]["startedAt"])

    def test_tell_what_failed_lately_and_why(self):
        def count():
            items = operations()["failures"]["items"]
            return {(i["of"], i["code"]): i["count"] for i in items}
        before, member = count(), world().client("MEMBER")
        document = member.add("broken.pdf", bad_files.broken_pdf() + secrets.token_bytes(8))
        self.assertEqual(member.wait_ended(document["id"])["status"], "FAILED")
        after = count()
        more = {key: after[key] - before.get(key, 0) for key in after if after[key] != before.get(key)}
        self.assertEqual([(of, number) for (of, _), number in more.items()], [("document", 1)])
        self.assertTrue(next(iter(more))[1], "it has a code")
        world().stack.sql("UPDATE document SET failed_at = now() - interval '25 hours',"
                          " uploaded_at = now() - interval '3 days', extracted_at = NULL"
                          f" WHERE id = '{document['id']}'")
        self.assertEqual(count(), before)

    def test_tell_what_is_stored_and_which_versions_run(self):
        before = operations()
        size = world().client("MEMBER", 1).add_ready("stored.txt", samples.unique())["sizeBytes"]
        after = operations()
        self.assertEqual(after["storage"]["documents"] - before["storage"]["documents"], 1)
        self.assertEqual(after["storage"]["documentBytes"] - before["storage"]["documentBytes"], size)
        self.assertGreater(after["storage"]["diskBytes"], after["storage"]["diskFreeBytes"])
        self.assertGreater(after["storage"]["databaseBytes"], 1_000_000)
        newest = world().stack.sql("SELECT max(number) FROM schema_migration")[0][0]
        self.assertEqual(str(after["versions"]["schema"]), str(newest))
        self.assertIn("@", after["versions"]["model"])
        self.assertIsNone(after["versions"]["llm"])

    def test_name_no_tenant_and_keep_their_tag(self):
        world().settle()
        answer = world().client("SUPER_ADMIN").get("/api/admin/operations")
        for tenant in world().demo["tenants"]:
            self.assertNotIn(tenant["id"], answer.body.decode())
            self.assertNotIn(tenant["name"], answer.body.decode())

        def unchanged():  # a heartbeat or a fuller disk may intervene
            tag = world().client("SUPER_ADMIN").get("/api/admin/operations").headers["etag"]
            return world().client("SUPER_ADMIN").get("/api/admin/operations", If_None_Match=tag).status == 304
        wait_until(unchanged, 20, "an answer that is the same again")

    def test_tell_an_administrator_of_one_tenant_nothing_of_the_others(self):
        world().settle()
        before = operations("ADMIN", 1)
        self.assertEqual((before["scope"], operations()["scope"]), ("TENANT", "INSTALLATION"))
        member, other = world().client("MEMBER"), world().client("MEMBER", 1)
        broken = member.add("broken.pdf", bad_files.broken_pdf() + secrets.token_bytes(8))
        member.wait_ended(broken["id"])
        with world().stack.pipeline_paused():
            document = member.add("another.txt", samples.unique())
            during = operations("ADMIN", 1)
            self.assertEqual(during["queue"], before["queue"])
            own = next(one for one in operations("ADMIN")["queue"] if one["kind"] == "document")
            self.assertEqual(own["waiting"], 1)
        member.wait_ready(document["id"])
        for name in ("failures", "storage"):
            self.assertEqual(during[name], before[name])
        self.assertIsNone(during["storage"]["diskBytes"])
        size = other.add_ready("own.txt", samples.unique())["sizeBytes"]
        self.assertEqual(operations("ADMIN", 1)["storage"]["documentBytes"] - before["storage"]["documentBytes"], size)
        self.assertTrue(any(one["of"] == "document" for one in operations("ADMIN")["failures"]["items"]))


class Packs(unittest.TestCase):
    def listed(self, tenant=0):
        return {p["id"]: p for p in world().client("ADMIN", tenant).value("/api/admin/packs")["packs"]}

    def test_are_listed_whether_bound_or_not(self):
        bound, free = world().pack(), world().pack(bound=False)
        packs = self.listed()
        self.assertEqual(packs[bound["packId"]]["boundVersionId"], bound["criteriaVersionId"])
        self.assertIsNone(packs[free["packId"]]["boundVersionId"])
        newest = packs[free["packId"]]["newest"]
        self.assertEqual((newest["criteriaVersionId"], newest["requirementCount"]), (free["criteriaVersionId"], 2))
        self.assertFalse(packs[free["packId"]]["shared"])
        self.assertNotIn(free["packId"], self.listed(1))
        shared = [p for p in packs.values() if p["shared"]]
        self.assertGreater(len(shared), 0)
        self.assertLessEqual({p["id"] for p in shared}, set(self.listed(1)))

    def test_versions_are_compared(self):
        pack, admin = world().pack(), world().client("ADMIN")
        base = f"/api/admin/packs/{pack['packId']}/versions"
        changes = [{"op": "remove", "requirementId": "1.1"},
                   {"op": "change", "requirementId": "1.2", "title": "Backups are kept elsewhere"}]
        made = admin.post(base, {"baseVersionId": pack["criteriaVersionId"], "version": "2", "changes": changes}).json()
        old, new = pack["criteriaVersionId"], made["version"]["criteriaVersionId"]
        body = admin.value(f"{base}/{old}/compare/{new}")
        self.assertEqual({name: body[name] for name in made["report"]}, made["report"])
        self.assertEqual((body["from"]["version"], body["to"]), ("1", made["version"]))
        back = admin.value(f"{base}/{new}/compare/{old}")
        self.assertEqual((back["added"], back["removed"]), (body["removed"], body["added"]))
        details = assert_error(admin.get(f"{base}/{old}/compare/{NOWHERE}"), 404, "NOT_FOUND")
        self.assertEqual(details, {"otherVersionId": NOWHERE})
        foreign = world().pack(1)["criteriaVersionId"]
        assert_error(admin.get(f"{base}/{old}/compare/{foreign}"), 403, "CROSS_TENANT_ACCESS_DENIED")


class Following(unittest.TestCase):
    """Polls the audit trail for new entries."""

    def head(self):
        return int(world().stack.sql(
            f"SELECT sequence FROM audit_head WHERE tenant_id = '{world().tenant_id()}'")[0][0])

    def behind(self, sequence, more=""):
        return world().client("ADMIN").value(f"/api/admin/audit-logs?after={sequence}{more}")

    def test_finds_what_is_new_once_and_is_recorded_when_it_does(self):
        world().settle()
        start = world().client("ADMIN").value("/api/admin/audit-logs?limit=1")["logs"][0]["sequence"]
        head = self.head()
        for _ in range(3):
            self.assertEqual(self.behind(start), {"logs": [], "total": 0, "nextCursor": None})
        self.assertEqual(self.head(), head, "nothing was shown")
        for name in ("first", "second"):
            self.assertEqual(world().client("ADMIN").post("/api/tokens", {"name": name}).status, 201)
        body = self.behind(start)
        self.assertEqual(([e["action"] for e in body["logs"]], body["total"]), (["token.create"] * 2, 2))
        self.assertGreater(body["logs"][0]["sequence"], body["logs"][1]["sequence"])
        self.assertEqual(self.head(), head + 3, "two tokens, and one reading")
        self.assertEqual(self.behind(body["logs"][0]["sequence"])["logs"], [])
        self.assertEqual([e["sequence"] for e in self.behind(start, "&action=token.create&limit=1")["logs"]],
                         [body["logs"][0]["sequence"]])

    def test_takes_a_sequence(self):
        for wrong in ("x", "-1", "1.5", "", "99999999999999999999"):
            assert_fields(world().client("ADMIN").get(f"/api/admin/audit-logs?after={wrong}"), "after")


class Me(unittest.TestCase):
    def test_says_whether_tenants_may_be_crossed(self):
        allowed = world().stack.settings.get("SUPER_ADMIN_MODE") == "on"
        for role in ("VIEWER", "ADMIN"):
            self.assertFalse(world().client(role).value("/api/auth/me")["mayCrossTenants"])
        self.assertEqual(world().client("SUPER_ADMIN").value("/api/auth/me")["mayCrossTenants"], allowed)
