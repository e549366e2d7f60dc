// SPDX-License-Identifier: Apache-2.0
// Reads a READY document again. Its text stays in use until the new reading is complete; then it is
// exchanged in one transaction.
#include <chrono>

#include "core/extract/extract_types.hpp"
#include "core/trace/log.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/runs/runs.hpp"
#include "pipeline/facts/find_facts.hpp"
#include "pipeline/jobs/documents/document_stages.hpp"

namespace assay::jobs {
namespace content = store::content;
namespace rereadings = store::rereadings;
using rereadings::Rereading;
using store::documents::Document;
namespace {

// How long an exchange waits before it looks again whether the runs that use the document have
// ended.
constexpr std::chrono::seconds kWhileRunsUseIt{10};

void read_again(const JobContext& context, const Document& document, const Rereading& rereading) {
  const auto extracted = read_original(context, document, {});
  if (!extracted) fail_reading(extracted.error());
  const rereadings::Read read{
      extracted->file_type, static_cast<std::int64_t>(extracted->pages.size()), kReaderVersion,
      facts::find_facts(document.original_filename, extracted->properties, extracted->pages)};
  bool moved = false;
  context.fenced([&](pg::Tx& tx) {
    require(rereadings::mark_extracted(tx, context.tenant(), document.id, read));
    content::replace_pages(tx, context.tenant(), document.id, extracted->pages, rereading.reading);
    context.progressed(tx);
    moved = leave_scans(context, tx);
  });
  if (moved) throw Moved();
  context.give_way();
}

void cut_again(const JobContext& context, const Document& document, const Rereading& rereading) {
  const auto chunks = chunks_of(context, document.id, rereading.reading);
  const auto count = static_cast<std::int64_t>(chunks.size());
  context.fenced([&](pg::Tx& tx) {
    require(rereadings::mark_parsed(tx, context.tenant(), document.id, count));
    require_room_for_chunks(context, tx, count - document.chunk_count.value_or(0));
    content::replace_chunks(tx, context.tenant(), document.id, chunks, rereading.reading);
    context.progressed(tx);
  });
  context.give_way();
}

std::int64_t embed_chunks_of(const JobContext& context, const Rereading& rereading) {
  // The document's row is locked before its parts, in the order that a deletion locks them.
  const auto stored = [&](pg::Tx& tx, std::int64_t) {
    require(store::documents::lock(tx, context.tenant(), rereading.document).has_value());
  };
  const std::int64_t found = embed_rest(context, rereading.document, rereading.reading, stored);
  require_all(found, rereading.chunk_count);
  return found;
}

void embed_again(const JobContext& context, const Rereading& rereading) {
  static_cast<void>(embed_chunks_of(context, rereading));
  context.fenced([&](pg::Tx& tx) {
    require(rereadings::mark_indexed(tx, context.tenant(), rereading.document));
  });
}

// Ends the item, or puts it off while a run uses the document: the run would find other evidence
// than it was started with.
void exchange(const JobContext& context, const Rereading& rereading) {
  // A change of the encoder between two stages leaves chunks without a vector.
  const std::int64_t vectors = embed_chunks_of(context, rereading);
  bool done = false;
  context.fenced([&](pg::Tx& tx) {
    require(store::documents::lock(tx, context.tenant(), rereading.document).has_value());
    if (store::runs::use_document(tx, context.tenant(), rereading.document)) {
      context.progressed(tx);
      if (!store::work::retry(tx, context.claim(), kWhileRunsUseIt, "a run uses the document")) {
        throw ClaimLost();
      }
      return;
    }
    require(rereadings::take_over(tx, context.tenant(), rereading.document));
    finish_ready(context, tx, rereading.document);
    done = true;
  });
  log::info(done ? "document_reread" : "reread_waits_for_run", {{"chunks", vectors}});
}

}  // namespace

Step reread(const JobContext& context, const Document& document) {
  const auto rereading = context.reading(
      [&](pg::Tx& tx) { return rereadings::find(tx, context.tenant(), document.id); });
  if (!rereading) return Step::Nothing;
  const auto step = [&](const auto& stage, auto&&... of) {
    timed(context, "REREADING", [&] { stage(context, of...); });
  };
  switch (rereading->stage) {
    case DocumentStatus::Uploaded:
      step(read_again, document, *rereading);
      return Step::Advanced;
    case DocumentStatus::Extracted:
      step(cut_again, document, *rereading);
      return Step::Advanced;
    case DocumentStatus::Parsed:
      step(embed_again, *rereading);
      return Step::Advanced;
    case DocumentStatus::Indexed:
      step(exchange, *rereading);
      return Step::Ended;
    case DocumentStatus::Ready:
    case DocumentStatus::Failed:
      break;
  }
  return Step::Nothing;
}

bool fail_reread(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                 std::string_view reason) {
  const DocumentId document{claim.subject_id};
  if (!rereadings::mark_failed(tx, claim.tenant, document, code, reason)) return false;
  store::audit::Event event;
  event.action = "document.reread_failed";
  event.object_type = "document";
  event.object_id = document.value;
  event.outcome = store::audit::Outcome::Error;
  event.detail = Json::object().set("code", code).canonical();
  store::audit::append(tx, claim.tenant, event);
  return true;
}

}  // namespace assay::jobs
