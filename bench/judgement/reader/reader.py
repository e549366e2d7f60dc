#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A stand-in for a language model: any careful reader answers its prompts, in files.

reader.py record --prompts DIR --replies DIR [--port PORT]

Speaks OpenAI-compatible chat completions on the loopback interface and prints its base URL. Each
prompt is written to PROMPTS/HASH.txt; its answer is the text of REPLIES/HASH.json. Where that file
is not there, the request is refused (404), so that the requirement FAILs rather than being judged by
nobody: write the reply and start the run again. In prompts the fence is "FENCE" and chunks are
numbered 1, 2, ... in their order, so that the hash of a prompt stays the same from run to run; a
reply names chunks by these numbers.
"""
import argparse
import hashlib
import http.server
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../tests/support_py"))
from json_handler import JsonHandler  # noqa: E402

FENCE = re.compile(r"fence of this message is ([0-9a-f]{32})")


def readable(messages):
    """The prompt in readable form, and the identifiers of its chunks by number."""
    text = "\n".join(f"=== {one['role']} ===\n{one['content']}" for one in messages)
    found = FENCE.search(text)
    if not found:
        return text, {}
    ids = re.findall(rf"<<<EVIDENCE {found[1]} chunk (\S+)>>>\n", text)
    for number, chunk in enumerate(ids, 1):
        text = text.replace(f"<<<EVIDENCE {found[1]} chunk {chunk}>>>", f"<<<EVIDENCE {found[1]} chunk {number}>>>")
    return text.replace(found[1], "FENCE"), {str(number): chunk for number, chunk in enumerate(ids, 1)}


def name_of(prompt):
    return hashlib.sha256(prompt.encode()).hexdigest()[:16]


def with_ids(value, ids):
    """The reply with the identifiers of chunks in place of their numbers."""
    if isinstance(value, list):
        return [with_ids(one, ids) for one in value]
    if isinstance(value, dict):
        return {key: ids.get(str(one), one) if key == "chunkId" else with_ids(one, ids) for key, one in value.items()}
    return value


def reply_text(text, ids):
    """The model's answer; text that is not JSON is returned unchanged."""
    try:
        return json.dumps(with_ids(json.loads(text), ids), ensure_ascii=False)
    except ValueError:
        return text


class Handler(JsonHandler):
    def do_POST(self):
        try:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            prompt, ids = readable(request["messages"])
        except (KeyError, TypeError, ValueError):
            return self.answer(400, {"error": {"message": "no chat completion"}})
        name = name_of(prompt)
        with open(os.path.join(self.server.prompts, name + ".txt"), "w", encoding="utf-8") as file:
            file.write(prompt)
        try:
            with open(os.path.join(self.server.replies, name + ".json"), encoding="utf-8") as file:
                content = reply_text(file.read(), ids)
        except FileNotFoundError:
            return self.answer(404, {"error": {"message": f"there is no reply {name}.json yet"}})
        return self.answer(200, {
            "id": name, "object": "chat.completion", "model": "reader",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
            "usage": {"prompt_tokens": len(prompt) // 4, "completion_tokens": len(content) // 4}})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["record"])
    parser.add_argument("--prompts", required=True, help="folder that prompts are written to")
    parser.add_argument("--replies", required=True, help="folder of the replies to them")
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    options = parser.parse_args()
    for folder in (options.prompts, options.replies):
        os.makedirs(folder, exist_ok=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.prompts, server.replies, server.daemon_threads = options.prompts, options.replies, True
    print(f"http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
