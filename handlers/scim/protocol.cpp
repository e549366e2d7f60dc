// SPDX-License-Identifier: Apache-2.0
// Reads and writes the messages of SCIM.
#include "handlers/scim/protocol.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "core/base/ascii.hpp"
#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "fcgi/header_value.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/input.hpp"

namespace assay::handlers::scim {
namespace {

constexpr std::string_view kBase = "/api/scim/v2/";
constexpr std::size_t kMaxBytes = std::size_t{256} << 10U;  // nginx refuses larger ones already
constexpr std::size_t kMaxOperations = 1000;

// A whole number, where a negative one counts as `least` (RFC 7644, section 3.4.2.4).
std::int64_t number_of(const fcgi::Query& query, std::string_view name, std::int64_t least,
                       std::int64_t otherwise) {
  const auto text = query.get(name);
  if (!text) return otherwise;
  std::int64_t number = 0;
  const char* end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) refuse_field(name, "must be a whole number");
  return std::max(number, least);
}

// The attributes that a parameter names, in lower case; of a path, its first name.
std::set<std::string> names_in(const fcgi::Query& query, std::string_view parameter) {
  std::set<std::string> names;
  const std::string text = query.get(parameter).value_or("");
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const auto path = parse_path(trimmed(std::string_view(text).substr(start, end - start)));
    if (path) names.insert(path->attribute);
    start = end + 1;
  }
  return names;
}

Json shown(const fcgi::Query& query, const Json& resource) {
  if (!query.get("attributes") && !query.get("excludedAttributes")) return resource;
  Json cut = Json::object();
  for (const std::string& name : resource.keys()) {
    const bool always = name == "schemas" || name == "id";
    if (always || shows(query, ascii_lower(name))) cut.set(name, resource.get(name));
  }
  return cut;
}

Op op_of(const Json& operation) {
  const std::string word = ascii_lower(operation.get("op").as_string().value_or(""));
  if (word == "add") return Op::Add;
  if (word == "remove") return Op::Remove;
  if (word == "replace") return Op::Replace;
  refuse("invalidSyntax", "op: must be add, remove or replace");
}

AttributePath path_of(const std::string& text) {
  auto path = parse_path(text);
  if (!path) refuse("invalidPath", "path: cannot be parsed: " + text);
  return std::move(*path);
}

// Members of an object as operations. Some providers name a part of an attribute
// ("name.givenName").
void add_members(Op op, const Json& members, std::vector<Operation>& all) {
  for (const std::string& name : members.keys()) {
    // A name that is not a path does not belong to a schema of ours.
    auto path = parse_path(name);
    if (path) all.push_back({op, std::move(*path), members.get(name), false});
  }
}

// The value of a member, whatever the case of its name.
Json member(const Json& object, std::string_view name) {
  for (const std::string& key : object.keys()) {
    if (ascii_lower(key) == ascii_lower(name)) return object.get(key);
  }
  return {};
}

}  // namespace

void refuse(std::string_view scim_type, std::string message) {
  throw Failure(ErrorCode::ValidationError, std::move(message),
                Json::object().set("scimType", scim_type));
}

void refuse_taken(std::string message) {
  throw Failure(ErrorCode::Conflict, std::move(message),
                Json::object().set("scimType", "uniqueness"));
}

std::string location_of(std::string_view kind, std::string_view id) {
  return std::string(kBase).append(kind).append("/").append(id);
}

Json read_body(fcgi::Request& request) {
  const auto type = fcgi::parse_header_value(request.content_type());
  if (!type || (type->value != kScimType && type->value != "application/json")) {
    throw Failure(ErrorCode::UnsupportedMediaType,
                  "Content-Type must be application/scim+json or application/json");
  }
  std::string why;
  const auto body = Json::parse(request.whole_body(kMaxBytes), &why);
  if (!body) refuse("invalidSyntax", "The body is not JSON: " + why);
  if (!body->is_object()) refuse("invalidSyntax", "The body must be a JSON object");
  return *body;
}

std::vector<Comparison> filter_of(const fcgi::Query& query) {
  const auto text = query.get("filter");
  if (!text) return {};
  auto filter = parse_filter(*text);
  if (!filter) {
    refuse("invalidFilter", "filter: only comparisons with eq, joined by and, are supported");
  }
  return std::move(*filter);
}

Json versioned(const Json& resource) {
  constexpr std::size_t kDigestBytes = 12;
  const Sha256Bytes digest = sha256(resource.canonical());
  const std::string_view start(reinterpret_cast<const char*>(digest.data()), kDigestBytes);
  Json whole = resource;
  whole.get("meta").set("version", "\"" + to_base64url(start) + "\"");
  return whole;
}

void require_version(const Context& context, const Json& resource) {
  const auto wanted = context.request.header("If-Match");
  const std::string version = resource.get("meta").get("version").as_string().value_or("");
  if (!wanted || names_tag(*wanted, version)) return;
  throw Failure(ErrorCode::PreconditionFailed,
                "The resource has changed since it was read: read it again");
}

bool shows(const fcgi::Query& query, const std::string& attribute) {
  const std::set<std::string> only = names_in(query, "attributes");
  if (!only.empty()) return only.contains(attribute);
  return !names_in(query, "excludedAttributes").contains(attribute);
}

Response answer(const Context& context, int status, const Json& resource) {
  Response response = answer(status, shown(context.query, resource));
  const auto version = resource.get("meta").get("version").as_string();
  if (version) response.set("ETag", *version);
  return response;
}

Response answer(int status, const Json& body) {
  return Response::of_text(status, kScimType, body.dump());
}

Window window_of(const fcgi::Query& query) {
  return {number_of(query, "startIndex", 1, 1),
          std::min(number_of(query, "count", 0, Window{}.count), kMaxPage)};
}

Response list_answer(const Context& context, const std::vector<Json>& resources, std::int64_t total,
                     const Window& window) {
  Json items = Json::array();
  for (const Json& resource : resources) items.push(shown(context.query, resource));
  return answer(
      200,
      Json::object()
          .set("schemas", Json::array().push("urn:ietf:params:scim:api:messages:2.0:ListResponse"))
          .set("totalResults", total)
          .set("startIndex", window.start)
          .set("itemsPerPage", resources.size())
          .set("Resources", items));
}

std::vector<Operation> operations_of(const Json& body) {
  const Json items = member(body, "Operations");
  if (!items.is_array() || items.size() == 0 || items.size() > kMaxOperations) {
    refuse("invalidSyntax",
           "Operations: must have from 1 to " + std::to_string(kMaxOperations) + " items");
  }
  std::vector<Operation> all;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Json item = items.at(i);
    if (!item.is_object()) refuse("invalidSyntax", "Operations: must be objects");
    const Op op = op_of(item);
    if (const auto path = item.get("path").as_string()) {
      all.push_back({op, path_of(*path), item.get("value"), true});
    } else if (op == Op::Remove) {
      refuse("noTarget", "path: is required for remove");
    } else if (item.get("value").is_object()) {
      add_members(op, item.get("value"), all);
    } else {
      refuse("invalidValue", "value: must be an object where there is no path");
    }
  }
  return all;
}

std::vector<Operation> replacements_of(const Json& resource) {
  std::vector<Operation> all;
  add_members(Op::Replace, resource, all);
  return all;
}

}  // namespace assay::handlers::scim
