#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The stand-in for a language model: prompts in files, replies from files, the same names from run to run."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
READER = os.path.join(ROOT, "bench", "judgement", "reader", "reader.py")
CHUNKS = ("01934a5e-0000-7abc-8def-0000000000c1", "01934a5e-0000-7abc-8def-0000000000c2")


def messages(fence="a" * 32, chunks=CHUNKS, title="Access rights are reviewed."):
    """Messages as the evaluator writes them."""
    blocks = "".join(f"\n<<<EVIDENCE {fence} chunk {chunk}>>>\nFile: a.txt\nText:\nWords {number}.\n"
                     f"<<<END EVIDENCE {fence}>>>\n" for number, chunk in enumerate(chunks))
    return [{"role": "system", "content": "You are an auditor."},
            {"role": "user", "content": f"The fence of this message is {fence}. Judge.\n\n<<<REQUIREMENT {fence}>>>\n"
                                        f"Requirement: {title}\n\n<<<END REQUIREMENT {fence}>>>\n{blocks}"}]


class Reader(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.prompts, self.replies = (os.path.join(folder.name, name) for name in ("prompts", "replies"))
        process = subprocess.Popen([sys.executable, READER, "record", "--prompts", self.prompts,
                                    "--replies", self.replies], stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        self.base_url = process.stdout.readline().strip()

    def ask(self, asked):
        """Status and body of the answer."""
        body = json.dumps({"model": "reader", "messages": asked}).encode()
        request = urllib.request.Request(self.base_url + "/chat/completions", body)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def written(self):
        return sorted(os.listdir(self.prompts))

    def reply(self, text):
        """Writes the reply to the only prompt."""
        with open(os.path.join(self.replies, self.written()[0].replace(".txt", ".json")), "w") as file:
            file.write(text)

    def test_a_prompt_without_a_reply_is_written_and_refused(self):
        status, body = self.ask(messages())
        self.assertEqual(status, 404)
        name, = self.written()
        self.assertIn(name.replace(".txt", ".json"), body["error"]["message"])
        with open(os.path.join(self.prompts, name)) as file:
            prompt = file.read()
        self.assertIn("Access rights are reviewed.", prompt)
        self.assertIn("<<<EVIDENCE FENCE chunk 2>>>", prompt)
        self.assertNotIn(CHUNKS[0], prompt)

    def test_a_reply_names_chunks_by_number_and_outlives_fence_and_identifiers(self):
        self.ask(messages())
        self.reply(json.dumps({"subchecks": [{"citations": [{"chunkId": "2", "quote": "Words 1."}]}],
                               "contradictions": [{"chunkId": "7", "quote": "none"}]}))
        others = ("01934a5e-0000-7abc-8def-0000000000d1", "01934a5e-0000-7abc-8def-0000000000d2")
        for fence, chunks in (("a" * 32, CHUNKS), ("b" * 32, others)):
            status, body = self.ask(messages(fence, chunks))
            self.assertEqual(status, 200)
            said = json.loads(body["choices"][0]["message"]["content"])
            self.assertEqual(said["subchecks"][0]["citations"][0]["chunkId"], chunks[1])
            self.assertEqual(said["contradictions"][0]["chunkId"], "7")
        self.assertEqual(len(self.written()), 1)

    def test_another_requirement_is_another_prompt(self):
        self.ask(messages())
        self.ask(messages(title="Backups are taken."))
        self.assertEqual(len(self.written()), 2)

    def test_words_that_are_no_json_are_said_as_they_are(self):
        self.ask(messages())
        self.reply("I cannot tell.")
        self.assertEqual(self.ask(messages())[1]["choices"][0]["message"]["content"], "I cannot tell.")

    def test_what_is_no_prompt_is_refused(self):
        for asked in (None, [{"role": "user"}], 7):
            self.assertEqual(self.ask(asked)[0], 400)
        self.assertEqual(self.written(), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
