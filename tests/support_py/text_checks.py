# SPDX-License-Identifier: Apache-2.0
"""Checks for every READY document: ordered stages, and chunks at their stated offsets."""

STAGES = ("uploadedAt", "extractedAt", "parsedAt", "indexedAt", "readyAt")


def pages_of(client, document):
    return [client.value(f"/api/documents/{document['id']}/pages/{n}")
            for n in range(1, document["pageCount"] + 1)]


def check_stages(test, client, document):
    status = client.value(f"/api/documents/{document['id']}/status")
    test.assertEqual(status["status"], "READY", f"{document['originalFilename']}: {document['failureReason']}")
    stamps = [status[name] for name in STAGES]
    test.assertNotIn(None, stamps, document["originalFilename"])
    test.assertEqual(stamps, sorted(stamps), document["originalFilename"])
    test.assertIsNone(status["failedAt"])
    test.assertEqual(stamps, [document[name] for name in STAGES])


def check_chunks(test, client, document):
    """Offsets count code points of the concatenated page texts; returns the chunks."""
    name = document["originalFilename"]
    pages = pages_of(client, document)
    chunks = client.all(f"/api/documents/{document['id']}/chunks", "chunks")
    text, starts = "", []
    for page in pages:
        test.assertEqual(page["startOffset"], len(text), f"{name} page {page['pageNumber']}")
        starts.append(len(text))
        text += page["text"]
    starts.append(len(text))
    test.assertGreater(len(chunks), 0, name)
    test.assertEqual(len(chunks), document["chunkCount"], name)
    test.assertEqual([c["chunkIndex"] for c in chunks], list(range(len(chunks))), name)
    test.assertEqual(len({c["id"] for c in chunks}), len(chunks), name)
    for chunk in chunks:
        where = f"{name} chunk {chunk['chunkIndex']}"
        start, end, page = chunk["startOffset"], chunk["endOffset"], chunk["pageNumber"]
        test.assertEqual(text[start:end], chunk["content"], where)
        test.assertTrue(starts[page - 1] <= start < end <= starts[page], f"{where} is not on page {page}")
        test.assertLessEqual(chunk["tokenCount"], 128, where)
    check_nothing_is_lost(test, name, text, chunks)
    return chunks


def check_nothing_is_lost(test, name, text, chunks):
    """Every word of the text is in some chunk."""
    covered = bytearray(len(text))
    for chunk in chunks:
        covered[chunk["startOffset"]:chunk["endOffset"]] = b"\1" * (chunk["endOffset"] - chunk["startOffset"])
    lost = "".join(c for c, seen in zip(text, covered) if not seen and c.isalnum())
    test.assertEqual(lost, "", f"{name}: words that stand in no chunk")
