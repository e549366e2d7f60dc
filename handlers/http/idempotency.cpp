// SPDX-License-Identifier: Apache-2.0
// Stores and finds first responses.
#include "handlers/http/idempotency.hpp"

#include <algorithm>

#include "core/base/digest.hpp"
#include "db/store/access.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

constexpr std::string_view kHeader = "Idempotency-Key";
constexpr std::size_t kMaxKey = 200;

std::optional<std::string> key_of(const fcgi::Request& request) {
  const auto values = request.header_values(kHeader);
  if (values.empty()) return std::nullopt;
  const std::string& key = values.front();
  const bool printable =
      std::all_of(key.begin(), key.end(), [](char c) { return c > 0x20 && c < 0x7f; });
  if (values.size() > 1 || key.empty() || key.size() > kMaxKey || !printable) {
    refuse_field(kHeader, "must be 1 to 200 printable characters");
  }
  return key;
}

Response stored_response(const store::access::KeptAnswer& answer) {
  const auto body = Json::parse(answer.body);
  if (!body) throw std::logic_error("a kept answer is not JSON");
  return Response::json(answer.status, *body);
}

}  // namespace

Idempotency::Idempotency(const Context& context, std::string_view body)
    : context_(context), key_(key_of(context.request)) {
  if (!key_) return;
  Json request = Json::object();
  request.set("method", context.request.method()).set("body", body);
  Json path = Json::array();
  for (const std::string& segment : context.request.target()->segments) path.push(segment);
  request_hash_ = sha256_hex(request.set("path", path).canonical());
}

std::optional<Response> Idempotency::earlier(pg::Tx& tx) const {
  if (!key_) return std::nullopt;
  const auto answer = store::access::kept_answer(tx, context_.tenant, context_.session.user, *key_);
  if (!answer) return std::nullopt;
  if (answer->request_hash != request_hash_) {
    throw Failure(ErrorCode::IdempotencyMismatch,
                  "This Idempotency-Key was used with another request",
                  Json::object().set("idempotencyKey", *key_));
  }
  return stored_response(*answer);
}

bool Idempotency::keep(pg::Tx& tx, const Response& answer) const {
  if (!key_) return true;
  return store::access::keep_answer(tx, context_.tenant, context_.session.user, *key_,
                                    {request_hash_, answer.status(), answer.body()});
}

}  // namespace assay::handlers
