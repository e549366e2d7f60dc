#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Times the front ends in Debian's chromium: until a page answers on a slow processor, frames while long lists scroll,
and how long a long document holds the page up. Runs the journeys of tests/browser that have such a limit.

Starts its own system on a free port and ends it again. Prints each figure beside its goal; exits 1 if one is missed."""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
from stack import Stack  # noqa: E402
from world import open_world, world  # noqa: E402


def main():
    with Stack({"SUPER_ADMIN_MODE": "on"}) as stack:
        open_world(stack)
        here = world()
        here.document()
        here.settle()
        return subprocess.run(
            ["node", os.path.join(ROOT, "tests", "browser", "run.mjs"), "--state", stack.state],
            env={**os.environ, "ASSAY_BROWSER_SPEED": "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
