# SPDX-License-Identifier: Apache-2.0
"""kill -9 of the pipeline while a corpus is fetched and while it is indexed."""
import unittest

from admin_of_corpora import CORPORA, admin, completed, from_file, from_url
from source_site import SourceSite
from stack import wait_until
from world import world

SENTENCES = 1800


def kill():
    world().stack.kill("pipeline", "assay-pipeline")


def status_of(ingestion):
    listed = admin().value(f"{CORPORA}/{ingestion['corpusId']}/ingestions")["ingestions"]
    return next(i["status"] for i in listed if i["id"] == ingestion["id"])


class Killed(unittest.TestCase):
    def site(self):
        site = SourceSite()
        self.addCleanup(site.close)
        return site

    def test_while_it_fetches_and_it_fetches_again(self):
        site = self.site()
        _, ingestion = from_url(site.url("/held"))
        self.assertTrue(site.holding.wait(20))
        self.assertEqual(status_of(ingestion), "FETCHING")
        kill()
        site.go_on.set()
        completed(ingestion)
        self.assertEqual(site.asked.count("/held"), 2)

    def test_while_it_indexes_and_no_passage_is_lost_or_doubled(self):
        text = "".join(f"Article {i}. Undertaking number {i} shall keep register {i * 7} and review it.\n\n"
                       for i in range(SENTENCES)).encode()
        _, ingestion = from_file("long.txt", text)
        wait_until(lambda: status_of(ingestion) == "INDEXING", 40, "INDEXING")
        kill()
        self.assertEqual(status_of(ingestion), "INDEXING", "it was caught in the middle")
        ended = completed(ingestion, 60)
        rows = world().stack.sql(
            "SELECT count(DISTINCT p.id), count(DISTINCT p.passage_index), max(p.passage_index) + 1, count(v.passage_id)"
            " FROM corpus_passage p LEFT JOIN corpus_passage_vector v ON v.passage_id = p.id"
            f" WHERE p.ingestion_id = '{ingestion['id']}'")
        self.assertEqual(rows, [[str(ended["passageCount"])] * 4])


if __name__ == "__main__":
    unittest.main()
