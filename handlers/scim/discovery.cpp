// SPDX-License-Identifier: Apache-2.0
// Describes which parts of SCIM this service supports (RFC 7643, sections 5 to 7): its
// configuration, its resource types, and the attributes of each.
#include <array>
#include <string_view>

#include "core/base/ascii.hpp"
#include "core/base/error.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/scim/protocol.hpp"

namespace assay::handlers {
namespace {

constexpr std::string_view kConfigSchema =
    "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";
constexpr std::string_view kTypeSchema = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
constexpr std::string_view kSchemaSchema = "urn:ietf:params:scim:schemas:core:2.0:Schema";

Json schemas_of(std::string_view schema) {
  return Json::array().push(schema);
}

Json meta_of(std::string_view type, std::string_view location) {
  return Json::object().set("resourceType", type).set("location", location);
}

Json supported(bool is) {
  return Json::object().set("supported", is);
}

struct ScimType {
  std::string_view name;      // "User"
  std::string_view endpoint;  // "/Users"
  std::string_view schema;
  std::string_view description;
};
constexpr std::array kScimTypes{
    ScimType{"User", "/Users", scim::kUserSchema, "A user of the tenant"},
    ScimType{"Group", "/Groups", scim::kGroupSchema, "A role: VIEWER, MEMBER or ADMIN"}};

Json type_resource(const ScimType& type) {
  return Json::object()
      .set("schemas", schemas_of(kTypeSchema))
      .set("id", type.name)
      .set("name", type.name)
      .set("endpoint", type.endpoint)
      .set("description", type.description)
      .set("schema", type.schema)
      .set("schemaExtensions", Json::array())
      .set("meta", meta_of("ResourceType", scim::location_of("ResourceTypes", type.name)));
}

// How an attribute differs from one that is an optional text, read and written, without case.
struct Traits {
  std::string_view type = "string";
  bool many = false;
  bool required = false;
  bool case_exact = false;
  std::string_view mutability = "readWrite";
  std::string_view uniqueness = "none";
};

Json attribute(std::string_view name, std::string_view description, const Traits& traits = {}) {
  return Json::object()
      .set("name", name)
      .set("type", traits.type)
      .set("multiValued", traits.many)
      .set("description", description)
      .set("required", traits.required)
      .set("caseExact", traits.case_exact)
      .set("mutability", traits.mutability)
      .set("returned", "default")
      .set("uniqueness", traits.uniqueness);
}

Json complex(std::string_view name, std::string_view description, Traits traits,
             const Json& parts) {
  traits.type = "complex";
  return attribute(name, description, traits).set("subAttributes", parts);
}

Json user_attributes() {
  const Traits ours{.mutability = "readOnly"};
  const Json name = Json::array()
                        .push(attribute("formatted", "The whole name, if there is no displayName"))
                        .push(attribute("givenName", "The given name"))
                        .push(attribute("familyName", "The family name"));
  const Json emails =
      Json::array()
          .push(attribute("value", "The address"))
          .push(attribute("type", "work", ours))
          .push(attribute("primary", "true", {.type = "boolean", .mutability = "readOnly"}));
  const Json groups =
      Json::array()
          .push(attribute("value", "The role", ours))
          .push(attribute("$ref", "The group's address",
                          {.type = "reference", .case_exact = true, .mutability = "readOnly"})
                    .set("referenceTypes", schemas_of("Group")))
          .push(attribute("display", "The role", ours))
          .push(attribute("type", "direct", ours));
  return Json::array()
      .push(attribute("userName", "Unique in the tenant; the e-mail address where none is given",
                      {.required = true, .uniqueness = "server"}))
      .push(attribute("externalId", "The provider's identifier", {.case_exact = true}))
      .push(attribute("displayName", "The name that Assay shows"))
      .push(complex("name", "The parts of the name", {}, name))
      .push(complex("emails",
                    "The address that the user signs in with: the primary one, or that "
                    "for work",
                    {.many = true}, emails))
      .push(attribute("active", "Whether the user may sign in", {.type = "boolean"}))
      .push(complex("groups", "The groups that the user is in, which are set at the groups",
                    {.many = true, .mutability = "readOnly"}, groups));
}

Json group_attributes() {
  const Json members =
      Json::array()
          .push(attribute("value", "The user's id", {.mutability = "immutable"}))
          .push(attribute("$ref", "The user's address",
                          {.type = "reference", .case_exact = true, .mutability = "readOnly"})
                    .set("referenceTypes", schemas_of("User")))
          .push(attribute("display", "The user's name", {.mutability = "readOnly"}))
          .push(attribute("type", "User", {.mutability = "readOnly"}));
  return Json::array()
      .push(
          attribute("displayName", "The role", {.mutability = "readOnly", .uniqueness = "server"}))
      .push(complex("members", "Who is in the group; the highest of all groups counts",
                    {.many = true}, members));
}

Json schema_resource(const ScimType& type) {
  return Json::object()
      .set("schemas", schemas_of(kSchemaSchema))
      .set("id", type.schema)
      .set("name", type.name)
      .set("description", type.description)
      .set("attributes", type.name == "User" ? user_attributes() : group_attributes())
      .set("meta", meta_of("Schema", scim::location_of("Schemas", type.schema)));
}

Response all_types(const Context& context, Json (*resource)(const ScimType&)) {
  std::vector<Json> all;
  for (const ScimType& type : kScimTypes) all.push_back(resource(type));
  return scim::list_answer(context, all, static_cast<std::int64_t>(all.size()), {});
}

Response type_with(const Context& context, std::string_view ScimType::*id,
                   Json (*resource)(const ScimType&)) {
  const std::string& wanted = context.path.get("name");
  for (const ScimType& type : kScimTypes) {
    if (ascii_lower(type.*id) == ascii_lower(wanted)) return scim::answer(200, resource(type));
  }
  throw Failure(not_found("Resource", "name", wanted));
}

}  // namespace

Response scim_config(Context& /*context*/) {
  const Json scheme = Json::object()
                          .set("type", "oauthbearertoken")
                          .set("name", "SCIM token")
                          .set("description", "A token that an administrator of the tenant makes")
                          .set("primary", true);
  return scim::answer(
      200,
      Json::object()
          .set("schemas", schemas_of(kConfigSchema))
          .set("patch", supported(true))
          .set("bulk", supported(false).set("maxOperations", 0).set("maxPayloadSize", 0))
          .set("filter", supported(true).set("maxResults", scim::kMaxPage))
          .set("changePassword", supported(false))
          .set("sort", supported(false))
          .set("etag", supported(true))
          .set("authenticationSchemes", Json::array().push(scheme))
          .set("meta", meta_of("ServiceProviderConfig", "/api/scim/v2/ServiceProviderConfig")));
}

Response scim_resource_types_list(Context& context) {
  return all_types(context, type_resource);
}

Response scim_resource_types_get(Context& context) {
  return type_with(context, &ScimType::name, type_resource);
}

Response scim_schemas_list(Context& context) {
  return all_types(context, schema_resource);
}

Response scim_schemas_get(Context& context) {
  return type_with(context, &ScimType::schema, schema_resource);
}

}  // namespace assay::handlers
