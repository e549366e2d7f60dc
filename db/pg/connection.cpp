// SPDX-License-Identifier: Apache-2.0
// Connecting, preparing and running.
#include "db/pg/connection.hpp"

#include <libpq-fe.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "core/c_handle.hpp"
#include "core/log.hpp"
#include "db/pg/copy_row.hpp"

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

// Parameters the way libpq wants them. Points into the Params.
struct Arguments {
  explicit Arguments(const Params& params) {
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
  const Arguments given(params);
  PGresult* result =
      PQexecPrepared(connection_.get(), statement.name, given.count(), given.values.data(),
                     given.lengths.data(), given.formats.data(), statement.binary_results ? 1 : 0);
  return checked(connection_.get(), result, statement.name);
}

// Sends without waiting in between; the server answers all, and after the first that fails it
// answers "aborted" up to the end. The first failure is the one that tells.
void Connection::run_and_commit(const std::vector<Call>& calls) {
  for (const Call& call : calls) prepare(*call.statement);
  PGconn* const connection = connection_.get();
  bool sent = PQenterPipelineMode(connection) == 1;
  for (const Call& call : calls) {
    const Arguments given(call.params);
    sent = sent &&
           PQsendQueryPrepared(connection, call.statement->name, given.count(), given.values.data(),
                               given.lengths.data(), given.formats.data(), 0) == 1;
  }
  sent = sent &&
         PQsendQueryParams(connection, "COMMIT", 0, nullptr, nullptr, nullptr, nullptr, 0) == 1;
  if (!sent || PQpipelineSync(connection) != 1) broken("commit");
  std::optional<DbError> failure;
  for (std::size_t i = 0; i <= calls.size(); ++i) {
    const char* const what = i < calls.size() ? calls[i].statement->name : "commit";
    try {
      static_cast<void>(checked(connection, PQgetResult(connection), what));
    } catch (const DbError& error) {
      if (!failure) failure = error;
    }
    if (!connected()) break;
    if (PQgetResult(connection) != nullptr) throw std::logic_error("more than one result");
  }
  if (!connected()) broken("commit");
  const Rows end(PQgetResult(connection));  // of the sync
  if (PQexitPipelineMode(connection) != 1) broken("commit");
  if (failure) throw DbError(*failure);
}

void Connection::broken(const char* what) {
  const std::string why = connection_ ? PQerrorMessage(connection_.get()) : "";
  close();
  throw DbError(std::string(what) + ": " + why, "", "");
}

void Connection::copy_out(const std::string& query, const TakeFields& take) {
  ensure_connected();
  PGconn* const connection = connection_.get();
  const CHandle<PGresult, PQclear> started(
      PQexec(connection, ("COPY (" + query + ") TO STDOUT (FORMAT binary)").c_str()));
  if (PQresultStatus(started.get()) != PGRES_COPY_OUT) fail(connection, started.get(), "copy");
  CopyRow row;
  bool wanted = true;
  for (;;) {
    char* buffer = nullptr;
    const int size = PQgetCopyData(connection, &buffer, 0);
    if (size < 0) break;  // -1: the end; -2: the result below says why
    const std::unique_ptr<char, decltype(&PQfreemem)> owner(buffer, PQfreemem);
    try {
      const bool is_row = row.read({buffer, static_cast<std::size_t>(size)});
      if (wanted && is_row) wanted = take(row.fields());
    } catch (...) {
      close();  // rows are still under way: nothing else can be asked on this connection
      throw;
    }
  }
  static_cast<void>(checked(connection, PQgetResult(connection), "copy"));
  if (PQgetResult(connection) != nullptr) throw std::logic_error("more than one result");
}

}  // namespace assay::pg
