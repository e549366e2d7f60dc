// SPDX-License-Identifier: Apache-2.0
// The canonical request, the string to sign and the signature of AWS Signature Version 4.
// HMAC-SHA-256 (RFC 2104) over "id.timestamp.body".
#include "core/crypto/request_signature.hpp"

#include <algorithm>
#include <array>
#include <ctime>

#include "core/base/ascii.hpp"
#include "core/base/digest.hpp"

namespace assay::aws {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view kEnd = "aws4_request";

std::string encoded(std::string_view text, std::string_view also_kept) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string made;
  for (const char c : text) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '.' || c == '_' || c == '~' ||
                      also_kept.find(c) != std::string_view::npos;
    if (kept) {
      made.push_back(c);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      made.push_back('%');
      made.push_back(kDigits[byte >> 4U]);
      made.push_back(kDigits[byte & 0xFU]);
    }
  }
  return made;
}

Fields sorted(Fields fields) {
  std::sort(fields.begin(), fields.end());
  return fields;
}

std::string signed_names(const Fields& headers) {
  std::string names;
  for (const auto& [name, value] : sorted(headers)) {
    names.append(names.empty() ? "" : ";").append(name);
  }
  return names;
}

std::string scope_of(std::string_view date, std::string_view region) {
  std::string scope(date.substr(0, 8));
  scope.append("/").append(region).append("/s3/").append(kEnd);
  return scope;
}

}  // namespace

std::string encode(std::string_view text) {
  return encoded(text, "");
}

std::string encode_path(std::string_view text) {
  return encoded(text, "/");
}

std::string encode_query(const Fields& query) {
  Fields parts;
  for (const auto& [name, value] : query) parts.emplace_back(encode(name), encode(value));
  std::string text;
  for (const auto& [name, value] : sorted(std::move(parts))) {
    text.append(text.empty() ? "" : "&").append(name).append("=").append(value);
  }
  return text;
}

std::string date_text(Timestamp at) {
  const std::time_t seconds =
      std::chrono::floor<std::chrono::seconds>(at).time_since_epoch().count();
  std::tm parts{};
  static_cast<void>(::gmtime_r(&seconds, &parts));  // fails only for years beyond int
  std::array<char, 20> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts)};
}

std::string canonical_request(const Signed& request) {
  std::string text =
      request.method + "\n" + request.path + "\n" + encode_query(request.query) + "\n";
  for (const auto& [name, value] : sorted(request.headers)) {
    text.append(name).append(":").append(trimmed(value)).append("\n");
  }
  return text.append("\n")
      .append(signed_names(request.headers))
      .append("\n")
      .append(request.payload_sha256);
}

std::string authorization(const Signed& request, const Credentials& credentials,
                          std::string_view date, std::string_view region) {
  const std::string scope = scope_of(date, region);
  std::string message(kAlgorithm);
  message.append("\n").append(date).append("\n").append(scope).append("\n");
  message.append(sha256_hex(canonical_request(request)));
  std::string key = "AWS4" + credentials.secret_key;
  for (const std::string_view part : {date.substr(0, 8), region, std::string_view("s3"), kEnd}) {
    key = hmac_sha256(key, part);
  }
  const std::string signature = hmac_sha256(key, message);
  std::string header(kAlgorithm);
  header.append(" Credential=").append(credentials.access_key).append("/").append(scope);
  header.append(", SignedHeaders=").append(signed_names(request.headers));
  header.append(", Signature=");
  return header.append(
      to_hex(std::span(reinterpret_cast<const std::uint8_t*>(signature.data()), signature.size())));
}

}  // namespace assay::aws

namespace assay::webhook {

std::string secret_text(std::string_view secret) {
  return "whsec_" + to_base64(secret);
}

std::string signatures(const std::vector<std::string>& secrets, std::string_view id,
                       std::int64_t seconds, std::string_view body) {
  std::string message(id);
  message.append(".").append(std::to_string(seconds)).append(".").append(body);
  std::string all;
  for (const std::string& secret : secrets) {
    all.append(all.empty() ? "v1," : " v1,").append(to_base64(hmac_sha256(secret, message)));
  }
  return all;
}

}  // namespace assay::webhook
