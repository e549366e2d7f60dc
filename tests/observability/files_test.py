# SPDX-License-Identifier: Apache-2.0
"""Rules, example and dashboard by themselves: promtool accepts them, each alert is tested and has its line for operators."""
import json
import os
import re
import unittest

import yaml
from observed import FOLDER, HERE, ROOT, asked_for, dashboard, dashboard_expressions, promtool, read, rules

CASES = os.path.join(HERE, "rules_cases.yml")


class Rules(unittest.TestCase):
    def test_promtool_accepts_them(self):
        status, said = promtool("check", "rules", "assay.rules.yml")
        self.assertEqual(status, 0, said)
        self.assertIn(f"{len(rules())} rules found", said)

    def test_they_fire_and_stay_silent_as_the_cases_say(self):
        status, said = promtool("test", "rules", "rules_cases.yml", files={"rules_cases.yml": read(CASES)})
        self.assertEqual(status, 0, said)

    def test_each_alert_fires_in_a_case_and_stays_silent_in_one(self):
        tested = [one for case in yaml.safe_load(read(CASES))["tests"] for one in case.get("alert_rule_test", ())]
        for alert in (rule["alert"] for rule in rules() if "alert" in rule):
            fires = {bool(one.get("exp_alerts")) for one in tested if one["alertname"] == alert}
            self.assertEqual(fires, {True, False}, alert)

    def test_each_alert_tells_operators_what_to_do(self):
        page = read(os.path.join(ROOT, "systemd", "README.md"))
        described = re.findall(r"^\| `(Assay\w+)` \|[^|]{20,}\|[^|]{20,}\|$", page, re.M)
        self.assertEqual(described, [rule["alert"] for rule in rules() if "alert" in rule])
        for rule in rules():
            if "alert" in rule:
                self.assertIn(rule["labels"]["severity"], ("page", "ticket"))

    def test_each_sum_is_used(self):
        used = {name for text in [*dashboard_expressions(), *(rule["expr"] for rule in rules())]
                for name, _ in asked_for(text)}
        self.assertLessEqual({rule["record"] for rule in rules() if "record" in rule}, used)


class Example(unittest.TestCase):
    def test_promtool_accepts_it(self):
        status, said = promtool("check", "config", "prometheus.yml", files={"assay.token": "made-up"})
        self.assertEqual(status, 0, said)

    def test_it_wants_the_token(self):
        status, said = promtool("check", "config", "prometheus.yml")
        self.assertNotEqual(status, 0)
        self.assertIn("assay.token", said)

    def test_the_parts_that_are_comments_are_true_too(self):
        text = re.sub(r"^(\s*)#(?=\S)", r"\1", read(f"{FOLDER}/prometheus.yml"), flags=re.M)
        jobs = [job["job_name"] for job in yaml.safe_load(text)["scrape_configs"]]
        self.assertEqual(jobs, ["assay", "blackbox"])
        status, said = promtool("check", "config", "all.yml", files={"all.yml": text, "assay.token": "made-up",
                                                                  "assay-ca.pem": ""})
        self.assertEqual(status, 0, said)


class Dashboard(unittest.TestCase):
    def test_promtool_can_read_every_expression(self):
        made = [{"record": f"panel:{n}", "expr": text} for n, text in enumerate(dashboard_expressions())]
        self.assertGreater(len(made), 20)
        text = json.dumps({"groups": [{"name": "panels", "rules": made}]})
        status, said = promtool("check", "rules", "panels.yml", files={"panels.yml": text})
        self.assertEqual(status, 0, said)

    def test_panels_have_names_of_their_own_and_do_not_overlap(self):
        panels, taken = dashboard()["panels"], set()
        for key in ("id", "title"):
            values = [panel[key] for panel in panels]
            self.assertEqual(len(values), len(set(values)), key)
        for panel in panels:
            at = panel["gridPos"]
            cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
            self.assertFalse(cells & taken, panel["title"])
            self.assertLessEqual(at["x"] + at["w"], 24)
            taken |= cells
