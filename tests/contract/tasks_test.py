# SPDX-License-Identifier: Apache-2.0
"""Tasks: list filters, and changing one."""
import unittest

from client import assert_error, assert_fields
from route_table import NOWHERE
from shapes import TASK, assert_shape
from world import world


class Listing(unittest.TestCase):
    def test_filters(self):
        viewer, run = world().client("VIEWER"), world().run()
        mine = viewer.all(f"/api/tasks?runId={run['id']}", "tasks")
        gaps = [a["requirementId"] for a in viewer.all(f"/api/runs/{run['id']}/assessments", "assessments")
                if a["status"] in ("PARTIAL", "MISSING")]
        self.assertGreater(len(mine), 0)
        self.assertEqual(sorted(t["requirementId"] for t in mine), sorted(gaps), "each gap has one task")
        first = mine[0]
        query = f"/api/tasks?runId={run['id']}&requirementId={first['requirementId']}"
        self.assertEqual(viewer.value(query)["tasks"], [first])
        self.assertEqual(viewer.value(query + "&status=COMPLETED")["tasks"], [])
        self.assertEqual(viewer.value(f"/api/tasks?runId={NOWHERE}")["tasks"], [])
        assert_fields(viewer.get("/api/tasks?status=DONE"), "status")
        assert_error(viewer.get(f"/api/tasks?runId={world().run(1)['id']}"), 403, "CROSS_TENANT_ACCESS_DENIED")


class OfANewPack(unittest.TestCase):
    """Tasks that no earlier run has created."""

    def setUp(self):
        self.member = world().client("MEMBER")
        self.pack = world().pack(wants="Lighthouse lamps are trimmed at dusk")["packId"]
        self.run_1 = self.member.completed_run(packId=self.pack)
        self.task = self.tasks(self.run_1)[0]
        self.path = "/api/tasks/" + self.task["id"]

    def tasks(self, run):
        found = self.member.value(f"/api/tasks?runId={run['id']}")["tasks"]
        for task in found:
            assert_shape(task, TASK)
        return found


class Working(OfANewPack):

    def patch(self, **fields):
        answer = self.member.patch(self.path, fields)
        self.assertEqual(answer.status, 200, str(answer))
        task = answer.json()["task"]
        assert_shape(task, TASK)
        return task

    def refuse(self, status):
        assert_error(self.member.patch(self.path, {"status": status}), 409, "CONFLICT")

    def test_goes_through_its_states_and_no_others(self):
        self.assertEqual(self.task["status"], "PENDING")
        self.refuse("COMPLETED")
        self.assertEqual(self.patch(status="IN_PROGRESS")["status"], "IN_PROGRESS")
        self.assertEqual(self.patch(status="PENDING")["status"], "PENDING")
        self.patch(status="IN_PROGRESS")
        self.assertEqual(self.patch(status="COMPLETED")["status"], "COMPLETED")
        self.refuse("PENDING")
        self.assertEqual(self.patch(status="IN_PROGRESS")["status"], "IN_PROGRESS")

    def test_keeps_what_is_not_named_and_clears_what_is_null(self):
        task = self.patch(assignee="Ana Holm", dueDate="2028-02-29")
        self.assertEqual((task["assignee"], task["dueDate"], task["status"]), ("Ana Holm", "2028-02-29", "PENDING"))
        self.assertGreaterEqual(task["updatedAt"], task["createdAt"])
        task = self.patch(dueDate=None)
        self.assertEqual((task["assignee"], task["dueDate"]), ("Ana Holm", None))
        same = self.member.value(f"/api/tasks?runId={task['runId']}&requirementId={task['requirementId']}")["tasks"]
        self.assertEqual(same, [task])

    def test_names_bad_fields_and_changes_nothing(self):
        for body, field in (({"dueDate": "2026-02-30"}, "dueDate"), ({"dueDate": "soon"}, "dueDate"),
                            ({"dueDate": 20260101}, "dueDate"), ({"dueDate": "2026-1-1"}, "dueDate"),
                            ({"assignee": ""}, "assignee"), ({"assignee": "x" * 201}, "assignee"),
                            ({"assignee": 5}, "assignee"), ({"status": "DONE"}, "status"),
                            ({"status": None}, "status"), ({"title": "x"}, "title"), ({}, "body")):
            with self.subTest(body=body):
                assert_fields(self.member.patch(self.path, body), field)
        answer = self.member.patch(self.path, {"assignee": "Bo", "status": "COMPLETED"})
        assert_error(answer, 409, "CONFLICT")
        same = self.member.value(f"/api/tasks?runId={self.task['runId']}")["tasks"]
        self.assertIn(self.task, same)


class WorkingOnMany(OfANewPack):
    def setUp(self):
        super().setUp()
        other = self.member.completed_run(packId=world().pack(wants="Foghorns are tried every week")["packId"])
        self.both = [self.task, self.tasks(other)[0]]
        self.ids = [task["id"] for task in self.both]

    def now(self):
        return [self.member.value(f"/api/tasks?runId={t['runId']}&requirementId={t['requirementId']}")["tasks"][0]
                for t in self.both]

    def test_each_is_changed_with_an_entry(self):
        answer = self.member.patch("/api/tasks", {"taskIds": self.ids, "assignee": "Ana Holm", "dueDate": "2028-02-29"})
        self.assertEqual(answer.status, 200, str(answer))
        made = answer.json()["tasks"]
        self.assertEqual([t["id"] for t in made], self.ids)
        for task in made:
            assert_shape(task, TASK)
            self.assertEqual((task["assignee"], task["dueDate"], task["status"]), ("Ana Holm", "2028-02-29", "PENDING"))
        self.assertEqual(self.now(), made)
        logs = world().client("ADMIN").value("/api/admin/audit-logs?action=task.update&limit=2")["logs"]
        self.assertEqual({e["requestId"] for e in logs}, {answer.headers["x-request-id"]})
        self.assertEqual({e["objectId"] for e in logs}, set(self.ids))

    def test_all_or_none(self):
        self.member.patch(f"/api/tasks/{self.ids[1]}", {"status": "IN_PROGRESS"})
        before = self.now()
        answer = self.member.patch("/api/tasks", {"taskIds": self.ids[::-1], "status": "COMPLETED"})
        self.assertEqual(assert_error(answer, 409, "CONFLICT")["taskId"], self.ids[0])
        details = assert_error(self.member.patch("/api/tasks", {"taskIds": [*self.ids, NOWHERE], "assignee": "Bo"}),
                               404, "NOT_FOUND")
        self.assertEqual(details, {"taskIds[2]": NOWHERE})
        for body, field in (({"assignee": "Bo"}, "taskIds"), ({"taskIds": [], "assignee": "Bo"}, "taskIds"),
                            ({"taskIds": None, "assignee": "Bo"}, "taskIds"), ({"taskIds": self.ids}, "body"),
                            ({"taskIds": [self.ids[0]] * 2, "assignee": "Bo"}, "taskIds[1]"),
                            ({"taskIds": self.ids * 101, "assignee": "Bo"}, "taskIds"),
                            ({"taskIds": self.ids, "dueDate": "soon"}, "dueDate"),
                            ({"taskIds": self.ids, "title": "x"}, "title")):
            with self.subTest(body=str(body)[:80]):
                assert_fields(self.member.patch("/api/tasks", body), field)
        assert_error(world().client("VIEWER").patch("/api/tasks", {"taskIds": self.ids, "assignee": "Bo"}), 403, "FORBIDDEN")
        self.assertEqual(self.now(), before)


class SeenAgain(OfANewPack):
    """What a later run does for a gap that already has a task."""

    def again(self):
        run = self.member.completed_run(packId=self.pack)
        return run, self.tasks(run)

    def test_an_open_task_is_linked_instead_of_made_twice(self):
        before = {t["id"]: t for t in self.tasks(self.run_1)}
        self.member.patch(self.path, {"status": "IN_PROGRESS", "assignee": "Kim"})
        run, tasks = self.again()
        self.assertEqual({t["id"] for t in tasks}, set(before))
        for task in tasks:
            self.assertEqual((task["runId"], task["lastRunId"], task["seenInRuns"], task["satisfiedInRunId"]),
                             (self.run_1["id"], run["id"], 2, None))
            self.assertEqual(task["description"], before[task["id"]]["description"])
        self.assertEqual({t["id"] for t in self.tasks(self.run_1)}, set(before), "the first run has them still")
        steps = {s["stepName"]: s for s in self.member.value(f"/api/runs/{run['id']}/steps")["steps"]}
        made = steps["TASK_GENERATION"]["outputRefs"]
        self.assertEqual((set(made["taskIds"]), set(made["linkedTaskIds"])), (set(before), set(before)))
        frozen = world().client("ADMIN").value(f"/api/admin/runs/{run['id']}/replay")["tasks"]
        mine = next(t for t in frozen if t["id"] == self.task["id"])
        self.assertEqual((mine["status"], mine["assignee"], mine["lastRunId"]), ("IN_PROGRESS", "Kim", run["id"]))

    def test_a_completed_task_is_not_opened_again(self):
        self.member.patch(self.path, {"status": "IN_PROGRESS"})
        self.member.patch(self.path, {"status": "COMPLETED"})
        run, tasks = self.again()
        label = self.task["requirementId"]
        fresh = next(t for t in tasks if t["requirementId"] == label)
        self.assertNotEqual(fresh["id"], self.task["id"])
        self.assertEqual((fresh["runId"], fresh["status"], fresh["seenInRuns"]), (run["id"], "PENDING", 1))
        old = next(t for t in self.tasks(self.run_1) if t["id"] == self.task["id"])
        self.assertEqual((old["status"], old["seenInRuns"]), ("COMPLETED", 1))
