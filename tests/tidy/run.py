#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy with the checks of .clang-tidy over the programs and their libraries.

run.py BUILD [WORD…]   everything in BUILD's compile_commands.json, or what contains one of the words

Files that are compiled as one are checked as one: headers are read once for all of them. Prints each finding once and
exits 1 if there is one."""
import concurrent.futures
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROOMS = ("core", "db", "fcgi", "handlers", "pipeline")
AT_ONCE = 2
LONGEST = 1800  # seconds for files that are compiled as one
# These files include sources by design.
NOT_HERE = "--checks=-bugprone-suspicious-include"
FINDING = re.compile(r"^(/[^:]+):(\d+):\d+: (?:warning|error): (.*)$", re.M)


def sources(build, words):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    for path in sorted({command["file"] for command in commands}):
        made = path.startswith(build + os.sep)
        inside = os.path.relpath(path, build if made else ROOT)
        generated = made and os.path.basename(os.path.dirname(path)) != "Unity"
        if inside.split(os.sep)[0] in ROOMS and not generated and (not words or any(word in inside for word in words)):
            yield path


def check(build, path):
    """What clang-tidy finds in our sources: {(file, line, text)}; and its output if it failed for another reason."""
    done = subprocess.run(["clang-tidy", "-p", build, "--quiet", NOT_HERE, path], capture_output=True, text=True,
                          errors="replace", timeout=LONGEST, check=False)
    everything = {(os.path.relpath(file, ROOT), int(line), text) for file, line, text in FINDING.findall(done.stdout)}
    ours = {one for one in everything if one[0].split(os.sep)[0] in ROOMS}
    generated = {one for one in everything if one[0].startswith(os.path.relpath(build, ROOT) + os.sep)}
    failed = bool(everything - ours - generated) or (done.returncode != 0 and not (ours | generated))
    return ours, done.stdout[-4000:] + done.stderr[-4000:] if failed else ""


def main():
    build = os.path.abspath(sys.argv[1])
    paths = list(sources(build, sys.argv[2:]))
    if not paths:
        sys.exit("nothing to check; is CMAKE_EXPORT_COMPILE_COMMANDS on?")
    findings, failures = set(), 0
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for path, (found, failure) in zip(paths, pool.map(lambda one: check(build, one), paths)):
            for file, line, text in sorted(found - findings):
                print(f"{file}:{line}: {text}", flush=True)
            findings |= found
            if failure:
                failures += 1
                print(f"{path}: clang-tidy failed\n{failure}", flush=True)
    print(f"{len(findings)} findings in {len(paths)} compilations")
    return 1 if findings or failures else 0


if __name__ == "__main__":
    sys.exit(main())
