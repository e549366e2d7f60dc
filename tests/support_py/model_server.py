# SPDX-License-Identifier: Apache-2.0
"""A language model's server (OpenAI-compatible chat completions) that answers well. It reads the
evidence blocks and cites, word for word, the one that shares the most words with the requirement. The number of
shared words decides whether the requirement is met, partly met or not."""
import http.server
import json
import re
import threading
import time

from json_handler import JsonHandler

MODEL, KEY = "made-up-model", "sk-canary-0123456789"
TOKENS_IN, TOKENS_OUT = 1200, 150
COMMON = set("the a an of and or to in is are be for by on at with that this all any each its their as it".split())


def words(text):
    return {w for w in re.findall(r"[a-z]{3,}", text.lower()) if w not in COMMON}


def first_sentence(text):
    """At most its first forty words, verbatim; the first ten words of the text if the sentence is short."""
    sentence = re.match(r"\s*(.*?(?:[.;:](?=\s)|\n)|.*)", text, re.S)[1].strip()
    if len(sentence.split()) < 4:
        return re.match(r"\S+(?:\s+\S+){0,9}", text.strip())[0]
    return re.match(r"\S+(?:\s+\S+){0,39}", sentence)[0]


def judgement(question):
    """The model's answer to a user's message."""
    fence = re.search(r"fence of this message is ([0-9a-f]{32})", question)[1]
    title = re.search(r"\nRequirement: (.*)\n", question)[1]
    wanted = words(title)
    blocks = re.findall(rf"<<<EVIDENCE {fence} chunk (\S+)>>>\n.*?\nText:\n(.*?)\n<<<END EVIDENCE {fence}>>>",
                        question, re.S)
    chunk, text = max(blocks, key=lambda block: len(wanted & words(block[1])))
    share = len(wanted & words(text)) / max(1, len(wanted))
    confidence = round(min(0.97, 0.1 + share), 2)
    citations = [{"chunkId": chunk, "quote": first_sentence(text)}] if share > 0.2 else []
    verdict = "met" if share > 0.6 else "partly" if share > 0.2 else "not"
    return {"subchecks": [{"label": "", "text": title, "verdict": verdict,
                           "probability": confidence, "citations": citations,
                           "missing": sorted(wanted - words(text))[:5]}],
            "contradictions": [], "confidence": confidence,
            "reasoning": f"{len(wanted & words(text))} of {len(wanted)} terms are in one passage."}


class Handler(JsonHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.model.parents.append(self.headers.get("traceparent"))
        self.close_connection = self.server.model.closed
        if self.server.model.closed:
            return None  # a kept-open connection ends like all others
        with self.server.model.under_way():
            wanted = None if self.server.model.key is None else f"Bearer {self.server.model.key}"
            if self.path != "/v1/chat/completions" or self.headers["Authorization"] != wanted:
                return self.answer(401, {"error": {"message": f"bad key {KEY}"}})
            time.sleep(self.server.model.pause)
            question = body["messages"][-1]["content"]
            if body.get("response_format", {}).get("json_schema", {}).get("name") == "phrases":
                self.server.model.expanded.append(question)
                content = json.dumps({"phrases": self.server.model.phrases})
            else:
                content = json.dumps(judgement(question))
        return self.answer(200, {
            "id": "1", "object": "chat.completion", "model": MODEL + "-2026-11",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
            "usage": {"prompt_tokens": TOKENS_IN, "completion_tokens": TOKENS_OUT}})


class ModelServer:
    """key: what it wants to see; None: nothing. port: any free one by default."""

    def __init__(self, pause=0.1, address="127.0.0.1", key=KEY, port=0):
        self.key = key
        self.pause, self.requests, self.now, self.most, self.closed = pause, 0, 0, 0, False
        self.parents = []  # the header traceparent of each request
        self.phrases = []  # its answer to each question for other words
        self.expanded = []  # those questions
        self._lock = threading.Lock()
        self.server = http.server.ThreadingHTTPServer((address, port), Handler)
        self.server.model, self.server.daemon_threads = self, True
        self.base_url = f"http://{address}:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def under_way(self):
        """Counts a request while it is processed."""
        model = self

        class Count:
            def __enter__(self):
                with model._lock:
                    model.requests += 1
                    model.now += 1
                    model.most = max(model.most, model.now)

            def __exit__(self, *_):
                with model._lock:
                    model.now -= 1
        return Count()

    def close(self):
        self.closed = True
        self.server.shutdown()
        self.server.server_close()
