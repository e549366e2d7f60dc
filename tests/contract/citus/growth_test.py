# SPDX-License-Identifier: Apache-2.0
"""An installation that has data moves to a cluster: every row goes along, and nothing of it stays behind."""
import unittest

import samples
from citus import citus, psql
from own_tenant import said
from stack import wait_until
from world import world

TABLES = ("SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'"
          " AND c.relname NOT LIKE 'citus%' ORDER BY 1")
SPREAD = "SELECT logicalrelid::text FROM pg_dist_partition"


class Growth(unittest.TestCase):
    def rows(self):
        """{table: (rows, digest of all their values)}, as a superuser sees them."""
        node = citus().nodes[0]
        tables = [name for (name,) in psql(node, TABLES)]
        return {name: psql(node, f"SELECT count(*), coalesce(sum(hashtext(t::text)::bigint), 0) FROM {name} t")[0]
                for name in tables}

    def fill(self):
        """A tenant with the sample's evidence, a run, reviews, a task, a file, a hold, a token; a second one beside it."""
        member, admin = world().client("MEMBER"), world().client("ADMIN")
        documents = [member.add(name, data) for name, data in samples.evidence()]
        wait_until(lambda: all(d["status"] == "READY" for d in member.all("/api/documents", "documents")), 300, "evidence read")
        run = member.completed_run()
        for assessment in member.value(f"/api/runs/{run['id']}/assessments?limit=5")["assessments"]:
            answer = member.post(f"/api/assessments/{assessment['id']}/reviews", {"verdict": "ACCEPTED"})
            self.assertEqual(answer.status, 201, str(answer))
        member.export(run["id"], "package")
        self.assertEqual(admin.post("/api/tokens", {"name": "moves"}).status, 201)
        self.assertEqual(admin.post("/api/admin/legal-holds", {"documentId": documents[0]["id"], "reason": "moves"}).status, 201)
        gone = member.add_ready("gone.txt", samples.unique())
        self.assertEqual(admin.post(f"/api/documents/{gone['id']}/erasure", {"reason": "moves"}).status, 202)
        own = world().pack(tenant=1)
        world().client("MEMBER", 1).add_ready("other.txt", samples.unique())
        world().client("MEMBER", 1).completed_run(packId=own["packId"])
        world().settle()
        return run, documents[0]

    def test_takes_every_row_along(self):
        run, document = self.fill()
        member, admin = world().client("MEMBER"), world().client("ADMIN")
        replay = admin.value(f"/api/admin/runs/{run['id']}/replay")
        shown = {path: member.value(path) for path in (
            f"/api/documents/{document['id']}", f"/api/runs/{run['id']}/assessments", "/api/tasks", "/api/packs")}
        world().stack.assay("stop", "api", "health", "pipeline")
        before = self.rows()
        citus().grow()
        self.assertEqual(self.rows(), before)
        self.assertEqual(citus().spread()["spread"], 0, "nothing is left to spread")
        node = citus().nodes[0]
        spread = [name for (name,) in psql(node, SPREAD)]
        self.assertGreater(len(spread), 50)
        self.assertEqual([name for name in spread if psql(node, f"SELECT pg_relation_size('{name}')") != [["0"]]], [],
                         "no copy stays on the first server")
        self.assertEqual(psql(node, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND"
                                    " relrowsecurity AND NOT relforcerowsecurity"), [])
        self.assertEqual(psql(node, "SELECT tgrelid::regclass, tgname FROM pg_trigger WHERE tgenabled = 'D'"), [])
        world().stack.assay("start", "api", "health", "pipeline")
        wait_until(lambda: member.get("/api/documents").status == 200, 60, "the API at work again")
        for path, value in shown.items():
            self.assertEqual(member.value(path), value, path)
        self.assertEqual(admin.value(f"/api/admin/runs/{run['id']}/replay"), replay)
        self.assertTrue(said("audit", "verify")["verified"])
        self.assertTrue(admin.reproduce(run["id"])["identical"])
        member.add_ready("after.txt", samples.unique())
        member.completed_run()


if __name__ == "__main__":
    unittest.main()
