# SPDX-License-Identifier: Apache-2.0
"""The stack really goes through a pgbouncer in transaction mode, leaves nothing in its sessions, and outlives it."""
import os
import subprocess
import unittest

import samples
from pooler import pooler
from stack import wait_until
from world import world


def ask(name, sql):
    """Lines of the statement's rows, each from whichever session the pooler gives."""
    return subprocess.run(["psql", "-X", "-At", "-h", os.path.join(pooler().folder, name), "-p", "6432", "-U",
                           f"assay_{name}", "-c", sql, "assay"],
                          text=True, capture_output=True, check=True, timeout=20).stdout.splitlines()


class Sessions(unittest.TestCase):
    def test_are_shared_by_transactions(self):
        world().client("MEMBER").add_ready("pooled.md", samples.markdown("pooled", 3))
        for name in ("api", "pipeline"):
            pools = [row for row in pooler().figures(name, "POOLS") if row["database"] == "assay"]
            self.assertEqual({row["pool_mode"] for row in pools}, {"transaction"})
            clients = sum(int(row["cl_active"]) + int(row["cl_waiting"]) for row in pools)
            servers = sum(int(row[kind]) for row in pools for kind in ("sv_active", "sv_idle", "sv_used"))
            if name == "pipeline":  # its threads have a connection each; API processes take turns
                self.assertGreater(clients, servers)
            self.assertLessEqual(servers, pooler().sessions)
        daemons = world().stack.sql("SELECT count(*) FROM pg_stat_activity WHERE usename IN ('assay_api', 'assay_pipeline')")
        self.assertLessEqual(int(daemons[0][0]), 2 * pooler().sessions)

    def test_keep_nothing(self):
        world().client("MEMBER").add_ready("left.md", samples.markdown("left", 3))
        for name in ("api", "pipeline"):
            for _ in range(2 * pooler().sessions):
                self.assertEqual(ask(name, "SELECT (SELECT count(*) FROM pg_prepared_statements), "
                                           "(SELECT count(*) FROM pg_listening_channels()), "
                                           "coalesce(current_setting('assay.tenant', true), ''), "
                                           "(SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' "
                                           "AND pid = pg_backend_pid())"), ["0|0||0"])


class Restart(unittest.TestCase):
    def test_a_pooler_that_dies_loses_nothing(self):
        member = world().client("MEMBER")
        with world().stack.pipeline_paused():
            document = member.upload("outlives.md", samples.markdown("outlives", 3)).json()["document"]
        for name in ("pipeline", "api"):
            pooler().kill(name)
        self.assertEqual(member.get("/api/documents").status, 503)
        for name in ("pipeline", "api"):
            pooler().start(name)
        wait_until(lambda: member.get("/api/documents").status == 200, 20, "the API at work again")
        member.wait_ready(document["id"])
