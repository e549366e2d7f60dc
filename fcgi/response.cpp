// SPDX-License-Identifier: Apache-2.0
// Builds the head of a response.
#include "fcgi/response.hpp"

#include <algorithm>
#include <stdexcept>

#include "fcgi/header_value.hpp"

namespace assay::fcgi {
namespace {

std::string_view reason_phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 410:
      return "Gone";
    case 412:
      return "Precondition Failed";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 460:
      return "Checksum Mismatch";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    case 507:
      return "Insufficient Storage";
    default:
      return "Status";
  }
}

bool printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
  });
}

}  // namespace

Response Response::json(int status, const Json& body) {
  Response response(status);
  response.body_ = body.dump();
  response.body_.push_back('\n');
  response.set("Content-Type", "application/json; charset=utf-8");
  return response;
}

Response Response::of_text(int status, std::string_view content_type, std::string body) {
  Response response(status);
  response.body_ = std::move(body);
  response.set("Content-Type", content_type);
  return response;
}

Response Response::internal_file(std::string_view location, std::string_view content_type) {
  Response response(200);
  response.set("X-Accel-Redirect", location).set("Content-Type", content_type);
  return response;
}

Response Response::stream(int status, std::string_view content_type, BodyProducer producer) {
  Response response(status);
  response.producer_ = std::move(producer);
  response.set("Content-Type", content_type);
  return response;
}

Response& Response::set(std::string_view name, std::string_view value) {
  std::erase_if(headers_,
                [&](const Header& header) { return equals_ignoring_case(header.name, name); });
  return add(name, value);
}

Response& Response::add(std::string_view name, std::string_view value) {
  if (!printable(name) || !printable(value)) {
    throw std::logic_error("control character in header " + std::string(name));
  }
  headers_.push_back({std::string(name), std::string(value)});
  return *this;
}

const std::string* Response::header(std::string_view name) const {
  for (const Header& header : headers_) {
    if (equals_ignoring_case(header.name, name)) return &header.value;
  }
  return nullptr;
}

void Response::replace_body(std::string_view content_type, std::string body) {
  body_ = std::move(body);
  set("Content-Type", content_type);
}

void Response::make_not_modified() {
  status_ = 304;
  body_.clear();
  producer_ = nullptr;
  // Otherwise nginx would still send the file.
  std::erase_if(headers_, [](const Header& header) {
    return equals_ignoring_case(header.name, "X-Accel-Redirect");
  });
}

std::string Response::head() const {
  std::string out = "Status: " + std::to_string(status_) + " ";
  out.append(reason_phrase(status_)).append("\r\n");
  const bool empty = status_ == 204 || status_ == 304;
  for (const Header& header : headers_) {
    if (empty && equals_ignoring_case(header.name, "Content-Type")) continue;
    out.append(header.name).append(": ").append(header.value).append("\r\n");
  }
  if (!empty && !producer_ && header("X-Accel-Redirect") == nullptr) {
    out.append("Content-Length: ").append(std::to_string(body_.size())).append("\r\n");
  }
  out.append("\r\n");
  return out;
}

bool Response::sends_body(std::string_view method) const noexcept {
  return method != "HEAD" && status_ != 204 && status_ != 304;
}

}  // namespace assay::fcgi
