# SPDX-License-Identifier: Apache-2.0
"""Overviews and progress: counts, coverage of a pack, the estimate of a run, people, filters."""
import datetime
import secrets
import unittest
import urllib.parse

import samples
from client import assert_error, assert_fields
from route_table import NOWHERE
from shapes import COVERAGE, PERSON, assert_shape
from world import world


def two_hours_ahead(instant):
    """The same instant in a time zone two hours ahead of UTC."""
    zone = datetime.timezone(datetime.timedelta(hours=2))
    at = datetime.datetime.fromisoformat(instant.replace("Z", "+00:00"))
    return at.astimezone(zone).isoformat(timespec="milliseconds")


def overview():
    world().settle()
    return world().client("VIEWER").value("/api/overview")


class Counts(unittest.TestCase):
    def test_are_those_of_the_lists(self):
        viewer = world().client("VIEWER")
        world().run()
        counts = overview()
        for plural in ("documents", "runs"):
            for status, count in counts[plural].items():
                total = viewer.value(f"/api/{plural}?status={status}&limit=1")["total"]
                self.assertEqual(total, count, f"{plural} {status}")
        for status, count in counts["tasks"].items():
            self.assertEqual(len(viewer.all(f"/api/tasks?status={status}", "tasks")), count, status)
        never = viewer.value("/api/documents?status=READY&cited=false&limit=1")["total"]
        self.assertEqual(counts["neverCited"], never)
        self.assertEqual(counts["exportsUnderWay"], 0)
        self.assertEqual(viewer.get("/api/overview", If_None_Match=viewer.get("/api/overview").headers["etag"]).status,
                         304)

    def test_tell_what_wants_attention(self):
        member, pack = world().client("MEMBER"), world().pack()["packId"]
        # Evidence that supports nothing in the pack, so that there are tasks.
        stray = member.add_ready("menu.txt", f"Soup of the day, {secrets.token_hex(6)}.".encode())["id"]
        before = overview()
        run = member.completed_run(packId=pack, documentIds=[stray])
        judged = member.value(f"/api/runs/{run['id']}/assessments")["assessments"]
        tasks = member.value(f"/api/tasks?runId={run['id']}")["tasks"]
        self.assertGreater(len(tasks), 0)
        after = overview()
        self.assertEqual(after["unreviewed"] - before["unreviewed"], len(judged))
        self.assertEqual(after["unassignedTasks"] - before["unassignedTasks"], len(tasks))
        self.assertEqual(after["overdueTasks"], before["overdueTasks"])
        body = {"assignee": "late@overview.example", "dueDate": "2020-02-29"}
        self.assertEqual(member.patch(f"/api/tasks/{tasks[0]['id']}", body).status, 200)
        held = "MISSING" if judged[0]["status"] != "MISSING" else "PARTIAL"
        review = {"verdict": "OVERRIDDEN", "status": held, "note": "Seen."}
        self.assertEqual(member.post(f"/api/assessments/{judged[0]['id']}/reviews", review).status, 201)
        last = overview()
        self.assertEqual(last["overdueTasks"] - after["overdueTasks"], 1)
        self.assertEqual(last["unassignedTasks"] - after["unassignedTasks"], -1)
        self.assertEqual(last["unreviewed"] - after["unreviewed"], -1)
        mine = member.value("/api/tasks?assignee=late@overview.example")["tasks"]
        self.assertEqual([t["id"] for t in mine], [tasks[0]["id"]])

    def test_are_of_one_tenant(self):
        before = overview()
        world().client("MEMBER", 1).add_ready("theirs.txt", samples.unique())
        self.assertEqual(overview(), before)


class Coverage(unittest.TestCase):
    def setUp(self):
        self.member, made = world().client("MEMBER"), world().pack()
        self.pack, self.version = made["packId"], made["criteriaVersionId"]
        world().document()

    def coverage(self, detail=False):
        body = self.member.value(f"/api/coverage?packId={self.pack}" + ("&detail=true" if detail else ""))
        assert_shape(body, COVERAGE)
        self.assertEqual("items" in body, detail)
        for name in ("requirements", "notAssessed", "reviewed", "openTasks"):
            self.assertEqual(sum(c[name] for c in body["criteria"]), body[name], name)
        return body

    def test_of_what_was_never_judged(self):
        body = self.coverage(detail=True)
        self.assertEqual((body["requirements"], body["notAssessed"], sum(body["counts"].values())), (2, 2, 0))
        self.assertEqual([(i["requirementId"], i["standing"], i["openTaskId"]) for i in body["items"]],
                         [("1.1", None, None), ("1.2", None, None)])

    def test_is_that_of_the_last_run_of_each_requirement(self):
        first = self.member.completed_run(packId=self.pack)
        body = self.coverage(detail=True)
        self.assertEqual((body["counts"], body["held"], body["notAssessed"]), (first["counts"],) * 2 + (0,))
        tasks = {t["requirementId"]: t["id"] for t in self.member.value(f"/api/tasks?runId={first['id']}")["tasks"]}
        self.assertEqual({i["requirementId"]: i["openTaskId"] for i in body["items"] if i["openTaskId"]}, tasks)
        self.assertEqual(body["openTasks"], len(tasks))
        second = self.member.completed_run(packId=self.pack, requirementIds=["1.2"])
        runs = [i["standing"]["runId"] for i in self.coverage(detail=True)["items"]]
        self.assertEqual(runs, [first["id"], second["id"]])

    def test_holds_what_reviewers_hold(self):
        run = self.member.completed_run(packId=self.pack)
        assessment = self.member.value(f"/api/runs/{run['id']}/assessments")["assessments"][0]
        held = "COMPLETE" if assessment["status"] != "COMPLETE" else "PARTIAL"
        before = self.coverage()
        self.member.post(f"/api/assessments/{assessment['id']}/reviews",
                         {"verdict": "OVERRIDDEN", "status": held, "note": "Seen."})
        after = self.coverage()
        self.assertEqual(after["counts"], before["counts"])
        self.assertEqual((after["held"][held], after["reviewed"]), (before["held"][held] + 1, 1))

    def test_follows_labels_into_another_version(self):
        self.member.completed_run(packId=self.pack)
        change = {"op": "remove", "requirementId": "1.1"}
        answer = world().client("ADMIN").post(f"/api/admin/packs/{self.pack}/versions?bind=true",
                                              {"baseVersionId": self.version, "version": "2", "changes": [change]})
        self.assertEqual(answer.status, 201, str(answer))
        body = self.coverage(detail=True)
        self.assertEqual([(i["requirementId"], i["standing"]["requirementId"]) for i in body["items"]], [("1.2",) * 2])

    def test_is_of_bound_packs_alone(self):
        for path in ("/api/coverage", "/api/runs/estimate"):
            assert_error(self.member.get(f"{path}?packId={NOWHERE}"), 404, "NOT_FOUND")
            assert_error(self.member.get(f"{path}?packId={world().pack(1)['packId']}"), 403,
                         "CROSS_TENANT_ACCESS_DENIED")

    def test_runs_are_listed_by_pack(self):
        run = self.member.completed_run(packId=self.pack)
        body = self.member.value(f"/api/runs?packId={self.pack}")
        self.assertEqual(([r["id"] for r in body["runs"]], body["total"]), ([run["id"]], 1))
        self.assertEqual(self.member.value(f"/api/runs?packId={NOWHERE}")["runs"], [])
        assert_error(self.member.get(f"/api/runs?packId={world().pack(1)['packId']}"), 403,
                     "CROSS_TENANT_ACCESS_DENIED")

    def test_runs_are_listed_by_who_started_them_and_when(self):
        mine = self.member.completed_run(packId=self.pack)
        theirs = world().client("ADMIN").completed_run(packId=self.pack)
        member, admin, stranger = (world().client(role, tenant).value("/api/auth/me")["id"]
                                   for role, tenant in (("MEMBER", 0), ("ADMIN", 0), ("MEMBER", 1)))
        for path in ("/api/runs", "/api/admin/runs"):
            def found(query):
                body = world().client("ADMIN").value(f"{path}?packId={self.pack}&{query}")
                self.assertEqual(len(body["runs"]), body["total"], query)
                return [run["id"] for run in body["runs"]]
            self.assertEqual(found(f"startedBy={member}"), [mine["id"]])
            self.assertEqual(found(f"startedBy={admin}"), [theirs["id"]])
            self.assertEqual(found(f"startedBy={NOWHERE}"), [])
            self.assertEqual(found(f"from={theirs['createdAt']}"), [theirs["id"]], "from is inclusive")
            self.assertEqual(found(f"to={theirs['createdAt']}"), [mine["id"]], "to is exclusive")
            elsewhere = two_hours_ahead(theirs["createdAt"])
            self.assertEqual(found(f"from={urllib.parse.quote(elsewhere)}"), [theirs["id"]], elsewhere)
            self.assertEqual(found(f"to={urllib.parse.quote(elsewhere)}"), [mine["id"]], elsewhere)
            answer = world().client("ADMIN").get(f"{path}?from={elsewhere}")
            assert_fields(answer, "from")
            self.assertIn("write + as %2B", answer.json()["message"])
            self.assertEqual(found(f"from={mine['createdAt']}&to={theirs['createdAt']}&startedBy={admin}"), [])
            assert_fields(world().client("ADMIN").get(f"{path}?from=yesterday"), "from")
            assert_fields(world().client("ADMIN").get(f"{path}?from={theirs['createdAt']}&to={mine['createdAt']}"), "to")
            details = assert_error(world().client("ADMIN").get(f"{path}?startedBy={stranger}"), 403,
                                   "CROSS_TENANT_ACCESS_DENIED")
            self.assertEqual(details, {"startedBy": stranger})

    def test_an_estimate_counts_what_a_run_would_read(self):
        self.member.completed_run(packId=self.pack)
        world().settle()
        body = self.member.value(f"/api/runs/estimate?packId={self.pack}")
        ready = [d for d in self.member.all("/api/documents?status=READY", "documents") if d["chunkCount"]]
        self.assertEqual((body["requirements"], body["documents"], body["chunks"]),
                         (2, len(ready), sum(d["chunkCount"] for d in ready)))
        self.assertEqual((body["criteriaVersionId"], body["evaluator"]), (self.version, "builtin"))
        self.assertEqual(body["runsUnderWay"], 0)
        self.assertTrue(1 <= body["basedOnRuns"] <= 5)
        self.assertGreater(body["secondsPerRequirement"], 0)
        self.assertAlmostEqual(body["expectedSeconds"], 2 * body["secondsPerRequirement"])


class People(unittest.TestCase):
    def find(self, account):
        people = world().client("VIEWER").value(f"/api/people?q={account['email']}")["people"]
        for person in people:
            assert_shape(person, PERSON)
        return people

    def test_are_named_to_everybody_in_the_tenant(self):
        account, admin = world().account(), world().client("ADMIN")
        path = f"/api/admin/users/{account['id']}"
        expected = {name: account[name] for name in ("id", "displayName", "email")}
        self.assertEqual(self.find(account), [{**expected, "active": True}])
        self.assertEqual(admin.patch(path, {"disabled": True}).status, 200)
        self.assertEqual(self.find(account), [{**expected, "active": False}])
        self.assertEqual(admin.delete(path).status, 204)
        self.assertEqual(self.find(account), [])
        self.assertEqual(self.find(world().account(tenant=1)), [])

    def test_are_found_by_the_ids_and_addresses_that_records_name(self):
        viewer, here = world().client("VIEWER"), [world().account() for _ in range(2)]
        elsewhere = world().account(tenant=1)
        gone = world().account()
        self.assertEqual(world().client("ADMIN").delete(f"/api/admin/users/{gone['id']}").status, 204)
        who = ",".join([here[0]["id"], here[1]["email"].upper(), gone["id"], elsewhere["id"], elsewhere["email"],
                        NOWHERE, "nonsense", ""])
        answer = viewer.value(f"/api/people?who={who}")
        self.assertIsNone(answer["nextCursor"])
        for person in answer["people"]:
            assert_shape(person, PERSON)
        self.assertEqual([(one["id"], one["active"]) for one in answer["people"]],
                         [(gone["id"], False), (here[1]["id"], True), (here[0]["id"], True)])

    def test_are_not_named_without_end(self):
        viewer = world().client("VIEWER")
        self.assertEqual(viewer.value("/api/people?who=" + ",".join([NOWHERE] * 50))["people"], [])
        assert_fields(viewer.get("/api/people?who=" + ",".join([NOWHERE] * 51)), "who")
        for other in ("q=a", "limit=1", "cursor=x"):
            assert_fields(viewer.get(f"/api/people?who={NOWHERE}&{other}"), other.split("=")[0])
