#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The built-in evaluator's version: what changes it and what does not, on a copy of the sources."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SCRIPT = os.path.join(ROOT, "pipeline", "assess", "source_digest.py")
COVERED = ["pipeline/assess/lexicon_data.hpp", "pipeline/assess/model.hpp", "pipeline/assess/judgement.cpp",
           "pipeline/assess/coefficients.json", "pipeline/text/stop_words.cpp"]
BESIDE = ["pipeline/assess/judgement.hpp", "pipeline/assess/coefficients.hpp", "pipeline/text/stop_words.hpp"]


class SourceDigest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.join(folder.name, "sources")
        for path in COVERED:
            os.makedirs(os.path.dirname(os.path.join(self.root, path)), exist_ok=True)
            shutil.copy(os.path.join(ROOT, path), os.path.join(self.root, path))
        self.before = self.version()

    def run_script(self, covered=None, beside=None, root=None):
        output = os.path.join(os.path.dirname(self.root), "out.cpp")
        done = subprocess.run([sys.executable, SCRIPT, output, root or self.root, *(covered or COVERED), "--beside",
                               *(BESIDE if beside is None else beside)], capture_output=True, text=True, check=False)
        if done.returncode:
            return done.stderr
        with open(output, encoding="utf-8") as file:
            return file.read()

    def version(self, **how):
        text = self.run_script(**how)
        found = text.split('return "')
        self.assertEqual(len(found), 2, text)
        return found[1].split('"')[0]

    def change(self, path, edit):
        full = os.path.join(self.root, path)
        with open(full, encoding="utf-8", newline="") as file:
            before = file.read()
        after = edit(before)
        self.assertNotEqual(after, before, "nothing was changed")
        with open(full, "w", encoding="utf-8", newline="") as file:
            file.write(after)

    def test_it_is_short_and_that_of_the_sources_wherever_they_are(self):
        self.assertRegex(self.before, "^[0-9a-f]{16}$")
        self.assertEqual(self.version(root=ROOT), self.before)
        self.assertEqual(self.version(covered=COVERED[::-1] + COVERED[:1]), self.before)

    def test_what_is_for_readers_alone_does_not_change_it(self):
        self.change("pipeline/assess/model.hpp", lambda text: text.replace("// ", "// Well: "))
        self.change("pipeline/assess/model.hpp", lambda text: text.replace("\n", "\r\n"))
        self.change("pipeline/assess/judgement.cpp", lambda text: text.replace("(", "(\n   ").replace("{", " { "))
        self.change("pipeline/assess/coefficients.json", lambda text: text.replace('"about": "', '"about": "Well: '))
        self.assertEqual(self.version(), self.before)

    def test_what_can_change_a_verdict_changes_it(self):
        for path, edit in (("pipeline/assess/model.hpp", lambda text: re.sub(r"(kMet = [0-9.]+)", r"\g<1>1", text)),
                           ("pipeline/assess/judgement.cpp", lambda text: text.replace("<=", "<", 1)),
                           ("pipeline/assess/coefficients.json", lambda text: re.sub(r'("bias": [-0-9.]+)', r"\g<1>1", text)),
                           ("pipeline/text/stop_words.cpp", lambda text: text.replace('"all"', '"every one"')),
                           ("pipeline/assess/lexicon_data.hpp", lambda text: text + "inline int more;\n")):
            before = self.version()
            self.change(path, edit)
            self.assertNotEqual(self.version(), before, path)
        self.assertNotEqual(self.version(covered=COVERED[1:]), self.before, "a file less")

    def test_no_include_is_left_to_chance(self):
        complaint = self.run_script(beside=BESIDE[:-1])
        self.assertIn("pipeline/text/stop_words.cpp includes pipeline/text/stop_words.hpp", complaint)


if __name__ == "__main__":
    unittest.main()
