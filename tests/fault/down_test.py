# SPDX-License-Identifier: Apache-2.0
"""After `./assay down` nothing of the stack is left; the last file of this program."""
import os
import unittest

from stack import alive
from world import world


class Down(unittest.TestCase):
    def test_leaves_no_process_and_with_purge_no_file(self):
        stack = world().stack
        if stack.kept:
            self.skipTest("this stack is kept for the developer")
        pids = [pid for pid, _ in stack.everything_of_it()]
        for part, program in (("api", "assay-api"), ("health", "assay-api"), ("pipeline", "assay-pipeline")):
            self.assertLessEqual(set(stack.processes(part, program)), set(pids), "the search for processes finds them")
        self.assertIn(stack.postmaster(), pids)
        folders = {os.path.realpath(stack.path(name)) for name in ("pg", "run")}
        state = stack.state
        stack.down()
        self.assertEqual([pid for pid in pids if alive(pid)], [])
        for folder in folders | {state}:
            self.assertFalse(os.path.lexists(folder), folder)
