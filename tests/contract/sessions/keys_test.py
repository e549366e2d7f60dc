# SPDX-License-Identifier: Apache-2.0
"""Rotation and retirement of the keys that sign access tokens. A process reloads its keys when it meets an unknown
one, but at most every five seconds."""
import base64
import json
import time
import unittest

from client import Client, sign_in
from stack import StackError
from world import world

KEYS_READ_ANEW = 6


def ctl(*words):
    done = world().stack.assay("ctl", *words)
    return json.loads(done.strip().splitlines()[-1])


def kid_of(client):
    header = client.token.split(".")[0]
    return json.loads(base64.urlsafe_b64decode(header + "=" * (-len(header) % 4)))["kid"]


def works(client):
    return client.get("/api/packs").status == 200


class Rotation(unittest.TestCase):
    def bring_back(self, kid, client):
        """For the tests that follow, whose tokens this key signed."""
        world().stack.sql(f"UPDATE signing_key SET retires_at = clock_timestamp() + interval '1 hour' WHERE kid = '{kid}'")
        time.sleep(KEYS_READ_ANEW)
        self.assertTrue(all(works(client) for _ in range(32)))

    def test_the_new_key_signs_and_the_old_is_accepted_until_it_retires(self):
        sql = world().stack.sql
        old = sign_in(world().demo, "VIEWER")
        before = kid_of(old)
        rotated = ctl("keys", "rotate")
        self.assertNotEqual(rotated["kid"], before)
        self.assertEqual(rotated["retiring"], 1)
        self.assertGreaterEqual(rotated["oldAcceptedForSeconds"], 900 + 30 + 60)
        listed = ctl("keys", "list")["keys"]
        self.assertEqual([(key["kid"], key["state"]) for key in listed[:2]],
                         [(rotated["kid"], "SIGNING"), (before, "ACCEPTED")])
        self.assertNotIn("private", json.dumps(listed))

        # No request is refused while the processes learn of the new key one by one.
        deadline, fresh = time.monotonic() + 20, None
        while fresh is None and time.monotonic() < deadline:
            session = sign_in(world().demo, "VIEWER")
            self.assertIn(kid_of(session), (before, rotated["kid"]))
            for _ in range(8):
                self.assertTrue(works(session), "a token signed just now is good at every process")
                self.assertTrue(works(old))
            fresh = session if kid_of(session) == rotated["kid"] else None
        self.assertIsNotNone(fresh, "the new key signs")

        sql(f"UPDATE signing_key SET retires_at = clock_timestamp() WHERE kid = '{before}'")
        self.addCleanup(self.bring_back, before, old)
        for _ in range(32):
            self.assertFalse(works(old), "the retired key is refused")
            self.assertTrue(works(fresh))
        states = {key["kid"]: key["state"] for key in ctl("keys", "list")["keys"]}
        self.assertEqual((states[before], states[rotated["kid"]]), ("RETIRED", "SIGNING"))
        self.assertTrue(works(Client(world().demo["baseUrl"], sign_in(world().demo, "ADMIN").token)))

    def test_a_leaked_key_is_retired_at_once_and_another_signs(self):
        old = sign_in(world().demo, "VIEWER")
        leaked = kid_of(old)
        retired = ctl("keys", "retire", leaked)
        self.addCleanup(self.bring_back, leaked, old)
        self.assertEqual(retired["kid"], leaked)
        for _ in range(32):
            self.assertFalse(works(old), "its tokens are refused")
        listed = {key["kid"]: key["state"] for key in ctl("keys", "list")["keys"]}
        self.assertEqual(listed[leaked], "RETIRED")
        self.assertIn("SIGNING", listed.values())
        fresh = sign_in(world().demo, "VIEWER")
        self.assertNotEqual(kid_of(fresh), leaked)
        time.sleep(KEYS_READ_ANEW)  # until then a process may not know the new key
        self.assertTrue(all(works(fresh) for _ in range(16)))
        for tenant in (0, 1):
            logs = sign_in(world().demo, "ADMIN", tenant).value(f"/api/admin/audit-logs?objectId={leaked}")["logs"]
            self.assertEqual([(entry["action"], entry["actor"]["id"]) for entry in logs[:1]],
                             [("signing_key.retire", "assayctl")])
            self.assertEqual(logs[0]["objectType"], "signing_key")

    def test_only_a_key_that_is_accepted_can_be_retired(self):
        for words in ((), ("nonsense",), ("a", "b")):
            with self.assertRaises(StackError, msg=words):
                ctl("keys", "retire", *words)
