# SPDX-License-Identifier: Apache-2.0
"""Actions of an administrator on corpora, with the expected responses checked."""
import time

from shapes import ACTIVATION, CORPUS, INGESTION, assert_shape
from world import world

CORPORA = "/api/admin/corpora"
STAGES = ("createdAt", "fetchingAt", "parsingAt", "indexingAt", "completedAt")


def admin(tenant=0):
    return world().client("ADMIN", tenant)


def checked_new(answer):
    assert answer.status == 201, f"{answer}"
    made = answer.json()
    assert set(made) == {"corpus", "ingestion"}, f"{answer}"
    assert_shape(made["corpus"], CORPUS)
    if made["ingestion"] is not None:
        assert_shape(made["ingestion"], INGESTION)
        assert made["ingestion"]["status"] == "PENDING", f"{answer}"
    return made["corpus"], made["ingestion"]


def from_url(url, title="Act on Operational Resilience", **more):
    return checked_new(admin().post(CORPORA, {"title": title, "sourceUrl": url, **more}))


def from_file(name, data, title="Act on Operational Resilience", **more):
    return checked_new(admin().upload(name, data, CORPORA, {"title": title, **more}))


def again(corpus, name=None, data=None):
    path = f"{CORPORA}/{corpus['id']}/ingestions"
    answer = admin().upload(name, data, path) if name else admin().post(path)
    assert answer.status == 202, f"{answer}"
    assert_shape(answer.json(), {"ingestion": INGESTION})
    return answer.json()["ingestion"]


def wait_ended(ingestion, seconds=40):
    path = f"{CORPORA}/{ingestion['corpusId']}/ingestions"
    deadline = time.monotonic() + seconds
    while True:
        now = next(i for i in admin().value(path)["ingestions"] if i["id"] == ingestion["id"])
        if now["status"] in ("COMPLETED", "FAILED"):
            assert_shape(now, INGESTION)
            return now
        assert time.monotonic() < deadline, f"not ended within {seconds} s: {now}"
        time.sleep(0.05)


def completed(ingestion, seconds=40):
    """The ingestion once it is COMPLETED; checks that it passed all stages in order."""
    ended = wait_ended(ingestion, seconds)
    assert ended["status"] == "COMPLETED", f"{ended}"
    times = [ended[name] for name in STAGES]
    assert None not in times and times == sorted(times), f"{ended}"
    assert ended["failedAt"] is None and ended["errorDetails"] is None, f"{ended}"
    assert ended["passageCount"] >= 1 and ended["pageCount"] >= 1, f"{ended}"
    return ended


def failed(ingestion, seconds=40):
    """The reason of a FAILED ingestion."""
    ended = wait_ended(ingestion, seconds)
    assert ended["status"] == "FAILED" and ended["failedAt"], f"{ended}"
    assert ended["errorDetails"], f"{ended}"
    return ended["errorDetails"]


def activate(ingestion):
    answer = admin().post(f"{CORPORA}/{ingestion['corpusId']}/activations", {"ingestionId": ingestion["id"]})
    assert answer.status == 201, f"{answer}"
    assert_shape(answer.json(), {"activation": ACTIVATION})
    return answer.json()["activation"]
