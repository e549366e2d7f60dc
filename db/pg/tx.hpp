// SPDX-License-Identifier: Apache-2.0
// A transaction: begun with its first statement, for a tenant, and rolled back unless committed.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "core/trace/log.hpp"
#include "db/pg/connection.hpp"

namespace assay::pg {

// Snapshot: read only, and every statement sees the state as of the first one.
enum class Access { ReadOnly, ReadWrite, Snapshot };

class Tx;

// A statement's result, not waited for until needed. The statement goes to the server with the next
// one that is waited for, or when its own rows are needed. So store functions that return a Later,
// called before one that waits, cost no extra round trip.
template <class T>
class Later {
 public:
  Later(Tx& tx, Connection::Ticket ticket, T (*read)(const Rows&))
      : tx_(&tx), ticket_(ticket), read_(read) {}
  // Call at most once, while the transaction lives. Throws DbError.
  [[nodiscard]] T get() const;

 private:
  Tx* tx_;
  Connection::Ticket ticket_;
  T (*read_)(const Rows&);
};

// A statement with its parameters.
struct Question {
  const Statement* statement;
  Params params;
};

// A condition of a whole transaction. Its question goes to the server with the transaction's first
// statement, and judge sees the answer before any caller sees rows of the transaction; an exception
// from judge ends the transaction.
struct Check {
  Question question;
  std::function<void(const Rows&)> judge;
};

// Row-level security shows only the rows of the transaction's tenant. The setting is literal `SET
// LOCAL` text, because Citus passes on only that form. BEGIN and SET LOCAL go to the server with
// the first statement, so that a transaction of one statement takes one round trip; ending it
// without a commit takes none.
class Tx {
 public:
  Tx(Connection& connection, Access access, const TenantId& tenant,
     std::optional<Check> check = std::nullopt);
  // Without a tenant: sees only shared tables. For sign-in, health, and the work queue.
  Tx(Connection& connection, Access access);
  Tx(const Tx&) = delete;
  Tx& operator=(const Tx&) = delete;
  // Rolls back unless committed; never throws (a broken connection is closed instead).
  ~Tx();

  Rows run(const Statement& statement, const Params& params) {
    return take(connection_.queue(statement, params));
  }
  template <class... Args>
  Rows run(const Statement& statement, const Args&... args) {
    return run(statement, Params(args...));
  }
  Rows run(const Question& question) { return run(*question.statement, question.params); }
  // read: converts the rows to the value.
  template <class T, class... Args>
  [[nodiscard]] Later<T> run_later(T (*read)(const Rows&), const Statement& statement,
                                   const Args&... args) {
    return {*this, connection_.queue(statement, Params(args...)), read};
  }
  // Runs a statement whose rows nobody needs: it goes to the server with the next one that is
  // waited for, so it costs no round trip and statements keep the order of the calls. Called last,
  // it goes with the COMMIT, so that its locks are held for the shortest time. If it fails, the
  // next one throws, or commit(), and the whole transaction is rolled back.
  void run_with_next(const Statement& statement, Params params) {
    static_cast<void>(connection_.queue(statement, std::move(params)));
  }
  template <class... Args>
  void run_with_next(const Statement& statement, const Args&... args) {
    run_with_next(statement, Params(args...));
  }
  // COPY (query) TO STDOUT: see Connection::copy_out.
  void copy_out(const std::string& query, const Connection::TakeFields& take);
  // From here on the transaction acts for this tenant.
  void act_for(const TenantId& tenant);
  void commit();
  // Ends the transaction without a commit, before its destructor does: the connection is free for
  // another one. Nothing else may be called afterwards.
  void roll_back();

 private:
  template <class T>
  friend class Later;
  Rows take(Connection::Ticket ticket);
  void judge();

  Connection& connection_;
  std::optional<Check> check_;
  Connection::Ticket check_ticket_ = 0;
  bool open_ = true;
};

template <class T>
T Later<T>::get() const {
  return read_(tx_->take(ticket_));
}

// The pauses before work that met a conflict is run again. A row that was given back is free at
// once: without a pause, the same transaction would take it again before the one that waited for it
// wakes up, and both would meet again.
inline constexpr std::array kPausesAfterConflict{std::chrono::milliseconds(100),
                                                 std::chrono::milliseconds(400)};

// Runs work, and again after each pause as long as a conflict with another transaction ended it
// before it committed anything and may_repeat() says so. Work must have no effects outside the
// database.
template <class Work, class Condition>
auto run_again_after_conflict(Connection& connection, const Work& work, const Condition& may_repeat)
    -> decltype(work()) {
  const std::int64_t commits = connection.usage().commits;
  for (const std::chrono::milliseconds pause : kPausesAfterConflict) {
    try {
      return work();
    } catch (const DbError& error) {
      if (!error.conflict() || connection.usage().commits != commits || !may_repeat()) throw;
      log::info("conflict_repeated", {{"what", error.what()}, {"sqlstate", error.sqlstate()}});
    }
    std::this_thread::sleep_for(pause);
  }
  return work();
}

}  // namespace assay::pg
