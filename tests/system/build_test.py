# SPDX-License-Identifier: Apache-2.0
"""Installing and building in `./assay up`: shows progress, builds only what runs, with as many compilers as
fit."""
import os
import pty
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Three steps of ninja, as printed when the output is not a terminal.
NINJA = "for step in 1 2 3; do echo \"[$((101 * step))/303] Building CXX object a.cpp.o\"; sleep {pause}; done"


class Steps(unittest.TestCase):
    def setUp(self):
        self.state = tempfile.mkdtemp(prefix="assay-steps-")
        self.addCleanup(subprocess.run, ["rm", "-r", self.state], check=True)
        os.mkdir(self.state + "/log")

    def script(self, commands):
        return ["bash", "-euc", f"HERE={ROOT} STATE={self.state} LOCK=9 SHOW_LOG= SUDO=()\n"
                "fail() { echo \"assay: $*\" >&2; exit 1; }\nsource $HERE/systemd/local/build.sh\n" + commands]

    def test_lines_where_there_is_no_terminal(self):
        done = subprocess.run(self.script(f"busy() {{ {NINJA.format(pause=4)}; }}; logged build Build busy"),
                              capture_output=True, text=True, timeout=60, check=True)
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^  Build +\d+ s   step 303 of 303$")
        self.assertRegex(lines[-1], r"^  Build +\d+ ms$")

    def test_a_bar_on_a_terminal(self):
        reader, writer = pty.openpty()
        with subprocess.Popen(self.script(f"busy() {{ {NINJA.format(pause=1.2)}; }}; logged build Build busy"),
                              stdout=writer) as running:
            os.close(writer)
            text = b""
            while True:
                try:
                    part = os.read(reader, 4096)
                except OSError:  # the other end is closed
                    break
                if not part:
                    break
                text += part
        os.close(reader)
        self.assertEqual(running.returncode, 0)
        shown = text.decode()
        self.assertRegex(shown, r"Build +\d+ s   █{10}░{6} 202 of 303")
        widest = max(len(line) for line in shown.replace("\033[K", "").replace("\r", "\n").splitlines())
        self.assertLess(widest, 80, "a longer line would leave one more on the terminal each second")
        self.assertRegex(shown, r"\r\033\[K  Build +\d+ ms\r\n$")

    def test_a_failed_step_names_its_log(self):
        done = subprocess.run(self.script("logged build Build false"), capture_output=True, text=True, timeout=60,
                              check=False)
        self.assertEqual((done.returncode, done.stderr),
                         (1, f"assay: Build failed; see {self.state}/log/build.log\n"))

    def test_compilers_fit_cores_and_memory(self):
        def jobs(size):
            return int(subprocess.check_output(self.script(f"COMPILER_BYTES={size}; build_jobs"), text=True))
        cores = len(os.sched_getaffinity(0))
        self.assertEqual(jobs(1 << 20), cores)
        self.assertEqual(jobs(1 << 50), 1)

    def test_programs_are_configured_without_what_only_tests_need(self):
        build = os.path.join(self.state, "build")
        done = subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                               "-DASSAY_TESTS=OFF", "-DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON"], capture_output=True,
                              text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        targets = subprocess.check_output(["ninja", "-C", build, "-t", "targets", "all"], text=True)
        found = {name for name in re.findall(r"^bin/(\S+):", targets, re.M)}
        self.assertEqual(found, {"assay-api", "assay-pipeline", "assay-extract", "assay-ocr", "assayctl"})


if __name__ == "__main__":
    unittest.main()
