// SPDX-License-Identifier: Apache-2.0
// Idempotency-Key: the same creating request sent twice has one effect and one answer.
#pragma once

#include <optional>
#include <string>

#include "handlers/context.hpp"

namespace assay::handlers {

class Idempotency {
 public:
  // body: the request's body in canonical form. Throws Failure 400 for a key that is not 1 to 200
  // printable characters. A request without the header has no key, and then nothing is kept.
  Idempotency(const Context& context, std::string_view body);

  // The first answer, when this request was seen within 24 h. Throws IDEMPOTENCY_MISMATCH when the
  // key came with another request.
  [[nodiscard]] std::optional<Response> earlier(pg::Tx& tx) const;
  // Keeps the answer in the caller's transaction. false: another request with this key was faster;
  // roll back and ask earlier() in a new transaction.
  [[nodiscard]] bool keep(pg::Tx& tx, const Response& answer) const;

 private:
  const Context& context_;
  std::optional<std::string> key_;
  std::string request_hash_;
};

}  // namespace assay::handlers
