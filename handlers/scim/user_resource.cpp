// SPDX-License-Identifier: Apache-2.0
// Renders accounts as SCIM users, and reads the changes that requests ask for.
#include "handlers/scim/user_resource.hpp"

#include "core/base/ascii.hpp"
#include "core/crypto/account.hpp"
#include "handlers/http/input.hpp"

namespace assay::handlers::scim {
namespace {

constexpr std::size_t kMaxExternalId = 1000;
constexpr std::size_t kMaxNamePart = 99;  // two of them and a blank are a display name

std::string required_text(std::string_view field, const Json& value, std::size_t most) {
  return Body(Json::object().set(field, value)).text(field, most);
}

// An empty text removes, as null does.
std::optional<std::string> optional_text(std::string_view field, const Operation& operation,
                                         std::size_t most) {
  const Json& value = operation.value;
  if (operation.op == Op::Remove || value.is_null() || value.as_string() == "") {
    return std::nullopt;
  }
  return required_text(field, value, most);
}

// The item of a list that counts: the primary one, the one for work, or the first.
Json main_of(const Json& items) {
  if (!items.is_array()) return items;
  Json best = items.at(0);
  for (std::size_t i = items.size(); i-- > 0;) {
    if (items.at(i).get("type").as_string() == "work") best = items.at(i);
  }
  for (std::size_t i = items.size(); i-- > 0;) {
    if (truth_of(items.at(i).get("primary")) == true) best = items.at(i);
  }
  return best;
}

// Whether a path into the addresses means the only one that we keep.
bool means_ours(const AttributePath& path) {
  for (const Comparison& condition : path.where) {
    const std::string name = condition.path.dotted();
    if (name == "type" && condition.value.as_string() != "work") return false;
    if (name == "primary" && truth_of(condition.value) != true) return false;
  }
  return path.part.empty() || path.part == "value";
}

void take_email(const Operation& operation, AskedOfUser& asked) {
  if (!means_ours(operation.path)) return;
  if (operation.op == Op::Remove) {
    asked.email = std::optional<std::string>();
    return;
  }
  Json value = operation.value;
  if (value.is_array() || value.is_object()) value = main_of(value).get("value");
  if (value.is_null()) return;  // an empty list, or an item that says something else
  asked.email = required_text("emails", value, account::kMaxEmail);
}

void take_name(const Operation& operation, std::string_view part, AskedOfUser& asked) {
  if (part == "givenname") asked.given_name = optional_text("name", operation, kMaxNamePart);
  if (part == "familyname") asked.family_name = optional_text("name", operation, kMaxNamePart);
  if (part == "formatted") {
    asked.formatted_name = optional_text("name", operation, account::kMaxName);
  }
}

void take_whole_name(const Operation& operation, AskedOfUser& asked) {
  if (operation.op == Op::Remove) {
    asked.given_name = asked.family_name = std::optional<std::string>();
    return;
  }
  for (const std::string& part : operation.value.keys()) {
    Operation one = operation;
    one.value = operation.value.get(part);
    take_name(one, ascii_lower(part), asked);
  }
}

void take_active(const Operation& operation, AskedOfUser& asked) {
  asked.active = truth_of(operation.value);
  if (!asked.active) refuse("invalidValue", "active: must be true or false");
}

bool only_ours_to_set(std::string_view attribute) {
  return attribute == "id" || attribute == "meta" || attribute == "groups" ||
         attribute == "schemas";
}

void take(const Operation& operation, AskedOfUser& asked) {
  const std::string& attribute = operation.path.attribute;
  if (attribute == "username") {
    if (operation.op == Op::Remove) refuse("mutability", "userName: cannot be removed");
    asked.user_name = required_text("userName", operation.value, account::kMaxEmail);
  } else if (attribute == "externalid") {
    asked.external_id = optional_text("externalId", operation, kMaxExternalId);
  } else if (attribute == "displayname") {
    asked.display_name = optional_text("displayName", operation, account::kMaxName);
  } else if (attribute == "name") {
    if (operation.path.part.empty()) {
      take_whole_name(operation, asked);
    } else {
      take_name(operation, operation.path.part, asked);
    }
  } else if (attribute == "emails") {
    take_email(operation, asked);
  } else if (attribute == "active") {
    take_active(operation, asked);
  } else if (only_ours_to_set(attribute) && operation.named) {
    refuse("mutability", attribute + ": is not set by clients");
  }
}

std::string joined_name(const store::scim::Profile& profile, const std::string& otherwise) {
  std::string name = profile.given_name.value_or("");
  if (profile.family_name) name.append(name.empty() ? "" : " ").append(*profile.family_name);
  return name.empty() ? otherwise : name;
}

// A name and an address that are the same text move together, unless both are given.
void set_name_and_email(const AskedOfUser& asked, WantedUser& wanted) {
  const std::string name_before = wanted.user_name();
  const bool apart = wanted.profile.user_name.has_value();
  if (asked.user_name) {
    if (apart || (asked.email && *asked.email)) {
      wanted.profile.user_name = asked.user_name;
    } else {
      wanted.email = *asked.user_name;
    }
  }
  if (!asked.email) return;
  if (!*asked.email) {  // removed: the name is what is left
    wanted.email = asked.user_name.value_or(name_before);
    wanted.profile.user_name = std::nullopt;
    return;
  }
  if (!wanted.profile.user_name && !name_before.empty()) wanted.profile.user_name = name_before;
  wanted.email = **asked.email;
}

void set_display_name(const AskedOfUser& asked, bool joined_before, WantedUser& wanted) {
  if (asked.display_name && *asked.display_name) {
    wanted.display_name = **asked.display_name;
  } else if (asked.formatted_name && *asked.formatted_name) {
    wanted.display_name = **asked.formatted_name;
  } else if (joined_before || asked.display_name) {
    wanted.display_name = joined_name(wanted.profile, wanted.user_name());
  }
}

Json list_of(const Json& item) {
  return Json::array().push(item);
}

Json name_of(const store::scim::User& user) {
  Json name = Json::object().set("formatted", user.account.display_name);
  if (user.profile.given_name) name.set("givenName", *user.profile.given_name);
  if (user.profile.family_name) name.set("familyName", *user.profile.family_name);
  return name;
}

Json groups_of(const store::scim::User& user) {
  Json groups = Json::array();
  for (const Role role : user.groups) {
    groups.push(Json::object()
                    .set("value", to_text(role))
                    .set("$ref", location_of("Groups", to_text(role)))
                    .set("display", to_text(role))
                    .set("type", "direct"));
  }
  return groups;
}

}  // namespace

Json user_resource(const store::scim::User& user) {
  const std::string& id = user.account.id.value;
  Json resource = Json::object();
  resource.set("schemas", list_of(kUserSchema)).set("id", id);
  if (user.profile.external_id) resource.set("externalId", *user.profile.external_id);
  resource.set("userName", user.user_name())
      .set("name", name_of(user))
      .set("displayName", user.account.display_name)
      .set("emails", list_of(Json::object()
                                 .set("value", user.account.email)
                                 .set("type", "work")
                                 .set("primary", true)))
      .set("active", !user.account.disabled_at.has_value())
      .set("groups", groups_of(user))
      .set("meta", Json::object()
                       .set("resourceType", "User")
                       .set("created", to_iso8601(user.account.created_at))
                       .set("location", location_of("Users", id)));
  // Not a part of the version: a change that was undone leaves the same version.
  Json whole = versioned(resource);
  whole.get("meta").set("lastModified", to_iso8601(user.changed_at));
  return whole;
}

AskedOfUser asked_of_user(const std::vector<Operation>& operations) {
  AskedOfUser asked;
  for (const Operation& operation : operations) take(operation, asked);
  return asked;
}

WantedUser wanted_user(const AskedOfUser& asked, const std::optional<store::scim::User>& now) {
  WantedUser wanted;
  bool joined_before = true;
  if (now) {
    wanted = {now->account.email, now->account.display_name, !now->account.disabled_at,
              now->profile};
    joined_before = wanted.display_name == joined_name(now->profile, now->user_name());
  }
  if (!now && !asked.user_name) refuse("invalidValue", "userName: is required");
  if (asked.given_name) wanted.profile.given_name = *asked.given_name;
  if (asked.family_name) wanted.profile.family_name = *asked.family_name;
  if (asked.external_id) wanted.profile.external_id = *asked.external_id;
  wanted.active = asked.active.value_or(wanted.active);
  set_name_and_email(asked, wanted);
  wanted.email = account::folded_email(wanted.email);
  const std::string_view issue = account::email_issue(wanted.email);
  if (!issue.empty()) {
    refuse("invalidValue", "emails: the address for work, or else userName, " + std::string(issue));
  }
  set_display_name(asked, joined_before, wanted);
  return wanted;
}

}  // namespace assay::handlers::scim
