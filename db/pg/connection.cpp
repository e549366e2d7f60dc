// SPDX-License-Identifier: Apache-2.0
// Connecting, preparing and running.
#include "db/pg/connection.hpp"

#include <libpq-fe.h>

#include <array>
#include <vector>

#include "core/log.hpp"

namespace assay::pg {
namespace {

std::string_view field(const PGresult* result, int code) {
  const char* value = PQresultErrorField(result, code);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

[[noreturn]] void fail(PGconn* connection, const PGresult* result, std::string_view what) {
  std::string message(what);
  message.append(": ").append(result != nullptr ? field(result, PG_DIAG_MESSAGE_PRIMARY)
                                                : std::string_view());
  if (result == nullptr || PQstatus(connection) == CONNECTION_BAD) {
    message.append(PQerrorMessage(connection));
  }
  const std::string_view state = field(result, PG_DIAG_SQLSTATE);
  throw DbError(message, PQstatus(connection) == CONNECTION_BAD ? "" : std::string(state),
                std::string(field(result, PG_DIAG_CONSTRAINT_NAME)));
}

Rows checked(PGconn* connection, PGresult* result, std::string_view what) {
  Rows rows(result);
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(connection, result, what);
  return rows;
}

// libpq would print them to standard error, between the lines of the log.
void log_notice(void* /*unused*/, const char* message) {
  log::warning("database_notice", {{"message", message}});
}

}  // namespace

DbError::DbError(const std::string& what, std::string sqlstate, std::string constraint)
    : std::runtime_error(what),
      sqlstate_(std::move(sqlstate)),
      constraint_(std::move(constraint)) {}

bool DbError::unavailable() const noexcept {
  return sqlstate_.empty() || sqlstate_.starts_with("08") || sqlstate_.starts_with("57P") ||
         sqlstate_.starts_with("53");
}

bool DbError::retryable() const noexcept {
  return sqlstate_ == "40001" || sqlstate_ == "40P01" || sqlstate_ == "55P03";
}

void Connection::Closer::operator()(pg_conn* connection) const noexcept {
  PQfinish(connection);
}

Connection::Connection(std::string conninfo, std::string application_name)
    : conninfo_(std::move(conninfo)), application_name_(std::move(application_name)) {}
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;
Connection::~Connection() = default;

void Connection::ensure_connected() {
  if (connected()) return;
  close();
  // The caller's string comes last and wins; a server that does not answer costs 5 s at most.
  const std::array<const char*, 7> keywords{"application_name",
                                            "connect_timeout",
                                            "keepalives_idle",
                                            "client_encoding",
                                            "options",
                                            "dbname",
                                            nullptr};
  const std::array<const char*, 7> values{application_name_.c_str(),
                                          "5",
                                          "30",
                                          "UTF8",
                                          "-c timezone=UTC -c client_min_messages=warning",
                                          conninfo_.c_str(),
                                          nullptr};
  connection_.reset(PQconnectdbParams(keywords.data(), values.data(), 1));
  PQsetNoticeProcessor(connection_.get(), log_notice, nullptr);
  if (PQstatus(connection_.get()) != CONNECTION_OK) {
    const std::string why = PQerrorMessage(connection_.get());
    close();
    throw DbError("connect: " + why, "", "");
  }
}

bool Connection::connected() const noexcept {
  return connection_ != nullptr && PQstatus(connection_.get()) == CONNECTION_OK;
}

bool Connection::in_transaction() const noexcept {
  // A broken connection's state is unknown, but its transaction is surely over.
  return connected() && PQtransactionStatus(connection_.get()) != PQTRANS_IDLE;
}

void Connection::close() noexcept {
  connection_.reset();
  prepared_.clear();
}

int Connection::socket() const noexcept {
  return connection_ == nullptr ? -1 : PQsocket(connection_.get());
}

bool Connection::take_notifications() {
  if (PQconsumeInput(connection_.get()) == 0) fail(connection_.get(), nullptr, "notifications");
  bool any = false;
  while (PGnotify* notification = PQnotifies(connection_.get())) {
    PQfreemem(notification);
    any = true;
  }
  return any;
}

Rows Connection::run(const std::string& sql) {
  ensure_connected();
  return checked(connection_.get(), PQexec(connection_.get(), sql.c_str()), sql.substr(0, 60));
}

void Connection::prepare(const Statement& statement) {
  if (prepared_.contains(statement.name)) return;
  static_cast<void>(checked(connection_.get(),
                            PQprepare(connection_.get(), statement.name, statement.sql, 0, nullptr),
                            statement.name));
  prepared_.emplace(statement.name);
}

Rows Connection::run(const Statement& statement, const Params& params) {
  ensure_connected();
  prepare(statement);
  const auto& given = params.values();
  std::vector<const char*> values;
  std::vector<int> lengths;
  std::vector<int> formats;
  for (const Params::Value& value : given) {
    values.push_back(value.null ? nullptr : value.text.c_str());
    lengths.push_back(static_cast<int>(value.text.size()));
    formats.push_back(value.binary ? 1 : 0);
  }
  PGresult* result = PQexecPrepared(connection_.get(), statement.name,
                                    static_cast<int>(given.size()), values.data(), lengths.data(),
                                    formats.data(), statement.binary_results ? 1 : 0);
  return checked(connection_.get(), result, statement.name);
}

}  // namespace assay::pg
