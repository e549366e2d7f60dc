# SPDX-License-Identifier: Apache-2.0
"""The OSCAL documents: the official schema's rules for the parts we write, internal references, and the schema itself
if it is available (in ASSAY_TEST_DATA)."""
import glob
import io
import json
import os
import re
import subprocess
import tempfile
import unittest
import zipfile

from stack import ROOT
from wicked_run import exported, wicked
from world import world

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
TOKEN = re.compile(r"[^\W\d][\w.\-]*")
STRING = re.compile(r"\S(.*\S)?")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
URI = re.compile(r"#[0-9a-f-]{36}|urn:[a-z0-9]+:[0-9a-f]+")
MARKUP = re.compile(r"(?s).+")


class Optional:
    def __init__(self, rule):
        self.rule = rule


PROPERTY = {"name": TOKEN, "ns": re.compile(r"[a-zA-Z][a-zA-Z0-9+\-.]+:.+"), "value": STRING}
METADATA = {"title": STRING, "published": TIME, "last-modified": TIME, "version": STRING,
            "oscal-version": re.compile(r"1\.1\.\d+"),
            "parties": [{"uuid": UUID, "type": {"organization"}, "name": STRING}]}
OBSERVATION = {"uuid": UUID, "title": STRING, "description": MARKUP, "props": [PROPERTY], "methods": [{"EXAMINE"}],
               "types": [{"control-objective"}], "collected": TIME,
               "relevant-evidence": Optional([{"href": URI, "description": MARKUP, "props": [PROPERTY]}])}
RESOURCES = {"resources": [{"uuid": UUID, "title": STRING, "description": Optional(MARKUP),
                            "props": Optional([PROPERTY]),
                            "rlinks": Optional([{"href": URI, "hashes": [{"algorithm": {"SHA-256"},
                                                                         "value": re.compile("[0-9a-f]{64}")}]}])}]}
FINDING = {"uuid": UUID, "title": STRING, "description": MARKUP, "props": [PROPERTY],
           "target": {"type": {"objective-id"}, "target-id": TOKEN, "title": STRING,
                      "status": {"state": {"satisfied", "not-satisfied"}, "reason": {"pass", "fail", "other"},
                                 "remarks": Optional(MARKUP)}},
           "related-observations": [{"observation-uuid": UUID}], "remarks": Optional(MARKUP)}
RESULTS = {"uuid": UUID, "metadata": METADATA, "import-ap": {"href": URI},
           "results": [{"uuid": UUID, "title": STRING, "description": MARKUP, "start": TIME, "end": TIME,
                        "props": [PROPERTY],
                        "reviewed-controls": {"control-selections": [{"include-controls": [{"control-id": TOKEN}]}]},
                        "observations": [OBSERVATION], "findings": Optional([FINDING])}],
           "back-matter": RESOURCES}
POAM = {"uuid": UUID, "metadata": METADATA,
        "system-id": {"identifier-type": {"http://ietf.org/rfc/rfc4122"}, "id": STRING},
        "observations": [OBSERVATION],
        "risks": [{"uuid": UUID, "title": STRING, "description": MARKUP, "statement": MARKUP,
                   "status": {"open", "remediating", "closed"}, "deadline": Optional(TIME)}],
        "poam-items": [{"uuid": UUID, "title": STRING, "description": MARKUP, "props": [PROPERTY],
                        "related-observations": [{"observation-uuid": UUID}], "related-risks": [{"risk-uuid": UUID}]}],
        "back-matter": RESOURCES}


def faults(value, rule, path="$"):
    """Every violation of a rule in a document; arrays are never empty in OSCAL."""
    if isinstance(rule, dict):
        if not isinstance(value, dict):
            return [f"{path} is no object"]
        needed = {name for name, one in rule.items() if not isinstance(one, Optional)}
        found = [f"{path}.{name} is missing" for name in needed - value.keys()]
        found += [f"{path}.{name} is unknown" for name in value.keys() - rule.keys()]
        for name in rule.keys() & value.keys():
            inner = rule[name].rule if isinstance(rule[name], Optional) else rule[name]
            found += faults(value[name], inner, f"{path}.{name}")
        return found
    if isinstance(rule, list):
        if not isinstance(value, list) or not value:
            return [f"{path} is no array with items"]
        return [f for i, item in enumerate(value) for f in faults(item, rule[0], f"{path}[{i}]")]
    good = value in rule if isinstance(rule, set) else isinstance(value, str) and rule.fullmatch(value)
    return [] if good else [f"{path} is {value!r}"]


def uuids(value, name="uuid"):
    if isinstance(value, dict):
        return [v for k, v in value.items() if k == name] + [u for v in value.values() for u in uuids(v, name)]
    return [u for v in value for u in uuids(v, name)] if isinstance(value, list) else []


def schemas():
    folder = os.environ.get("ASSAY_TEST_DATA", os.path.join(ROOT, "..", "shared", "data"))
    return sorted(glob.glob(os.path.join(folder, "**", "oscal_*_schema.json"), recursive=True))


class Oscal(unittest.TestCase):
    def setUp(self):
        with zipfile.ZipFile(io.BytesIO(exported("oscal"))) as file:
            self.files = {name: file.read(name) for name in file.namelist()}
        self.documents = {name: json.loads(data) for name, data in self.files.items()}

    def test_follows_the_rules_of_the_schema(self):
        self.assertEqual(set(self.documents), {"assessment-results.json", "plan-of-action-and-milestones.json"})
        for name, root, rule in (("assessment-results.json", "assessment-results", RESULTS),
                                 ("plan-of-action-and-milestones.json", "plan-of-action-and-milestones", POAM)):
            self.assertEqual(list(self.documents[name]), [root])
            self.assertEqual(faults(self.documents[name][root], rule), [])

    def test_says_what_the_run_found(self):
        result = self.documents["assessment-results.json"]["assessment-results"]["results"][0]
        assessments = wicked()["assessments"]
        self.assertEqual([o["props"][0]["value"] for o in result["observations"]], [a["status"] for a in assessments])
        judged = [a for a in assessments if a["status"] != "FAILED"]
        self.assertEqual([f["target"]["target-id"] for f in result["findings"]],
                         ["req-" + a["requirementId"] for a in judged])
        self.assertEqual([f["target"]["status"]["state"] == "satisfied" for f in result["findings"]],
                         [a["status"] == "COMPLETE" for a in judged])
        for observation, assessment in zip(result["observations"], assessments):
            quotes = [re.sub(r"\\([\\`*_\[\]<>~^])", r"\1", e["description"])
                      for e in observation.get("relevant-evidence", [])]
            self.assertEqual(quotes, [c["text"] for c in assessment["citations"]])
        plan = self.documents["plan-of-action-and-milestones.json"]["plan-of-action-and-milestones"]
        tasks = world().client("MEMBER").all(f"/api/tasks?runId={wicked()['run']['id']}", "tasks")
        self.assertEqual({p["value"] for item in plan["poam-items"] for p in item["props"] if p["name"] == "task-id"},
                         {t["id"] for t in tasks})

    def test_identifiers_are_unique_and_references_lead_somewhere(self):
        for name, document in self.documents.items():
            known = uuids(document)
            self.assertEqual(len(known), len(set(known)), name)
            for reference in ("observation-uuid", "risk-uuid"):
                self.assertLessEqual(set(uuids(document, reference)), set(known), name)
            links = {href[1:] for href in uuids(document, "href") if href.startswith("#")}
            self.assertLessEqual(links, set(known), name)

    def test_is_valid_by_the_official_schema(self):
        if not schemas():
            self.skipTest("there is no oscal_*_schema.json in ASSAY_TEST_DATA")
        check = os.path.join(ROOT, "tests", "openapi", "check_schema.mjs")
        for name, kind in (("assessment-results.json", "assessment-results"),
                           ("plan-of-action-and-milestones.json", "poam")):
            fitting = [s for s in schemas() if kind in s or "complete" in s]
            for schema in fitting:
                with self.subTest(document=name, schema=schema), tempfile.NamedTemporaryFile(suffix=".json") as file:
                    file.write(self.files[name])
                    file.flush()
                    done = subprocess.run(["node", check, schema, file.name], check=False, text=True,
                                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    self.assertEqual(done.returncode, 0, done.stdout)
