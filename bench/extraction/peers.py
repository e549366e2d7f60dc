# SPDX-License-Identifier: Apache-2.0
"""Other programs of Debian that give the text of a file."""
import os
import resource
import shutil
import subprocess

# By the file's ending.
PEERS = {
    ".pdf": (("pdftotext", ["pdftotext", "-enc", "UTF-8", "{}", "-"]),),
    ".doc": (("antiword", ["antiword", "-m", "UTF-8.txt", "{}"]), ("catdoc", ["catdoc", "-d", "utf-8", "{}"])),
    ".xls": (("xls2csv", ["xls2csv", "-d", "utf-8", "{}"]),),
    ".ppt": (("catppt", ["catppt", "-d", "utf-8", "{}"]),),
}


def peers_of(path):
    """(name, command) of each program for the file that is installed."""
    ending = os.path.splitext(path)[1].lower()
    return [(name, [part.format(path) for part in command])
            for name, command in PEERS.get(ending, ()) if shutil.which(name)]


def text_of(command):
    """What it prints; "" if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""


def cpu_seconds(command, path):
    """Processor time of one run with the file as its input."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(path, "rb") as file:
        subprocess.run(command, stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
