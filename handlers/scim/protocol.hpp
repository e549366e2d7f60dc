// SPDX-License-Identifier: Apache-2.0
// What all resources of SCIM share (RFC 7644): bodies, answers, versions, pages, which attributes
// are shown, and the operations of a PATCH.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "handlers/http/context.hpp"
#include "handlers/scim/attribute_path.hpp"

namespace assay::handlers::scim {

inline constexpr std::string_view kUserSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
inline constexpr std::string_view kGroupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
inline constexpr std::int64_t kMaxPage = 200;

// 400 with a detail error keyword of RFC 7644, section 3.12.
[[noreturn]] void refuse(std::string_view scim_type, std::string message);
// 409: a name or an address that another user has.
[[noreturn]] void refuse_taken(std::string message);

// The path of a resource: of("Users", id).
[[nodiscard]] std::string location_of(std::string_view kind, std::string_view id);

// The body, an object with any fields: attributes of other schemas, which providers send, are
// ignored. Throws 415 unless it is application/scim+json or application/json, and 400.
[[nodiscard]] Json read_body(fcgi::Request& request);

// The filter of a list; none when absent.
[[nodiscard]] std::vector<Comparison> filter_of(const fcgi::Query& query);

// Completes a resource with its version, which is a digest of everything else in it.
[[nodiscard]] Json versioned(const Json& resource);
// 412 unless If-Match, where the request has one, names the version of the resource.
void require_version(const Context& context, const Json& resource);

// Whether the request asks to see this attribute, whose name is in lower case (attributes,
// excludedAttributes).
[[nodiscard]] bool shows(const fcgi::Query& query, const std::string& attribute);

// An answer with a resource, cut to what the request asks to see. Its ETag is the version, if it
// has one.
[[nodiscard]] Response answer(const Context& context, int status, const Json& resource);
// An answer with anything else.
[[nodiscard]] Response answer(int status, const Json& body);

// A page as the request asks for it (startIndex, count).
struct Window {
  std::int64_t start = 1;  // the first is 1
  std::int64_t count = 100;
};
[[nodiscard]] Window window_of(const fcgi::Query& query);
// A ListResponse of resources, each cut as above.
[[nodiscard]] Response list_answer(const Context& context, const std::vector<Json>& resources,
                                   std::int64_t total, const Window& window);

enum class Op { Add, Remove, Replace };

// One change that a PATCH asks for. An operation without a path is one for each member of its
// value.
struct Operation {
  Op op = Op::Add;
  AttributePath path;
  Json value;
  bool named = false;  // by a path, and not by a member of the value
};
[[nodiscard]] std::vector<Operation> operations_of(const Json& body);
// The operations that a PUT is equivalent to. Attributes that it omits stay unchanged.
[[nodiscard]] std::vector<Operation> replacements_of(const Json& resource);

}  // namespace assay::handlers::scim
