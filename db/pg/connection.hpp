// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL connection: statements with typed parameters, prepared by the protocol on first use.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "db/pg/params.hpp"
#include "db/pg/rows.hpp"

struct pg_conn;  // PGconn

namespace assay::pg {

// What the server or the connection reported. sqlstate is "" when the connection itself failed.
class DbError : public std::runtime_error {
 public:
  DbError(const std::string& what, std::string sqlstate, std::string constraint);
  [[nodiscard]] const std::string& sqlstate() const noexcept { return sqlstate_; }
  // Name of the violated constraint, or "".
  [[nodiscard]] const std::string& constraint() const noexcept { return constraint_; }
  // The server is gone, starting, stopping or out of connections: trying again later may help.
  [[nodiscard]] bool unavailable() const noexcept;
  [[nodiscard]] bool unique_violation() const noexcept { return sqlstate_ == "23505"; }
  // Serialization failure, deadlock, lock timeout: the same transaction may succeed on another try.
  [[nodiscard]] bool retryable() const noexcept;

 private:
  std::string sqlstate_;
  std::string constraint_;
};

// Constant SQL with $n parameters. The address identifies it, so declare it constexpr static or at
// namespace scope. Binary results are for bytea in bulk; all else reads better as text.
struct Statement {
  const char* name;  // unique in the program; seen in logs and in pg_prepared_statements
  const char* sql;
  bool binary_results = false;
};

// One connection of one thread; not shared. Reconnects by itself at the start of a transaction
// when the server closed it; never in the middle of one. Throws DbError.
class Connection {
 public:
  // application_name shows in pg_stat_activity. Does not connect yet.
  Connection(std::string conninfo, std::string application_name);
  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;
  ~Connection();

  // Runs one or several statements without parameters; the last one's rows.
  Rows run(const std::string& sql);
  Rows run(const Statement& statement, const Params& params);

  struct Call {
    const Statement* statement;
    Params params;
  };
  // The calls and a COMMIT in one round trip. Where one fails, nothing after it was run, the
  // transaction is still open and has failed.
  void run_and_commit(const std::vector<Call>& calls);

  // One row of COPY TO in PostgreSQL's binary format: a field's bytes, or nullopt for null. Valid
  // during the call. false: no further rows are wanted (those of this query are thrown away).
  using TakeFields = std::function<bool(std::span<const std::optional<std::string_view>>)>;
  // Streams the rows of a query without parameters, one at a time, whatever their number.
  void copy_out(const std::string& query, const TakeFields& take);

  // Connects where there is no live connection.
  void ensure_connected();
  [[nodiscard]] bool connected() const noexcept;
  [[nodiscard]] bool in_transaction() const noexcept;
  void close() noexcept;
  // The socket, for poll(2) while waiting for notifications.
  [[nodiscard]] int socket() const noexcept;
  // Reads what has arrived; true if at least one NOTIFY did.
  [[nodiscard]] bool take_notifications();

 private:
  void prepare(const Statement& statement);
  [[noreturn]] void broken(const char* what);

  struct Closer {
    void operator()(pg_conn* connection) const noexcept;
  };
  std::string conninfo_;
  std::string application_name_;
  std::unique_ptr<pg_conn, Closer> connection_;
  std::set<std::string_view> prepared_;
};

}  // namespace assay::pg
