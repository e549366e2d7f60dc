// SPDX-License-Identifier: Apache-2.0
// Where the database is, and whether a pooler stands before it.
#pragma once

#include <string>
#include <utility>

namespace assay {

struct DatabaseAddress {
  // Implicit on purpose: most addresses are only a connection string.
  DatabaseAddress(std::string url_, bool pooled_ = false)  // NOLINT(google-explicit-constructor)
      : url(std::move(url_)), pooled(pooled_) {}
  DatabaseAddress(const char* url_) : url(url_) {}  // NOLINT(google-explicit-constructor)
  DatabaseAddress() = default;

  std::string url;  // libpq connection string
  // The server that answers may be another one with each transaction (pgbouncer, pool_mode
  // transaction): nothing may be kept in a session.
  bool pooled = false;
};

}  // namespace assay
