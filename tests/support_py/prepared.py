# SPDX-License-Identifier: Apache-2.0
"""A database with the sample tenants, made once and copied for each stack of the tests: creating the cluster and the tenants
takes longer than everything else of a start. It lies in the build folder, and is made again when an input of it changes."""
import fcntl
import glob
import hashlib
import os
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASSAY = os.path.join(ROOT, "assay")
POSTGRES = "/usr/lib/postgresql/15/bin"
KEPT = os.path.join(ROOT, "build", "tests", "prepared")
INPUTS = ("assay", "build/bin/assayctl", "db/bootstrap.sql", "db/migrations/*.sql", "systemd/local/parts.sh",
          "tests/sample/pack.json", "tests/sample/seed.py", "tests/support_py/prepared.py")
MAKE_SECONDS = 900  # may also build


def digest():
    total = hashlib.sha256(subprocess.check_output([f"{POSTGRES}/postgres", "--version"]))
    for path in sorted(path for pattern in INPUTS for path in glob.glob(os.path.join(ROOT, pattern))):
        with open(path, "rb") as file:
            total.update(path.encode() + b"\0" + hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()[:16]


def everybody_reaches(folder):
    """Whether the users of all parts can use what is in there. As root, ./assay keeps their files elsewhere if not."""
    while os.stat(folder).st_mode & 0o001:
        if folder == "/":
            return True
        folder = os.path.dirname(folder)
    return False


def make(place, environment):
    with tempfile.TemporaryDirectory(prefix="assay-prepared-") as folder:
        os.chmod(folder, 0o711)
        state = os.path.join(folder, "state")

        def assay(verb, *options):
            subprocess.run([ASSAY, verb, "--state", state, *options], env=environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, check=True, timeout=MAKE_SECONDS)
        try:
            assay("up", "--only-database", "--port", "0")
            assay("down")
            shutil.rmtree(place + ".new", ignore_errors=True)
            os.mkdir(place + ".new")
            for name in ("pg", "demo.json"):
                copy(os.path.realpath(os.path.join(state, name)), os.path.join(place + ".new", name))
            os.rename(place + ".new", place)
        finally:
            assay("down", "--purge")


def copy(source, target):
    subprocess.run(["cp", "-a", "--reflink=auto", source, target], check=True)


def copy_into(state, environment, synced):
    """Makes the state, which does not exist yet, with the prepared database. synced: whether that waits for the disk, without
    which only a machine that fails loses anything. Does nothing where the build folder or the state is out of reach."""
    if not os.access(os.path.dirname(os.path.dirname(KEPT)), os.W_OK) or not everybody_reaches(os.path.dirname(state)):
        return
    os.makedirs(KEPT, exist_ok=True)
    with open(os.path.join(KEPT, "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        place = os.path.join(KEPT, digest())
        if not os.path.isdir(place):
            for other in glob.glob(os.path.join(KEPT, "*/")):
                shutil.rmtree(other)
            make(place, environment)
        os.makedirs(os.path.join(state, "log"), 0o711)
        for name in ("pg", "demo.json"):
            copy(os.path.join(place, name), state)
        with open(os.path.join(state, "lock"), "w", encoding="utf-8"):
            pass
    if not synced:
        with open(os.path.join(state, "pg", "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write("fsync = off\n")
