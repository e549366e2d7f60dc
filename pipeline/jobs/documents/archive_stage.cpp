// SPDX-License-Identifier: Apache-2.0
// Unpacks a ZIP upload into tmp/, inspects each file, then keeps and inserts all of them.
#include "pipeline/jobs/documents/document_stages.hpp"

#include <algorithm>

#include "core/extract/extract_types.hpp"
#include "core/trace/log.hpp"
#include "db/store/evidence/documents.hpp"

namespace assay::jobs {
namespace archives = store::archives;
namespace documents = store::documents;
namespace work = store::work;
using documents::Document;
namespace {

// Runs after uploads that people wait for.
constexpr int kChildPriority = 10;

// A file of the archive. Its bytes are in tmp/ and are deleted with this object unless they are
// kept. A file that is left out has no bytes.
struct Staged {
  std::string path;
  std::optional<IncomingBlob> blob;
  std::string left_out;
};

class Staging final : public FileSink {
 public:
  explicit Staging(const JobContext& context) : context_(context) {}

  void begin_file(std::string_view path, std::uint64_t /*size*/) override {
    context_.check();
    files_.push_back({std::string(path), context_.services().blobs.receive(), ""});
  }
  void file_data(std::span<const std::byte> bytes) override { files_.back().blob->write(bytes); }
  void end_file() override { static_cast<void>(files_.back().blob->finish()); }
  void left_out(std::string_view path, std::string_view reason) override {
    files_.push_back({std::string(path), std::nullopt, std::string(reason)});
  }

  [[nodiscard]] std::vector<Staged> take() { return std::move(files_); }

 private:
  const JobContext& context_;
  std::vector<Staged> files_;
};

// Runs a call of the extractor. A failure to start it is not the document's fault.
template <class F>
auto calling(F&& call) {
  try {
    return std::forward<F>(call)();
  } catch (const std::runtime_error& error) {
    throw NotNow(error.what());
  }
}

std::vector<Staged> unpack(const JobContext& context, const Document& document) {
  const FileDescriptor file = open_original(context, document);
  Staging staging(context);
  const auto failure = calling([&] {
    return context.services().extractor.unpack(file.get(), document.original_filename, staging,
                                               watch_of(context));
  });
  if (failure) fail_reading(*failure);
  return staging.take();
}

// Stores a file even if it cannot be inspected: its own job reports what is wrong.
Inspection look_at(const JobContext& context, const Staged& file) {
  const FileDescriptor descriptor = open_for_reading(file.blob->path().string());
  const auto found =
      calling([&] { return context.services().extractor.inspect(descriptor.get(), file.path); });
  return found ? *found : Inspection{"bin", "application/octet-stream", false};
}

documents::NewDocument describe(const JobContext& context, const Document& parent,
                                const Staged& file) {
  const Inspection inspection = look_at(context, file);
  documents::NewDocument child;
  child.id = DocumentId::fresh();
  child.original_filename = file.path;
  child.file_type = inspection.file_type;
  child.content_type = inspection.content_type;
  child.size_bytes = file.blob->size();
  child.sha256 = file.blob->sha256();
  child.uploaded_by = parent.uploaded_by;
  return child;
}

std::vector<archives::Unpacked> describe_all(const JobContext& context, const Document& parent,
                                             const std::vector<Staged>& files) {
  std::vector<archives::Unpacked> found;
  for (const Staged& file : files) {
    context.check();
    archives::Unpacked one{file.path, std::nullopt, file.left_out};
    if (file.blob) one.document = describe(context, parent, file);
    found.push_back(std::move(one));
  }
  return found;
}

// Links the archive to its files. Queues the new files, and those that failed before: their bytes
// are stored again, which may fix them.
void link(const JobContext& context, pg::Tx& tx, const Document& document,
          const std::vector<archives::Unpacked>& files) {
  // Lock the archive before its files, in the order that a deletion locks them.
  if (!documents::lock(tx, context.tenant(), document.id)) throw StatusMoved();
  const auto linked = archives::unpack(tx, context.tenant(), document.id, files);
  if (!linked) throw NotNow("a file of the archive is being deleted");
  const auto queue = [&](const DocumentId& id) {
    work::enqueue(tx, context.tenant(), work::Kind::Document, id.value, kChildPriority);
  };
  std::ranges::for_each(linked->inserted, queue);
  for (const DocumentId& id : linked->failed) {
    if (documents::reset(tx, context.tenant(), id)) queue(id);
  }
}

// Checks the tenant's quotas with the archive's files counted.
void require_room_for_files(const JobContext& context, pg::Tx& tx) {
  const Config& config = context.services().config;
  const store::quotas::Usage usage = store::quotas::lock_usage(tx, context.tenant());
  if (config.tenant_max_documents > 0) {
    require_within("documents", config.tenant_max_documents, usage.documents);
  }
  if (config.tenant_max_bytes > 0) {
    require_within("bytes of documents", config.tenant_max_bytes, usage.bytes);
  }
}

// The files are in place but not linked. The purge keeps those that the archive's current worker
// links, and deletes the rest (the archive may have been deleted meanwhile).
void purge_later(const JobContext& context, const std::vector<archives::Unpacked>& files) {
  Json hashes = Json::array();
  for (const archives::Unpacked& file : files) {
    if (file.document) hashes.push(file.document->sha256);
  }
  pg::Tx tx(context.connection(), pg::Access::ReadWrite, context.tenant());
  work::enqueue(tx, context.tenant(), work::Kind::Purge, new_uuid(), 0,
                Json::object().set("sha256", hashes));
  tx.commit();
}

// Keeps the files, links them in one fenced transaction, and calls `then` in it.
template <class F>
void store_files(const JobContext& context, const Document& document, std::vector<Staged> staged,
                 F&& then) {
  const auto files = describe_all(context, document, staged);
  std::int64_t stored = 0;
  for (Staged& file : staged) {
    if (!file.blob) continue;
    context.services().blobs.keep(context.tenant(), *file.blob);
    ++stored;
  }
  try {
    context.fenced([&](pg::Tx& tx) {
      link(context, tx, document, files);
      require_room_for_files(context, tx);
      std::forward<F>(then)(tx, stored);
    });
  } catch (const ClaimLost&) {
    purge_later(context, files);
    throw;
  } catch (const JobFailure&) {
    purge_later(context, files);
    throw;
  } catch (const StatusMoved&) {
    purge_later(context, files);
    throw;
  }
  log::info("archive_unpacked", {{"files", stored}});
}

}  // namespace

bool is_archive(const JobContext& context, const Document& document) {
  const FileDescriptor file = open_original(context, document);
  const auto found = calling(
      [&] { return context.services().extractor.inspect(file.get(), document.original_filename); });
  if (!found) fail_reading(found.error());
  return found->archive;
}

void unpack_archive(const JobContext& context, const Document& document) {
  store_files(context, document, unpack(context, document), [&](pg::Tx& tx, std::int64_t stored) {
    require(documents::mark_ready_at_once(tx, context.tenant(), document.id,
                                          {0, 0, document.file_type, kReaderVersion}));
    // The total shows later whether a file is missing (archives::reopen).
    documents::set_progress(tx, context.tenant(), document.id, stored, stored);
    finish_ready(context, tx, document.id);
  });
}

void unpack_attachments(const JobContext& context, const Document& document) {
  std::vector<Staged> staged = unpack(context, document);
  if (staged.empty()) return;
  store_files(context, document, std::move(staged),
              [&](pg::Tx& tx, std::int64_t /*stored*/) { context.progressed(tx); });
}

}  // namespace assay::jobs
