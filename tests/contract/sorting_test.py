# SPDX-License-Identifier: Apache-2.0
"""The orders that lists can be read in, and filters that narrow them."""
import secrets
import unittest

import samples
from client import assert_fields
from references import resolved
from route_table import ROUTES, with_query
from world import world

KEYS = {"criteria": "criterionId", "steps": "stepIndex", "bindings": "packId",
        "versions": "criteriaVersionId"}  # the others: id


class Sorted(unittest.TestCase):
    """Every list that takes sort, with a few items in most of them."""

    @classmethod
    def setUpClass(cls):
        cls.admin, member = world().client("ADMIN"), world().client("MEMBER")
        cls.made = [member.add(f"{name}-{secrets.token_hex(3)}.txt", samples.text(name, size)) for name, size in
                    (("banana", 3), ("Apple", 9), ("cherry", 1), ("apple|pie", 5))]
        run = world().run()
        for number, task in enumerate(member.value(f"/api/tasks?runId={run['id']}&limit=6")["tasks"]):
            if number % 2 == 0:
                changed = member.patch(f"/api/tasks/{task['id']}", {
                    "dueDate": f"2027-0{5 - number // 2}-01", "assignee": ["ana", "Bo", "Ana"][number // 2]})
                assert changed.status == 200, str(changed)
        for _ in range(2):
            member.completed_run(requirementIds=["1.1", "1.2"])
            member.post("/api/tokens", {"name": "t" + secrets.token_hex(3)})
            world().account()
            world().pack()
            cls.admin.post("/api/admin/corpora", {"title": "A " + secrets.token_hex(3)})
            cls.admin.post("/api/admin/webhooks", {"url": f"https://{secrets.token_hex(3)}.invalid/", "eventTypes": ["run.failed"]})
        cls.description = cls.admin.value("/api/openapi.json")

    def lists(self):
        """(path, plural, words of sort, the default) of every list that has orders."""
        for route in ROUTES:
            if route.method != "GET" or route.role == "SUPER_ADMIN":
                continue
            operation = self.description["paths"][route.pattern]["get"]
            for parameter in operation.get("parameters", []):
                if parameter.get("name") == "sort":
                    content = operation["responses"]["200"]["content"]["application/json"]["schema"]
                    plural = next(name for name, value in content["properties"].items()
                                  if resolved(self.description, value).get("type") == "array")
                    yield route.path(), plural, parameter["schema"]["enum"], parameter["schema"]["default"]

    def walk(self, path, plural, sort, limit):
        items, cursor = [], ""
        while cursor is not None:
            query = f"sort={sort}&limit={limit}" + (f"&cursor={cursor}" if cursor else "")
            page = self.admin.value(with_query(path, query))
            items += page[plural]
            cursor = page["nextCursor"]
            self.assertTrue(cursor is None or len(page[plural]) == limit, path)
        return items

    def ids(self, items, plural):
        # Reading the trail adds to it, at its newest end.
        known = items if plural != "logs" else [i for i in items if i["sequence"] <= self.newest]
        return [item[KEYS.get(plural, "id")] for item in known]

    def test_each_order_has_every_item_once_and_its_contrary_is_its_reverse(self):
        self.newest = self.admin.value("/api/admin/audit-logs?limit=1")["logs"][0]["sequence"]
        seen = 0
        for path, plural, words, default in self.lists():
            with self.subTest(path=path):
                self.assertEqual(self.ids(self.walk(path, plural, default, 200), plural),
                                 self.ids(self.admin.all(path, plural), plural), "the default")
                for name in words[::2]:
                    up, down = self.walk(path, plural, name, 200), self.walk(path, plural, "-" + name, 200)
                    upward = self.ids(up, plural)
                    self.assertEqual(len(set(upward)), len(upward))
                    self.assertEqual(upward[::-1], self.ids(down, plural), name)
                    self.check_values(up, name)
                    if len(up) < 60:
                        seen += len(up) > 2
                        for sort, whole in ((name, up), ("-" + name, down)):
                            self.assertEqual(self.ids(self.walk(path, plural, sort, 2), plural),
                                             self.ids(whole, plural), sort)
        self.assertGreater(seen, 25)

    def check_values(self, items, name):
        """Numbers, dates and times ascend; what has none stands behind. Texts: see the database's collation."""
        values = [item.get(name) for item in items]
        times = name.endswith("At") or name == "dueDate"
        numbers = all(isinstance(value, (int, float)) for value in values)
        if numbers or (times and name != "lastUsedAt"):
            known = [value for value in values if value is not None]
            self.assertEqual(known, sorted(known), name)
            self.assertEqual(values, known + [None] * (len(values) - len(known)), name)

    def test_texts_are_in_order_whatever_their_case(self):
        made = {item["id"] for item in self.made}
        names = [d["originalFilename"] for d in self.walk("/api/documents", "documents", "originalFilename", 2)
                 if d["id"] in made]
        self.assertEqual([name.split("-")[0] for name in names][2:], ["banana", "cherry"])
        self.assertEqual({name.split("-")[0] for name in names[:2]}, {"Apple", "apple|pie"})
        people = [t["assignee"] for t in self.walk("/api/tasks", "tasks", "assignee", 200) if t["assignee"] is not None]
        self.assertEqual([p for p in people if p.lower() in ("ana", "bo")][-1], "Bo")

    def test_a_bad_order_is_named(self):
        for path, _, words, _ in self.lists():
            with self.subTest(path=path):
                for bad in ("", "-", "nonsense", "--" + words[0], "+" + words[0], words[0].upper(), words[0] + ","):
                    assert_fields(self.admin.get(with_query(path, "sort=" + bad.replace("+", "%2B"))), "sort")

    def test_a_cursor_is_for_one_order(self):
        for path, _, words, default in self.lists():
            cursor = self.admin.value(with_query(path, f"limit=1&sort={default}"))["nextCursor"]
            other = next(word for word in words if word != default)
            if cursor:
                with self.subTest(path=path):
                    assert_fields(self.admin.get(with_query(path, f"sort={other}&cursor={cursor}")), "cursor")

    def test_rows_removed_and_added_meanwhile_neither_repeat_nor_hide_others(self):
        member, mark = world().client("MEMBER"), secrets.token_hex(6)
        path = f"/api/documents?q={mark}&sort=originalFilename"

        def add(name):
            return member.add(f"{mark}-{name}.txt", samples.unique())["id"]
        before = [add(name) for name in "abcdefg"]
        first = member.value(path + "&limit=4")
        for one in before[:3]:
            self.assertEqual(member.delete(f"/api/documents/{one}").status, 204)
        add("a-later")
        rest = member.value(f"{path}&limit=200&cursor={first['nextCursor']}")["documents"]
        self.assertEqual([d["id"] for d in first["documents"] + rest], before)

    def test_the_tenants_of_the_installation(self):
        chief = world().client("SUPER_ADMIN")
        if chief.get("/api/admin/tenants").status == 403:
            return  # SUPER_ADMIN_MODE is off
        names = [t["name"].lower() for t in chief.value("/api/admin/tenants?sort=name&limit=200")["tenants"]]
        self.assertEqual(names, sorted(names))


class Filters(unittest.TestCase):
    def setUp(self):
        self.admin, self.member = world().client("ADMIN"), world().client("MEMBER")
        self.me = self.admin.value("/api/auth/me")["id"]

    def test_documents_by_who_uploaded_them_and_when(self):
        one = self.admin.add("of-the-admin.txt", samples.unique())
        mine = self.admin.all(f"/api/documents?uploadedBy={self.me}", "documents")
        self.assertIn(one["id"], [d["id"] for d in mine])
        self.assertEqual({d["uploadedBy"] for d in mine}, {self.me})
        query = f"/api/documents?uploadedBy={self.me}&from={one['uploadedAt']}"
        self.assertEqual([d["id"] for d in self.admin.value(query)["documents"]], [one["id"]])
        earlier = self.admin.value(f"/api/documents?to={one['uploadedAt']}")
        self.assertNotIn(one["id"], [d["id"] for d in earlier["documents"]])
        self.assertEqual(self.admin.value(query)["total"], 1)
        assert_fields(self.admin.get("/api/documents?from=2027-01-01&to=2026-01-01"), "to")

    def test_tasks_by_words_and_due_date(self):
        run = self.member.completed_run(packId=world().pack(wants="Sextants are polished")["packId"])
        task = self.member.value(f"/api/tasks?runId={run['id']}")["tasks"][0]
        self.member.patch(f"/api/tasks/{task['id']}", {"dueDate": "2026-05-05"})
        found = self.member.value("/api/tasks?q=sextantS&dueBefore=2026-05-06")["tasks"]
        self.assertEqual([t["id"] for t in found], [task["id"]])
        self.assertEqual(self.member.value("/api/tasks?q=sextants&dueBefore=2026-05-05")["tasks"], [])
        assert_fields(self.member.get("/api/tasks?dueBefore=2026-02-30"), "dueBefore")

    def test_requirements_and_assessments_by_criterion_and_status(self):
        whole = self.member.value("/api/requirements")["requirements"]
        criterion = whole[0]["criterionId"]
        some = self.member.value(f"/api/requirements?criterionId={criterion}")["requirements"]
        self.assertEqual(some, [r for r in whole if r["criterionId"] == criterion])
        assert_fields(self.member.get("/api/requirements?criterionId=x"), "criterionId")
        path = f"/api/runs/{world().run()['id']}/assessments"
        for brief in ("", "&brief=true"):
            items = self.member.value(f"{path}?limit=200{brief}")["assessments"]
            for query, wanted in (("status=MISSING", lambda a: a["status"] == "MISSING"),
                                  (f"criterionId={criterion}", lambda a: a["requirement"]["criterionId"] == criterion)):
                found = self.member.value(f"{path}?limit=200&{query}{brief}")["assessments"]
                self.assertEqual([a["id"] for a in found], [a["id"] for a in items if wanted(a)], query + brief)
                self.assertGreater(len(found), 0)

    def test_what_administrators_list(self):
        title = "Act " + secrets.token_hex(4)
        made = self.admin.post("/api/admin/corpora", {"title": title}).json()["corpus"]["id"]
        found = self.admin.value(f"/api/admin/corpora?q={title[4:].upper()}")["corpora"]
        self.assertEqual([c["id"] for c in found], [made])
        self.assertEqual(self.admin.value(f"/api/admin/corpora/{made}/ingestions?status=FAILED")["ingestions"], [])
        hook = self.admin.post("/api/admin/webhooks", {"url": f"https://{secrets.token_hex(4)}.invalid/",
                                                       "eventTypes": ["run.failed"]}).json()["webhook"]
        self.admin.patch(f"/api/admin/webhooks/{hook['id']}", {"enabled": False})
        for enabled, there in (("true", False), ("false", True)):
            ids = [h["id"] for h in self.admin.all(f"/api/admin/webhooks?enabled={enabled}", "webhooks")]
            self.assertEqual(hook["id"] in ids, there)
        self.admin.delete(f"/api/admin/webhooks/{hook['id']}")
        self.assertEqual(self.admin.value(f"/api/admin/emails?kind=RUN_ENDED&userId={self.me}")["emails"], [])
        run = world().run()["id"]
        self.assertEqual(self.admin.value(f"/api/admin/runs/{run}/reproductions?status=QUEUED")["reproductions"], [])


if __name__ == "__main__":
    unittest.main()
