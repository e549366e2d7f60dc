# SPDX-License-Identifier: Apache-2.0
"""The package, installed into a root of its own where systemd is the first process. The tests go on from one another, so
their order matters."""
import unittest

from first_days import FirstDays
from fresh_root import why_not
from later_days import LaterDays


@unittest.skipIf(why_not(), f"systemd cannot be started here: {why_not()}; systemd_units checks the units offline")
class Installed(FirstDays, LaterDays):
    pass


if __name__ == "__main__":
    unittest.main(failfast=True, defaultTest="Installed")
