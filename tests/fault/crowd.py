# SPDX-License-Identifier: Apache-2.0
"""Many documents in progress, uploaded by a client that retries, and the final count."""
import threading
import time

import samples
from text_checks import check_chunks, check_stages
from world import world

KINDS = ("txt", "md", "docx", "pdf")
MUST_BE_EMPTY = {
    "two documents of one content":
        "SELECT sha256 FROM document GROUP BY tenant_id, sha256 HAVING count(*) > 1",
    "gaps or repeats among chunks":
        "SELECT document_id FROM chunk GROUP BY document_id"
        " HAVING count(*) <> max(chunk_index) + 1 OR min(chunk_index) <> 0",
    "a count that is not the chunks'":
        "SELECT d.id FROM document d WHERE chunk_count <> (SELECT count(*) FROM chunk c WHERE c.document_id = d.id)",
    "chunks without exactly one vector":
        "SELECT c.id FROM chunk c LEFT JOIN chunk_embedding e ON e.chunk_id = c.id"
        " GROUP BY c.id HAVING count(e.chunk_id) <> 1",
    "work that was left":
        "SELECT id, state, last_error FROM work_item WHERE kind <> 'purge' AND state <> 'done'",
}


def files(name, number, sentences):
    """That many different documents of mixed kinds."""
    return [samples.make(KINDS[i % len(KINDS)], f"{name}-{i}", sentences) for i in range(number)]


class Uploader(threading.Thread):
    """Uploads the files one by one; retries after a 503 or a broken connection."""

    def __init__(self, client, wanted):
        super().__init__(daemon=True)
        self.client, self.wanted = client, wanted
        self.ids, self.refused, self.problem = {}, [], None

    def run(self):
        try:
            for name, data in self.wanted:
                self.ids[name] = self._send(name, data)
        except Exception as problem:  # pylint: disable=broad-except # reported by finish()
            self.problem = problem

    def _send(self, name, data):
        deadline = time.monotonic() + 300
        while True:
            try:
                answer = self.client.upload(name, data)
                if answer.status in (200, 201):
                    return answer.json()["document"]["id"]
                assert answer.status == 503, f"{answer}"
                self.refused.append(answer)
            except ConnectionError as cut:
                self.refused.append(cut)
            assert time.monotonic() < deadline, f"{name} was never taken: {self.refused[-1]}"
            time.sleep(0.1)

    def finish(self, seconds=300):
        """name -> id of all files."""
        self.join(seconds)
        assert self.problem is None, self.problem
        assert len(self.ids) == len(self.wanted), "the uploads did not end"
        return self.ids


def ready_count(client):
    return client.value("/api/documents?status=READY&limit=1")["total"]


def assert_nothing_lost_or_doubled(test, client, ids, wanted):
    """All are READY, each once, with chunks without gaps and one vector each."""
    documents = [client.wait_ready(document_id, 300) for document_id in ids.values()]
    test.assertEqual(len(set(ids.values())), len(wanted))
    test.assertEqual(len({d["sha256Hash"] for d in documents}), len(wanted))
    for document in documents:
        check_stages(test, client, document)
        check_chunks(test, client, document)
    for what, statement in MUST_BE_EMPTY.items():
        test.assertEqual(world().stack.sql(statement), [], what)
