#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What verdicts of a language model are worth: has it judge fresh pairs in a running system, and reports.

dev_pairs.py --state DIR [--pairs FILE.jsonl] [--prompts DIR] [--results FILE.json]

DIR is the state of an `./assay up` whose settings name a language model. The documents of all pairs become the
evidence of a tenant of their own, their requirements a pack that is bound to `llm`. Then every requirement is judged
by a run over all documents. Calling it again judges again and changes nothing else. --prompts names the folder of
prompts that reader.py writes: the report then also says which of them hold the pair's own document. --results
keeps the judged pairs.
"""
import argparse
import collections
import hashlib
import json
import os
import re
import secrets
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../../.."))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "tests/support_py"), os.path.dirname(HERE)]
from among import markdown_of  # noqa: E402
from client import FINAL_RUN, Client  # noqa: E402
from metrics import auroc  # noqa: E402
from pack_files import as_native  # noqa: E402

PAIRS = os.path.join(HERE, "../among/dev.jsonl")
# The model is told the tenant's name as the audited company, and each document names a company of its own.
TENANT = "the company that handed in the evidence (its documents call it by different names)"
USER = "reader@pairs.example"
STATUSES = ("COMPLETE", "PARTIAL", "MISSING", "FAILED")
RUN_SECONDS = 4 * 3600


class System:
    """The tenant of the pairs in a running system; pairs: as they stand in their file."""

    def __init__(self, state, pairs):
        self.state, self.pairs = state, pairs
        with open(os.path.join(state, "demo.json"), encoding="utf-8") as file:
            self.base_url = json.load(file)["baseUrl"]
        self.client = self.signed_in()

    def ctl(self, *arguments, stdin=""):
        done = subprocess.run([os.path.join(ROOT, "assay"), "ctl", "--state", self.state, *arguments], input=stdin,
                              text=True, stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)

    def signed_in(self):
        tenant, password = self.ctl("tenant", "create", "--name", TENANT)["id"], secrets.token_urlsafe(16)
        known = {user["email"] for user in self.ctl("user", "list", "--tenant", tenant)["users"]}
        command = ("set-password",) if USER in known else ("create", "--role", "ADMIN", "--display-name", "Reader")
        self.ctl("user", command[0], "--tenant", tenant, "--email", USER, *command[1:], "--password-file", "-",
                 stdin=password)
        client = Client(self.base_url)
        client.token = self.taken(client.post("/api/auth/login", {"email": USER, "password": password}))["accessToken"]
        made = self.taken(client.post("/api/tokens", {"name": "dev_pairs", "role": "ADMIN", "expiresInDays": 1}))
        client.token = made["token"]["value"]  # a session may end before the run does
        return client

    @staticmethod
    def taken(answer):
        if answer.status not in (200, 201, 202):
            sys.exit(f"dev_pairs: {answer}")
        return answer.json()

    def upload(self):
        """File names by identifier of the documents, once all are READY."""
        sent = {self.taken(self.client.upload(pair["file"], markdown_of(pair["text"]).encode()))["document"]["id"]:
                pair["file"] for pair in self.pairs}
        for document in sent:
            self.client.wait_ready(document, 300)
        return sent

    def bind(self):
        """The identifier of the pack."""
        rows = [["1", "All", "", f"1.{number}", "", pair["requirement"]] for number, pair in enumerate(self.pairs, 1)]
        name = "Pairs " + hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:12]
        answer = self.client.upload("pairs.json", as_native(name, rows=rows), "/api/admin/packs/import?bind=true")
        pack = self.taken(answer)["pack"]["id"]
        self.taken(self.client.send("PUT", f"/api/admin/bindings/{pack}", {"evaluator": "llm"}))
        return pack

    def judged(self):
        """The pairs in their order, each with what a run of all found."""
        files, pack = self.upload(), self.bind()
        run, deadline = self.client.start_run(packId=pack, documentIds=sorted(files)), time.monotonic() + RUN_SECONDS
        while run["status"] not in FINAL_RUN and time.monotonic() < deadline:
            time.sleep(0.5)
            run = self.client.value(f"/api/runs/{run['id']}")
        made = self.client.value(f"/api/runs/{run['id']}/assessments")["assessments"]
        found = {one["requirementId"]: one for one in made}
        if len(found) < len(self.pairs):
            sys.exit(f"dev_pairs: {len(found)} of {len(self.pairs)} are judged, the run is {run['status']}: "
                     f"{run['failureReason']}")
        return [{**{key: pair[key] for key in ("id", "kind", "requirement", "file", "expected")},
                 **self.verdict(found[f"1.{number}"], files)} for number, pair in enumerate(self.pairs, 1)]

    @staticmethod
    def verdict(one, files):
        details = one["details"]
        return {"status": one["status"], "confidence": one["confidence"], "reasoning": one["reasoning"],
                "cited": [files[citation["documentId"]] for citation in one["citations"]],
                "droppedCitations": details.get("droppedCitations", 0),
                "parts": [[part["verdict"], part["confidence"], part["text"]] for part in details.get("subchecks", [])]}


def requirement_of(prompt):
    found = re.search(r"^<<<REQUIREMENT FENCE>>>\n.*?^Requirement: (.*?)$", prompt, re.M | re.S)
    return found[1] if found else None


def prompts_of(pairs, folder):
    """By the pair's id, the names of its first prompts and whether each holds the pair's own document."""
    by_title, found = {" ".join(pair["requirement"].split()): pair for pair in pairs}, collections.defaultdict(dict)
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            prompt = file.read()
        pair = by_title.get(requirement_of(prompt))
        if pair and "\n=== assistant ===\n" not in prompt:
            own = rf"^<<<EVIDENCE FENCE chunk \d+>>>\nFile: {re.escape(pair['file'])}$"
            found[pair["id"]][name] = bool(re.search(own, prompt, re.M))
    return found


def report_prompts(pairs, found):
    kinds = collections.defaultdict(list)
    for pair in pairs:
        kinds[pair["kind"]] += found[pair["id"]].values()
    every = [own for owns in kinds.values() for own in owns]
    print(f"{len(every)} prompts, {sum(every)} hold the pair's own document")
    for kind, owns in kinds.items():
        print(f"  {kind}: {sum(owns)} of {len(owns)}")


def report(cases):
    right = [case for case in cases if case["status"] == case["expected"]]
    swaps = sum({case["status"], case["expected"]} == {"COMPLETE", "MISSING"} for case in cases)
    print(f"{len(right)} of {len(cases)} right, {swaps} swaps of COMPLETE and MISSING, quotes dropped: "
          f"{sum(case['droppedCitations'] for case in cases)}")
    kinds = collections.defaultdict(collections.Counter)
    for case in cases:
        kinds[f"{case['kind']}, expected {case['expected']}"][case["status"]] += 1
    for kind, found in kinds.items():
        print(f"  {kind}: " + ", ".join(f"{status} {found[status]}" for status in STATUSES if found[status]))
    judged = [case for case in cases if case["status"] != "FAILED"]
    value = auroc([case["confidence"] for case in judged], [case["expected"] == "COMPLETE" for case in judged])
    print(f"AUROC of the confidence for COMPLETE: {value:.3f} ({len(judged)} judged)")
    for case in cases:
        if case not in right:
            print(f"{case['id']} expected {case['expected']}, found {case['status']} ({case['confidence']:.2f}): "
                  f"{case['requirement']}")
            for verdict, probability, text in case["parts"]:
                print(f"    {verdict} {probability:.2f}: {text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--state", required=True, help="state of a running system")
    parser.add_argument("--pairs", default=PAIRS, help="file of pairs")
    parser.add_argument("--prompts", help="folder of the prompts that reader.py wrote")
    parser.add_argument("--results", help="file for the judged pairs")
    options = parser.parse_args()
    with open(options.pairs, encoding="utf-8") as lines:
        pairs = [json.loads(line) for line in lines]
    cases = System(options.state, pairs).judged()
    if options.results:
        with open(options.results, "w", encoding="utf-8") as file:
            json.dump(cases, file, indent=1, ensure_ascii=False)
    if options.prompts:
        report_prompts(pairs, prompts_of(pairs, options.prompts))
    report(cases)


if __name__ == "__main__":
    main()
