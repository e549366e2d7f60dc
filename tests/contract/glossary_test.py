# SPDX-License-Identifier: Apache-2.0
"""A tenant's own names for things: replaced as a whole, kept in versions, pinned by runs."""
import hashlib
import json
import unittest

import pack_files
from client import assert_error, assert_fields
from own_tenant import OwnTenant
from shapes import GLOSSARY, assert_shape
from stack import StackError
from world import world

GLOSSARY_PATH = "/api/admin/glossary"
VPN = {"expression": "HarbourLink", "meaning": "VPN"}
BCM = {"expression": "BCM", "meaning": "business continuity"}


def with_expression(text):
    return {"entries": [BCM, {"expression": text, "meaning": "VPN"}]}


class Glossary(unittest.TestCase):
    def setUp(self):
        self.tenant = OwnTenant()
        self.admin = self.tenant.client("ADMIN")

    def put(self, entries, headers=None):
        answer = self.admin.send("PUT", GLOSSARY_PATH, {"entries": entries}, headers)
        self.assertEqual(answer.status, 200, str(answer))
        return answer.json()["glossary"]

    def own_pack(self, title):
        """The tenant's own pack of that requirement alone, bound."""
        name = "Pack of " + self.tenant.id
        rows = [["1", "Networks", "", "1.1", "", title]]
        answer = self.admin.upload("pack.json", pack_files.as_native(name, rows=rows),
                                   path="/api/admin/packs/import?bind=true")
        self.assertEqual(answer.status, 201, str(answer))
        return answer.json()["pack"]["id"]

    @staticmethod
    def snapshot(run):
        rows = world().stack.sql(f"SELECT convert_from(content, 'UTF8') FROM run_snapshot WHERE run_id = '{run['id']}'")
        return json.loads(rows[0][0])

    def changes(self):
        return self.admin.value("/api/admin/audit-logs?action=glossary.put")["logs"][::-1]

    def test_is_empty_at_first_and_replaced_as_a_whole(self):
        empty = {"entries": [], "version": 0, "sha256": None, "updatedAt": None, "updatedBy": None}
        self.assertEqual(self.admin.value(GLOSSARY_PATH), empty)
        first = self.put([VPN, BCM])
        assert_shape(first, GLOSSARY)
        self.assertEqual((first["entries"], first["version"], first["updatedBy"]),
                         ([VPN, BCM], 1, self.admin.user["id"]))
        canonical = json.dumps(first["entries"], separators=(",", ":"), sort_keys=True)
        self.assertEqual(first["sha256"], hashlib.sha256(canonical.encode()).hexdigest())
        self.assertEqual(self.admin.value(GLOSSARY_PATH), first)
        self.assertEqual(self.put([VPN, BCM]), first, "the same list is no new version")
        second = self.put([BCM])
        self.assertEqual((second["entries"], second["version"]), ([BCM], 2))
        self.assertEqual(self.put([])["version"], 3)
        self.assertEqual(self.admin.value(GLOSSARY_PATH)["entries"], [])
        log = self.changes()
        self.assertEqual([(entry["objectType"], entry["objectId"]) for entry in log],
                         [("glossary", "1"), ("glossary", "2"), ("glossary", "3")])
        self.assertEqual(json.loads(log[1]["detail"]), {
            "version": {"from": 1, "to": 2}, "entryCount": {"from": 2, "to": 1},
            "sha256": {"from": first["sha256"], "to": second["sha256"]}})

    def test_names_what_is_wrong(self):
        one = "entries[1].expression"
        for field, body in {
                "entries": {}, "entries[0]": {"entries": ["VPN"]}, "entries[0].term": {"entries": [{**VPN, "term": "x"}]},
                "entries[0].meaning": {"entries": [{"expression": "BCM"}]}, "since": {"entries": [], "since": 1}}.items():
            with self.subTest(field=field):
                assert_fields(self.admin.send("PUT", GLOSSARY_PATH, body), field)
        for text in ("", "  ", 5, None, "x" * 81, "Harbour\u0000Link", "Harbour\nLink", "Harbour\u200bLink"):
            with self.subTest(text=text):
                assert_fields(self.admin.send("PUT", GLOSSARY_PATH, with_expression(text)), one)
        for text in ("BCM", "bcm", " BCM ", "\uff22\uff23\uff2d"):  # the last is the same in full width
            with self.subTest(text=text):
                answer = self.admin.send("PUT", GLOSSARY_PATH, with_expression(text))
                assert_fields(answer, one)
                self.assertIn('is the same as "BCM"', answer.json()["message"])
        self.assertEqual(self.changes(), [])

    def test_has_room_for_a_thousand(self):
        entries = [{"expression": f"{i:04d}{'x' * 76}", "meaning": "y" * 80} for i in range(1001)]
        assert_fields(self.admin.send("PUT", GLOSSARY_PATH, {"entries": entries}), "entries")
        self.assertEqual(self.put(entries[:1000])["entries"], entries[:1000])

    def test_takes_no_state_that_has_changed_since_it_was_read(self):
        tag = self.admin.get(GLOSSARY_PATH).headers["etag"]
        first = self.put([VPN], {"If-Match": tag})
        answer = self.admin.send("PUT", GLOSSARY_PATH, {"entries": [BCM]}, {"If-Match": tag})
        assert_error(answer, 409, "CONFLICT")
        self.assertEqual(self.admin.value(GLOSSARY_PATH), first)

    def test_belongs_to_one_tenant_and_its_administrators(self):
        self.put([VPN])
        self.assertEqual(OwnTenant().client("ADMIN").value(GLOSSARY_PATH)["version"], 0)
        member = self.tenant.client("MEMBER")
        assert_error(member.get(GLOSSARY_PATH), 403, "FORBIDDEN")
        assert_error(member.send("PUT", GLOSSARY_PATH, {"entries": []}), 403, "FORBIDDEN")
        for statement in ("UPDATE glossary SET entries = '[]'", "DELETE FROM glossary", "TRUNCATE glossary CASCADE"):
            with self.subTest(statement=statement), self.assertRaisesRegex(StackError, "refused"):
                world().stack.sql(statement)

    def test_is_pinned_by_runs(self):
        self.admin.add_ready("access.md", b"# Access\n\nAll remote staff connect through HarbourLink.\n")
        bare = self.admin.completed_run(requirementIds=["1.1"])
        self.assertIsNone(bare["glossaryVersion"])
        self.put([VPN])
        refused = assert_error(self.admin.post("/api/runs", {"rerunOf": bare["id"]}), 409, "CONFLICT")
        self.assertEqual(refused, {"pin": "glossaryVersion", "pinned": None, "current": 1})
        with world().stack.pipeline_paused():
            started = self.admin.start_run(requirementIds=["1.1"])
            self.put([BCM])
        run = self.admin.wait_run(started["id"])
        self.assertEqual(run["glossaryVersion"], 1, "the one in force when it was created")
        self.assertEqual(self.snapshot(run)["glossary"]["entries"], [VPN])
        self.assertEqual(self.admin.value(f"/api/admin/runs/{run['id']}")["pins"]["glossaryVersion"], 1)
        self.assertEqual(self.admin.value(f"/api/admin/runs/{run['id']}/replay")["run"]["glossaryVersion"], 1)
        self.assertEqual(self.admin.value(f"/api/runs/{bare['id']}/compare/{run['id']}")["pins"],
                         [{"pin": "glossaryVersion", "from": None, "to": 1}])
        self.assertEqual(self.admin.reproduce(run["id"])["differences"], [])

    def test_a_replay_of_the_current_records_says_that_it_has_changed(self):
        with world().stack.pipeline_paused():
            run = self.admin.start_run(requirementIds=["1.1"])
            self.assertEqual(self.admin.post(f"/api/runs/{run['id']}/cancel").status, 200)
        path, warning = f"/api/admin/runs/{run['id']}/replay", "The glossary has changed since"
        self.assertNotIn(warning, self.admin.value(path)["warnings"])
        self.put([VPN])
        self.assertIn(warning, self.admin.value(path)["warnings"])

    def test_lets_evidence_in_own_words_be_found(self):
        """A run and a search look at 20 passages: there are enough that use the requirement's words."""
        for start in range(0, 40, 20):
            places = "\n\n".join(f"## Office {i}\n\nThe VPN of office {i} protects traffic from the internet. Its VPN "
                                 f"gateway has number {i * 7}." for i in range(start, start + 20))
            self.admin.add_ready(f"offices-{start}.md", places.encode())
        own = self.admin.add_ready("own.md", b"All remote staff connect through HarbourLink.\n")
        pack = self.own_pack("The VPN protects traffic from the internet")

        def found():
            results = self.admin.value("/api/search?q=VPN%20that%20protects%20traffic&limit=20")["results"]
            return own["id"] in [result["documentId"] for result in results]

        def candidates(run):
            snapshot = self.snapshot(run)
            return snapshot["glossary"], [snapshot["chunks"][candidate["chunkId"]]["documentId"]
                                          for candidate in snapshot["inputs"][0]["candidates"]]

        before = self.admin.completed_run(packId=pack)
        frozen, documents = candidates(before)
        self.assertIsNone(frozen)
        self.assertEqual((len(documents), own["id"] in documents, found()), (20, False, False))
        glossary = self.put([VPN, BCM])
        after = self.admin.completed_run(packId=pack)
        frozen, documents = candidates(after)
        self.assertEqual(frozen, {name: glossary[name] for name in ("version", "sha256", "entries")})
        self.assertEqual((len(documents), own["id"] in documents, found()), (20, True, True))
        steps = self.admin.value(f"/api/runs/{after['id']}/steps")["steps"]
        self.assertEqual(steps[1]["inputRefs"]["glossaryVersion"], 1)
        self.put([])
        self.assertFalse(found())
        self.assertEqual(candidates(after)[0], frozen)
        self.assertEqual(self.admin.reproduce(after["id"])["differences"], [])
        self.assertEqual(self.admin.value(f"/api/admin/runs/{after['id']}/replay")["integrity"], "VERIFIED")


if __name__ == "__main__":
    unittest.main()
