// SPDX-License-Identifier: Apache-2.0
// Connects, waits for the server, and runs round trips: sends the queue as one libpq pipeline and
// receives its answers.
#include "db/pg/link.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <utility>

#include "core/base/unix_socket.hpp"
#include "core/trace/log.hpp"
#include "db/pg/connection.hpp"

namespace assay::pg {
namespace {

constexpr std::chrono::milliseconds kConnectPatience{5'000};
constexpr const char* kOptions =
    "-c timezone=UTC -c client_min_messages=warning -c client_connection_check_interval=1000";

std::string_view field(const PGresult* result, int code) {
  const char* value = PQresultErrorField(result, code);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// libpq would print notices to standard error, between the lines of the log.
void log_notice(void* /*unused*/, const char* message) {
  log::warning("database_notice", {{"message", message}});
}

// Whether the socket became ready before the deadline; null: no deadline.
bool ready(int socket, short events, const Deadline* deadline) {
  for (;;) {
    pollfd descriptor{socket, events, 0};
    const int wait = deadline == nullptr ? -1 : static_cast<int>(deadline->left().count());
    const int count = ::poll(&descriptor, 1, wait);
    if (count > 0) return true;
    if (count == 0) return false;
    if (errno != EINTR) throw DbError("poll of the database's socket", "", "");
  }
}

PGconn* start(const DatabaseAddress& database, const std::string& application_name) {
  // The caller's string comes last and wins. A host that is cut off is noticed within half a
  // minute, whether something is to be sent or an answer is waited for. The server checks every
  // second whether the client of a running query is still connected, so that an abandoned query
  // ends. A pooler takes no options: its servers have those of the database (systemd/README.md).
  const std::array<const char*, 9> keywords{
      "application_name", "keepalives_idle",  "keepalives_interval",
      "keepalives_count", "tcp_user_timeout", "client_encoding",
      "options",          "dbname",           nullptr};
  const std::array<const char*, 9> values{
      application_name.c_str(), "10",   "5", "4", "30000", "UTF8", database.pooled ? "" : kOptions,
      database.url.c_str(),     nullptr};
  return PQconnectStartParams(keywords.data(), values.data(), 1);
}

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

DbError error_of(const PGconn* connection, const PGresult* result, std::string_view what) {
  const bool bad = PQstatus(connection) == CONNECTION_BAD;
  std::string message(what);
  message.append(": ").append(field(result, PG_DIAG_MESSAGE_PRIMARY));
  if (result == nullptr || bad) message.append(PQerrorMessage(connection));
  const std::string_view state = field(result, PG_DIAG_SQLSTATE);
  return {message, bad ? "" : std::string(state),
          std::string(field(result, PG_DIAG_CONSTRAINT_NAME))};
}

Link::Link(const DatabaseAddress& database, const std::string& application_name,
           std::chrono::milliseconds patience)
    : connection_(start(database, application_name)), patience_(patience) {
  PGconn* const connection = connection_.get();
  if (connection == nullptr) throw std::bad_alloc();
  PQsetNoticeProcessor(connection, log_notice, nullptr);
  const bool limited = patience_.count() > 0;
  const Deadline deadline(limited ? std::min(patience_, kConnectPatience) : kConnectPatience);
  PostgresPollingStatusType status =
      PQstatus(connection) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
  while (status != PGRES_POLLING_OK && status != PGRES_POLLING_FAILED) {
    const short events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT;
    if (!ready(PQsocket(connection), events, &deadline)) {
      throw NoAnswer("connect: the server does not answer");
    }
    status = PQconnectPoll(connection);
  }
  if (status == PGRES_POLLING_FAILED) {
    throw DbError(std::string("connect: ") + PQerrorMessage(connection), "", "");
  }
  if (PQsetnonblocking(connection, 1) != 0) throw error_of(connection, nullptr, "connect");
}

bool Link::hung_up() const noexcept {
  return assay::hung_up(PQsocket(connection_.get()));
}

void Link::write() {
  if (PQflush(connection_.get()) < 0) throw error_of(connection_.get(), nullptr, "send");
}

// A server that keeps sending is not silent, however long it takes.
void Link::make_progress(std::string_view what) {
  PGconn* const connection = connection_.get();
  const std::optional<Deadline> deadline =
      patience_.count() > 0 ? std::optional<Deadline>(patience_) : std::nullopt;
  const int unsent = PQflush(connection);
  // A failed write is reported by the next read, together with the server's last error.
  const auto events = static_cast<short>(unsent == 1 ? POLLIN | POLLOUT : POLLIN);
  if (!ready(PQsocket(connection), events, deadline ? &*deadline : nullptr)) {
    throw NoAnswer(std::string(what) + ": no answer within " + std::to_string(patience_.count()) +
                   " ms");
  }
  // After a connection ended, the parser still has what arrived before, such as the reason.
  if (PQconsumeInput(connection) == 0 && good()) throw error_of(connection, nullptr, what);
}

Result Link::next_result() {
  PGconn* const connection = connection_.get();
  write();
  while (PQisBusy(connection) == 1) {
    make_progress("database");
    if (!good()) break;
  }
  Result result(PQgetResult(connection));
  if (result == nullptr && !good()) throw error_of(connection, nullptr, "database");
  return result;
}

std::optional<Link::Message> Link::next_copied() {
  PGconn* const connection = connection_.get();
  for (;;) {
    char* buffer = nullptr;
    const int size = PQgetCopyData(connection, &buffer, 1);
    Copied owner(buffer, PQfreemem);
    if (size > 0) {
      const std::string_view bytes(owner.get(), static_cast<std::size_t>(size));
      return Message{std::move(owner), bytes};
    }
    if (size < 0) return std::nullopt;  // the next result says why
    make_progress("copy");
    if (!good()) throw error_of(connection, nullptr, "copy");
  }
}

void Link::enter_pipeline() {
  if (PQenterPipelineMode(connection_.get()) != 1) {
    throw error_of(connection_.get(), nullptr, "pipeline");
  }
}

void Link::exit_pipeline() {
  if (PQexitPipelineMode(connection_.get()) != 1) {
    throw error_of(connection_.get(), nullptr, "pipeline");
  }
}

void Connection::flush(bool commits) {
  failure_.reset();
  const std::vector<Call> calls = std::exchange(queue_, {});
  const Waiting waiting(usage_);
  usage_.statements +=
      std::count_if(calls.begin(), calls.end(), [](const Call& c) { return c.wanted; });
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
