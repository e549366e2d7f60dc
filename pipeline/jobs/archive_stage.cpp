// SPDX-License-Identifier: Apache-2.0
// Unpacking into tmp/, looking at each file, then keeping all and inserting all.
#include "pipeline/jobs/archive_stage.hpp"

#include "core/log.hpp"
#include "pipeline/jobs/document_stages.hpp"

namespace assay::jobs {
namespace documents = store::documents;
namespace work = store::work;
using documents::Document;
namespace {

// Behind uploads that people wait for.
constexpr int kChildPriority = 10;

// Still in tmp/: gone with this object unless it is kept.
struct Unpacked {
  std::string path;
  IncomingBlob blob;
};

class Staging final : public FileSink {
 public:
  explicit Staging(const JobContext& context) : context_(context) {}

  void begin_file(std::string_view path, std::uint64_t /*size*/) override {
    context_.check();
    files_.push_back({std::string(path), context_.services().blobs.receive()});
  }
  void file_data(std::span<const std::byte> bytes) override { files_.back().blob.write(bytes); }
  void end_file() override { static_cast<void>(files_.back().blob.finish()); }

  [[nodiscard]] std::vector<Unpacked> take() { return std::move(files_); }

 private:
  const JobContext& context_;
  std::vector<Unpacked> files_;
};

// Runs a call of the extractor; what keeps it from starting is not the document's fault.
template <class F>
auto calling(F&& call) {
  try {
    return std::forward<F>(call)();
  } catch (const std::runtime_error& error) {
    throw NotNow(error.what());
  }
}

std::vector<Unpacked> unpack(const JobContext& context, const Document& document) {
  const FileDescriptor file = open_original(context, document);
  Staging staging(context);
  const auto failure = calling([&] {
    return context.services().extractor.unpack(file.get(), document.original_filename, staging);
  });
  if (failure) fail_reading(*failure);
  std::vector<Unpacked> files = staging.take();
  if (files.empty()) fail_reading({ExtractProblem::Empty, "The ZIP holds no files.", {}});
  return files;
}

// A file that cannot be looked at is stored all the same: its own job will say what is wrong.
Inspection look_at(const JobContext& context, const Unpacked& file) {
  const FileDescriptor descriptor = open_for_reading(file.blob.path().string());
  const auto found =
      calling([&] { return context.services().extractor.inspect(descriptor.get(), file.path); });
  return found ? *found : Inspection{"bin", "application/octet-stream", false};
}

std::vector<documents::NewDocument> describe(const JobContext& context, const Document& parent,
                                             const std::vector<Unpacked>& files) {
  std::vector<documents::NewDocument> children;
  for (const Unpacked& file : files) {
    context.check();
    const Inspection inspection = look_at(context, file);
    documents::NewDocument child;
    child.id = DocumentId::fresh();
    child.parent = parent.id;
    child.original_filename = file.path;
    child.file_type = inspection.file_type;
    child.content_type = inspection.content_type;
    child.size_bytes = file.blob.size();
    child.sha256 = file.blob.sha256();
    child.uploaded_by = parent.uploaded_by;
    children.push_back(std::move(child));
  }
  return children;
}

// Returns how many were inserted.
std::int64_t insert_children(const JobContext& context, pg::Tx& tx,
                             const std::vector<documents::NewDocument>& children) {
  std::int64_t inserted = 0;
  for (const documents::NewDocument& child : children) {
    if (!documents::insert(tx, context.tenant(), child)) continue;
    work::enqueue(tx, context.tenant(), work::Kind::Document, child.id.value, kChildPriority);
    ++inserted;
  }
  return inserted;
}

void pass_through_stages(const JobContext& context, pg::Tx& tx, const Document& document) {
  require(documents::mark_extracted(tx, context.tenant(), document.id, 0, document.file_type));
  require(documents::mark_parsed(tx, context.tenant(), document.id, 0));
  require(documents::mark_indexed(tx, context.tenant(), document.id));
  require(documents::mark_ready(tx, context.tenant(), document.id));
}

// The claim was lost when the files were in place already: whoever has it now keeps what it needs,
// and the rest (the archive was deleted meanwhile) goes.
void purge_later(const JobContext& context, const std::vector<documents::NewDocument>& children) {
  Json hashes = Json::array();
  for (const documents::NewDocument& child : children) hashes.push(child.sha256);
  pg::Tx tx(context.connection(), pg::Access::ReadWrite, context.tenant());
  work::enqueue(tx, context.tenant(), work::Kind::Purge, new_uuid(), 0,
                Json::object().set("sha256", hashes));
  tx.commit();
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
  std::vector<Unpacked> files = unpack(context, document);
  const auto children = describe(context, document, files);
  for (Unpacked& file : files) context.services().blobs.keep(context.tenant(), file.blob);
  try {
    context.fenced([&](pg::Tx& tx) {
      const std::int64_t inserted = insert_children(context, tx, children);
      pass_through_stages(context, tx, document);
      documents::set_progress(tx, context.tenant(), document.id, inserted,
                              static_cast<std::int64_t>(children.size()));
      finish_ready(context, tx, document.id);
    });
  } catch (const ClaimLost&) {
    purge_later(context, children);
    throw;
  } catch (const StatusMoved&) {
    purge_later(context, children);
    throw;
  }
  log::info("archive_unpacked", {{"files", children.size()}});
}

}  // namespace assay::jobs
