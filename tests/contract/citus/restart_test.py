# SPDX-License-Identifier: Apache-2.0
"""A server of the cluster that restarts: its tenants wait or are told to come again, and nothing is lost."""
import time
import unittest

from citus import citus
from samples import unique
from stack import wait_until
from world import world


class Restart(unittest.TestCase):
    def test_of_a_server_loses_nothing(self):
        pack = world().pack()
        members = [world().client("MEMBER", tenant) for tenant in (0, 1)]
        for node in citus().nodes[1:]:
            citus().restart(node)
            stored, refused, end = [], 0, time.monotonic() + 6
            while time.monotonic() < end:
                for tenant, member in enumerate(members):
                    answer = member.upload("during.txt", unique())
                    self.assertIn(answer.status, (201, 503), str(answer))
                    if answer.status == 201:
                        stored.append((tenant, answer.json()["document"]["id"]))
                    else:
                        refused += 1
            wait_until(lambda: all(member.get("/api/documents").status == 200 for member in members), 30, "it is back")
            self.assertGreater(len(stored), refused, "most are served meanwhile")
            for tenant, document in stored:
                members[tenant].wait_ready(document)
        members[0].completed_run(packId=pack["packId"])


if __name__ == "__main__":
    unittest.main()
