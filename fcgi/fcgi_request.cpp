// SPDX-License-Identifier: Apache-2.0
// Reads FastCGI parameters and the body stream.
#include "fcgi/fcgi_request.hpp"

#include <algorithm>
#include <limits>

namespace assay::fcgi {
namespace {

std::string parameter(const FCGX_Request& raw, const char* name) {
  const char* value = FCGX_GetParam(name, raw.envp);
  return value == nullptr ? std::string() : std::string(value);
}

// "If-None-Match" -> "HTTP_IF_NONE_MATCH"; CGI passes two headers without the prefix.
std::string parameter_name(std::string_view header) {
  std::string name;
  for (const char c : header) {
    if (c == '-') {
      name.push_back('_');
    } else {
      name.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
    }
  }
  if (name == "CONTENT_TYPE" || name == "CONTENT_LENGTH") return name;
  return "HTTP_" + name;
}

}  // namespace

FcgiRequest::FcgiRequest(FCGX_Request& raw)
    : Request(parameter(raw, "REQUEST_METHOD"), parameter(raw, "REQUEST_URI"),
              parameter(raw, "REMOTE_ADDR")),
      raw_(raw) {}

std::vector<std::string> FcgiRequest::header_values(std::string_view name) const {
  const std::string wanted = parameter_name(name) + "=";
  std::vector<std::string> found;
  for (char** entry = raw_.envp; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    // The web server passes CONTENT_TYPE and CONTENT_LENGTH even when empty: treat them as absent.
    if (text.starts_with(wanted) && (text.size() > wanted.size() || wanted.starts_with("HTTP_"))) {
      found.emplace_back(text.substr(wanted.size()));
    }
  }
  return found;
}

std::size_t FcgiRequest::read_body(std::span<std::byte> buffer) {
  const auto most = std::min<std::size_t>(buffer.size(), std::numeric_limits<int>::max());
  const int count =
      FCGX_GetStr(reinterpret_cast<char*>(buffer.data()), static_cast<int>(most), raw_.in);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

}  // namespace assay::fcgi
