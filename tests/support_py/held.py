# SPDX-License-Identifier: Apache-2.0
"""A transaction of another program that has changed something and has not ended yet."""
import concurrent.futures
import subprocess

from stack import wait_until


class Held:
    """Runs as the owner of the database, until commit() or close()."""

    def __init__(self, stack, *statements):
        self._stack = stack
        self._psql = subprocess.Popen(
            [*stack.psql(), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"],
            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self._run("BEGIN", *statements)

    def send(self, *statements):
        """Sends statements without waiting for their end."""
        self._psql.stdin.write(";\n".join(statements) + ";\n\\echo done\n")
        self._psql.stdin.flush()

    def ended(self):
        """Waits for the end of the statements of one send()."""
        line = self._psql.stdout.readline()
        assert line == "done\n", line

    def _run(self, *statements):
        self.send(*statements)
        self.ended()

    def commit(self):
        self._run("COMMIT")

    def answer_of(self, call):
        """The result of a call that meets this transaction, waits for it, and continues after its end."""
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            answer = pool.submit(call)
            try:
                wait_until(self._stack.waiting, 30, "the call waits")
            finally:
                self.commit()
            return answer.result()

    def close(self):
        self._psql.stdin.close()
        self._psql.wait(20)
        self._psql.stdout.close()
