// SPDX-License-Identifier: Apache-2.0
// Idempotency-Key: a create request sent twice has one effect and one response.
#pragma once

#include <optional>
#include <string>

#include "handlers/http/context.hpp"

namespace assay::handlers {

class Idempotency {
 public:
  // body: the request's body in canonical form. Throws Failure 400 for a key that is not 1 to 200
  // printable characters. Without the header there is no key, and nothing is stored.
  Idempotency(const Context& context, std::string_view body);

  // The first response, when this request was seen within 24 h. Throws IDEMPOTENCY_MISMATCH when
  // the key came with a different request.
  [[nodiscard]] std::optional<Response> earlier(pg::Tx& tx) const;
  // Stores the response in the caller's transaction. false: another request with this key was
  // faster; roll back and call earlier() in a new transaction.
  [[nodiscard]] bool keep(pg::Tx& tx, const Response& answer) const;

 private:
  const Context& context_;
  std::optional<std::string> key_;
  std::string request_hash_;
};

}  // namespace assay::handlers
