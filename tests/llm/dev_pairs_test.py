#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fresh pairs, judged in a running system by a reader in a language model's place: what the report says of them."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BENCH = os.path.join(ROOT, "bench", "judgement")
READER = os.path.join(BENCH, "reader", "reader.py")
DEV_PAIRS = os.path.join(BENCH, "reader", "dev_pairs.py")
sys.path[:0] = [os.path.join(ROOT, "tests", "support_py"), BENCH]
from among import markdown_of  # noqa: E402
from stack import Stack  # noqa: E402

PAIRS = [
    {"id": "t-1", "kind": "plain", "requirement": "Access rights are reviewed every quarter.", "file": "reviews.md",
     "text": "Reviews of access rights\nSystem: payroll; reviewed: 3 March; by: Kay\n"
             "System: mail; reviewed: 4 March; by: Lou",
     "expected": "COMPLETE"},
    {"id": "t-2", "kind": "partial", "requirement": "Backups are made daily and restored as a test.",
     "file": "backups.md", "text": "# Backups\nBackups of all servers are made every night.", "expected": "PARTIAL"},
    {"id": "t-3", "kind": "on_topic", "requirement": "Visitors are accompanied.", "file": "visitors.md",
     "text": "Visitors are welcome at the open day in June.", "expected": "MISSING"},
]


def part(verdict, probability, chunk=None, quote=None):
    citations = [{"chunkId": chunk, "quote": quote}] if chunk else []
    return {"label": "", "text": f"the part that is {verdict}", "verdict": verdict, "probability": probability,
            "citations": citations, "missing": []}


def reply(*parts):
    return {"subchecks": list(parts), "contradictions": [], "reasoning": "As quoted.", "confidence": 0.5}


class MarkdownOfAPair(unittest.TestCase):
    def test_rows_of_the_same_names_become_a_table_and_all_else_paragraphs(self):
        text = ("# Title\nFirst line.\nA: 1; B: x|y\nA: 2; B: z.\nA: 3; C: w\n"
                "One thing: seen; the other at 12:30; a third: not.")
        self.assertEqual(markdown_of(text),
                         "# Title\n\nFirst line.\n\n| A | B |\n| --- | --- |\n| 1 | x\\|y |\n| 2 | z |\n\nA: 3; C: w\n\n"
                         "One thing: seen; the other at 12:30; a third: not.\n")


class JudgedPairs(unittest.TestCase):
    """Its tests build on one another, in the order of their names."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.prompts, cls.replies, cls.pairs, cls.results = (
            os.path.join(folder.name, name) for name in ("prompts", "replies", "pairs.jsonl", "results.json"))
        with open(cls.pairs, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(pair) + "\n" for pair in PAIRS)
        reader = subprocess.Popen([sys.executable, READER, "record", "--prompts", cls.prompts, "--replies", cls.replies],
                                  stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(reader.stdout.close)
        cls.addClassCleanup(reader.wait)
        cls.addClassCleanup(reader.terminate)
        cls.stack = Stack({"ASSAY_LLM_BASE_URL": reader.stdout.readline().strip(), "ASSAY_LLM_MODEL": "reader"})
        cls.stack.__enter__()
        cls.addClassCleanup(cls.stack.__exit__)

    def lines(self):
        """The lines of a report on all pairs."""
        done = subprocess.run([sys.executable, DEV_PAIRS, "--state", self.stack.state, "--pairs", self.pairs, "--prompts",
                               self.prompts, "--results", self.results], stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.splitlines()

    def prompt_of(self, requirement):
        """Name and text of the prompt about a requirement."""
        found = []
        for name in os.listdir(self.prompts):
            with open(os.path.join(self.prompts, name), encoding="utf-8") as file:
                text = file.read()
            if f"\nRequirement: {requirement}\n" in text:
                found.append((name, text))
        self.assertEqual(len(found), 1, requirement)
        return found[0]

    def answer(self, number, *parts):
        """Writes the reply to the prompt about a pair; parts: arguments of part(), the chunk given by its file."""
        name, prompt = self.prompt_of(PAIRS[number]["requirement"])
        made = []
        for verdict, probability, *cited in parts:
            if cited:
                file, quote = cited
                cited = (re.search(rf"chunk (\d+)>>>\nFile: {re.escape(file)}\n", prompt)[1], quote)
            made.append(part(verdict, probability, *cited))
        with open(os.path.join(self.replies, name.replace(".txt", ".json")), "w", encoding="utf-8") as file:
            json.dump(reply(*made), file)

    def test_1_without_replies_every_pair_fails_and_the_prompts_are_counted(self):
        lines = self.lines()
        self.assertEqual(lines[:4], ["3 prompts, 3 hold the pair's own document", "  plain: 1 of 1", "  partial: 1 of 1",
                                     "  on_topic: 1 of 1"])
        self.assertEqual(lines[4], "0 of 3 right, 0 swaps of COMPLETE and MISSING, quotes dropped: 0")
        self.assertIn("  partial, expected PARTIAL: FAILED 1", lines)
        self.assertIn("AUROC of the confidence for COMPLETE: 0.500 (0 judged)", lines)
        self.assertIn("t-3 expected MISSING, found FAILED (0.00): Visitors are accompanied.", lines)
        _, prompt = self.prompt_of(PAIRS[0]["requirement"])
        self.assertIn("System: payroll; reviewed: 3 March; by: Kay", prompt)

    def test_2_with_replies_the_report_says_what_is_right(self):
        self.answer(0, ("met", 0.9, "reviews.md", "System: mail; reviewed: 4 March; by: Lou"))
        self.answer(1, ("met", 0.9, "backups.md", "Backups of all servers are made every night."), ("not", 0.1))
        self.answer(2, ("met", 0.8, "visitors.md", "Visitors are welcome at the open day"),
                    ("met", 0.8, "visitors.md", "words that stand nowhere in it"))
        lines = self.lines()
        self.assertEqual(lines[0], "3 prompts, 3 hold the pair's own document", "the second run asks the same")
        self.assertEqual(lines[4], "2 of 3 right, 0 swaps of COMPLETE and MISSING, quotes dropped: 1")
        self.assertIn("  plain, expected COMPLETE: COMPLETE 1", lines)
        self.assertIn("AUROC of the confidence for COMPLETE: 1.000 (3 judged)", lines)
        self.assertEqual(lines[-3], "t-3 expected MISSING, found PARTIAL (0.55): Visitors are accompanied.")
        self.assertEqual(lines[-2], "    met 0.80: the part that is met")
        with open(self.results, encoding="utf-8") as file:
            kept = json.load(file)
        self.assertEqual([one["status"] for one in kept], ["COMPLETE", "PARTIAL", "PARTIAL"])
        self.assertEqual(kept[0]["cited"], ["reviews.md"])

    def test_3_a_swap_is_counted(self):
        self.answer(2, ("met", 0.95, "visitors.md", "Visitors are welcome at the open day"))
        self.assertEqual(self.lines()[4], "2 of 3 right, 1 swaps of COMPLETE and MISSING, quotes dropped: 0")


if __name__ == "__main__":
    unittest.main(verbosity=2)
