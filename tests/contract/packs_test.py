# SPDX-License-Identifier: Apache-2.0
"""Importing packs, their versions and exports, and customised versions."""
import json
import secrets
import unittest

import pack_files
import shapes
from client import assert_error, assert_fields
from shapes import assert_shape
from world import world

IMPORT = "/api/admin/packs/import"
PACK = {"id": shapes.ID, "name": shapes.TEXT,
        "versions": [{"criteriaVersionId": shapes.ID, "version": shapes.TEXT, "requirementCount": shapes.count}]}
REPORT = {"criteria": shapes.count, "requirements": shapes.count,
          "skipped": [{"path": shapes.TEXT, "reason": shapes.TEXT}], "warnings": [shapes.TEXT]}


def fresh(name="Pack"):
    return f"{name} {secrets.token_hex(6)}"


class PackTest(unittest.TestCase):
    def setUp(self):
        self.admin = world().client("ADMIN")

    def imported(self, filename, data, query="", status=201):
        answer = self.admin.upload(filename, data, path=IMPORT + query)
        self.assertEqual(answer.status, status, str(answer))
        assert_shape(answer.json(), {"pack": PACK, "report": REPORT})
        return answer.json()

    def made(self, name=None):
        """(pack id, version id) of a new pack with three requirements."""
        pack = self.imported("pack.json", pack_files.as_native(name or fresh()))["pack"]
        return pack["id"], pack["versions"][0]["criteriaVersionId"]

    def content(self, pack, version):
        return self.admin.value(f"/api/admin/packs/{pack}/versions/{version}")

    def actions_on(self, object_id):
        return [entry["action"] for entry in self.admin.value(f"/api/admin/audit-logs?objectId={object_id}")["logs"]]


class Import(PackTest):
    def assert_table(self, pack):
        """All three requirements of the table exist unchanged."""
        version = self.content(pack["id"], pack["versions"][0]["criteriaVersionId"])
        self.assertEqual([[str(r["criterionId"]), r["criterionTitle"], r["requirementId"], r["subcheckLabel"] or "", r["title"]]
                          for r in version["requirements"]],
                         [[row[0], row[1], *row[3:]] for row in pack_files.ROWS])
        self.assertEqual([c["criterionDescription"] for c in version["criteria"]], ["Who may enter.", ""])

    def test_every_format_gives_the_same_pack(self):
        name = fresh()
        table = [pack_files.HEADER] + pack_files.ROWS
        files = {"a.csv": pack_files.as_csv(), "b.csv": pack_files.as_csv(separator=";", line_end="\n", bom=True),
                 "c.xlsx": pack_files.as_xlsx([("Notes", [["Nothing here"]]), ("Controls", table)]),
                 "d.json": pack_files.as_native(name)}
        hashes = set()
        for filename, data in files.items():
            with self.subTest(file=filename):
                body = self.imported(filename, data, f"?name={fresh('P')}&version=1".replace(" ", "%20"))
                self.assertEqual((body["report"]["criteria"], body["report"]["requirements"]), (2, 3))
                self.assert_table(body["pack"])
                pack = body["pack"]
                hashes.add(self.content(pack["id"], pack["versions"][0]["criteriaVersionId"])["contentHash"])
        self.assertEqual(len(hashes), 1)

    def test_what_a_workbook_holds_beside_the_table_is_reported(self):
        sheets = [("Read me", [["Version 3"]]), ("Controls", [["Our controls"], pack_files.HEADER] + pack_files.ROWS)]
        skipped = self.imported("c.xlsx", pack_files.as_xlsx(sheets), f"?name={secrets.token_hex(6)}")["report"]["skipped"]
        self.assertEqual([item["path"] for item in skipped], ["sheet Controls, row 1", "sheet Read me"])

    def test_names_come_from_the_request_the_file_or_its_name(self):
        word = secrets.token_hex(6)
        self.assertEqual(self.imported(f"dir/Own {word}.csv", pack_files.as_csv())["pack"]["name"], f"Own {word}")
        pack = self.imported("x.csv", pack_files.as_csv(), f"?name=N-{word}&version=V-{word}")["pack"]
        self.assertEqual((pack["name"], pack["versions"][0]["version"]), (f"N-{word}", f"V-{word}"))
        pack = self.imported("x.json", pack_files.as_native(f"J-{word}", "7"))["pack"]
        self.assertEqual((pack["name"], pack["versions"][0]["version"]), (f"J-{word}", "7"))

    def test_a_version_without_a_name_is_named_by_the_day(self):
        name = secrets.token_hex(6)
        first = self.imported("a.csv", pack_files.as_csv(), f"?name={name}")["pack"]["versions"][0]
        self.assertRegex(first["version"], r"^\d{4}-\d\d-\d\d$")
        again = self.imported("b.csv", pack_files.as_csv(), f"?name={name}", status=200)["pack"]["versions"][0]
        self.assertEqual(again, first)
        other = self.imported("a.csv", pack_files.as_csv(pack_files.ROWS[:2]), f"?name={name}")["pack"]["versions"][0]
        self.assertEqual(other["version"], first["version"] + ".2")

    def test_the_same_content_again_is_the_version_there_is(self):
        data = pack_files.as_native(fresh())
        first, again = self.imported("p.json", data), self.imported("p.json", data, status=200)
        self.assertEqual(again["pack"], first["pack"])
        actions = self.actions_on(first["pack"]["versions"][0]["criteriaVersionId"])
        self.assertEqual(actions, ["pack.import"])

    def test_other_content_under_the_same_name_is_a_conflict(self):
        name = fresh()
        self.imported("p.json", pack_files.as_native(name, "7"))
        answer = self.admin.upload("p.json", pack_files.as_native(name, "7", pack_files.ROWS[:1]), path=IMPORT)
        self.assertEqual(assert_error(answer, 409, "CONFLICT"), {"packName": name, "version": "7"})
        self.assertIn(name, answer.json()["message"])
        self.imported("p.json", pack_files.as_native(name, "7", pack_files.ROWS[:1]), "?version=8")

    def test_a_dry_run_keeps_nothing(self):
        name, count = fresh(), "SELECT count(*) FROM criteria_version"
        before = world().stack.sql(count)
        body = self.imported_dry(name)
        self.assertEqual(body["pack"], {"id": None, "name": name, "versions": [
            {"criteriaVersionId": None, "version": "1", "requirementCount": 3}]})
        self.assertEqual(world().stack.sql(count), before)
        real = self.imported("p.json", pack_files.as_native(name))
        self.assertEqual(real["report"], body["report"])
        self.assertEqual(self.imported_dry(name)["pack"], real["pack"])

    def test_a_dry_run_says_what_a_new_version_changes(self):
        name = fresh()
        rows = pack_files.ROWS
        self.assertNotIn("differences", self.imported_dry(name))
        self.imported("p.json", pack_files.as_native(name, "1", rows[:2]), "?bind=true")
        changed = pack_files.as_native(name, "2", [[*rows[1][:-1], "Another wording"], *rows[2:]])
        answer = self.admin.upload("p.json", changed, path=IMPORT + "?dryRun=true")
        [one] = answer.json()["differences"]
        self.assertEqual((one["packName"], one["from"]["version"], one["toVersion"]), (name, "1", "2"))
        self.assertEqual(one["added"], {"criteria": [2], "requirements": ["2.1"]})
        self.assertEqual(one["removed"], {"criteria": [], "requirements": ["1.1.i"]})
        self.assertEqual(one["changed"], {"criteria": [], "requirements": [{"requirementId": "1.1.ii", "fields": ["title"]}]})
        self.imported("p.json", changed)
        # Not in force, so the next import is still compared with the version in force.
        third = self.admin.upload("p.json", pack_files.as_native(name, "3", rows), path=IMPORT + "?dryRun=true")
        self.assertEqual(third.json()["differences"][0]["from"]["version"], "1")
        self.assertNotIn("differences", self.admin.upload("p.json", changed, path=IMPORT + "?dryRun=true").json())

    def imported_dry(self, name):
        answer = self.admin.upload("p.json", pack_files.as_native(name), path=IMPORT + "?dryRun=true&bind=true")
        self.assertEqual(answer.status, 200, str(answer))
        return answer.json()

    def test_bind_binds_the_tenant(self):
        name = fresh()
        pack = self.imported("p.json", pack_files.as_native(name), "?bind=true")["pack"]
        bound = {p["id"]: p for p in world().client("VIEWER").all("/api/packs", "packs")}
        self.assertEqual(bound[pack["id"]]["criteriaVersionId"], pack["versions"][0]["criteriaVersionId"])
        self.assertNotIn(pack["id"], [p["id"] for p in world().client("MEMBER", 1).all("/api/packs", "packs")])
        self.assertIn("binding.put", self.actions_on(pack["id"]))

    def test_a_pack_that_is_there_keeps_its_description_and_says_so(self):
        name = fresh()
        self.imported("p.json", pack_files.as_native(name, "1", description="First"))
        report = self.imported("p.json", pack_files.as_native(name, "2", description="Second"))["report"]
        self.assertIn("description", report["warnings"][0])

    def test_flags_and_names_are_checked(self):
        for query, field in (("dryRun=yes", "dryRun"), ("bind=1", "bind"), ("name=", "name"),
                             ("name=" + "x" * 201, "name"), ("version=%20", "version")):
            with self.subTest(query=query):
                assert_fields(self.admin.upload("p.csv", pack_files.as_csv(), path=f"{IMPORT}?{query}"), field)


class Versions(PackTest):
    def test_are_listed_newest_first_in_pages(self):
        name = fresh()
        for version in ("1", "2", "3"):
            rows = pack_files.ROWS[:int(version)]
            pack = self.imported("p.json", pack_files.as_native(name, version, rows))["pack"]
        path = f"/api/admin/packs/{pack['id']}/versions"
        first = self.admin.value(path + "?limit=2")
        self.assertEqual([v["version"] for v in first["versions"]], ["3", "2"])
        rest = self.admin.value(f"{path}?limit=2&cursor={first['nextCursor']}")
        self.assertEqual([(v["version"], v["requirementCount"], v["shared"], v["baseVersionId"]) for v in rest["versions"]],
                         [("1", 1, False, None)])

    def test_a_shared_pack_has_versions_too(self):
        shared = next(p for p in self.admin.all("/api/packs", "packs") if self.version_of(p)["shared"])
        self.assertEqual(len(self.content(shared["id"], shared["criteriaVersionId"])["requirements"]),
                         shared["requirementCount"])

    def version_of(self, pack):
        return self.content(pack["id"], pack["criteriaVersionId"])

    def test_a_version_of_another_pack_is_not_found(self):
        pack, _ = self.made()
        _, version = self.made()
        answer = self.admin.get(f"/api/admin/packs/{pack}/versions/{version}")
        self.assertEqual(assert_error(answer, 404, "NOT_FOUND"), {"versionId": version})

    def test_export_is_an_attachment_that_imports_as_the_same_version(self):
        rich = json.loads(pack_files.as_native(fresh("Ünïcode \"quoted\""), "1.0", description="D", copyright="C",
                                               sourceKey="urn:test:x"))
        rich["criteria"][0].update(label="AC")
        rich["criteria"][0]["requirements"][0].update(
            expectedEvidence=["Policy", "Log"], guidance="See\nthere", sourceKey="urn:test:x:1")
        pack = self.imported("p.json", json.dumps(rich).encode())["pack"]
        version = pack["versions"][0]["criteriaVersionId"]
        answer = self.admin.get(f"/api/admin/packs/{pack['id']}/versions/{version}/export")
        self.assertEqual(answer.status, 200)
        self.assertRegex(answer.headers["content-disposition"], "^attachment;")
        self.assertEqual(json.loads(answer.body), rich)
        self.assertEqual(self.imported("e.json", answer.body, status=200)["pack"], pack)
        self.assertIn("pack.export", self.actions_on(version))

    def test_lists_show_more_when_asked(self):
        pack = json.loads(pack_files.as_native(fresh()))
        pack["criteria"][0].update(label="AC")
        pack["criteria"][0]["requirements"][0].update(expectedEvidence=["Policy"], guidance="See", sourceKey="urn:x")
        made = self.imported("p.json", json.dumps(pack).encode(), "?bind=true")["pack"]
        query = f"?packId={made['id']}"
        version = self.content(made["id"], made["versions"][0]["criteriaVersionId"])
        for plural, shape in (("criteria", shapes.CRITERION), ("requirements", shapes.REQUIREMENT)):
            full = self.admin.value(f"/api/{plural}{query}&detail=true")[plural]
            self.assertEqual(full, version[plural])
            plain = self.admin.value(f"/api/{plural}{query}")[plural]
            self.assertEqual(plain, [{name: item[name] for name in shape} for item in full])
            assert_fields(self.admin.get(f"/api/{plural}{query}&detail=1"), "detail")
        self.assertEqual((version["criteria"][0]["label"], version["requirements"][0]["guidance"]), ("AC", "See"))

    def test_versions_refuse_every_change_in_the_database(self):
        pack, version = self.made()
        for table, key in (("criteria_version", "id"), ("criterion", "criteria_version_id"),
                           ("requirement", "criteria_version_id")):
            for statement in (f"UPDATE {table} SET {key} = {key}", f"DELETE FROM {table}"):
                with self.subTest(statement=statement):
                    with self.assertRaisesRegex(Exception, "immutable"):
                        world().stack.sql(f"{statement} WHERE {key} = '{version}'")
        self.assertEqual(len(self.content(pack, version)["requirements"]), 3)
