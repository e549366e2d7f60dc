// SPDX-License-Identifier: Apache-2.0
// Asks one question, as often as needed.
#include "pipeline/llm/client.hpp"

#include <algorithm>
#include <cmath>

#include "core/http/http_client.hpp"
#include "core/json/utf8.hpp"
#include "core/trace/log.hpp"

namespace assay::llm {
namespace {

using assess::ModelCall;
using std::chrono::milliseconds;

Fault rate_limited() {
  return {"llm_rate_limited",
          "The language model's server asks for a longer pause than the time of the requirement "
          "allows"};
}

Fault unavailable(const std::string& why) {
  return {"llm_unavailable", "The language model could not be reached: " + why};
}

Fault timed_out() {
  return {"timeout", "The language model did not answer in time"};
}

std::string status_text(int status) {
  return "its server answered with HTTP status " + std::to_string(status);
}

Fault given_up() {
  return {"cancelled", "The run was given up"};
}

Fault refused(int status) {
  return {"llm_refused", "The language model's server refused the request (HTTP status " +
                             std::to_string(status) +
                             "); the administrator has to look at its settings"};
}

using Answer = Result<http::Response, http::Problem>;

// The server failed or could not be reached.
bool is_failure(const Answer& answer) {
  if (!answer) return answer.error() != http::Problem::Cancelled;
  return answer->status >= 500 && answer->status != 501;
}

// The requirement's time is over, and not only the time to connect. libcurl counts in milliseconds
// and may end a little early.
bool is_late(const Answer& answer, const Deadline& deadline) {
  constexpr milliseconds kEarly{20};
  return !answer && answer.error() == http::Problem::Timeout && deadline.left() < kEarly;
}

// A request that was given up, or ran out of time, says nothing about the server.
Gate::Outcome told_by(const Answer& answer, const Deadline& deadline) {
  if (is_late(answer, deadline)) return Gate::Outcome::Unknown;
  if (!answer && answer.error() == http::Problem::Cancelled) return Gate::Outcome::Unknown;
  return is_failure(answer) ? Gate::Outcome::Failed : Gate::Outcome::Reached;
}

// The error code of an exchange that is followed by another one.
std::string passing_code(const Answer& answer) {
  if (is_failure(answer)) return "llm_unavailable";
  return answer->status == 429 ? "llm_rate_limited" : "llm_refused";
}

std::optional<Fault> kept_out(Gate::Entry entry) {
  switch (entry) {
    case Gate::Entry::RateLimited:
      return rate_limited();
    case Gate::Entry::Unavailable:
      return unavailable("its server keeps failing");
    case Gate::Entry::GivenUp:
      return given_up();
    case Gate::Entry::Go:
    case Gate::Entry::Probe:
      break;
  }
  return std::nullopt;
}

std::optional<double> cost_of(const LlmSettings& settings, const ModelCall& call) {
  constexpr double kMillion = 1e6;
  constexpr double kStep = 1e9;  // nine decimals of a dollar
  if (!settings.price_input || !settings.price_output || !call.tokens_in || !call.tokens_out) {
    return std::nullopt;
  }
  const double cost = (*settings.price_input * static_cast<double>(*call.tokens_in) +
                       *settings.price_output * static_cast<double>(*call.tokens_out)) /
                      kMillion;
  return std::round(cost * kStep) / kStep;
}

// What hangs below it hangs under the exchange's own span.
std::string traceparent_of(const trace::Parent& evaluation, std::size_t number) {
  trace::Parent exchange = evaluation;
  exchange.span_id = trace::llm_span_id(evaluation.span_id, number);
  return trace::traceparent(exchange);
}

}  // namespace

// One question in progress.
struct Client::Asking {
  const Question& question;
  const Deadline& deadline;
  const Cancelled& cancelled;
  const std::optional<trace::Parent>& evaluation;
  Dialect dialect;
  int failures = 0;
  int limits = 0;  // 429 answers that named no pause
};

Client::Client(LlmSettings settings, Policy policy)
    : settings_(std::move(settings)),
      policy_(policy),
      places_(static_cast<std::size_t>(settings_.max_concurrency)),
      gate_(policy_.breaker),
      dice_(std::random_device{}()) {}

Result<ChatAnswer, Fault> Client::ask(const Question& question, const Deadline& deadline,
                                      const Cancelled& cancelled,
                                      const std::optional<trace::Parent>& evaluation,
                                      std::vector<ModelCall>& calls) {
  Asking asking{question, deadline, cancelled, evaluation, known_dialect()};
  for (;;) {
    const Gate::Entry entry = gate_.enter(deadline, cancelled);
    if (const auto fault = kept_out(entry)) return *fault;
    ModelCall& call = calls.emplace_back();
    const Answer answer = exchange(asking, calls.size(), call);
    gate_.report(entry, told_by(answer, deadline));
    if (answer && answer->status == 200) return taken(*answer, asking.dialect, call);
    const auto fault = after(answer, asking);
    call.error_code = fault ? fault->code : passing_code(answer);
    log::warning("llm_exchange_failed", {{"error", call.error_code}, {"status", call.http_status}});
    if (fault) return *fault;
  }
}

Client::Answer Client::exchange(const Asking& asking, std::size_t number, ModelCall& call) {
  http::Request request;
  request.method = "POST";
  request.url = settings_.base_url + "/chat/completions";
  request.headers = {"Content-Type: application/json", "Accept: application/json"};
  if (!settings_.api_key.empty()) {
    request.headers.push_back("Authorization: Bearer " + settings_.api_key);
  }
  if (asking.evaluation) {
    request.headers.push_back("traceparent: " + traceparent_of(*asking.evaluation, number));
  }
  request.body = chat_body(settings_.model, asking.question, asking.dialect);
  request.connect_timeout = policy_.connect_timeout;
  request.timeout = std::max(milliseconds(1), asking.deadline.left());
  request.max_bytes = policy_.max_bytes;
  request.cancelled = asking.cancelled;
  call.model = settings_.model;
  call.request = request.body;
  call.begun = std::chrono::steady_clock::now();
  Answer answer = http_.exchange(request);
  call.ended = std::chrono::steady_clock::now();
  if (answer) {
    call.http_status = answer->status;
    call.response = without_key(answer->body);
  }
  return answer;
}

std::optional<Fault> Client::after(const Answer& answer, Asking& asking) {
  if (!answer && answer.error() == http::Problem::Cancelled) return given_up();
  if (is_late(answer, asking.deadline)) return timed_out();
  if (is_failure(answer)) return after_failure(answer, asking);
  if (answer->status == 429) return after_limit(*answer, asking);
  if (const auto next = adapted(asking.dialect, answer->status, answer->body)) {
    asking.dialect = *next;
    return std::nullopt;
  }
  return refused(answer->status);
}

std::optional<Fault> Client::after_limit(const http::Response& response, Asking& asking) {
  constexpr std::chrono::hours kLongest{24};
  const auto header = response.headers.find("retry-after");
  std::optional<std::chrono::seconds> named;
  if (header != response.headers.end()) {
    named = http::parse_retry_after(header->second, now(), kLongest);
  }
  const bool plain = !named || named->count() == 0;
  if (plain && ++asking.limits >= policy_.tries) return rate_limited();
  const milliseconds pause = plain ? backoff(asking.limits) : milliseconds(*named);
  gate_.shut_for(pause);
  if (pause >= asking.deadline.left()) return rate_limited();
  return std::nullopt;
}

std::optional<Fault> Client::after_failure(const Answer& answer, Asking& asking) {
  const std::string why =
      answer ? status_text(answer->status) : std::string(http::to_text(answer.error()));
  if (!answer && (answer.error() == http::Problem::Url || answer.error() == http::Problem::Tls ||
                  answer.error() == http::Problem::TooLarge)) {
    return unavailable(why);  // a retry would fail the same way
  }
  if (++asking.failures >= policy_.tries) return unavailable(why);
  const milliseconds pause = backoff(asking.failures);
  if (pause >= asking.deadline.left()) return unavailable(why);
  if (!Gate::pause(pause, asking.cancelled)) return given_up();
  return std::nullopt;
}

milliseconds Client::backoff(int failures) {
  const auto most =
      std::min(policy_.longest_backoff, policy_.first_backoff * (1 << (failures - 1)));
  const std::lock_guard lock(mutex_);
  return milliseconds(std::uniform_int_distribution<std::int64_t>(0, most.count())(dice_));
}

ChatAnswer Client::taken(const http::Response& response, const Dialect& dialect, ModelCall& call) {
  {
    const std::lock_guard lock(mutex_);
    dialect_ = dialect;
  }
  ChatAnswer answer = read_answer(response.body);
  call.answered_by = answer.model;
  call.tokens_in = answer.tokens_in;
  call.tokens_out = answer.tokens_out;
  call.cost_usd = cost_of(settings_, call);
  return answer;
}

Dialect Client::known_dialect() {
  const std::lock_guard lock(mutex_);
  return dialect_;
}

std::string Client::without_key(std::string_view text) const {
  std::string clean = utf8::storable(text);
  if (settings_.api_key.empty()) return clean;
  constexpr std::string_view kInstead = "[key]";
  for (std::size_t at = clean.find(settings_.api_key); at != std::string::npos;
       at = clean.find(settings_.api_key, at + kInstead.size())) {
    clean.replace(at, settings_.api_key.size(), kInstead);
  }
  return clean;
}

}  // namespace assay::llm
