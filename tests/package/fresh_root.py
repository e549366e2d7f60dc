# SPDX-License-Identifier: Apache-2.0
"""A root file system of its own with systemd as its first process, for tests that install the package."""
import ctypes
import glob
import os
import signal
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CLONE_NEWNET = 0x40000000


def cgroups():
    """Where this machine has its cgroups of version 2; None if it has none that can be written."""
    for folder in ("/sys/fs/cgroup", "/sys/fs/cgroup/unified"):
        if os.path.exists(folder + "/cgroup.procs") and os.access(folder, os.W_OK):
            return folder
    return None


def why_not():
    """Why this machine cannot start systemd in namespaces; None if it can."""
    if os.geteuid() != 0:
        return "needs root"
    if cgroups() is None:
        return "needs cgroups of version 2"
    if not os.path.exists("/lib/systemd/systemd"):
        return "needs systemd"
    # What boot.sh needs of the kernel and of the container that this may run in.
    tried = subprocess.run(["unshare", "--mount", "--net", "--uts", "--ipc", "--cgroup", "--pid", "--fork", "sh", "-ec",
                            "mount --make-rprivate /; mount -t tmpfs tmpfs /mnt; cd /mnt; mkdir upper work root; "
                            "mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root; "
                            "mount -t proc proc root/proc; mount -t cgroup2 cgroup2 root/tmp"],
                           capture_output=True, text=True, check=False)
    return None if tried.returncode == 0 else "namespaces: " + tried.stderr.strip()


class FreshRoot:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="assay-root-")
        self.cgroup = tempfile.mkdtemp(prefix="assay-test-", dir=cgroups())
        self.log = open(self.folder + ".log", "w+b")  # pylint: disable=consider-using-with
        self.process = subprocess.Popen([HERE + "/boot.sh", self.folder, self.cgroup, ROOT], stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log)
        self.first = None
        try:
            self._wait_for_systemd()
        except BaseException:
            self.end()
            raise

    def _wait_for_systemd(self):
        deadline = time.monotonic() + 60
        while True:
            self.first = self.first or self._child()
            if self.first and self.run("systemctl", "is-active", "basic.target").returncode == 0:
                return
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.log.seek(0)
                raise AssertionError("systemd did not start: " + self.log.read().decode("utf-8", "replace")[-2000:])
            time.sleep(0.2)

    def _child(self):
        """systemd, as this machine numbers it."""
        path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        with open(path, encoding="ascii") as file:
            pid = (file.read().split() or [None])[0]
        if pid is None:
            return None
        with open(f"/proc/{pid}/comm", encoding="ascii") as file:
            return int(pid) if file.read().strip() == "systemd" else None

    def path(self, path):
        """That file in the root, as this machine sees it."""
        return f"/proc/{self.first}/root{path}"

    def command(self, *words):
        return ["nsenter", "-t", str(self.first), "-m", "-u", "-i", "-n", "-p", "-C", "--wd=/", "env", "-i",
                "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", *words]

    def run(self, *words, stdin="", timeout=300):
        return subprocess.run(self.command(*words), input=stdin, capture_output=True, text=True, timeout=timeout,
                              check=False)

    def must(self, *words, **options):
        """Standard output of a command that must succeed."""
        done = self.run(*words, **options)
        if done.returncode:
            raise AssertionError(f"{words} ended with {done.returncode}\n{done.stdout}\n{done.stderr}\n{self.journal()}")
        return done.stdout

    def journal(self):
        return self.run("journalctl", "--no-pager", "-n", "60", "-o", "cat").stdout

    def enter_network(self):
        """From now on, this thread and those it starts are in the root's network."""
        with open(f"/proc/{self.first}/ns/net", "rb") as file:
            if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), "setns")

    def end(self):
        if self.first:
            os.kill(self.first, signal.SIGKILL)  # the kernel ends all others with it
        self.process.kill()
        self.process.wait(timeout=30)
        self.log.close()
        os.unlink(self.folder + ".log")
        os.rmdir(self.folder)
        deadline = time.monotonic() + 30
        while os.path.exists(self.cgroup):
            try:
                for folder in sorted(glob.glob(self.cgroup + "/**/", recursive=True), key=len, reverse=True):
                    os.rmdir(folder)
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
