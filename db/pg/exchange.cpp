// SPDX-License-Identifier: Apache-2.0
// Runs a round trip: sends the queue as one libpq pipeline and receives its answers.
#include <utility>

#include "db/pg/connection.hpp"
#include "db/pg/link.hpp"

namespace assay::pg {
namespace {

// Parameters in libpq's form. Points into the Params.
struct Arguments {
  explicit Arguments(const Params& params) {
    values.reserve(params.values().size());
    lengths.reserve(params.values().size());
    formats.reserve(params.values().size());
    for (const Params::Value& value : params.values()) {
      values.push_back(value.null ? nullptr : value.text.c_str());
      lengths.push_back(static_cast<int>(value.text.size()));
      formats.push_back(value.binary ? 1 : 0);
    }
  }
  [[nodiscard]] int count() const { return static_cast<int>(values.size()); }
  std::vector<const char*> values;
  std::vector<int> lengths;
  std::vector<int> formats;
};

void require_sent(const PGconn* connection, int sent, std::string_view what) {
  if (sent != 1) throw error_of(connection, nullptr, what);
}

}  // namespace

void Connection::flush(bool commits) {
  failure_.reset();
  const std::vector<Call> calls = std::exchange(queue_, {});
  const bool may_repeat = connected() && state_ == State::Queued && !commits;
  try {
    exchange(calls);
  } catch (const NoAnswer&) {
    throw;
  } catch (const DbError& error) {
    // A kept connection may have died with its server. A transaction of which the server has kept
    // nothing is begun once more, on a fresh connection.
    if (!may_repeat || !error.lost()) throw;
    failure_.reset();
    exchange(calls);
  }
}

void Connection::exchange(const std::vector<Call>& calls) {
  ensure_connected();
  guarded([&] {
    PGconn* const connection = link_->get();
    if (PQpipelineStatus(connection) == PQ_PIPELINE_OFF) link_->enter_pipeline();
    for (const Call& call : calls) send(call);
    require_sent(connection, PQpipelineSync(connection), "sync");
    skip_abandoned();
    for (const Call& call : calls) receive(call);
    // A server that dies in between sends its last error in place of the end.
    const Result end = link_->next_result();
    if (PQresultStatus(end.get()) != PGRES_PIPELINE_SYNC) {
      throw error_of(connection, end.get(), "the end of a round trip");
    }
    link_->exit_pipeline();
    if (state_ != State::Idle) {
      state_ = PQtransactionStatus(connection) == PQTRANS_IDLE ? State::Idle : State::Begun;
    }
  });
}

void Connection::send(const Call& call) {
  PGconn* const connection = link_->get();
  if (call.statement == nullptr) {
    const char* const command = call.command.c_str();
    require_sent(connection,
                 PQsendQueryParams(connection, command, 0, nullptr, nullptr, nullptr, nullptr, 0),
                 command);
    return;
  }
  const Statement& statement = *call.statement;
  const Arguments given(call.params);
  const int format = statement.binary_results ? 1 : 0;
  if (pooled()) {
    require_sent(
        connection,
        PQsendQueryParams(connection, statement.sql.text().c_str(), given.count(), nullptr,
                          given.values.data(), given.lengths.data(), given.formats.data(), format),
        statement.name);
    return;
  }
  call.prepares = prepared_.insert(statement.name).second;
  if (call.prepares) {
    const std::string sql = statement.sql.text();
    require_sent(connection, PQsendPrepare(connection, statement.name, sql.c_str(), 0, nullptr),
                 statement.name);
  }
  require_sent(connection,
               PQsendQueryPrepared(connection, statement.name, given.count(), given.values.data(),
                                   given.lengths.data(), given.formats.data(), format),
               statement.name);
}

// After a failed statement, the server answers "aborted" up to the end. Only the first failure
// gives the reason.
std::optional<Rows> Connection::receive_one(const char* what) {
  PGconn* const connection = link_->get();
  Result result = link_->next_result();
  const ExecStatusType status = PQresultStatus(result.get());
  const bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
  if (!good && !failure_) failure_ = error_of(connection, result.get(), what);
  if (failure_ && failure_->lost()) throw DbError(*failure_);
  if (const Result more = link_->next_result()) throw error_of(connection, more.get(), what);
  return good ? std::optional<Rows>(std::in_place, result.release()) : std::nullopt;
}

void Connection::receive(const Call& call) {
  const char* const what = call.statement == nullptr ? call.command.c_str() : call.statement->name;
  if (call.prepares && !receive_one(what)) prepared_.erase(call.statement->name);
  auto rows = receive_one(what);
  if (rows && call.wanted) arrived_.insert_or_assign(call.ticket, std::move(*rows));
}

void Connection::skip_abandoned() {
  while (link_->abandoned > 0) {
    const Result result = link_->next_result();
    if (result == nullptr) continue;  // the end of the ROLLBACK's results
    const ExecStatusType status = PQresultStatus(result.get());
    if (status == PGRES_PIPELINE_SYNC) --link_->abandoned;
    if (status == PGRES_FATAL_ERROR) throw error_of(link_->get(), result.get(), "rollback");
  }
}

void Connection::leave_pipeline() {
  skip_abandoned();
  if (PQpipelineStatus(link_->get()) != PQ_PIPELINE_OFF) link_->exit_pipeline();
}

}  // namespace assay::pg
