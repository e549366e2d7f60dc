// SPDX-License-Identifier: Apache-2.0
// Receives forms with one file of evidence, or with many, each of which has its own result.
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/json/utf8.hpp"
#include "fcgi/multipart.hpp"
#include "handlers/evidence/intake.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/refusals.hpp"

namespace assay::handlers {
namespace {

constexpr std::size_t kMaxBulkFiles = 100;
// No file is begun later than this. nginx waits for 120 s, and an inspection may take 20.
constexpr std::chrono::seconds kMaxBulkTime{60};

// A file of a form, as it arrived.
struct Received {
  std::string sent_name;
  IncomingBlob blob;
};

// All files arrive before the first is judged: a form that turns out to be broken changes nothing.
std::vector<Received> receive_all(const Context& context) {
  std::vector<Received> files;
  const auto begin = [&](const std::string& name) {
    files.push_back({name, context.services.blobs.receive()});
  };
  const auto take = [&](std::span<const std::byte> bytes) { files.back().blob.write(bytes); };
  fcgi::receive_files(context.request, context.services.config.max_upload_bytes, kMaxBulkFiles,
                      begin, take);
  for (Received& file : files) file.blob.finish();
  return files;
}

Json file_result(const Received& file, int status, const Json& taken, const Json& error) {
  Json one = Json::object();
  one.set("filename", utf8::repair(file.sent_name))
      .set("status", status)
      .set("document", taken.get("document"))
      .set("duplicate", taken.has("duplicate"))
      .set("error", error);
  if (taken.has("members")) one.set("members", taken.get("members"));
  return one;
}

Json file_failed(const Received& file, const Error& error) {
  return file_result(file, error_http_status(error.code), Json::object(), error_body(error));
}

Json take_one(const Context& context, Received& file) {
  const std::int64_t limit = context.services.config.max_upload_bytes;
  const std::string name = stored_name(file.sent_name);
  if (file.blob.size() > limit) fcgi::refuse_large_file(limit);
  const Intake taken = take_in(context, file.blob, name);
  return file_result(file, taken.fresh ? 201 : 200, taken.body, {});
}

Error out_of_time() {
  constexpr std::int64_t kRetryAfter = 1;
  return {ErrorCode::Unavailable, "The files before this one took too long; send it again",
          Json::object().set("retryAfterSeconds", kRetryAfter)};
}

// One file's result. stop: set to the error that all later files share.
Json judge(const Context& context, Received& file, bool first, std::optional<Error>& stop) {
  try {
    return take_one(context, file);
  } catch (const SignInRequired& ended) {
    if (first) throw;
    log_refusal(ended.error());
    stop = ended.error();
    return file_failed(file, ended.error());
  } catch (const Failure& failure) {
    log_refusal(failure.error());
    return file_failed(file, failure.error());
  } catch (const pg::DbError& broken) {
    if (first) throw;
    const Error error = error_of(broken);
    if (broken.unavailable()) stop = error;
    return file_failed(file, error);
  } catch (const StoreUnavailable& broken) {
    if (first) throw;
    stop = error_of(broken);
    return file_failed(file, *stop);
  } catch (const IoError& broken) {
    return file_failed(file, error_of(broken));
  }
}

}  // namespace

Response documents_upload(Context& context) {
  require_room(context);
  const Services& services = context.services;
  IncomingBlob blob = services.blobs.receive();
  const std::string name = stored_name(
      fcgi::receive_single_file(context.request, services.config.max_upload_bytes,
                                [&](std::span<const std::byte> bytes) { blob.write(bytes); }));
  blob.finish();
  const Intake taken = take_in(context, blob, name);
  return Response::json(taken.fresh ? 201 : 200, taken.body);
}

Response documents_bulk_upload(Context& context) {
  require_room(context);
  std::vector<Received> files = receive_all(context);
  const Deadline patience(kMaxBulkTime);
  std::optional<Error> stop;
  Json results = Json::array();
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!stop && patience.passed()) stop = out_of_time();
    results.push(stop ? file_failed(files[i], *stop) : judge(context, files[i], i == 0, stop));
  }
  return Response::json(200, Json::object().set("results", results));
}

}  // namespace assay::handlers
