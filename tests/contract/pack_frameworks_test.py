# SPDX-License-Identifier: Apache-2.0
"""Real frameworks through the API: imported with the number of requirements that an independent count finds, exported
and imported again without a difference, and mapped to each other. Skipped if there are none."""
import glob
import json
import os
import re
import unittest

from client import assert_error
from paging_test import FORGED, forged
from stack import ROOT
from world import world

IMPORT = "/api/admin/packs/import"
DATA = os.environ.get("ASSAY_TEST_DATA") or os.path.join(ROOT, "..", "shared", "data")
FRAMEWORKS = os.path.join(DATA, "frameworks")


def files(pattern):
    return sorted(glob.glob(os.path.join(FRAMEWORKS, pattern), recursive=True))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def count_lines(text):
    """(requirements, distinct links) of a library, counted from its lines alone."""
    nodes = len(re.findall(r"^ *assessable: *true *$", text, re.M))
    links = re.findall(r"source_requirement_urn: *(\S+)\s+target_requirement_urn: *(\S+)", text)
    return nodes, len(set(links))


def count_catalog(node):
    """Counts objectives without sub-objectives, and controls without any objective, in an OSCAL catalog."""
    def objectives(part):
        inner = sum(objectives(p) for p in part.get("parts", []))
        return inner or (part.get("name") == "assessment-objective")

    total = 0
    for control in node.get("controls", []):
        withdrawn = any(p["name"] == "status" and p["value"].lower() == "withdrawn" for p in control.get("props", []))
        if not withdrawn:
            total += sum(objectives(p) for p in control.get("parts", [])) or 1
        total += count_catalog({"controls": control.get("controls", [])})
    return total + sum(count_catalog(group) for group in node.get("groups", []))


@unittest.skipUnless(os.path.isdir(FRAMEWORKS), f"no real frameworks at {FRAMEWORKS} (ASSAY_TEST_DATA)")
class Frameworks(unittest.TestCase):
    def setUp(self):
        self.admin = world().client("ADMIN")

    def imported(self, path):
        """The response to the file, whether it was already imported or not."""
        answer = self.admin.upload(os.path.basename(path), read(path), path=IMPORT)
        self.assertIn(answer.status, (200, 201), f"{path}: {answer}")
        return answer.json()

    def check_round_trip(self, pack):
        """Exporting and importing again finds the existing version, and exports it identically."""
        for version in pack["versions"]:
            path = f"/api/admin/packs/{pack['id']}/versions/{version['criteriaVersionId']}"
            text = self.admin.get(path + "/export").body
            again = self.admin.upload("export.json", text, path=IMPORT)
            self.assertEqual((again.status, again.json()["pack"]), (200, {**pack, "versions": [version]}))
            self.assertEqual(self.admin.get(path + "/export").body, text)
            # Under another name it is a separate version with the same content.
            copy = self.admin.upload("export.json", text, path=IMPORT + "?version=copy").json()["pack"]
            copied = self.admin.value(f"/api/admin/packs/{pack['id']}/versions/{copy['versions'][0]['criteriaVersionId']}")
            self.assertEqual(copied["contentHash"], self.admin.value(path)["contentHash"])

    def test_libraries(self):
        paths = files("ciso-assistant/*.yaml")
        self.assertTrue(paths)
        for path in paths:
            with self.subTest(file=os.path.basename(path)):
                requirements, links = count_lines(read(path).decode())
                body = self.imported(path)
                self.assertEqual(body["report"]["requirements"], requirements)
                self.assertEqual(body["report"].get("mappings", 0), links)
                for pack in body.get("packs", [body["pack"]] if "pack" in body else []):
                    self.check_round_trip(pack)

    def test_catalogs(self):
        for path in files("oscal/**/*catalog*.json"):
            with self.subTest(file=os.path.basename(path)):
                body = self.imported(path)
                self.assertEqual(body["report"]["requirements"], count_catalog(json.loads(read(path))["catalog"]))
                self.check_round_trip(body["pack"])

    def test_other_models_are_refused_by_name(self):
        for path in files("oscal/**/*.json"):
            model = next(iter(json.loads(read(path))))
            if model == "catalog":
                continue
            with self.subTest(file=os.path.basename(path)):
                answer = self.admin.upload("x.json", read(path), path=IMPORT)
                assert_error(answer, 400, "VALIDATION_ERROR")
                self.assertIn(model.split("-")[0], answer.json()["message"])

    def test_mappings_find_the_frameworks_that_are_there(self):
        one, two = (self.imported(path)["pack"] for path in files("ciso-assistant/nist-csf-[12].?.yaml"))
        self.imported(files("ciso-assistant/map-nist-csf-*.yaml")[0])
        labels = {}
        for pack in (one, two):
            version = self.admin.value(f"/api/admin/packs/{pack['id']}/versions/{pack['versions'][0]['criteriaVersionId']}")
            labels[pack["id"]] = {r["sourceKey"]: r["requirementId"] for r in version["requirements"]}
        for pack in (one, two):
            found = self.all_mappings(pack["id"], 200)
            sets = [s for s in found.values() if {s["source"]["packId"], s["target"]["packId"]} == {one["id"], two["id"]}]
            self.assertEqual(len(sets), 1)
            entries = sets[0]["entries"]
            self.assertEqual(len(entries), sets[0]["mappingCount"])
            resolved = 0
            for entry in entries:
                for side in ("source", "target"):
                    wanted = labels[sets[0][side]["packId"]].get(entry[side]["sourceKey"])
                    self.assertEqual(entry[side]["requirementId"], wanted)
                    resolved += wanted is not None
            self.assertGreater(resolved, len(entries))
            self.assertEqual(self.all_mappings(pack["id"], 7), found)
            self.check_forged_cursors(pack["id"])

    def check_forged_cursors(self, pack):
        viewer = world().client("VIEWER")
        cursor = viewer.value(f"/api/packs/{pack}/mappings?limit=1")["nextCursor"]
        for number in FORGED:
            answer = viewer.get(f"/api/packs/{pack}/mappings?limit=1&cursor={forged(cursor, number)}")
            self.assertIn(answer.status, (200, 400), str(answer))

    def all_mappings(self, pack, limit):
        """Sets by id with all their entries, read page by page."""
        sets, cursor = {}, ""
        while cursor is not None:
            page = world().client("VIEWER").value(f"/api/packs/{pack}/mappings?limit={limit}" + (f"&cursor={cursor}" if cursor else ""))
            self.assertLessEqual(sum(len(s["entries"]) for s in page["mappings"]), limit)
            for part in page["mappings"]:
                sets.setdefault(part["id"], {**part, "entries": []})["entries"] += part["entries"]
            cursor = page["nextCursor"]
        return sets
