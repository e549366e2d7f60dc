// SPDX-License-Identifier: Apache-2.0
// Hands e-mail messages to a server with libcurl: SMTP (RFC 5321) with TLS, by STARTTLS or from the
// beginning.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "core/base/error.hpp"

namespace assay::mail {

struct Server {
  std::string url;   // smtp://host[:port] or smtps://host[:port]
  bool tls = true;   // smtp: nothing is sent unless STARTTLS succeeds
  std::string user;  // "": without signing in
  std::string password;
  std::string ca_file;  // certificates that the server's is checked against; "": the system's
  std::chrono::seconds timeout{30};  // of one message
};

struct Envelope {
  std::string from;  // addresses alone, see is_address
  std::string to;
};

// Why a message was not accepted.
struct Refusal {
  // Whether trying again is pointless: the server rejected this recipient or this message for good.
  // False for faults that may lie with the server or its settings.
  bool for_good = false;
  // Whether other messages would fail too: the server cannot be reached or rejects us.
  bool server_away = false;
  std::string reason;  // a sentence, with what the server said; without any secret
};

struct Receipt {
  std::string reply;  // the server's last words
};

// Keeps its connection between messages. Use from one thread at a time.
class Client {
 public:
  // cancelled: ends an exchange early; asked several times a second.
  explicit Client(Server server, std::function<bool()> cancelled = {});
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;

  // Throws std::invalid_argument for an invalid address.
  [[nodiscard]] Result<Receipt, Refusal> send(const Envelope& envelope, const std::string& message);
  // Connects and signs in without sending anything.
  [[nodiscard]] Result<Receipt, Refusal> probe();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::mail
