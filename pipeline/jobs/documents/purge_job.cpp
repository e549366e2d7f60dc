// SPDX-License-Identifier: Apache-2.0
// Removes originals without taking one away from an upload of the same bytes.
#include "pipeline/jobs/documents/document_jobs.hpp"

#include <filesystem>

#include "core/trace/log.hpp"
#include "db/store/audit.hpp"
#include "db/store/documents.hpp"

namespace assay::jobs {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> hashes_of(const Json& payload) {
  std::vector<std::string> hashes;
  const Json list = payload.get("sha256");
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (auto hash = list.at(i).as_string()) hashes.push_back(*hash);
  }
  return hashes;
}

void rename_if_there(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error && error != std::errc::no_such_file_or_directory) {
    throw IoError("rename " + from.string(), error.value());
  }
}

enum class Removed { Yes, TooYoung };

// An upload of the same bytes may rename its file into this place at any moment. So the file is
// first moved aside, then checked: a young file goes back, whoever wrote it.
Removed remove_old(const fs::path& file) {
  const fs::path aside = file.string() + ".gone";
  rename_if_there(file, aside);
  std::error_code error;
  const auto written = fs::last_write_time(aside, error);
  if (error == std::errc::no_such_file_or_directory) return Removed::Yes;
  if (error) throw IoError("stat " + aside.string(), error.value());
  if (fs::file_time_type::clock::now() - written < kUploadGrace) {
    rename_if_there(aside, file);
    return Removed::TooYoung;
  }
  fs::remove(aside, error);
  if (error) throw IoError("remove " + aside.string(), error.value());
  return Removed::Yes;
}

// Returns the hashes that no document uses.
std::vector<std::string> unused(const JobContext& context, const std::vector<std::string>& hashes) {
  return context.reading([&](pg::Tx& tx) {
    std::vector<std::string> found;
    for (const std::string& hash : hashes) {
      if (!store::documents::uses_blob(tx, context.tenant(), hash)) found.push_back(hash);
    }
    return found;
  });
}

// Counts the removed files. A removal that had to wait for an upload is counted when it is done.
void append_audit(const JobContext& context, pg::Tx& tx, std::size_t files) {
  store::audit::Event event;
  event.action = "document.purged";
  event.object_type = "document";
  event.object_id = context.claim().subject_id;
  event.detail = Json::object().set("files", files).canonical();
  store::audit::append(tx, context.tenant(), event);
}

}  // namespace

void process_purge(const JobContext& context) {
  std::size_t removed = 0;
  std::size_t young = 0;
  for (const std::string& hash : unused(context, hashes_of(context.claim().payload))) {
    context.check();
    const fs::path file = context.services().blobs.path_of(context.tenant(), hash);
    ++(remove_old(file) == Removed::Yes ? removed : young);
  }
  context.fenced([&](pg::Tx& tx) {
    if (young == 0) {
      context.finish(tx);
      if (removed > 0) append_audit(context, tx, removed);
      return;
    }
    if (!store::work::retry(tx, context.claim(), kUploadGrace, "uploaded a moment ago")) {
      throw ClaimLost();
    }
  });
  log::info("purged", {{"removed", removed}, {"putOff", young}});
}

}  // namespace assay::jobs
