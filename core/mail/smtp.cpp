// SPDX-License-Identifier: Apache-2.0
// Sets libcurl's options for SMTP, follows the dialogue, and says what an outcome means.
#include "core/mail/smtp.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string_view>

#include "core/base/ascii.hpp"
#include "core/http/http_exchange.hpp"
#include "core/json/utf8.hpp"
#include "core/mail/message.hpp"

namespace assay::mail {
namespace {

using Recipients = CHandle<curl_slist, curl_slist_free_all>;

constexpr std::size_t kMaxReply = 300;

// One message on its way, as libcurl's callbacks see it.
struct Dialogue {
  std::string_view rest;  // of the message
  const std::function<bool()>& cancelled;
  std::string reply = {};    // the last line that the server said, but not to QUIT
  bool past_sender = false;  // the server was told the recipient
  bool over = false;         // QUIT was sent
};

std::size_t on_read(char* buffer, std::size_t size, std::size_t count, void* user) {
  auto& dialogue = *static_cast<Dialogue*>(user);
  const std::size_t bytes = std::min(size * count, dialogue.rest.size());
  std::memcpy(buffer, dialogue.rest.data(), bytes);
  dialogue.rest.remove_prefix(bytes);
  return bytes;
}

std::size_t on_line(char* data, std::size_t size, std::size_t count, void* user) {
  auto& dialogue = *static_cast<Dialogue*>(user);
  const std::string_view line = trimmed(std::string_view(data, size * count));
  if (!line.empty() && !dialogue.over) dialogue.reply.assign(line);
  return size * count;
}

std::size_t on_reply_body(char* /*data*/, std::size_t size, std::size_t count, void* /*user*/) {
  return size * count;
}

int on_smtp_progress(void* user, curl_off_t /*down_total*/, curl_off_t /*down*/,
                     curl_off_t /*up_total*/, curl_off_t /*up*/) {
  const auto& dialogue = *static_cast<const Dialogue*>(user);
  return dialogue.cancelled && dialogue.cancelled() ? 1 : 0;
}

// Only how far the dialogue came is kept: commands may hold a password.
int on_command(CURL* /*easy*/, curl_infotype type, char* data, std::size_t size, void* user) {
  if (type != CURLINFO_HEADER_OUT) return 0;
  auto& dialogue = *static_cast<Dialogue*>(user);
  const std::string_view command(data, size);
  if (command.starts_with("RCPT ")) dialogue.past_sender = true;
  if (command.starts_with("QUIT")) dialogue.over = true;
  return 0;
}

template <class T>
void set_option(CURL* easy, CURLoption option, T value) {
  if (curl_easy_setopt(easy, option, value) != CURLE_OK) {
    throw std::runtime_error("libcurl refuses an option");
  }
}

void set_server(CURL* easy, const Server& server) {
  set_option(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  set_option(easy, CURLOPT_URL, server.url.c_str());
  set_option(easy, CURLOPT_NOSIGNAL, 1L);
  set_option(easy, CURLOPT_QUICK_EXIT, 1L);
  set_option(easy, CURLOPT_NOPROXY, "*");
  set_option(easy, CURLOPT_USE_SSL,
             static_cast<long>(server.tls ? CURLUSESSL_ALL : CURLUSESSL_NONE));
  set_option(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (!server.ca_file.empty()) set_option(easy, CURLOPT_CAINFO, server.ca_file.c_str());
  if (!server.user.empty()) {
    set_option(easy, CURLOPT_USERNAME, server.user.c_str());
    set_option(easy, CURLOPT_PASSWORD, server.password.c_str());
  }
  const auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(server.timeout).count();
  constexpr long kConnect = 10'000;
  set_option(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(whole));
  // Or libcurl would wait for the answer to QUIT for two minutes.
  set_option(easy, CURLOPT_SERVER_RESPONSE_TIMEOUT, static_cast<long>(server.timeout.count()));
  set_option(easy, CURLOPT_CONNECTTIMEOUT_MS, std::min(static_cast<long>(whole), kConnect));
}

void set_dialogue(CURL* easy, Dialogue* dialogue) {
  set_option(easy, CURLOPT_READFUNCTION, &on_read);
  set_option(easy, CURLOPT_READDATA, dialogue);
  set_option(easy, CURLOPT_HEADERFUNCTION, &on_line);
  set_option(easy, CURLOPT_HEADERDATA, dialogue);
  set_option(easy, CURLOPT_WRITEFUNCTION, &on_reply_body);
  set_option(easy, CURLOPT_XFERINFOFUNCTION, &on_smtp_progress);
  set_option(easy, CURLOPT_XFERINFODATA, dialogue);
  set_option(easy, CURLOPT_NOPROGRESS, 0L);
  set_option(easy, CURLOPT_DEBUGFUNCTION, &on_command);
  set_option(easy, CURLOPT_DEBUGDATA, dialogue);
  set_option(easy, CURLOPT_VERBOSE, 1L);
}

std::string_view cause_of(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return "The mail server's name has no address";
    case CURLE_COULDNT_CONNECT:
      return "The mail server cannot be reached";
    case CURLE_OPERATION_TIMEDOUT:
      return "The mail server did not answer in time";
    case CURLE_USE_SSL_FAILED:
      return "The mail server does not offer TLS";
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
      return "The mail server's certificate or TLS version is not acceptable";
    case CURLE_LOGIN_DENIED:
      return "The mail server rejects the user name or the password";
    case CURLE_ABORTED_BY_CALLBACK:
      return "Sending was interrupted";
    default:
      return "The mail server did not accept the message";
  }
}

std::string shown_reply(const Dialogue& dialogue) {
  const std::string text = utf8::shown(utf8::repair(dialogue.reply));
  return std::string(utf8::prefix(text, kMaxReply));
}

Refusal refusal_of(CURLcode code, const Dialogue& dialogue) {
  const bool answered = code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY;
  Refusal refusal;
  refusal.server_away = !answered || !dialogue.past_sender;
  refusal.for_good = answered && dialogue.past_sender && dialogue.reply.starts_with('5');
  refusal.reason = cause_of(code);
  const bool said = answered || code == CURLE_LOGIN_DENIED;
  if (said && !dialogue.reply.empty()) {
    refusal.reason += ": " + shown_reply(dialogue);
  } else {
    refusal.reason += ".";
  }
  return refusal;
}

std::string path_of(const std::string& address) {
  if (!is_address(address)) throw std::invalid_argument("not an e-mail address");
  return "<" + address + ">";
}

}  // namespace

struct Client::State {
  Server server;
  std::function<bool()> cancelled;
  http::Easy easy;

  Result<Receipt, Refusal> perform(Dialogue& dialogue) {
    const CURLcode code = curl_easy_perform(easy.get());
    if (code != CURLE_OK) return refusal_of(code, dialogue);
    return Receipt{shown_reply(dialogue)};
  }
};

Client::Client(Server server, std::function<bool()> cancelled)
    : state_(std::make_unique<State>(
          State{std::move(server), std::move(cancelled), http::new_easy()})) {}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

Result<Receipt, Refusal> Client::send(const Envelope& envelope, const std::string& message) {
  CURL* easy = state_->easy.get();
  const std::string from = path_of(envelope.from);
  const Recipients to(curl_slist_append(nullptr, path_of(envelope.to).c_str()));
  if (!to) throw std::bad_alloc();
  Dialogue dialogue{message, state_->cancelled};
  curl_easy_reset(easy);  // resets options, keeps the connection
  set_server(easy, state_->server);
  set_dialogue(easy, &dialogue);
  set_option(easy, CURLOPT_UPLOAD, 1L);
  set_option(easy, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(message.size()));
  set_option(easy, CURLOPT_MAIL_FROM, from.c_str());
  set_option(easy, CURLOPT_MAIL_RCPT, to.get());
  return state_->perform(dialogue);
}

Result<Receipt, Refusal> Client::probe() {
  CURL* easy = state_->easy.get();
  Dialogue dialogue{"", state_->cancelled};
  curl_easy_reset(easy);
  set_server(easy, state_->server);
  set_dialogue(easy, &dialogue);
  set_option(easy, CURLOPT_CUSTOMREQUEST, "NOOP");
  return state_->perform(dialogue);
}

}  // namespace assay::mail
