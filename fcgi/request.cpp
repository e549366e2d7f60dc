// SPDX-License-Identifier: Apache-2.0
// Parses request targets, and reads headers and bodies.
#include "fcgi/request.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "core/base/error.hpp"
#include "core/json/utf8.hpp"
#include "fcgi/header_value.hpp"

namespace assay::fcgi {
namespace {

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

bool unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

Error malformed(std::string_view what) {
  return invalid_field("url", what);
}

Result<std::vector<std::string>> split_path(std::string_view path) {
  if (path.empty() || path.front() != '/') return malformed("the path does not begin with /");
  std::vector<std::string> segments;
  for (std::size_t start = 1; start <= path.size();) {
    const std::size_t slash = std::min(path.find('/', start), path.size());
    auto segment = percent_decode(path.substr(start, slash - start), Plus::IsPlus);
    if (!segment) return malformed("the path is not valid percent-encoded UTF-8");
    if (*segment == "." || *segment == "..") return malformed("the path has . or .. in it");
    segments.push_back(std::move(*segment));
    start = slash + 1;
  }
  return segments;
}

Result<Query> split_query(std::string_view text) {
  std::vector<QueryParameter> parameters;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view item = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (item.empty()) continue;
    const std::size_t equals = std::min(item.find('='), item.size());
    auto name = percent_decode(item.substr(0, equals), Plus::IsSpace);
    auto value = percent_decode(item.substr(std::min(equals + 1, item.size())), Plus::IsSpace);
    if (!name || !value) return malformed("the query is not valid percent-encoded UTF-8");
    for (const QueryParameter& earlier : parameters) {
      if (earlier.name == *name) return invalid_field(*name, "given more than once");
    }
    if (parameters.size() == kMaxQueryParameters) return malformed("too many parameters");
    parameters.push_back({std::move(*name), std::move(*value)});
  }
  return Query(std::move(parameters));
}

}  // namespace

std::optional<std::string> percent_decode(std::string_view text, Plus plus) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const auto high = hex_digit(text[i + 1]);
      const auto low = hex_digit(text[i + 2]);
      if (!high || !low) return std::nullopt;
      c = static_cast<char>(static_cast<unsigned char>(*high * 16 + *low));
      i += 2;
    } else if (c == '+' && plus == Plus::IsSpace) {
      c = ' ';
    }
    if (static_cast<unsigned char>(c) < 0x20) return std::nullopt;
    out.push_back(c);
  }
  if (!utf8::valid(out)) return std::nullopt;
  return out;
}

std::string percent_encode(std::string_view text) {
  constexpr std::array<char, 17> kDigits{"0123456789ABCDEF"};
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (unreserved(c)) {
      out.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out.push_back('%');
    out.push_back(kDigits.at(byte >> 4U));
    out.push_back(kDigits.at(byte & 15U));
  }
  return out;
}

std::optional<std::string> Query::get(std::string_view name) const {
  for (const QueryParameter& parameter : parameters_) {
    if (parameter.name == name) return parameter.value;
  }
  return std::nullopt;
}

Result<Target> parse_target(std::string_view target) {
  if (target.size() > kMaxTargetBytes) return malformed("longer than 8192 bytes");
  const std::size_t mark = std::min(target.find('?'), target.size());
  auto segments = split_path(target.substr(0, mark));
  if (!segments) return segments.error();
  auto query = split_query(target.substr(std::min(mark + 1, target.size())));
  if (!query) return query.error();
  return Target{std::move(segments).value(), std::move(query).value()};
}

Request::Request(std::string method, std::string_view raw_target, std::string remote_address)
    : method_(std::move(method)),
      target_(parse_target(raw_target)),
      remote_address_(std::move(remote_address)) {}

std::optional<std::string> Request::header(std::string_view name) const {
  std::vector<std::string> values = header_values(name);
  if (values.size() != 1) return std::nullopt;
  return std::move(values.front());
}

std::string Request::content_type() const {
  return header("Content-Type").value_or("");
}

std::optional<std::int64_t> Request::content_length() const {
  const auto text = header("Content-Length");
  if (!text || text->empty()) return std::nullopt;
  std::int64_t length = 0;
  const auto done = std::from_chars(text->data(), text->data() + text->size(), length);
  if (done.ec != std::errc() || done.ptr != text->data() + text->size() || length < 0) {
    return std::nullopt;
  }
  return length;
}

std::size_t Request::read_body(std::span<std::byte> buffer) {
  streamed_ = true;
  return receive_body(buffer);
}

const std::string& Request::whole_body(std::size_t limit) {
  if (whole_body_) return *whole_body_;
  std::string body;
  std::array<std::byte, 16'384> buffer;
  while (const std::size_t count = receive_body(buffer)) {
    if (body.size() + count > limit) {
      Json details = Json::object();
      details.set("limitBytes", limit);
      throw Failure(ErrorCode::PayloadTooLarge,
                    "The request body is larger than " + std::to_string(limit) + " bytes", details);
    }
    const std::size_t old = body.size();
    body.resize(old + count);
    std::memcpy(body.data() + old, buffer.data(), count);
  }
  return whole_body_.emplace(std::move(body));
}

ValueRequest::ValueRequest(Values values)
    : Request(std::move(values.method), values.target, std::move(values.remote_address)),
      headers_(std::move(values.headers)),
      body_(std::move(values.body)),
      step_(values.step) {}

std::vector<std::string> ValueRequest::header_values(std::string_view name) const {
  std::vector<std::string> found;
  for (const Header& header : headers_) {
    if (equals_ignoring_case(header.name, name)) found.push_back(header.value);
  }
  return found;
}

std::size_t ValueRequest::receive_body(std::span<std::byte> buffer) {
  const std::size_t count = std::min({buffer.size(), step_, body_.size() - at_});
  std::memcpy(buffer.data(), body_.data() + at_, count);
  at_ += count;
  return count;
}

std::optional<std::string> cookie_of(const Request& request, std::string_view name) {
  const std::string cookies = request.header("Cookie").value_or("");
  std::string_view rest = cookies;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    std::string_view cookie = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    cookie.remove_prefix(std::min(cookie.find_first_not_of(' '), cookie.size()));
    if (cookie.starts_with(name) && cookie.substr(name.size()).starts_with("=")) {
      return std::string(cookie.substr(name.size() + 1));
    }
  }
  return std::nullopt;
}

}  // namespace assay::fcgi
