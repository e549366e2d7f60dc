// SPDX-License-Identifier: Apache-2.0
// Takes a small document from UPLOADED to READY in one transaction. Stage by stage, with the text
// stored between the stages, the same takes seven commits and some 35 round trips: more than the
// work itself. Nothing is lost if it is interrupted, since repeating it takes less than a second.
#include <iterator>

#include "core/trace/log.hpp"
#include "db/store/evidence/content.hpp"
#include "pipeline/jobs/documents/document_stages.hpp"

namespace assay::jobs {
namespace content = store::content;
namespace documents = store::documents;
using documents::Document;
namespace {

// More text than one batch of chunks usually has.
constexpr std::size_t kSmallText = 32'000;  // bytes

// A document without text is not small: it fails, and keeps its empty pages to show. One whose
// pages were recognised first leaves the lane of scans.
bool may_be_small(const JobContext& context, const Extracted& extracted) {
  std::size_t size = 0;
  for (const Page& page : extracted.pages) size += page.text.size();
  return size > 0 && size <= kSmallText && context.claim().lane != store::work::Lane::Scan;
}

struct Cut {
  std::vector<content::Chunk> chunks;
  std::vector<float> vectors;
};

void store_whole(const JobContext& context, const Document& document, const ReadText& read,
                 const Cut& cut) {
  const Extracted& extracted = read.extracted;
  const documents::Whole whole{static_cast<std::int64_t>(extracted.pages.size()),
                               static_cast<std::int64_t>(cut.chunks.size()), extracted.file_type,
                               kReaderVersion};
  context.fenced([&](pg::Tx& tx) {
    const TenantId& tenant = context.tenant();
    require(documents::mark_ready_at_once(tx, tenant, document.id, whole));
    content::replace_pages(tx, tenant, document.id, extracted.pages);
    store::facts::put(tx, tenant, document.id, read.facts);
    content::replace_chunks(tx, tenant, document.id, cut.chunks, document.reading);
    store_vectors(context, tx, cut.chunks, cut.vectors);
    require_room_for_chunks(context, tx);
    context.progressed(tx);
    finish_ready(context, tx, document.id);
  });
  log::info("document_ready", {{"chunks", whole.chunk_count}});
}

// False, with nothing stored, if its chunks are more than one batch.
bool finish_small(const JobContext& context, const Document& document, const ReadText& read) {
  Cut cut;
  timed(context, "CHUNKING", [&] {
    cut.chunks = chunks_of(context, document.id, document.reading, read.extracted.pages);
  });
  if (std::ssize(cut.chunks) > kChunksPerBatch) return false;
  timed(context, "EMBEDDING", [&] { cut.vectors = vectors_of(context, cut.chunks); });
  timed(context, "INDEXING", [&] { store_whole(context, document, read, cut); });
  return true;
}

}  // namespace

Step read_document(const JobContext& context, const Document& document) {
  ReadText read;
  bool small = false;
  timed(context, "EXTRACTION", [&] {
    read = read_text(context, document);
    small = may_be_small(context, read.extracted);
    if (!small) store_text(context, document, read);
  });
  if (!small) return Step::Advanced;
  try {
    if (finish_small(context, document, read)) return Step::Ended;
  } catch (const JobFailure&) {
    store_text(context, document, read);  // a failed document shows the text that was read
    throw;
  }
  store_text(context, document, read);
  return Step::Advanced;
}

}  // namespace assay::jobs
