// SPDX-License-Identifier: Apache-2.0
// Writes a run's record to a file: QUEUED -> IN_PROGRESS -> COMPLETED.
#include "pipeline/jobs/records/record_jobs.hpp"

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <deque>
#include <span>

#include "core/trace/log.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/runs/run_outputs.hpp"
#include "pipeline/export/export_formats.hpp"

namespace assay::jobs {
namespace {

using store::exports::Export;

// Returns nullopt if nothing is left to do; the item is then ended.
std::optional<Export> begin(const JobContext& context, const ExportId& id) {
  std::optional<Export> wanted;
  context.fenced([&](pg::Tx& tx) {
    if (store::exports::start(tx, context.tenant(), id)) {
      wanted = store::exports::find(tx, context.tenant(), id);
    } else {
      context.finish(tx);
    }
  });
  return wanted;
}

JobFailure damaged(const std::string& sha256) {
  return {"original_damaged", "A stored original has changed since it was uploaded (SHA-256 " +
                                  sha256 + "). Tell the administrator."};
}

// Null if there is no such file.
exports::File open_stored(const JobContext& context, const std::string& sha256) {
  try {
    FileDescriptor stored = context.services().blobs.open(context.tenant(), sha256);
    exports::File file(::fdopen(stored.get(), "rb"));
    if (!file) throw IoError("open an original", errno);
    stored.release();
    return file;
  } catch (const IoError& error) {
    if (error.error_number() == ENOENT) return nullptr;
    if (error.error_number() == EBADMSG) throw damaged(sha256);
    throw;
  }
}

// Opens a stored original and checks its hash before any of it is passed on. Null if there is no
// such file.
exports::File open_checked(const JobContext& context, const std::string& sha256) {
  exports::File file = open_stored(context, sha256);
  if (!file) return nullptr;
  constexpr std::size_t kPiece = std::size_t{256} * 1024;
  std::string piece(kPiece, '\0');
  Sha256 digest;
  for (;;) {
    context.check();
    const std::size_t got = std::fread(piece.data(), 1, piece.size(), file.get());
    if (got == 0) break;
    digest.update(std::string_view(piece).substr(0, got));
  }
  if (std::ferror(file.get()) != 0) throw IoError("read an original", EIO);
  if (to_hex(digest.finish()) != sha256) {
    throw damaged(sha256);
  }
  std::rewind(file.get());
  return file;
}

// nullopt if the tenant has the document; else, when it was deleted or erased, if that is known.
std::optional<exports::Original> gone(const JobContext& context,
                                      const exports::Document& document) {
  return context.reading([&](pg::Tx& tx) -> std::optional<exports::Original> {
    // By hash: the same bytes may have been uploaded again as another document.
    if (store::documents::find_by_sha256(tx, context.tenant(), document.sha256)) return {};
    exports::Original original;
    original.deleted_at =
        store::documents::deleted_at(tx, context.tenant(), DocumentId{document.id});
    return original;
  });
}

// The record decides, not the file: files go some time after their documents.
exports::Original open_original(const JobContext& context, const exports::Document& document) {
  if (auto original = gone(context, document)) return std::move(*original);
  if (auto file = open_checked(context, document.sha256))
    return {std::move(file), false, std::nullopt};
  log::error("original_missing", {{"documentId", document.id}, {"sha256", document.sha256}});
  return {nullptr, true, std::nullopt};
}

struct Made {
  IncomingBlob file;
  Json lost = Json::array();  // the documents whose originals the store has lost
};

Made make_file(const JobContext& context, ExportFormat format, const exports::Report& report) {
  const BlobStore& blobs = context.services().blobs;
  Made made{blobs.receive()};
  std::deque<IncomingBlob> scratch;  // each one deletes its file
  exports::Output output;
  output.write = [&made](std::string_view text) {
    made.file.write(std::as_bytes(std::span(text.data(), text.size())));
  };
  output.check = [&context] { context.check(); };
  output.scratch = [&] { return scratch.emplace_back(blobs.receive()).path(); };
  output.original = [&](const exports::Document& document) {
    exports::Original original = open_original(context, document);
    if (original.lost) made.lost.push(document.id);
    return original;
  };
  exports::write(format, report, output);
  made.file.finish();
  return made;
}

store::audit::Event completed(const Export& wanted, const Made& made) {
  store::audit::Event event;
  event.action = "export.completed";
  event.object_type = "export";
  event.object_id = wanted.id.value;
  event.run_id = wanted.run;
  Json detail = Json::object()
                    .set("format", to_text(wanted.format))
                    .set("sha256", made.file.sha256())
                    .set("sizeBytes", made.file.size());
  if (made.lost.size() > 0) detail.set("missingOriginals", made.lost);
  event.detail = detail.canonical();
  return event;
}

}  // namespace

void process_export(const JobContext& context) {
  const ExportId id{context.claim().subject_id};
  const auto wanted = begin(context, id);
  if (!wanted) return;
  const exports::Report report = exports::read_report(export_source(context, wanted->run));
  Made made = make_file(context, wanted->format, report);
  context.check();
  context.services().blobs.keep(context.tenant(), made.file);
  const store::exports::File file{made.file.sha256(), made.file.size()};
  context.fenced([&](pg::Tx& tx) {
    if (!store::exports::complete(tx, context.tenant(), id, file)) throw ClaimLost();
    context.finish(tx);
    store::audit::append(tx, context.tenant(), completed(*wanted, made));
  });
  log::info("exported", {{"format", to_text(wanted->format)}, {"bytes", made.file.size()}});
}

bool fail_export(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                 std::string_view reason) {
  return store::exports::mark_failed(tx, claim.tenant, ExportId{claim.subject_id}, code, reason);
}

}  // namespace assay::jobs
