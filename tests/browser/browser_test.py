# SPDX-License-Identifier: Apache-2.0
"""Tests the front ends in a real browser: journeys/*.mjs against this stack. Leaves pictures of every view that
they look at in build/screenshots. To run by hand: node run.mjs (see there)."""
import os
import subprocess
import unittest

from world import world

HERE = os.path.dirname(os.path.abspath(__file__))


class Journeys(unittest.TestCase):
    def test_all(self):
        here = world()
        here.document()
        here.settle()
        done = subprocess.run(["node", os.path.join(HERE, "run.mjs"), "--state", here.stack.state], check=False)
        self.assertEqual(done.returncode, 0)
