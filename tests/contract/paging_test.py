# SPDX-License-Identifier: Apache-2.0
"""limit and cursor on every list, and that pages stay right while rows are added and removed."""
import base64
import unittest

import samples
from client import assert_fields
from route_table import PAGED, ROUTES
from world import world

WHOLE = {"/api/requirements": "requirements", "/api/runs/{runId}/assessments": "assessments",
         "/api/documents/{documentId}/chunks": "chunks", "/api/packs": "packs", "/api/criteria": "criteria",
         "/api/runs/{runId}/steps": "steps", "/api/admin/bindings": "bindings"}
KEYS = {"criteria": "criterionId", "steps": "stepIndex", "bindings": "packId"}  # the others: id


def lists():
    """(path, plural) of every list that takes limit and cursor."""
    plurals = {**PAGED, **WHOLE}
    return [(route.path(), plurals[route.pattern]) for route in ROUTES
            if route.method == "GET" and route.pattern in plurals]


def walk(client, path, plural, limit, between=lambda: None):
    """The ids on all pages of that size."""
    ids, cursor = [], ""
    while cursor is not None:
        joint = "&" if "?" in path else "?"
        page = client.value(f"{path}{joint}limit={limit}" + (f"&cursor={cursor}" if cursor else ""))
        assert len(page[plural]) <= limit, path
        assert page["nextCursor"] is None or len(page[plural]) == limit, path
        ids += [item[KEYS.get(plural, "id")] for item in page[plural]]
        cursor = page["nextCursor"]
        between()
    return ids


FORGED = ("2147483647", "2147483648", "4102444799999999", "9223372036854775807", "-1", "1e3", " 1", "")


def forged(cursor, number):
    """The cursor with its number replaced."""
    parts = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).split(b"|")
    return base64.urlsafe_b64encode(b"|".join([parts[0], number.encode(), *parts[2:]])).rstrip(b"=").decode()


class Paging(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        world().run()
        for i in range(6):
            world().client("MEMBER").add(f"paged-{i}.txt", samples.text(f"paged-{i}", 2))
        for _ in range(2):
            world().client("MEMBER").completed_run(requirementIds=["1.1", "1.2"])

    def test_bad_limits_and_cursors_are_named(self):
        admin = world().client("ADMIN")
        for path, _ in lists():
            with self.subTest(path=path):
                for value in ("0", "-1", "201", "x", "", "1.5", "99999999999999999999", "+5", "%201"):
                    assert_fields(admin.get(f"{path}?limit={value}"), "limit")
                for value in ("x", "", "AAAA", "bm9uc2Vuc2U", "%20", "0"):
                    assert_fields(admin.get(f"{path}?cursor={value}"), "cursor")

    def test_a_cursor_of_another_list_is_none(self):
        admin = world().client("ADMIN")
        cursor = admin.value("/api/documents?limit=1")["nextCursor"]
        for path, plural in lists():
            if plural != "documents":
                with self.subTest(path=path):
                    assert_fields(admin.get(f"{path}?cursor={cursor}"), "cursor")

    def test_a_cursor_of_the_same_list_of_something_else_is_none(self):
        admin = world().client("ADMIN")
        other = admin.completed_run(requirementIds=["1.1", "1.2"])["id"]
        document = admin.add_ready("other-paged.md", samples.markdown("other-paged", 30))["id"]
        for path, elsewhere in (
                ("/api/documents?status=READY", "/api/documents"),
                ("/api/documents", "/api/documents?status=READY"),
                (f"/api/tasks?runId={world().run()['id']}", "/api/tasks"),
                (f"/api/runs/{world().run()['id']}/assessments", f"/api/runs/{other}/assessments"),
                (f"/api/runs/{world().run()['id']}/steps", f"/api/runs/{other}/steps"),
                (f"/api/documents/{world().document()['id']}/chunks", f"/api/documents/{document}/chunks"),
                ("/api/admin/audit-logs?action=run.start", "/api/admin/audit-logs")):
            with self.subTest(path=path):
                limited = path + ("&" if "?" in path else "?") + "limit=1"
                cursor = admin.value(limited)["nextCursor"]
                self.assertEqual(admin.get(f"{limited}&cursor={cursor}").status, 200)
                assert_fields(admin.get(elsewhere + ("&" if "?" in elsewhere else "?") + f"cursor={cursor}"), "cursor")

    def test_a_forged_cursor_is_refused_or_finds_what_it_says(self):
        """Numbers outside the database's range cause no server error."""
        admin = world().client("ADMIN")
        for path, _ in lists():
            cursor = admin.value(f"{path}?limit=1")["nextCursor"]
            with self.subTest(path=path):
                for number in FORGED if cursor else ():
                    answer = admin.get(f"{path}?limit=1&cursor={forged(cursor, number)}")
                    if answer.status != 200:
                        assert_fields(answer, "cursor")

    def test_pages_of_any_size_hold_every_item_once_in_the_same_order(self):
        admin = world().client("ADMIN")
        for path, plural in lists():
            with self.subTest(path=path):
                whole = walk(admin, path, plural, 200)
                self.assertEqual(len(set(whole)), len(whole))
                for limit in (1, 3, 17, max(1, min(200, len(whole)))):
                    if len(whole) / limit < 40:
                        walked = walk(admin, path, plural, limit)
                        if plural == "logs":  # reading the trail adds newer entries to it
                            walked = walked[-len(whole):]
                        self.assertEqual(walked, whole, f"limit {limit}")

    def test_the_specifications_own_lists_are_whole_without_a_limit(self):
        viewer = world().client("VIEWER")
        for path, plural in (("/api/requirements", "requirements"),
                             (f"/api/runs/{world().run()['id']}/assessments", "assessments")):
            body = viewer.value(path)
            self.assertEqual((len(body[plural]), body["nextCursor"]), (32, None))

    def test_other_lists_have_at_most_fifty_without_a_limit(self):
        page = world().client("ADMIN").value("/api/admin/audit-logs")
        self.assertEqual(len(page["logs"]), min(50, page["total"]))

    def test_rows_added_meanwhile_neither_repeat_nor_hide_any(self):
        member, added = world().client("MEMBER"), []

        def add():
            name = f"meanwhile-{len(added)}.txt"
            added.append(member.add(name, samples.text(name, 2))["id"])
        before = walk(member, "/api/documents", "documents", 200)
        during = walk(member, "/api/documents", "documents", 2, add)
        self.assertGreater(len(added), 2)
        self.assertEqual(during, before)

    def test_a_binding_removed_meanwhile_hides_no_other(self):
        admin = world().client("ADMIN", 1)
        for path, plural, key in (("/api/packs", "packs", "id"), ("/api/admin/bindings", "bindings", "packId")):
            with self.subTest(path=path):
                made = [world().pack(1)["packId"] for _ in range(4)]
                first = admin.value(f"{path}?limit=2")
                before = [item[key] for item in admin.all(path, plural)]
                self.assertLessEqual(set(made), set(before))
                answer = admin.delete(f"/api/admin/bindings/{before[1]}")
                self.assertEqual(answer.status, 204, str(answer))
                rest = admin.value(f"{path}?limit=200&cursor={first['nextCursor']}")[plural]
                self.assertEqual([item[key] for item in rest], before[2:])

    def test_assessments_made_meanwhile_repeat_none(self):
        """A worker that resumes a run may create assessments ahead of those already read."""
        admin = world().client("ADMIN")
        labels = [item["requirementId"] for item in admin.value("/api/requirements")["requirements"]][:6]
        with world().stack.pipeline_paused():
            run = admin.start_run(requirementIds=labels)["id"]

            def assess(*which):
                for label in (labels[i] for i in which):
                    world().stack.sql(
                        "INSERT INTO assessment (tenant_id, id, run_id, requirement_record_id, status, confidence,"
                        " reasoning, citations, details, duration_ms)"
                        f" SELECT q.tenant_id, gen_random_uuid(), q.run_id, r.id, 'MISSING', 0, 'none', '[]', '{{}}', 1"
                        " FROM run_requirement q JOIN requirement r ON r.id = q.requirement_id"
                        f" WHERE q.run_id = '{run}' AND r.requirement_id = '{label}'")
            path = f"/api/runs/{run}/assessments"
            assess(1, 2, 3, 4)
            first = admin.value(f"{path}?limit=2")
            assess(0, 5)
            rest = admin.value(f"{path}?limit=50&cursor={first['nextCursor']}")["assessments"]
            self.assertEqual([a["requirementId"] for a in first["assessments"]], labels[1:3])
            self.assertEqual([a["requirementId"] for a in rest], labels[3:])
            self.assertEqual(admin.post(f"/api/runs/{run}/cancel").status, 200)

    def test_requirements_of_a_binding_that_moved_are_begun_anew(self):
        admin, pack = world().client("ADMIN"), world().pack()
        base = f"/api/admin/packs/{pack['packId']}/versions"
        change = {"op": "change", "requirementId": "1.1", "title": "Backups are kept elsewhere"}
        path = f"/api/requirements?packId={pack['packId']}&limit=1"
        cursor = admin.value(path)["nextCursor"]
        answer = admin.post(base + "?bind=true", {"baseVersionId": pack["criteriaVersionId"], "version": "2",
                                                  "changes": [change]})
        self.assertEqual(answer.status, 201, str(answer))
        assert_fields(admin.get(f"{path}&cursor={cursor}"), "cursor")

    def test_rows_removed_meanwhile_hide_no_other(self):
        member = world().client("MEMBER")
        doomed = [member.add(f"doomed-{i}.txt", samples.text(f"doomed-{i}", 2))["id"] for i in range(4)]
        before = walk(member, "/api/documents", "documents", 200)
        during = walk(member, "/api/documents", "documents", 4,
                      lambda: doomed and member.delete(f"/api/documents/{doomed.pop()}"))
        self.assertEqual(during, before, "the removed ones stood on the first page, already read")
        self.assertEqual(walk(member, "/api/documents", "documents", 200), before[4:])
