# SPDX-License-Identifier: Apache-2.0
"""Inspects what `./assay` starts in a state directory: its parts, processes and users."""
import glob
import json
import os
import pwd
import signal
import subprocess
import time
import urllib.error
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASSAY = os.path.join(ROOT, "assay")
SUPERVISE = os.path.join(ROOT, "systemd", "local", "supervise.py")
PARTS = ("database", "api", "health", "pipeline", "nginx")
USERS = {"database": "postgres", "api": "assay-api", "health": "assay-api", "pipeline": "assay-pipeline", "nginx": "www-data"}


def assay(verb, state, *arguments, prefix=(), cwd=None, **environment):
    """The completed ./assay VERB; prefix: arguments of a command that runs it."""
    return subprocess.run([*prefix, ASSAY, verb, "--state", state, *arguments], capture_output=True, text=True,
                          env={**os.environ, **environment}, cwd=cwd, timeout=300, check=False)


def ask(state, *words):
    """The supervisor's answer for a state; None if none is running."""
    done = subprocess.run([SUPERVISE, words[0], os.path.realpath(state + "/run"), *words[1:]], capture_output=True,
                          text=True, timeout=60, check=False)
    return json.loads(done.stdout) if done.returncode == 0 and done.stdout else None


def parts(state):
    return {part["name"]: part for part in (ask(state, "status") or {"parts": []})["parts"]}


def running(state):
    """Part -> pids, of the parts that are up."""
    return {name: part["pids"] for name, part in parts(state).items() if part["state"] == "up"}


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def descendants(pid):
    """The process and all its descendants."""
    found = [pid]
    for path in glob.glob(f"/proc/{pid}/task/*/children"):
        try:
            with open(path, encoding="utf-8") as file:
                for child in file.read().split():
                    found += descendants(int(child))
        except FileNotFoundError:
            pass
    return found


def everything(state):
    """The supervisor and all its descendants."""
    return descendants(ask(state, "status")["supervisor"])


def user_of(pid):
    return pwd.getpwuid(os.stat(f"/proc/{pid}").st_uid).pw_name


def kill(*pids):
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def demo_of(state):
    with open(state + "/demo.json", encoding="utf-8") as file:
        return json.load(file)


def status_of(state, path="/api/health/ready"):
    """The HTTP status of a GET; 0 without a response."""
    try:
        with urllib.request.urlopen(demo_of(state)["baseUrl"] + path, timeout=10) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def wait_for(condition, what, seconds=300):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.1)


def logs(state):
    """The ends of all logs, for the message of a failed test."""
    text = ""
    for path in glob.glob(state + "/log/*.log"):
        with open(path, encoding="utf-8", errors="replace") as file:
            text += f"--- {path}\n" + "".join(file.readlines()[-15:])
    return text


def up(state, *arguments, **more):
    """Starts a system without the sample; it must succeed."""
    done = assay("up", state, "--no-sample", *arguments, **more)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr + logs(state)
    return done
