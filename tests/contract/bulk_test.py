# SPDX-License-Identifier: Apache-2.0
"""Requests with many items, each of which is answered by itself: tasks, documents, reviews."""
import concurrent.futures
import time
import unittest

import samples
from client import Client, assert_error, assert_fields
from held import Held
from route_table import IDS, NOWHERE
from shapes import REVIEW, TASK, assert_shape
from stack import wait_until
from world import world

TASKS, DELETIONS, REVIEWS = "/api/tasks/bulk", "/api/documents/bulk-delete", "/api/assessments/bulk-reviews"


def fields_of(error):
    return [item["field"] for item in error["details"]["fields"]]


class Bulk(unittest.TestCase):
    def results(self, client, path, items):
        """The results, with what holds for each of them checked."""
        answer = client.post(path, {"items": items})
        self.assertEqual(answer.status, 200, str(answer))
        results = answer.json()["results"]
        self.assertEqual([result["index"] for result in results], list(range(len(items))))
        for result in results:
            self.assertEqual(set(result), {"index", "status", "body", "error"})
            if result["status"] >= 400:
                self.assertIsNone(result["body"])
                self.assertTrue(result["error"]["message"])
                self.assertNotIn("requestId", result["error"], "the answer has it")
            else:
                self.assertIsNone(result["error"])
        self.request_id = answer.headers["x-request-id"]
        return results

    def entries(self, action, **wanted):
        """The trail's entries of the last request, in their order."""
        query = "".join(f"&{name}={value}" for name, value in wanted.items())
        logs = world().client("ADMIN").value(f"/api/admin/audit-logs?action={action}&limit=200{query}")["logs"]
        return [entry for entry in reversed(logs) if entry["requestId"] == self.request_id]


class Requests(Bulk):
    def test_have_1_to_100_items(self):
        for path in (TASKS, DELETIONS, REVIEWS):
            for body, field in (({}, "items"), ({"items": []}, "items"), ({"items": None}, "items"),
                                ({"items": {"0": {}}}, "items"), ({"items": [{}] * 101}, "items"),
                                ({"items": [{}], "all": True}, "all")):
                with self.subTest(path=path, body=str(body)[:60]):
                    assert_fields(world().client("MEMBER").post(path, body), field)
            assert_error(world().client("VIEWER").post(path, {"items": [{}]}), 403, "FORBIDDEN")

    def test_an_item_that_is_none_is_named_by_its_place(self):
        for path, name in ((TASKS, "taskId"), (DELETIONS, "documentId"), (REVIEWS, "assessmentId")):
            with self.subTest(path=path):
                items = ["all", None, {}, {name: "nonsense", "status": "DONE"} if path == TASKS else {name: "x" * 101},
                         {name: NOWHERE, "stars": 5}]
                results = self.results(world().client("MEMBER"), path, items)
                self.assertEqual([result["error"]["error"] for result in results[:3]], ["VALIDATION_ERROR"] * 3)
                self.assertEqual([fields_of(result["error"]) for result in results[:3]], [["body"], ["body"], [name]])
                self.assertEqual(fields_of(results[4]["error"]), ["stars"])


class Tasks(Bulk):
    def setUp(self):
        self.member = world().client("MEMBER")
        runs = [self.member.completed_run(packId=world().pack(wants=f"Buoys are painted, {n}")["packId"]) for n in (1, 2)]
        self.tasks = [self.member.value(f"/api/tasks?runId={run['id']}")["tasks"][0] for run in runs]
        self.first, self.second = (task["id"] for task in self.tasks)

    def now(self, task):
        return self.member.value(f"/api/tasks/{task}")

    def test_each_has_its_own_change_and_answer(self):
        items = [{"taskId": self.first, "status": "IN_PROGRESS", "assignee": "Ana Holm"},
                 {"taskId": self.second, "status": "COMPLETED"},  # not from PENDING
                 {"taskId": NOWHERE, "assignee": "Bo"},
                 {"taskId": "nonsense", "assignee": "Bo"},
                 {"taskId": self.second, "dueDate": "soon"},
                 {"taskId": self.second},
                 {"taskId": self.second, "dueDate": "2028-02-29"},
                 {"taskId": self.first, "status": "COMPLETED"}]
        results = self.results(self.member, TASKS, items)
        self.assertEqual([r["status"] for r in results], [200, 409, 404, 404, 400, 400, 200, 200])
        for result in results:
            if result["body"]:
                assert_shape(result["body"]["task"], TASK)
        self.assertEqual(results[1]["error"]["details"],
                         {"taskId": self.second, "status": "PENDING", "wanted": "COMPLETED"})
        self.assertEqual([r["error"]["details"] for r in results[2:4]], [{"taskId": NOWHERE}, {"taskId": "nonsense"}])
        self.assertEqual([fields_of(r["error"]) for r in results[4:6]], [["dueDate"], ["body"]])
        self.assertEqual(results[0]["body"]["task"]["status"], "IN_PROGRESS")
        self.assertEqual(self.now(self.first), results[7]["body"]["task"])
        self.assertEqual((self.now(self.first)["status"], self.now(self.first)["assignee"]), ("COMPLETED", "Ana Holm"))
        self.assertEqual(self.now(self.second), {**self.tasks[1], "dueDate": "2028-02-29",
                                                 "updatedAt": results[6]["body"]["task"]["updatedAt"]})
        self.assertEqual([entry["objectId"] for entry in self.entries("task.update")],
                         [self.first, self.second, self.first])

    def test_one_of_another_tenant_is_denied_and_recorded(self):
        foreign = IDS["taskId"](1)
        results = self.results(self.member, TASKS, [{"taskId": foreign, "assignee": "Bo"},
                                                    {"taskId": self.first, "assignee": "Bo"}])
        self.assertEqual([r["status"] for r in results], [403, 200])
        self.assertEqual((results[0]["error"]["error"], results[0]["error"]["details"]),
                         ("CROSS_TENANT_ACCESS_DENIED", {"taskId": foreign}))
        denied = self.entries("access.denied")
        self.assertEqual([(e["objectId"], e["outcome"]) for e in denied], [(foreign, "deny")])
        theirs = world().client("ADMIN", 1).value(f"/api/admin/audit-logs?objectId={foreign}&action=access.denied")
        self.assertEqual(theirs["logs"], [])

    def test_a_session_that_ends_meanwhile_ends_the_list_and_what_was_done_is_told(self):
        user = world().account("MEMBER")
        answer = world().anonymous().post("/api/auth/login", {"email": user["email"], "password": user["password"]})
        client = Client(world().demo["baseUrl"], answer.json()["accessToken"])
        held = Held(world().stack, f"UPDATE task SET assignee = NULL WHERE id = '{self.second}'",
                    f"UPDATE app_user SET disabled_at = now() WHERE id = '{user['id']}'")
        self.addCleanup(held.close)
        results = held.answer_of(lambda: self.results(client, TASKS, [
            {"taskId": task, "assignee": "Somebody gone"} for task in (self.first, self.second, self.first)]))
        self.assertEqual([r["status"] for r in results], [200, 401, 401])
        self.assertEqual([r["error"]["error"] for r in results[1:]], ["UNAUTHORIZED"] * 2)
        self.assertEqual([self.now(task)["assignee"] for task in (self.first, self.second)], ["Somebody gone", None])

    def test_a_change_that_meets_a_deadlock_is_made_after_it(self):
        run = self.member.completed_run(packId=world().pack(wants="Buoys are painted, 3")["packId"])
        third = self.member.value(f"/api/tasks?runId={run['id']}")["tasks"][0]["id"]
        first, second, third = sorted((self.first, self.second, third))
        tenant, log = world().tenant_id(), world().stack.path("log", "api.log")

        def repeated():
            with open(log, encoding="utf-8") as file:
                return sum("conflict_repeated" in line for line in file)

        def touch(task):
            return f"UPDATE task SET updated_at = now() WHERE tenant_id = '{tenant}' AND id = '{task}'"
        before = repeated()
        pool = concurrent.futures.ThreadPoolExecutor(1)
        self.addCleanup(pool.shutdown)
        # A transaction looks for deadlocks once, a second after it began to wait (deadlock_timeout). The gate opens when
        # the other transaction has done so in vain: then it is the request that finds the deadlock and is ended.
        gate = Held(world().stack, touch(second))
        self.addCleanup(gate.close)
        other = Held(world().stack, touch(third))
        self.addCleanup(other.close)
        answer = pool.submit(self.member.patch, "/api/tasks",
                             {"taskIds": [first, second, third], "dueDate": "2028-02-29"})
        wait_until(lambda: world().stack.waiting() == 1, 30, "the request waits for the gate")
        other.send(touch(first), "COMMIT")
        wait_until(lambda: world().stack.waiting() == 2, 30, "the other transaction waits for the request")
        time.sleep(3)
        gate.commit()
        other.ended()
        answer = answer.result()
        self.assertEqual(answer.status, 200, str(answer))
        self.assertEqual([self.now(task)["dueDate"] for task in (first, second, third)], ["2028-02-29"] * 3)
        self.assertGreater(repeated(), before)

    def test_a_hundred_at_once_from_several_clients(self):
        orders = [[self.first, self.second] * 50, [self.second, self.first] * 50]

        def change(order):
            return self.member.post(TASKS, {"items": [{"taskId": task, "assignee": f"No. {n}"}
                                                      for n, task in enumerate(order)]})
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for answer in pool.map(change, orders):
                self.assertEqual({result["status"] for result in answer.json()["results"]}, {200}, str(answer))


class Documents(Bulk):
    def test_each_is_deleted_by_the_rules_of_one(self):
        member, admin = world().client("MEMBER"), world().client("ADMIN")
        own, held = (member.add("own.txt", samples.unique())["id"] for _ in range(2))
        others = admin.add("of-another.txt", samples.unique())["id"]
        hold = admin.post("/api/admin/legal-holds", {"documentId": held, "reason": "A dispute"})
        self.assertEqual(hold.status, 201, str(hold))
        items = [{"documentId": one} for one in (others, own, own, held, world().document(1)["id"], "nonsense")]
        results = self.results(member, DELETIONS, items)
        self.assertEqual([r["status"] for r in results], [403, 204, 404, 409, 403, 404])
        self.assertEqual(results[1]["body"], None)
        self.assertEqual((results[0]["error"]["error"], results[0]["error"]["details"]),
                         ("FORBIDDEN", {"requiredRole": "ADMIN"}))
        self.assertEqual(results[3]["error"]["details"]["legalHolds"][0]["documentId"], held)
        self.assertEqual([member.get(f"/api/documents/{one}").status for one in (others, own, held)], [200, 404, 200])
        self.assertEqual([entry["objectId"] for entry in self.entries("document.delete")], [own])
        self.assertEqual([entry["objectId"] for entry in self.entries("access.denied")],
                         ["POST " + DELETIONS, world().document(1)["id"]])
        self.assertEqual(self.results(admin, DELETIONS, items[:1])[0]["status"], 204)


class Reviews(Bulk):
    @classmethod
    def setUpClass(cls):
        cls.member = world().client("MEMBER")
        runs = [cls.member.completed_run(requirementIds=["1.1", "1.2"]) for _ in range(2)]
        cls.items = [item for run in runs
                     for item in cls.member.value(f"/api/runs/{run['id']}/assessments")["assessments"]]

    def test_each_is_reviewed_whatever_its_run(self):
        first, second, third, _ = (item["id"] for item in self.items)
        same = self.items[1]["status"]
        results = self.results(self.member, REVIEWS, [
            {"assessmentId": first, "verdict": "ACCEPTED"},
            {"assessmentId": second, "verdict": "OVERRIDDEN", "status": same, "note": "x"},
            {"assessmentId": second, "verdict": "OVERRIDDEN", "status": "PARTIAL" if same != "PARTIAL" else "MISSING"},
            {"assessmentId": third, "verdict": "ACCEPTED", "note": " Seen. "},
            {"assessmentId": NOWHERE, "verdict": "ACCEPTED"}])
        self.assertEqual([r["status"] for r in results], [201, 400, 400, 201, 404])
        self.assertEqual([fields_of(r["error"]) for r in results[1:3]], [["status"], ["note"]])
        for result, item in ((results[0], first), (results[3], third)):
            assert_shape(result["body"]["review"], REVIEW)
            self.assertEqual(self.member.value(f"/api/assessments/{item}/reviews")["reviews"][0],
                             result["body"]["review"])
        self.assertEqual(results[3]["body"]["review"]["note"], "Seen.")
        self.assertEqual(self.member.value(f"/api/assessments/{second}/reviews")["reviews"], [])
        self.assertEqual([entry["objectId"] for entry in self.entries("assessment.review")], [first, third])

    def test_is_for_people(self):
        token = self.member.post("/api/tokens", {"name": "machine", "role": "MEMBER"}).json()["token"]["value"]
        machine = Client(world().demo["baseUrl"], token)
        items = [{"assessmentId": self.items[3]["id"], "verdict": "ACCEPTED"}]
        assert_error(machine.post(REVIEWS, {"items": items}), 403, "FORBIDDEN")
        self.assertEqual(self.member.value(f"/api/assessments/{self.items[3]['id']}/reviews")["reviews"], [])


if __name__ == "__main__":
    unittest.main()
