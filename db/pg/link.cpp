// SPDX-License-Identifier: Apache-2.0
// Connects, and waits for the server.
#include "db/pg/link.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>

#include "core/base/unix_socket.hpp"
#include "core/trace/log.hpp"

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

}  // namespace assay::pg
