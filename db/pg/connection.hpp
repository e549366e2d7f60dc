// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL connection. Statements have typed parameters, are prepared on first use, and are
// sent together when they need not wait for each other.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/settings/storage_settings.hpp"
#include "db/pg/statement.hpp"

namespace assay::pg {

class Link;

// An error from the server or the connection. sqlstate is "" when the connection itself failed.
class DbError : public std::runtime_error {
 public:
  DbError(const std::string& what, std::string sqlstate, std::string constraint);
  [[nodiscard]] const std::string& sqlstate() const noexcept { return sqlstate_; }
  // Name of the violated constraint, or "".
  [[nodiscard]] const std::string& constraint() const noexcept { return constraint_; }
  // The server is gone, starting, stopping or out of connections: retrying later may help.
  [[nodiscard]] bool unavailable() const noexcept;
  // The connection is unusable, even if libpq still reports it as good.
  [[nodiscard]] bool lost() const noexcept;
  // The server's disk is full: writes fail until somebody frees space.
  [[nodiscard]] bool disk_full() const noexcept { return sqlstate_ == "53100"; }
  [[nodiscard]] bool unique_violation() const noexcept { return sqlstate_ == "23505"; }
  // Serialization failure or deadlock: another transaction went first.
  [[nodiscard]] bool conflict() const noexcept {
    return sqlstate_ == "40001" || sqlstate_ == "40P01";
  }
  // Conflict or lock timeout: the same transaction may succeed when retried.
  [[nodiscard]] bool retryable() const noexcept { return conflict() || sqlstate_ == "55P03"; }

 private:
  std::string sqlstate_;
  std::string constraint_;
};

// The server did not answer in time. The connection is closed, and the same call is not repeated:
// it would take too long again.
class NoAnswer : public DbError {
 public:
  explicit NoAnswer(const std::string& what) : DbError(what, "", "") {}
};

// One connection of one thread; not shared. Statements are queued. The first statement whose rows
// are waited for sends the whole queue to the server, in order and in one round trip. Reconnects at
// the start of a transaction, never in the middle of one. Throws DbError.
class Connection {
 public:
  // With a pooler before the database, statements are not prepared and notifications never come.
  // patience: how long the server may be silent during a wait; 0: no limit. application_name is
  // shown in pg_stat_activity. Does not connect yet.
  Connection(DatabaseAddress database, std::string application_name,
             std::chrono::milliseconds patience = std::chrono::milliseconds::zero());
  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;
  ~Connection();

  // Runs one or more statements without parameters; returns the rows of the last one.
  Rows run(const std::string& sql);
  Rows run(const Statement& statement, const Params& params);

  // A place in the queue; take() exchanges it for the rows.
  using Ticket = std::uint64_t;
  Ticket queue(const Statement& statement, Params params);
  // Returns the statement's rows, sending it first if still queued; call once per ticket. If an
  // earlier statement of the same round trip failed, throws that failure.
  Rows take(Ticket ticket);
  // One command without parameters or rows, such as SET LOCAL.
  void queue_command(std::string command);

  // For Tx. begin() queues the command that begins a transaction. finish() sends the queue with a
  // COMMIT and waits: if a statement fails, nothing after it was run and the transaction is still
  // open. abandon() drops the queue and ends the transaction without waiting for the answer, which
  // is read before the next one.
  void begin(const Statement& command);
  void finish();
  void abandon();
  [[nodiscard]] bool in_transaction() const noexcept { return state_ != State::Idle; }

  // One row of COPY TO in PostgreSQL's binary format: a field's bytes, or nullopt for null. Valid
  // during the call. Returning false stops the rows (the rest of this query's are discarded).
  using TakeFields = std::function<bool(std::span<const std::optional<std::string_view>>)>;
  // Streams the rows of a query without parameters, one at a time.
  void copy_out(const std::string& query, const TakeFields& take);

  // What was asked of the server since this object was made: statements without BEGIN, SET and
  // COMMIT, transactions that were committed, and the time spent waiting for answers.
  struct Usage {
    std::int64_t statements = 0;
    std::int64_t commits = 0;
    std::chrono::microseconds waited{0};
  };
  [[nodiscard]] const Usage& usage() const noexcept { return usage_; }

  // Connects if there is no live connection.
  void ensure_connected();
  [[nodiscard]] bool connected() const noexcept;
  [[nodiscard]] bool pooled() const noexcept { return database_.pooled; }
  void close() noexcept;
  // The socket, for poll(2) while waiting for notifications.
  [[nodiscard]] int socket() const noexcept;
  // Reads pending input; the payloads of each NOTIFY in it.
  [[nodiscard]] std::vector<std::string> take_notifications();

 private:
  // A queued statement, or a command if statement is null.
  struct Call {
    Ticket ticket;
    const Statement* statement;
    std::string command;
    Params params;
    bool wanted;
    mutable bool prepares;  // the statement is prepared in the same round trip
  };
  // Begun: the server has begun the transaction.
  enum class State { Idle, Queued, Begun };

  Ticket add(const Statement* statement, std::string command, Params params, bool wanted);
  // Sends the queue, which must not be empty, and reads all answers; a failure that leaves the
  // connection alive is stored in failure_. commits: the queue ends with COMMIT.
  void flush(bool commits);
  void send_queued();
  void exchange(const std::vector<Call>& calls);
  void send(const Call& call);
  void receive(const Call& call);
  std::optional<Rows> receive_one(const char* what);
  void skip_abandoned();
  void leave_pipeline();
  // Closes the connection if step throws: the state of its work is then unknown.
  template <class Step>
  void guarded(Step&& step) {
    try {
      step();
    } catch (...) {
      close();
      throw;
    }
  }

  DatabaseAddress database_;
  std::string application_name_;
  std::chrono::milliseconds patience_;
  std::unique_ptr<Link> link_;
  std::set<std::string_view> prepared_;
  State state_ = State::Idle;
  std::vector<Call> queue_;
  Ticket next_ticket_ = 1;
  std::map<Ticket, Rows> arrived_;
  std::optional<DbError> failure_;  // of the last round trip
  Usage usage_;
};

}  // namespace assay::pg
