// SPDX-License-Identifier: Apache-2.0
// Checks ports and the operator's networks. Fetches a URL with one GET, and turns each failure into
// a message for the administrator.
#include "pipeline/corpora/fetch.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/http/http_client.hpp"
#include "core/http/ip_network.hpp"
#include "core/json/utf8.hpp"

namespace assay::corpora {
namespace {

int port_of(const sockaddr& address) {
  in_port_t port = 0;
  if (address.sa_family == AF_INET) {
    sockaddr_in in{};
    std::memcpy(&in, &address, sizeof in);
    port = in.sin_port;
  } else {
    sockaddr_in6 in{};
    std::memcpy(&in, &address, sizeof in);
    port = in.sin6_port;
  }
  return ntohs(port);
}

constexpr int kMaxRedirects = 5;
constexpr std::size_t kMaxNameBytes = 200;

struct Explanation {
  http::Problem problem;
  std::string_view code;
  std::string_view reason;
  bool passing;
};

constexpr std::array kExplanations{
    Explanation{http::Problem::Url, "url_refused",
                "The source's address, or one it redirects to, is not a plain http or https "
                "address without a user name. Correct the address.",
                false},
    Explanation{http::Problem::Resolve, "host_unknown",
                "The source's host name has no address. Check its spelling, or try again later.",
                true},
    Explanation{http::Problem::Refused, "address_refused",
                "The source's address, or one it redirects to, is not allowed: only public web "
                "servers on their usual ports are, and the networks that ASSAY_CORPUS_ALLOW_NETS "
                "lists. Upload the text as a file instead, or have the network allowed.",
                false},
    Explanation{http::Problem::Connection, "connection_failed",
                "The connection to the source failed. Try again later.", true},
    Explanation{http::Problem::Tls, "tls_failed",
                "The source's certificate is not valid, or its encryption is out of date. Upload "
                "the text as a file instead.",
                false},
    Explanation{http::Problem::Redirects, "too_many_redirects",
                "The source redirects more than 5 times. Give the address at which it ends.",
                false},
    Explanation{http::Problem::Cancelled, "cancelled", "The fetch was cancelled.", true},
};

FetchFailure failure_of(http::Problem problem, const FetchLimits& limits) {
  if (problem == http::Problem::Timeout) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.time).count();
    return {"timeout",
            "The source did not answer completely within the time limit of " +
                std::to_string(seconds) + " s. Try again later, or upload the text as a file.",
            true};
  }
  if (problem == http::Problem::TooLarge) {
    return {"too_large",
            "The source is larger than the upload limit of " + std::to_string(limits.max_bytes) +
                " bytes. Split the text into smaller files and upload them.",
            false};
  }
  for (const Explanation& one : kExplanations) {
    if (one.problem == problem) {
      return {std::string(one.code), std::string(one.reason), one.passing};
    }
  }
  return {"connection_failed", "The connection to the source failed. Try again later.", true};
}

FetchFailure failure_of_status(int status) {
  constexpr int kRequestTimeout = 408;
  constexpr int kTooManyRequests = 429;
  constexpr int kServerErrors = 500;
  const bool passing =
      status == kRequestTimeout || status == kTooManyRequests || status >= kServerErrors;
  return {"http_status",
          "The source answered with HTTP status " + std::to_string(status) + ". " +
              (passing ? "Try again later." : "Check that its address is right and public."),
          passing};
}

// Extensions for texts whose content does not reveal their type.
std::string_view extension_of(std::string_view content_type) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kExtensions{
      {{"text/html", ".html"},
       {"text/markdown", ".md"},
       {"text/csv", ".csv"},
       {"text/tab-separated-values", ".tsv"},
       {"application/json", ".json"}}};
  const std::string_view type = content_type.substr(0, content_type.find_first_of("; "));
  for (const auto& [name, extension] : kExtensions) {
    if (type == name) return extension;
  }
  return {};
}

http::Request request_of(const std::string& url, const FetchLimits& limits,
                         const AddressGuard& guard, const std::function<bool()>& cancelled) {
  http::Request request;
  request.url = url;
  request.headers = {"Accept: */*"};
  request.timeout = limits.time;
  request.connect_timeout = std::min(limits.time, std::chrono::milliseconds(10'000));
  request.max_bytes = static_cast<std::size_t>(limits.max_bytes);
  request.max_redirects = kMaxRedirects;
  request.allowed = [&guard](const sockaddr& address) { return guard.allows(address); };
  request.cancelled = cancelled;
  return request;
}

}  // namespace

bool AddressGuard::allows(const sockaddr& socket_address) const {
  const auto address = IpAddress::of(socket_address);
  if (!address) return false;
  if (in_any_of(allowed_, unmapped(*address)) || in_any_of(allowed_, *address)) return true;
  constexpr int kHttp = 80;
  constexpr int kHttps = 443;
  const int port = port_of(socket_address);
  return (port == kHttp || port == kHttps) && is_public(*address);
}

std::string file_name_of(const std::string& url, std::string_view content_type) {
  const auto parsed = parse_http_url(url);
  std::string name;
  if (parsed) name = parsed->path.substr(parsed->path.find_last_of("/\\") + 1);
  name = utf8::prefix(utf8::storable(name), kMaxNameBytes);
  if (name.find_first_not_of(" .") == std::string::npos) name = "source";
  if (name.find('.') == std::string::npos) name += extension_of(content_type);
  return name;
}

Result<Fetched, FetchFailure> fetch(const std::string& url, const FetchLimits& limits,
                                    const AddressGuard& guard, const BlobStore& blobs,
                                    const std::function<bool()>& cancelled) {
  IncomingBlob blob = blobs.receive();
  http::Request request = request_of(url, limits, guard, cancelled);
  request.sink = [&blob](std::span<const std::byte> bytes) {
    blob.write(bytes);
    return true;
  };
  const auto answer = http::Client().exchange(request);
  if (!answer) return failure_of(answer.error(), limits);
  constexpr int kOk = 200;
  if (answer->status != kOk) return failure_of_status(answer->status);
  if (blob.size() == 0) {
    return FetchFailure{"empty", "The source answered with an empty text. Check its address.",
                        false};
  }
  static_cast<void>(blob.finish());
  const auto type = answer->headers.find("content-type");
  return Fetched{std::move(blob), file_name_of(answer->url, type == answer->headers.end()
                                                                ? std::string_view()
                                                                : std::string_view(type->second))};
}

}  // namespace assay::corpora
