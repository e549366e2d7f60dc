# SPDX-License-Identifier: Apache-2.0
"""What a tenant asks for stays on the tenant's server. Runs last: it plans again every statement that API and pipeline have
run for a tenant, as the first server's log has them."""
import json
import re
import unittest

from citus import citus, psql
from stack import StackError

SERVICES = ("assay_api", "assay_pipeline")
PARAMETER = re.compile(r"\$(\d+) = (NULL|'(?:[^']|'')*')")


class OneServer(unittest.TestCase):
    def statements(self):
        """{name: (role, SQL, values)}: of each named statement, the last use."""
        found = {}
        for line in citus().statements_run():
            entry = json.loads(line)
            called = re.match(r"execute (\w+): (.*)", entry["message"], re.S)
            if entry["user"] not in SERVICES:
                continue
            values = dict(PARAMETER.findall(entry.get("detail", "")))
            found[called[1]] = (entry["user"], called[2], [values[n] for n in sorted(values, key=int)])
        return found

    def plan(self, role, text, values):
        tenant = next((value for value in values if re.fullmatch(r"'[0-9a-f-]{36}'", value)), "''")
        call = f"EXECUTE asked({', '.join(values)})" if values else "EXECUTE asked"
        try:
            return self.explained(role, tenant, f"PREPARE asked AS {text}; EXPLAIN (COSTS off) {call}")
        except StackError:  # Citus does not explain every INSERT ... SELECT with parameters
            whole = re.sub(r"\$(\d+)", lambda place: values[int(place[1]) - 1], text)
            return self.explained(role, tenant, f"EXPLAIN (COSTS off) {whole}")

    @staticmethod
    def explained(role, tenant, statements):
        lines = psql(citus().nodes[0], f"BEGIN; SET LOCAL assay.tenant = {tenant}; {statements}; ROLLBACK", role)
        return "\n".join(line[0] for line in lines)

    def setUp(self):
        if not citus().keeps_log():
            self.skipTest("the coordinator has no logging_collector")

    def test_answers_each_statement_of_a_tenant(self):
        statements = self.statements()
        self.assertGreater(len(statements), 200, "the suite has run before")
        for name, (role, text, values) in sorted(statements.items()):
            if not re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b", text):
                continue
            with self.subTest(statement=name):
                counts = re.findall(r"Task Count: (\d+)", self.plan(role, text, values))
                self.assertEqual([count for count in counts if count != "1"], [], text)


if __name__ == "__main__":
    unittest.main()
