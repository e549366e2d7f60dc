# SPDX-License-Identifier: Apache-2.0
"""Corpora with the default settings: only public addresses are fetched."""
import unittest

from admin_of_corpora import CORPORA, admin, failed, from_url
from client import assert_error
from source_site import SourceSite
from world import world


class AsItComes(unittest.TestCase):
    def test_loopback_is_refused_under_every_name(self):
        site = SourceSite()
        self.addCleanup(site.close)
        for host in ("127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "0.0.0.0"):
            with self.subTest(host=host):
                self.assertIn("is not allowed", failed(from_url(site.url("/act.md", host))[1]))
        self.assertEqual(site.asked, [], "nothing was connected to")

    def test_a_failure_is_in_the_trail(self):
        _, ingestion = from_url("http://127.0.0.1/")
        failed(ingestion)
        entries = admin().value(f"/api/admin/audit-logs?objectId={ingestion['id']}")["logs"]
        self.assertEqual([(e["action"], e["outcome"]) for e in entries], [("corpus_ingestion.failed", "error")])

    def test_there_is_no_way_to_remove_one(self):
        corpus = world().corpus()
        for method in ("DELETE", "PATCH", "PUT"):
            assert_error(admin().request(method, f"{CORPORA}/{corpus['id']}"), 405, "METHOD_NOT_ALLOWED")


if __name__ == "__main__":
    unittest.main()
