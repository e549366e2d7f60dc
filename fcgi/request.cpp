// SPDX-License-Identifier: Apache-2.0
// Implements the parts common to all requests, and ValueRequest.
#include "fcgi/request.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "core/base/error.hpp"
#include "fcgi/header_value.hpp"

namespace assay::fcgi {

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

std::string read_whole_body(Request& request, std::size_t limit) {
  std::string body;
  std::array<std::byte, 16'384> buffer;
  while (const std::size_t count = request.read_body(buffer)) {
    if (body.size() + count > limit) {
      Json details = Json::object();
      details.set("limitBytes", limit);
      throw Failure(ErrorCode::PayloadTooLarge, "The request body is too large", details);
    }
    const std::size_t old = body.size();
    body.resize(old + count);
    std::memcpy(body.data() + old, buffer.data(), count);
  }
  return body;
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

std::size_t ValueRequest::read_body(std::span<std::byte> buffer) {
  const std::size_t count = std::min({buffer.size(), step_, body_.size() - at_});
  std::memcpy(buffer.data(), body_.data() + at_, count);
  at_ += count;
  return count;
}

}  // namespace assay::fcgi
