# SPDX-License-Identifier: Apache-2.0
"""The Debian package, built from the finished build, and variants of it that dpkg takes for other versions."""
import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("ASSAY_TEST_BUILD", os.path.join(ROOT, "build"))


def run(*words, **options):
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{words} ended with {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def build(folder):
    """Path of the package. It is packed fast instead of small."""
    said = run("cpack", "--config", BUILD + "/CPackConfig.cmake", "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip",
               "-B", folder, cwd=BUILD)
    return re.search(r"- package: (\S+) generated\.", said)[1]


def variant(package, folder, version, change=None):
    """The same package with another version; change: called with the folder of its files."""
    unpacked = os.path.join(folder, "unpacked-" + version)
    run("dpkg-deb", "-R", package, unpacked)
    control = unpacked + "/DEBIAN/control"
    with open(control, encoding="utf-8") as file:
        text = file.read()
    with open(control, "w", encoding="utf-8") as file:
        file.write(re.sub(r"^Version: .*$", "Version: " + version, text, flags=re.M))
    if change:
        change(unpacked)
    made = os.path.join(folder, f"assay_{version}.deb")
    run("dpkg-deb", "-Zgzip", "-z1", "--root-owner-group", "-b", unpacked, made)
    shutil.rmtree(unpacked)
    return made


def field(package, name):
    return run("dpkg-deb", "-f", package, name).strip()
