# SPDX-License-Identifier: Apache-2.0
"""Gives a part of a running stack a clock of its own, by Debian's libfaketime. The monotonic clock stays the machine's,
as it does where a host's clock is only set wrong."""
import glob
import os
import re

from stack import alive


def library():
    """The path of libfaketime for programs with threads; None if Debian's package faketime is not installed."""
    return next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)


def set_clock(stack, part, ahead):
    """Restarts the part with a clock that is so many seconds ahead of the machine's, or behind it."""
    path = stack.path("etc", "parts", part)
    with open(path, encoding="utf-8") as file:
        *lines, start = file.read().rstrip("\n").split("\n")
    # Only the program itself, as its own user: the library shares a semaphore, which belongs to who makes it first.
    *before, program = start.split(" ")
    if "env" in before:
        before = before[:before.index("env")]
    start = " ".join([*before, "env", f"LD_PRELOAD={library()}", f"FAKETIME={ahead:+d}s", "DONT_FAKE_MONOTONIC=1", program])
    stack.assay("stop", part)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, start, ""]))
    stack.assay("start", part)


def forget_clocks():
    """Removes the shared memory that the library leaves behind for processes that have ended."""
    for path in glob.glob("/dev/shm/*faketime_*"):
        if not alive(int(re.search(r"[0-9]+$", path)[0])):
            os.unlink(path)
