# SPDX-License-Identifier: Apache-2.0
"""Metrics for Prometheus: every line well-formed, summed over all processes, of no tenant."""
import os
import signal
import unittest

from prometheus_text import parse, value
from stack import wait_until
from world import world

REQUESTS = "assay_http_request_seconds_count"


def scrape(role="SUPER_ADMIN", tenant=0):
    answer = world().client(role, tenant).get("/api/admin/metrics")
    assert answer.status == 200, f"{answer}"
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4"), answer.headers
    return parse(answer.body.decode("utf-8"))


def wait_for(condition, what):
    """The daemons write their metrics every second."""
    return wait_until(lambda: (lambda figures: condition(figures) and figures)(scrape()), 20, what)


class Requests(unittest.TestCase):
    def test_are_counted_over_all_processes_by_route_and_status(self):
        client, route = world().client("VIEWER"), "/api/runs/{runId}"
        run = world().run()["id"]
        before = scrape()
        for _ in range(30):
            self.assertEqual(client.get(f"/api/runs/{run}").status, 200)
        self.assertEqual(client.get("/api/runs/none").status, 404)
        self.assertEqual(client.get("/api/nowhere").status, 404)
        after = scrape()
        for status, route, more in (("2xx", route, 30), ("4xx", route, 1), ("4xx", "other", 1)):
            labels = {"route": route, "status": status}
            self.assertEqual(value(after, REQUESTS, **labels) - value(before, REQUESTS, **labels), more, labels)
        # Not only for the process that answered last: two processes serve consecutive requests.
        self.assertGreaterEqual(len(world().stack.processes("api", "assay-api")), 2)

    def test_stay_when_a_process_ends(self):
        before = value(scrape(), REQUESTS)
        world().stack.kill("api", "assay-api", signal.SIGKILL)
        wait_until(lambda: len(world().stack.processes("api", "assay-api")) >= 2, 20, "a new process")
        self.assertGreater(value(scrape(), REQUESTS), before)


class Pipeline(unittest.TestCase):
    def test_stages_steps_and_requirements_have_durations(self):
        world().run()
        total = world().run()["progress"]["requirementsTotal"]
        figures = wait_for(lambda f: value(f, "assay_requirement_seconds_count") >= total, "the run's figures")
        for stage in ("EXTRACTION", "CHUNKING", "EMBEDDING", "INDEXING"):
            self.assertGreaterEqual(value(figures, "assay_document_stage_seconds_count", stage=stage), 1, stage)
        for step in ("INGESTION", "RETRIEVAL", "VERIFICATION", "ASSESSMENT", "TASK_GENERATION", "EXPORT"):
            self.assertGreaterEqual(value(figures, "assay_run_step_seconds_count", step=step), 1, step)
        self.assertGreaterEqual(value(figures, "assay_run_seconds_count"), 1)
        self.assertEqual(value(figures, "assay_workers"), 1)

    def test_failures_are_counted_by_reason(self):
        labels = {"of": "document", "reason": "broken"}
        before = value(scrape(), "assay_failures_total", **labels)
        client = world().client("MEMBER")
        document = client.add("broken.pdf", b"%PDF-1.7\n" + bytes(range(256)) * 30)
        self.assertEqual(client.wait_ended(document["id"])["status"], "FAILED")
        self.assertEqual(value(scrape(), "assay_failures_total", **labels), before + 1)

    def test_the_queue_shows_what_waits_and_for_how_long(self):
        member = world().client("MEMBER")
        world().document()
        labels = {"kind": "run", "state": "ready"}
        with world().stack.pipeline_paused():
            runs = [member.start_run(requirementIds=["1.1"]) for _ in range(3)]
            figures = scrape()
            self.assertEqual(value(figures, "assay_queue_items", **labels), 3)
            self.assertGreater(value(figures, "assay_queue_oldest_seconds", **labels), 0)
            # An administrator of one tenant sees that tenant's queue, and no sums over all tenants.
            self.assertEqual(value(scrape("ADMIN"), "assay_queue_items", **labels), 3)
            other = scrape("ADMIN", 1)
            self.assertEqual(value(other, "assay_queue_items", **labels), 0)
            self.assertEqual(sorted({name for name, *_ in other}),
                             ["assay_queue_items", "assay_queue_oldest_seconds", "assay_workers"])
        for run in runs:
            member.wait_run(run["id"])
        figures = wait_for(lambda f: value(f, "assay_queue_items", **labels) == 0, "an empty queue")
        self.assertEqual(value(figures, "assay_queue_oldest_seconds", **labels), 0)


class Installation(unittest.TestCase):
    def test_each_check_of_readiness_is_a_figure(self):
        blobs = world().stack.path("data", "blobs")
        for there, ready in ((True, 1), (False, 0), (True, 1)):
            if not there:
                os.rename(blobs, blobs + ".away")
            elif not os.path.exists(blobs):
                os.rename(blobs + ".away", blobs)
            figures = scrape()
            self.assertEqual(value(figures, "assay_ready", check="storage"), ready)
            self.assertEqual(value(figures, "assay_ready", check="database"), 1)
            self.assertEqual(("assay_storage_free_bytes", ()) in figures, there)

    def test_the_disk_of_stored_files(self):
        figures, disk = scrape(), os.statvfs(world().stack.path("data", "blobs"))
        self.assertEqual(figures["assay_storage_size_bytes", ()], disk.f_blocks * disk.f_frsize)
        self.assertLess(figures["assay_storage_free_bytes", ()], figures["assay_storage_size_bytes", ()])
        self.assertAlmostEqual(figures["assay_storage_free_bytes", ()] / (disk.f_bavail * disk.f_frsize), 1, delta=0.2)

    def test_the_last_backup_is_known_by_its_note(self):
        note = world().stack.path("data", "last-backup")
        self.assertEqual(scrape()["assay_last_backup_timestamp_seconds", ()], 0)
        with open(note, "w", encoding="utf-8"):
            pass
        self.addCleanup(os.remove, note)
        os.utime(note, (1_750_000_000, 1_750_000_000))
        self.assertEqual(scrape()["assay_last_backup_timestamp_seconds", ()], 1_750_000_000)

    def test_the_use_of_the_database(self):
        figures, sql = scrape(), world().stack.sql
        self.assertEqual(figures["assay_database_max_connections", ()], int(sql("SHOW max_connections")[0][0]))
        self.assertGreaterEqual(figures["assay_database_connections", ()], 3)
        size = int(sql("SELECT pg_database_size(current_database())")[0][0])
        self.assertAlmostEqual(figures["assay_database_bytes", ()] / size, 1, delta=0.2)

    def test_checkpoints_have_an_age_and_every_attempt_a_result(self):
        world().run()
        attempts = "assay_checkpoint_attempts_total"
        figures = wait_for(lambda f: value(f, attempts, result="written") >= 1, "a checkpoint")
        shown = {dict(labels)["result"]: count for (name, labels), count in figures.items() if name == attempts}
        self.assertEqual(sorted(shown), ["contradiction", "current", "failed", "other_key", "written"])
        self.assertEqual((shown["contradiction"], shown["other_key"]), (0, 0))
        self.assertGreaterEqual(figures["assay_checkpoint_age_seconds", ()], 0)
        age = float(world().stack.sql("SELECT extract(epoch FROM clock_timestamp() - max(created_at)) "
                                      "FROM audit_checkpoint")[0][0])
        self.assertLess(abs(figures["assay_checkpoint_age_seconds", ()] - age), 30)


class Privacy(unittest.TestCase):
    def test_no_tenant_nor_person_is_recognisable(self):
        world().run(), world().run(1)
        text = world().client("SUPER_ADMIN").get("/api/admin/metrics").body.decode()
        stack = world().stack
        words = [row[0] for row in stack.sql(
            "SELECT id::text FROM tenant UNION SELECT name FROM tenant UNION SELECT email FROM app_user UNION "
            "SELECT id::text FROM run UNION SELECT id::text FROM app_user UNION "
            "SELECT original_filename FROM document WHERE length(original_filename) > 8")]
        for word in words:
            self.assertNotIn(word, text)
