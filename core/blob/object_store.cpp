// SPDX-License-Identifier: Apache-2.0
// Signs and sends requests to the object store, and judges its answers.
#include "core/blob/object_store.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <random>
#include <thread>

#include "core/base/digest.hpp"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kTries = 5;
constexpr milliseconds kFirstPause{100};
// No try begins later than this after the first.
constexpr seconds kPatience{20};
constexpr seconds kSilence{10};
constexpr seconds kWhole{300};
constexpr std::size_t kMaxAnswer = std::size_t{1} << 20U;  // of answers that are not an object

bool good(int status) {
  return status >= 200 && status < 300;
}

// What another try may change (Amazon S3 API Reference, "Error responses").
bool unwell(int status) {
  return status >= 500 || status == 429 || status == 408;
}

// Half of the pause is random, so that many clients do not come back at once.
void pause(int tries) {
  thread_local std::minstd_rand random{std::random_device{}()};
  const auto longest = kFirstPause * (1 << tries);
  const std::int64_t half = longest.count() / 2;
  std::this_thread::sleep_for(
      milliseconds(half + std::uniform_int_distribution<std::int64_t>(0, half)(random)));
}

int error_number_of(const Result<http::Response, http::Problem>& answer) {
  if (answer) return EAGAIN;
  return answer.error() == http::Problem::Timeout ? ETIMEDOUT : EHOSTUNREACH;
}

std::string cause_of(const http::Response& response) {
  std::string cause = std::to_string(response.status);
  for (const char* element : {"Code", "Message"}) {
    const std::string text = xml_text(response.body, element);
    if (!text.empty()) cause.append(" ").append(text.substr(0, 200));
  }
  return cause;
}

}  // namespace

std::string xml_text(std::string_view xml, std::string_view element) {
  std::string tag = "<" + std::string(element) + ">";
  const std::size_t start = xml.find(tag);
  if (start == std::string_view::npos) return "";
  const std::size_t from = start + tag.size();
  const std::size_t end = xml.find("</", from);
  return end == std::string_view::npos ? "" : std::string(xml.substr(from, end - from));
}

std::string ObjectStore::name() const {
  return "s3://" + settings_.bucket + "/" + settings_.prefix;
}

std::string ObjectStore::what(const Call& call, std::string_view cause) const {
  return call.method + " " + name() + call.key + ": " + std::string(cause);
}

http::Client ObjectStore::take_client() const {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return {};
  http::Client client = std::move(idle_.back());
  idle_.pop_back();
  return client;
}

Result<http::Response, http::Problem> ObjectStore::send(const Call& call) const {
  aws::Signed request;
  request.method = call.method;
  request.path = "/" + aws::encode_path(settings_.bucket + "/" + settings_.prefix + call.key);
  request.query = call.query;
  request.headers = call.headers;
  request.payload_sha256 = sha256_hex(call.body);
  const std::string date = aws::date_text(now());
  request.headers.emplace_back("host", settings_.host());
  request.headers.emplace_back("x-amz-date", date);
  request.headers.emplace_back("x-amz-content-sha256", request.payload_sha256);
  http::Request message;
  message.method = call.method;
  message.url = settings_.endpoint + request.path;
  if (!call.query.empty()) message.url += "?" + aws::encode_query(call.query);
  for (const auto& [field, value] : request.headers)
    message.headers.push_back(field + ": " + value);
  if (!settings_.credentials.access_key.empty()) {
    message.headers.push_back("authorization: " + aws::authorization(request, settings_.credentials,
                                                                     date, settings_.region));
  }
  message.headers.emplace_back("content-type: application/octet-stream");
  message.headers.emplace_back("expect:");  // without a round trip before each body
  message.body = call.body;
  message.timeout = kWhole;
  message.silence = kSilence;
  message.sink = call.sink;
  message.sink_status = call.sink_status;
  // The length that HEAD tells is that of the object.
  const bool object = call.sink || call.method == "HEAD";
  message.max_bytes = object ? std::size_t{1} << 40U : kMaxAnswer;
  http::Client client = take_client();
  auto answer = client.exchange(message);
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(client));
  return answer;
}

http::Response ObjectStore::ask(const Call& call) const {
  const Deadline patience(kPatience);
  for (int tries = 0;; ++tries) {
    auto answer = send(call);
    if (answer && !unwell(answer->status)) return std::move(*answer);
    if (tries + 1 == kTries || patience.passed()) give_up(call, answer);
    pause(tries);
  }
}

void ObjectStore::give_up(const Call& call,
                          const Result<http::Response, http::Problem>& answer) const {
  throw StoreUnavailable(
      what(call, answer ? cause_of(*answer) : std::string(http::to_text(answer.error()))),
      error_number_of(answer));
}

void ObjectStore::refuse(const Call& call, const http::Response& response) const {
  throw StoreUnavailable(what(call, cause_of(response)), response.status == 403 ? EACCES : EIO);
}

http::Response ObjectStore::require(const Call& call) const {
  http::Response response = ask(call);
  if (!good(response.status)) refuse(call, response);
  return response;
}

// A later try asks for the rest. Whether the pieces belong together, the caller sees by the hash
// that the key holds.
bool ObjectStore::get(const std::string& key, const Take& take) const {
  constexpr int kOk = 200;
  constexpr int kPart = 206;
  std::int64_t taken = 0;
  Deadline patience(kPatience);
  for (int tries = 0;; ++tries) {
    const std::int64_t before = taken;
    Call call{"GET", key};
    call.sink_status = taken == 0 ? kOk : kPart;
    call.sink = [&](std::span<const std::byte> bytes) {
      take(bytes);
      taken += static_cast<std::int64_t>(bytes.size());
      return true;
    };
    if (taken > 0) call.headers.emplace_back("range", "bytes=" + std::to_string(taken) + "-");
    const auto answer = send(call);
    if (answer && answer->status == call.sink_status) return true;
    // A server that is not an object store answers 404 too. Only this code means that the object is
    // absent.
    if (answer && answer->status == 404 && xml_text(answer->body, "Code") == "NoSuchKey") {
      return false;
    }
    if (answer && !unwell(answer->status)) refuse(call, *answer);
    if (taken > before) {  // a store that sends something is worth waiting for
      tries = 0;
      patience = Deadline(kPatience);
    }
    if (tries + 1 == kTries || patience.passed()) give_up(call, answer);
    pause(tries);
  }
}

std::optional<ObjectStore::Object> ObjectStore::find(const std::string& key) const {
  const Call call{"HEAD", key};
  const http::Response response = ask(call);
  if (response.status == 404) return std::nullopt;
  if (!good(response.status)) refuse(call, response);
  const auto length = response.headers.find("content-length");
  Object object;
  if (length != response.headers.end()) {
    const std::string& text = length->second;
    const auto done = std::from_chars(text.data(), text.data() + text.size(), object.size);
    if (done.ec != std::errc()) refuse(call, response);
  }
  object.age = http::age_of(response).value_or(seconds(0));
  return object;
}

void ObjectStore::remove(const std::string& key) const {
  const Call call{"DELETE", key};
  const http::Response response = ask(call);
  if (!good(response.status) && response.status != 404) refuse(call, response);
}

}  // namespace assay
