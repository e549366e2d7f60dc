# SPDX-License-Identifier: Apache-2.0
"""Tasks: list filters, and working on one."""
import unittest

from client import assert_error, assert_fields
from route_table import NOWHERE
from shapes import TASK, assert_shape
from world import world


class Listing(unittest.TestCase):
    def test_filters(self):
        viewer, run = world().client("VIEWER"), world().run()
        mine = viewer.all(f"/api/tasks?runId={run['id']}", "tasks")
        self.assertGreater(len(mine), 0)
        self.assertEqual({t["runId"] for t in mine}, {run["id"]})
        first = mine[0]
        query = f"/api/tasks?runId={run['id']}&requirementId={first['requirementId']}"
        self.assertEqual(viewer.value(query)["tasks"], [first])
        self.assertEqual(viewer.value(query + "&status=COMPLETED")["tasks"], [])
        self.assertEqual(viewer.value(f"/api/tasks?runId={NOWHERE}")["tasks"], [])
        assert_fields(viewer.get("/api/tasks?status=DONE"), "status")
        assert_error(viewer.get(f"/api/tasks?runId={world().run(1)['id']}"), 403, "CROSS_TENANT_ACCESS_DENIED")


class Working(unittest.TestCase):
    def setUp(self):
        self.member = world().client("MEMBER")
        run = self.member.completed_run(requirementIds=["1.1", "1.2", "1.3.i", "1.3.ii", "1.4"])
        self.task = self.member.value(f"/api/tasks?runId={run['id']}")["tasks"][0]
        self.path = "/api/tasks/" + self.task["id"]

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
