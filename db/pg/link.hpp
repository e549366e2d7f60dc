// SPDX-License-Identifier: Apache-2.0
// The link to the server through libpq; every wait has a limit. Private to this folder.
#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/c_handle.hpp"
#include "core/base/time.hpp"
#include "db/pg/connection.hpp"

namespace assay::pg {

using Result = CHandle<PGresult, PQclear>;

// The server's error in a result, or libpq's error for the connection.
[[nodiscard]] DbError error_of(const PGconn* connection, const PGresult* result,
                               std::string_view what);

// Adds the time of its life to the usage.
class Waiting {
 public:
  explicit Waiting(Connection::Usage& usage) : usage_(usage) {}
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() {
    usage_.waited += std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - begun_);
  }

 private:
  Connection::Usage& usage_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

class Link {
 public:
  // Connects within 5 s. patience as in Connection. Throws DbError.
  Link(const DatabaseAddress& database, const std::string& application_name,
       std::chrono::milliseconds patience);

  [[nodiscard]] PGconn* get() const noexcept { return connection_.get(); }
  // libpq's own view, which changes only when it reads or writes.
  [[nodiscard]] bool good() const noexcept { return PQstatus(connection_.get()) == CONNECTION_OK; }
  // The server has closed its end, although libpq has not noticed yet.
  [[nodiscard]] bool hung_up() const noexcept;

  // Returns the next result, or null if a command has no more. Throws DbError if the connection
  // fails, and NoAnswer if nothing arrives in time.
  [[nodiscard]] Result next_result();
  // A message of COPY TO; nullopt at the end.
  using Copied = std::unique_ptr<char, decltype(&PQfreemem)>;
  struct Message {
    Copied owner;
    std::string_view bytes;
  };
  [[nodiscard]] std::optional<Message> next_copied();
  // Writes as much of libpq's output as is possible without waiting.
  void write();

  void enter_pipeline();
  void exit_pipeline();
  // ROLLBACKs in flight whose answers nobody waits for.
  int abandoned = 0;

 private:
  // Waits until something arrives and reads it; also writes what is left to write.
  void make_progress(std::string_view what);

  CHandle<PGconn, PQfinish> connection_;
  std::chrono::milliseconds patience_;
};

}  // namespace assay::pg
