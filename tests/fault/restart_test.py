# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL stopped immediately while there are no requests, and started again: no client notices."""
import concurrent.futures
import os
import signal
import unittest

from stack import alive, wait_until
from world import world


class RestartUnnoticed(unittest.TestCase):
    def test_no_process_answers_with_an_error_of_the_past(self):
        stack, member, health = world().stack, world().client("MEMBER"), world().anonymous()
        paths = ["/api/packs", "/api/documents", "/api/auth/me", "/api/tasks"] * 64

        def statuses(one, wanted):
            with concurrent.futures.ThreadPoolExecutor(16) as pool:
                return {(path, answer.status) for path, answer in zip(wanted, pool.map(one.get, wanted))}
        self.assertEqual({status for _, status in statuses(member, paths)}, {200}, "every process has a connection")
        for how in (signal.SIGQUIT, signal.SIGINT):
            postmaster = stack.postmaster()
            os.kill(postmaster, how)
            wait_until(lambda pid=postmaster: not alive(pid), 20, "the database's end")
            stack.up()
            self.assertEqual({status for _, status in statuses(health, ["/api/health/ready"] * 16)}, {200})
            self.assertEqual({(path, status) for path, status in statuses(member, paths) if status != 200}, set())
