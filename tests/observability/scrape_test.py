# SPDX-License-Identifier: Apache-2.0
"""Rules and dashboard against the metrics of a real stack: they ask only for metrics and labels that are there."""
import re
import unittest

from client import Client
from observed import asked_for, expressions, grouped_by, promtool, rules
from prometheus_text import parse, value
from stack import wait_until
from world import world

# Prometheus adds these, or the rules make them.
ADDED = {"job", "instance", "group"}


def scrape():
    """As Prometheus does: with an API token of a SUPER_ADMIN."""
    def make():
        answer = world().client("SUPER_ADMIN").post(
            "/api/tokens", {"name": "prometheus", "role": "SUPER_ADMIN", "expiresInDays": 365})
        assert answer.status == 201, f"{answer}"
        return answer.json()["token"]["value"]
    token = world()._once(make, "prometheus")
    answer = Client(world().demo["baseUrl"], token=token).get("/api/admin/metrics")
    assert answer.status == 200, f"{answer}"
    return answer.body.decode("utf-8")


def known(text):
    """{metric: labels} of a scrape. Families without a sample yet have the labels of none."""
    metrics = {}
    for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M):
        for suffix in ("_bucket", "_sum", "_count") if kind == "histogram" else ("",):
            metrics[name + suffix] = None
    for name, labels in parse(text):
        metrics[name] = (metrics[name] or set()) | {label for label, _ in labels}
    return metrics


def unknown(expression, metrics):
    """What the expression asks for and the scrape does not have."""
    made = {rule["record"] for rule in rules() if "record" in rule}
    there = set(ADDED)
    for name, labels in asked_for(expression):
        if name == "up":
            continue
        if name in made:
            there |= {"status", "le"}
            continue
        if name not in metrics:
            yield name
            continue
        if metrics[name] is not None:
            yield from (f"{name}{{{label}}}" for label in labels - metrics[name] - ADDED)
        there |= metrics[name] if metrics[name] is not None else grouped_by(expression)
    yield from (f"by ({label})" for label in grouped_by(expression) - there)


class Scrape(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        world().run()
        broken = world().client("MEMBER").add("broken.pdf", b"%PDF-1.7\n" + bytes(range(256)) * 30)
        world().client("MEMBER").wait_ended(broken["id"])

        def complete():
            text = scrape()
            figures = parse(text)
            return all(value(figures, name) >= 1 for name in (
                "assay_run_seconds_count", "assay_failures_total", "assay_checkpoint_attempts_total")) and text
        cls.text = wait_until(complete, 30, "the figures of a run, a failure and a checkpoint")

    def test_promtool_finds_nothing_wrong(self):
        status, said = promtool("check", "metrics", text=self.text)
        self.assertEqual((status, said), (0, ""))

    def test_every_metric_and_label_that_is_asked_for_is_there(self):
        metrics = known(self.text)
        self.assertEqual({text: missing for text in expressions() if (missing := list(unknown(text, metrics)))}, {})

    def test_a_renamed_metric_or_label_is_noticed(self):
        for before, after in (("assay_workers", "assay_daemons"), ("assay_http_request_seconds", "assay_http_seconds"),
                              ("assay_run_seconds", "assay_runs_seconds"), ('route="', 'path="'), ('kind="', 'of="'),
                              ("assay_llm_tokens_total", "assay_tokens_total")):
            metrics = known(self.text.replace(before, after))
            self.assertTrue([one for text in expressions() for one in unknown(text, metrics)], before)

    def test_no_metric_is_forgotten(self):
        """Every family is in a panel or an alert, but for those listed."""
        unused = {"assay_span_attributes_dropped_total"}
        used = {re.sub("_(bucket|sum|count)$", "", name) for text in expressions() for name, _ in asked_for(text)}
        families = set(re.findall(r"^# TYPE (\S+)", self.text, re.M))
        self.assertEqual(families - used, unused)


class Trail(unittest.TestCase):
    """Last: it breaks the trail of the stack."""

    def test_checkpoints_that_contradict_their_file_are_counted(self):
        attempts, stack = "assay_checkpoint_attempts_total", world().stack
        self.assertEqual(value(parse(scrape()), attempts, result="contradiction"), 0)
        newest = "SELECT coalesce(max(number), 0) FROM audit_checkpoint"
        for wanted in (1, 2, 3):
            world().account()  # something to sign
            wait_until(lambda least=wanted: int(stack.sql(newest)[0][0]) >= least, 30, "a checkpoint")
        stack.tamper("DELETE FROM audit_checkpoint")
        figures = wait_until(lambda: (lambda f: value(f, attempts, result="contradiction") >= 2 and f)(parse(scrape())),
                             30, "attempts that find it")
        self.assertNotIn(("assay_checkpoint_age_seconds", ()), figures)
