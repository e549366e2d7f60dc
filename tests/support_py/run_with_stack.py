#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs unittest files against one fresh stack, which is ended again whatever happens.

    run_with_stack.py [--described] [--object-store] [--citus | --citus-later] [--pooled] [--mail] [--set NAME=VALUE]… FILE_OR_TEST…

With --described, every answer must be as the service describes itself. The files run in the order given.
FILE.py:Class.method runs a part of one. --set gives a setting to the stack. With --object-store, its originals are in an S3
server. With --citus, its database is spread over the nodes that ASSAY_TEST_CITUS names; with --citus-later, it lies on the
first of them until a test spreads it. The tests are skipped where ASSAY_TEST_CITUS names none. With --pooled, a pgbouncer
stands before the database. With --mail, it sends e-mail to the mail server stack.mail. ASSAY_TEST_STACK=DIR leaves it running
for a look at it (see stack.py)."""
import contextlib
import functools
import importlib.util
import os
import signal
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from citus import Citus, nodes  # noqa: E402
from client import Client  # noqa: E402
from described import Described  # noqa: E402
from mail_server import MailServer  # noqa: E402
from object_server import ObjectServer  # noqa: E402
from pooler import Pooler  # noqa: E402
from stack import Stack  # noqa: E402
from world import open_world  # noqa: E402


SKIPPED = 77  # the SKIP_RETURN_CODE of the tests in CMake


def load(argument):
    path, _, part = argument.partition(":")
    name = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.dirname(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.insert(1, folder)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    loader = unittest.TestLoader()
    suite = loader.loadTestsFromName(part, module) if part else loader.loadTestsFromModule(module)
    if suite.countTestCases() == 0:
        sys.exit(f"there is no test in {argument}")
    return suite


class TimedResult(unittest.TextTestResult):
    """Reports how long each test took."""

    def startTest(self, test):
        self.begun = time.monotonic()
        super().startTest(test)

    def addSuccess(self, test):
        unittest.TestResult.addSuccess(self, test)
        self.stream.writeln(f"ok  {time.monotonic() - self.begun:.2f} s")


def interrupt(*_):
    """Ends the program at once, but still ends the stack; unittest treats SystemExit as an error."""
    raise KeyboardInterrupt


def run(suite, _stack):
    return unittest.TextTestRunner(stream=sys.stdout, verbosity=2, resultclass=TimedResult).run(suite).wasSuccessful()


def run_described(suite, stack):
    with Described() as described:
        good = run(suite, stack)
        good = described.check(stack.demo["baseUrl"]) and good
        return trail_is_described(stack) and good


def trail_is_described(stack):
    """Whether the description names every word in the trail; prints the others."""
    schemas = Client(stack.demo["baseUrl"]).get("/api/openapi.json").json()["components"]["schemas"]
    good = True
    for column, schema in (("action", "AuditAction"), ("object_type", "AuditObjectType")):
        for (word,) in stack.sql(f"SELECT DISTINCT {column} FROM audit_log"):
            if word not in schemas[schema]["enum"]:
                print(f"the trail has the {column} {word}, which core/base/vocabularies.hpp and {schema} do not", flush=True)
                good = False
    return good


def main(arguments):
    settings, runner, objects, mail = {}, run, contextlib.nullcontext(), contextlib.nullcontext()
    cluster = pooler = contextlib.nullcontext
    if arguments[:1] == ["--described"]:
        runner, arguments = run_described, arguments[1:]
    if arguments[:1] == ["--object-store"]:
        objects, arguments = ObjectServer(), arguments[1:]
        settings.update(objects.settings)
    if arguments[:1] in (["--citus"], ["--citus-later"]):
        cluster, arguments = functools.partial(Citus, later=arguments[0] == "--citus-later"), arguments[1:]
        if not nodes():
            print("skipped: ASSAY_TEST_CITUS names no nodes of a Citus cluster")
            return SKIPPED
    if arguments[:1] == ["--pooled"]:
        pooler, arguments = Pooler, arguments[1:]
    if arguments[:1] == ["--mail"]:
        mail, arguments = MailServer(), arguments[1:]
        settings.update(mail.settings)
    while arguments[:1] == ["--set"]:
        name, value = arguments[1].split("=", 1)
        settings[name] = value
        arguments = arguments[2:]
    if not arguments:
        sys.exit(__doc__)
    signal.signal(signal.SIGTERM, interrupt)
    suite = unittest.TestSuite(load(argument) for argument in arguments)
    begun = time.monotonic()
    with objects, mail as stack_mail, Stack(settings, synced=False) as stack, cluster(stack), pooler(stack):
        stack.mail = stack_mail
        print(f"stack up in {time.monotonic() - begun:.1f} s", flush=True)
        open_world(stack)
        good = runner(suite, stack)
        if not good:
            print(stack.logs(), flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
