# SPDX-License-Identifier: Apache-2.0
"""Corpora from URLs. Besides public addresses, this stack allows fetching only from 127.0.0.0/8, at most 2,000,000
bytes within 2 seconds."""
import json
import unittest

from admin_of_corpora import CORPORA, admin, again, completed, failed, from_url, wait_ended
from client import assert_error, assert_fields
from source_site import ACT, SourceSite, closed_port
from world import world


class Fetching(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = SourceSite()
        cls.addClassCleanup(cls.site.close)
        # Deferred fetches take their time; they run in parallel with the other tests.
        cls.slow = {path: from_url(url)[1] for path, url in (
            ("/drip", cls.site.url("/drip")), ("/status/500", cls.site.url("/status/500")),
            ("/flaky", cls.site.url("/flaky")), ("closed", f"http://127.0.0.1:{closed_port()}/act"))}

    def reason_of(self, path, host="127.0.0.1"):
        return failed(from_url(self.site.url(path, host))[1])

    def test_a_text_is_fetched_read_and_indexed(self):
        corpus, ingestion = from_url(self.site.url("/act.md"))
        ended = completed(ingestion)
        self.assertEqual((ended["originalFilename"], ended["fileType"]), ("act.md", "md"))
        self.assertEqual(ended["sizeBytes"], len(ACT.encode()))
        self.assertEqual(ended["sourceUrl"], self.site.url("/act.md"))
        self.assertEqual(admin().value(f"{CORPORA}/{corpus['id']}"), corpus)
        actions = [e["action"] for e in admin().value(f"/api/admin/audit-logs?objectId={corpus['id']}")["logs"]]
        self.assertEqual(actions, ["corpus.create"])
        actions = [e["action"] for e in admin().value(f"/api/admin/audit-logs?objectId={ingestion['id']}")["logs"]]
        self.assertEqual(actions, ["corpus_ingestion.completed"])

    def test_the_trail_keeps_no_token_of_an_address(self):
        corpus, ingestion = from_url(self.site.url("/act.md?token=Sesame"))
        completed(ingestion)
        self.assertIn("Sesame", corpus["sourceUrl"], "its administrators still see it whole")
        entries = admin().value(f"/api/admin/audit-logs?objectId={corpus['id']}")["logs"]
        self.assertEqual(json.loads(entries[0]["detail"])["sourceUrl"], self.site.url("/act.md?token=***"))

    def test_a_name_of_an_allowed_address_and_a_redirect_to_one(self):
        completed(from_url(self.site.url("/page", "localhost"))[1])
        ended = completed(from_url(self.site.url("/redirect?" + self.site.url("/page")))[1])
        self.assertEqual((ended["originalFilename"], ended["fileType"]), ("page.html", "html"))

    def test_it_is_taken_in_again_and_anew(self):
        corpus, ingestion = from_url(self.site.url("/act.md"))
        first = completed(ingestion)
        self.site.text = (ACT + "\n## Article 4 Suppliers\n\nContracts with suppliers shall be reviewed.\n").encode()
        try:
            second = completed(again(corpus))
        finally:
            self.site.text = ACT.encode()
        self.assertNotEqual(first["sha256Hash"], second["sha256Hash"])
        listed = admin().all(f"{CORPORA}/{corpus['id']}/ingestions", "ingestions")
        self.assertEqual([i["id"] for i in listed], [second["id"], first["id"]])

    def test_one_ingestion_at_a_time(self):
        corpus, ingestion = from_url(self.site.url("/held"))
        self.assertTrue(self.site.holding.wait(20))
        answer = admin().post(f"{CORPORA}/{corpus['id']}/ingestions")
        self.assertEqual(assert_error(answer, 409, "CONFLICT"),
                         {"corpusId": corpus["id"], "ingestionId": ingestion["id"]})
        self.site.go_on.set()
        completed(ingestion)

    def test_a_source_that_is_away_is_asked_again(self):
        completed(self.slow["/flaky"])
        self.assertEqual(self.site.flaky, 3)

    def test_what_a_server_says_stays_with_it(self):
        for status in (404, 403):
            reason = self.reason_of(f"/status/{status}")
            self.assertIn(f"HTTP status {status}", reason)
            self.assertNotIn("secret", reason)

    def test_a_server_that_keeps_failing(self):
        reason = failed(self.slow["/status/500"])
        self.assertIn("HTTP status 500", reason)
        self.assertNotIn("secret", reason)
        self.assertEqual(self.site.asked.count("/status/500"), 3)

    def test_limits_of_size_time_and_redirects(self):
        self.assertIn("larger than the upload limit of ", self.reason_of("/endless"))
        self.assertIn("redirects more than 5 times", self.reason_of("/loop"))
        self.assertIn("empty", self.reason_of("/empty"))
        self.assertIn("within the time limit", failed(self.slow["/drip"]))
        self.assertEqual(world().stack.incoming(), [], "nothing of it is left")

    def test_a_file_that_is_not_what_its_address_says(self):
        self.assertIn("answered with a web page", self.reason_of("/act.pdf"))

    def test_addresses_that_are_not_allowed(self):
        for url in ("http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/", "http://[::1]:80/",
                    "http://192.168.0.1:8080/", "http://[fd00:ec2::254]/", "http://0.0.0.0/",
                    f"http://[::ffff:10.0.0.1]:{self.site.port}/", "http://2852039166/"):
            for target in (url, self.site.url("/redirect?" + url)):
                with self.subTest(target=target):
                    self.assertIn("is not allowed", failed(from_url(target)[1]))

    def test_schemes_and_user_names_behind_a_redirect(self):
        for url in ("file:///etc/passwd", "gopher://127.0.0.1/", f"http://kim:secret@127.0.0.1:{self.site.port}/page"):
            with self.subTest(url=url):
                self.assertIn("plain http or https", self.reason_of("/redirect?" + url))

    def test_a_port_where_nobody_listens(self):
        self.assertIn("connection", failed(self.slow["closed"]))
        self.assertIsNone(wait_ended(self.slow["closed"])["originalFilename"])

    def test_urls_that_are_none_are_refused_at_once(self):
        for url in ("", "act.pdf", "ftp://127.0.0.1/x", "file:///etc/passwd", "http://", "//host/x", "http://a b/",
                    "http://kim@127.0.0.1/", "http://kim:secret@127.0.0.1/", "javascript:alert(1)", 7, ["x"],
                    "http://127.0.0.1/" + "x" * 2000, "http://127.0.0.1:99999/"):
            with self.subTest(url=url):
                assert_fields(admin().post(CORPORA, {"title": "x", "sourceUrl": url}), "sourceUrl")


if __name__ == "__main__":
    unittest.main()
