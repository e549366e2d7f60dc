// SPDX-License-Identifier: Apache-2.0
// Manages a connection's life and its queue of statements, and calls that bypass the queue.
#include "db/pg/connection.hpp"

#include <stdexcept>
#include <utility>

#include "db/pg/link.hpp"
#include "db/pg/statement.hpp"

namespace assay::pg {

DbError::DbError(const std::string& what, std::string sqlstate, std::string constraint)
    : std::runtime_error(what),
      sqlstate_(std::move(sqlstate)),
      constraint_(std::move(constraint)) {}

bool DbError::unavailable() const noexcept {
  return sqlstate_.empty() || sqlstate_.starts_with("08") || sqlstate_.starts_with("57P") ||
         sqlstate_.starts_with("53");
}

bool DbError::lost() const noexcept {
  return sqlstate_.empty() || sqlstate_.starts_with("08") || sqlstate_.starts_with("57P");
}

Connection::Connection(DatabaseAddress database, std::string application_name,
                       std::chrono::milliseconds patience)
    : database_(std::move(database)),
      application_name_(std::move(application_name)),
      patience_(patience) {}
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;
Connection::~Connection() = default;

void Connection::ensure_connected() {
  if (state_ == State::Begun) {
    if (connected()) return;
    throw DbError("the connection was lost in the middle of a transaction", "", "");
  }
  if (connected() && !link_->hung_up()) return;
  close();
  link_ = std::make_unique<Link>(database_, application_name_, patience_);
}

bool Connection::connected() const noexcept {
  return link_ != nullptr && link_->good();
}

void Connection::close() noexcept {
  link_.reset();
  prepared_.clear();
  arrived_.clear();
}

int Connection::socket() const noexcept {
  return link_ == nullptr ? -1 : PQsocket(link_->get());
}

std::vector<std::string> Connection::take_notifications() {
  if (PQconsumeInput(link_->get()) == 0) throw error_of(link_->get(), nullptr, "notifications");
  std::vector<std::string> payloads;
  while (PGnotify* notification = PQnotifies(link_->get())) {
    payloads.emplace_back(notification->extra);
    PQfreemem(notification);
  }
  return payloads;
}

Connection::Ticket Connection::add(const Statement* statement, std::string command, Params params,
                                   bool wanted) {
  queue_.push_back({next_ticket_, statement, std::move(command), std::move(params), wanted, false});
  return next_ticket_++;
}

Connection::Ticket Connection::queue(const Statement& statement, Params params) {
  return add(&statement, {}, std::move(params), true);
}

void Connection::queue_command(std::string command) {
  static_cast<void>(add(nullptr, std::move(command), Params(), false));
}

Rows Connection::run(const Statement& statement, const Params& params) {
  return take(queue(statement, params));
}

Rows Connection::take(Ticket ticket) {
  if (!queue_.empty() && queue_.front().ticket <= ticket) flush(false);
  const auto found = arrived_.find(ticket);
  if (found != arrived_.end()) {
    Rows rows = std::move(found->second);
    arrived_.erase(found);
    return rows;
  }
  if (!failure_) throw std::logic_error("the rows of a statement are taken once");
  throw DbError(*failure_);
}

void Connection::begin(const Statement& command) {
  if (in_transaction()) throw std::logic_error("a transaction is already open");
  static_cast<void>(add(&command, {}, Params(), false));
  state_ = State::Queued;
}

void Connection::finish() {
  static constexpr Statement kCommit{"tx_commit", "COMMIT"};
  static_cast<void>(add(&kCommit, {}, Params(), false));
  flush(true);
  if (failure_) throw DbError(*failure_);
  ++usage_.commits;
}

// Does not wait: nobody needs the answer, and if the connection fails, the server rolls back on its
// own.
void Connection::abandon() {
  static constexpr Statement kRollback{"tx_rollback", "ROLLBACK"};
  const bool begun = state_ == State::Begun && connected();
  queue_.clear();
  arrived_.clear();
  state_ = State::Idle;
  if (!begun) return;
  guarded([&] {
    if (PQpipelineStatus(link_->get()) == PQ_PIPELINE_OFF) link_->enter_pipeline();
    send({0, &kRollback, {}, Params(), false, false});
    if (PQpipelineSync(link_->get()) != 1) throw error_of(link_->get(), nullptr, "rollback");
    ++link_->abandoned;
    link_->write();
    // A pooler gives the server to another client when the answer has passed by, whatever was sent
    // behind it.
    if (pooled()) skip_abandoned();
  });
}

void Connection::send_queued() {
  if (queue_.empty()) return;
  flush(false);
  if (failure_) throw DbError(*failure_);
}

Rows Connection::run(const std::string& sql) {
  send_queued();
  const Waiting waiting(usage_);
  ++usage_.statements;
  ensure_connected();
  std::optional<Rows> last;
  std::optional<DbError> failure;
  guarded([&] {
    leave_pipeline();
    PGconn* const connection = link_->get();
    const std::string what = sql.substr(0, 60);
    if (PQsendQuery(connection, sql.c_str()) != 1) throw error_of(connection, nullptr, what);
    while (Result result = link_->next_result()) {
      const ExecStatusType status = PQresultStatus(result.get());
      if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
        last.emplace(result.release());
      } else if (!failure) {
        failure = error_of(connection, result.get(), what);
        if (failure->lost()) throw DbError(*failure);
      }
    }
  });
  if (failure) throw DbError(*failure);
  if (!last) throw std::logic_error("there was no statement to run");
  return std::move(*last);
}

void Connection::copy_out(const std::string& query, const TakeFields& take) {
  send_queued();
  const Waiting waiting(usage_);
  ++usage_.statements;
  ensure_connected();
  std::optional<DbError> failure;
  guarded([&] {
    leave_pipeline();
    PGconn* const connection = link_->get();
    const std::string copy = "COPY (" + query + ") TO STDOUT (FORMAT binary)";
    if (PQsendQuery(connection, copy.c_str()) != 1) throw error_of(connection, nullptr, "copy");
    const Result started = link_->next_result();
    if (PQresultStatus(started.get()) == PGRES_COPY_OUT) {
      CopyRow row;
      bool wanted = true;
      while (const auto message = link_->next_copied()) {
        const bool is_row = row.read(message->bytes);
        if (wanted && is_row) wanted = take(row.fields());
      }
    } else {
      failure = error_of(connection, started.get(), "copy");
    }
    while (const Result result = link_->next_result()) {
      const bool good = PQresultStatus(result.get()) == PGRES_COMMAND_OK;
      if (!good && !failure) failure = error_of(connection, result.get(), "copy");
    }
  });
  if (failure) throw DbError(*failure);
}

}  // namespace assay::pg
