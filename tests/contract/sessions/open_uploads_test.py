# SPDX-License-Identifier: Apache-2.0
"""How many uploads in pieces a tenant may have that are not complete. In this stack: six, of 5000 bytes together."""
import unittest

import samples
from client import assert_error
from own_tenant import OwnTenant
from tus import TUS, append, begin, begun
from world import world

UPLOADS, BYTES = 6, 5000


class OpenUploads(unittest.TestCase):
    def refuse(self, answer, limit, allowed, found):
        details = assert_error(answer, 422, "LIMIT_EXCEEDED")
        self.assertEqual(details, {"limit": limit, "allowed": allowed, "found": found})

    def test_one_more_than_allowed_is_refused_until_one_is_complete_given_up_or_expired(self):
        own = OwnTenant()
        member, other = own.client(), own.client()
        data = samples.unique()
        paths = [begun(member, len(data)) for _ in range(UPLOADS)]
        self.refuse(begin(other, len(data)), "openUploads", UPLOADS, UPLOADS + 1)
        self.assertEqual(append(member, paths[0], 0, data).status, 200)
        self.assertEqual(begin(other, len(data)).status, 201)
        self.refuse(begin(other, len(data)), "openUploads", UPLOADS, UPLOADS + 1)
        self.assertEqual(member.request("DELETE", paths[1], headers=TUS).status, 204)
        self.assertEqual(begin(other, len(data)).status, 201)
        self.refuse(begin(other, len(data)), "openUploads", UPLOADS, UPLOADS + 1)
        upload = paths[2].rsplit("/", 1)[1]
        world().stack.sql(f"UPDATE upload SET expires_at = now() - interval '1 second' WHERE id = '{upload}'")
        self.assertEqual(begin(other, len(data)).status, 201)

    def test_their_sizes_are_counted_together(self):
        member = OwnTenant().client()
        begun(member, BYTES - 100)
        self.refuse(begin(member, 101), "openUploadBytes", BYTES, BYTES + 1)
        self.assertEqual(begin(member, 100).status, 201)

    def test_a_file_for_which_the_tenant_has_no_room_is_refused_with_its_last_piece(self):
        member = OwnTenant().client()
        member.add("large.txt", b"x" * 19_000)
        path = begun(member, 2000)
        self.assertEqual(append(member, path, 0, b"y" * 1500).status, 204)
        self.refuse(append(member, path, 1500, b"y" * 500), "bytes", 20_000, 21_000)
        self.assertEqual(member.value(path)["receivedBytes"], 1500)
