# SPDX-License-Identifier: Apache-2.0
"""Runs the fuzz targets.

run.py seeds BIN    the plain build of BIN: every seed and some mutations of it
run.py fuzz BUILD   builds the targets in BUILD with clang, libFuzzer, AddressSanitizer and
                    UndefinedBehaviorSanitizer, and runs each for ASSAY_FUZZ_SECONDS (60)
"""
import base64
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import seeds  # noqa: E402

MUTATIONS = 200   # of each seed, in the plain build
AT_ONCE = 2       # targets
SLOWEST = 20      # seconds for one input under sanitizers, before it counts as a hang
MEMORY_MB = 3000
# poppler, libxml2 and libmagic keep what they allocate at startup. No allocation is larger than the reader's limit.
SANITIZERS = {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=1024",
              "UBSAN_OPTIONS": "print_stacktrace=1"}


def try_seeds(target, binaries, work):
    paths = seeds.write(target, os.path.join(work, target), with_real=False)
    try:
        done = subprocess.run([os.path.join(binaries, "fuzz_" + target), str(MUTATIONS), *paths],
                              capture_output=True, text=True, errors="replace", timeout=300,
                              check=False)
    except subprocess.TimeoutExpired:
        return False, "did not end within 300 s"
    return done.returncode == 0, done.stdout.strip() or done.stderr[-4000:]


def configure_and_build(build):
    for command in (
            ["cmake", "-S", seeds.ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Asan",
             "-DASSAY_FUZZ=ON", "-DCMAKE_C_COMPILER=clang", "-DCMAKE_CXX_COMPILER=clang++"],
            ["ninja", "-C", build, "fuzz_targets"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stdout[-8000:] + done.stderr[-8000:])


def fuzz(target, build, work, seconds):
    corpus = os.path.join(work, target)
    findings = os.path.join(build, "findings", target, "")
    count = len(seeds.write(target, corpus, with_real=True))
    os.makedirs(findings, exist_ok=True)
    done = subprocess.run(
        [os.path.join(build, "bin", "fuzz_" + target), f"-max_total_time={seconds}",
         f"-timeout={SLOWEST}", f"-rss_limit_mb={MEMORY_MB}", "-print_final_stats=1", "-verbosity=1",
         "-max_len=65536", f"-artifact_prefix={findings}", corpus],
        env={**os.environ, **SANITIZERS}, capture_output=True, text=True, errors="replace",
        timeout=seconds + 900, check=False)
    runs = re.search(r"number_of_executed_units: *(\d+)", done.stderr)
    told = f"{count} seeds, {runs[1] if runs else '?'} inputs"
    if done.returncode == 0:
        return True, told
    kept = re.search(r"Test unit written to (\S+)", done.stderr)
    if kept:
        with open(kept[1], "rb") as file:
            told += f"\n{kept[1]}\n{base64.b64encode(file.read(4096)).decode()}"
    return False, told + "\n" + done.stderr[-6000:]


def main():
    mode, where = sys.argv[1], os.path.abspath(sys.argv[2])
    seconds = int(os.environ.get("ASSAY_FUZZ_SECONDS", "60"))
    targets = sys.argv[3:] or sorted(seeds.OWN)
    if mode == "fuzz":
        configure_and_build(where)
        if not os.path.isdir(seeds.collection()):
            print("no collection of real files: only seeds of our own")
    failed = 0
    with tempfile.TemporaryDirectory(prefix="assay-fuzz-") as work, \
            concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = {target: pool.submit(fuzz, target, where, work, seconds) if mode == "fuzz"
                else pool.submit(try_seeds, target, where, work) for target in targets}
        for target, job in jobs.items():
            held, told = job.result()
            failed += not held
            print(f"{target}: {'' if held else 'FAILED '}{told}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
