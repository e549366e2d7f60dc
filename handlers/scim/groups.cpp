// SPDX-License-Identifier: Apache-2.0
// Roles as groups of SCIM: VIEWER, MEMBER and ADMIN. A user in several groups has the highest role;
// a user in none is a VIEWER. Groups cannot be created, renamed or deleted.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/base/ascii.hpp"
#include "core/base/error.hpp"
#include "db/store/access/scim.hpp"
#include "handlers/auth/user_changes.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/scim/protocol.hpp"

namespace assay::handlers {
namespace {

constexpr std::array kGroupRoles{Role::Viewer, Role::Member, Role::Admin};
constexpr std::string_view kGroupId = "groupId";

std::optional<Role> group_named(std::string_view name) {
  for (const Role role : kGroupRoles) {
    if (ascii_lower(to_text(role)) == ascii_lower(name)) return role;
  }
  return std::nullopt;
}

Role group_in_path(const Context& context) {
  const std::string& id = context.path.get(kGroupId);
  const auto role = from_text<Role>(id);
  const bool is_group =
      role && std::find(kGroupRoles.begin(), kGroupRoles.end(), *role) != kGroupRoles.end();
  if (!is_group) throw Failure(not_found("Group", kGroupId, id));
  return *role;
}

// Whether the answer shows members: reading all of them may take long.
bool shows_members(const fcgi::Query& query) {
  return scim::shows(query, "members");
}

Json member_of(const store::scim::Member& member) {
  return Json::object()
      .set("value", member.id.value)
      .set("$ref", scim::location_of("Users", member.id.value))
      .set("display", member.display_name)
      .set("type", "User");
}

// digest: of the members that the group has, shown or not.
Json group_resource(Role role, const std::vector<store::scim::Member>& members,
                    const std::string& digest) {
  constexpr std::size_t kVersionDigits = 24;
  Json listed = Json::array();
  for (const store::scim::Member& member : members) listed.push(member_of(member));
  const std::string_view name = to_text(role);
  return Json::object()
      .set("schemas", Json::array().push(scim::kGroupSchema))
      .set("id", name)
      .set("displayName", name)
      .set("members", listed)
      .set("meta", Json::object()
                       .set("resourceType", "Group")
                       .set("location", scim::location_of("Groups", name))
                       .set("version", "\"" + digest.substr(0, kVersionDigits) + "\""));
}

Json group_resource(Role role, const std::vector<store::scim::Member>& members) {
  return group_resource(role, members, store::scim::digest_of(members));
}

// A group as the request shows it; without its members where it does not.
Json group_shown(const Context& context, pg::Tx& tx, Role role) {
  if (!shows_members(context.query)) {
    return group_resource(role, {}, store::scim::members_digest(tx, context.tenant, role));
  }
  return group_resource(role, store::scim::members(tx, context.tenant, role));
}

// The groups that a filter finds.
std::vector<Role> groups_found(const Context& context, pg::Tx& tx,
                               const std::vector<scim::Comparison>& filter) {
  std::vector<Role> found(kGroupRoles.begin(), kGroupRoles.end());
  const auto keep = [&](auto wanted) { std::erase_if(found, std::not_fn(wanted)); };
  for (const scim::Comparison& comparison : filter) {
    const std::string name = comparison.path.dotted();
    const auto text = comparison.value.as_string();
    if (!text) scim::refuse("invalidFilter", "filter: " + name + " has a value of the wrong type");
    if (name == "displayname") {
      keep([&](Role role) { return group_named(*text) == role; });
    } else if (name == "id") {
      keep([&](Role role) { return to_text(role) == *text; });
    } else if (name == "externalid") {
      found.clear();  // groups have none
    } else if (name == "members" || name == "members.value") {
      const auto id = UserId::parse(*text);
      const auto user = id ? store::scim::find(tx, context.tenant, *id) : std::nullopt;
      keep([&](Role role) {
        return user &&
               std::find(user->groups.begin(), user->groups.end(), role) != user->groups.end();
      });
    } else {
      scim::refuse("invalidFilter", "filter: groups cannot be filtered by " + name);
    }
  }
  return found;
}

using MemberIds = std::set<UserId>;

// The identifiers in a value: an array of {value}, one such object, or a text.
MemberIds ids_in(const Json& value) {
  MemberIds ids;
  const auto add = [&](const Json& item) {
    const auto text = (item.is_object() ? item.get("value") : item).as_string();
    const auto id = text ? UserId::parse(*text) : std::nullopt;
    if (!id) scim::refuse("invalidValue", "members: must be identifiers of users");
    ids.insert(*id);
  };
  if (!value.is_array()) {
    add(value);
    return ids;
  }
  for (std::size_t i = 0; i < value.size(); ++i) add(value.at(i));
  return ids;
}

// The members that a path or a value names; all of them where neither does.
MemberIds named_by(const scim::Operation& operation, const MemberIds& all) {
  if (!operation.path.where.empty()) {
    const scim::Comparison& only = operation.path.where.front();
    const auto text = only.value.as_string();
    if (operation.path.where.size() > 1 || only.path.dotted() != "value" || !text) {
      scim::refuse("invalidFilter", "path: members are named by value eq \"...\"");
    }
    return ids_in(Json(*text));
  }
  return operation.value.is_null() ? all : ids_in(operation.value);
}

// The group's members after the operations; `before` holds those it had. Ignores other attributes,
// because providers also send the name that the group has.
MemberIds members_after(const std::vector<scim::Operation>& operations, const MemberIds& before) {
  MemberIds members = before;
  for (const scim::Operation& operation : operations) {
    if (operation.path.attribute != "members") continue;
    if (operation.op == scim::Op::Remove) {
      for (const UserId& id : named_by(operation, members)) members.erase(id);
      continue;
    }
    if (!operation.path.where.empty()) {
      scim::refuse("invalidPath", "path: members are added and replaced as a whole");
    }
    if (operation.op == scim::Op::Replace) members.clear();
    members.merge(operation.value.is_null() ? MemberIds() : ids_in(operation.value));
  }
  return members;
}

Json names_of(const std::vector<Role>& roles) {
  Json names = Json::array();
  for (const Role role : roles) names.push(to_text(role));
  return names;
}

// Puts a user into the group or takes them out, and gives the role that follows.
void place(const Context& context, pg::Tx& tx, std::vector<UserId>& administrators,
           const store::scim::User& user, Role group, bool in) {
  std::vector<Role> groups = user.groups;
  std::erase(groups, group);
  if (in) groups.push_back(group);
  const Role role = groups.empty() ? Role::Viewer : *std::max_element(groups.begin(), groups.end());
  const ChangedUser target{administrators, user.account};
  require_role(context.session, user.account.role);
  store::scim::set_groups(tx, context.tenant, user.account.id, groups);
  record(context, tx,
         {.action = "user.provision",
          .object_type = kUser.name,
          .object_id = user.account.id.value,
          .detail = Json::object().set(
              "groups",
              Json::object().set("from", names_of(user.groups)).set("to", names_of(groups)))});
  if (role == user.account.role) return;
  store::users::Change change;
  change.role = role;
  require_allowed(context, target, change);
  static_cast<void>(change_user(context, tx, target, change));
  // The next change is judged by the administrators that are there then.
  if (role < Role::Admin) std::erase(administrators, user.account.id);
  if (role == Role::Admin && !user.account.disabled_at) administrators.push_back(user.account.id);
}

// Locks everybody in the order of their identifiers, as other requests do.
void place_all(const Context& context, pg::Tx& tx, std::vector<UserId>& administrators, Role group,
               const MemberIds& before, const MemberIds& after) {
  MemberIds moved;
  std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(),
                                std::inserter(moved, moved.end()));
  // Those who come are placed first, so that one administrator may replace another.
  for (const bool in : {true, false}) {
    for (const UserId& id : moved) {
      if (after.contains(id) != in) continue;
      if (!store::users::lock(tx, context.tenant, id)) throw_absent(context, tx, kUser, id.value);
      const auto user =
          found(store::scim::find(tx, context.tenant, id), context, tx, kUser, id.value);
      place(context, tx, administrators, user, group, in);
    }
  }
}

// The group as it is after the operations.
Json change_group(const Context& context, pg::Tx& tx,
                  const std::vector<scim::Operation>& operations) {
  const Role group = group_in_path(context);
  auto administrators = store::users::lock_administrators(tx, context.tenant);
  const auto members = store::scim::members(tx, context.tenant, group);
  scim::require_version(context, group_resource(group, members));
  MemberIds before;
  for (const store::scim::Member& member : members) before.insert(member.id);
  const MemberIds after = members_after(operations, before);
  if (after == before) return group_resource(group, members);
  place_all(context, tx, administrators, group, before, after);
  Json resource = group_resource(group, store::scim::members(tx, context.tenant, group));
  tx.commit();
  return resource;
}

}  // namespace

Response scim_groups_list(Context& context) {
  const auto filter = scim::filter_of(context.query);
  const scim::Window window = scim::window_of(context.query);
  pg::Tx tx = context.read();
  const std::vector<Role> found = groups_found(context, tx, filter);
  std::vector<Json> page;
  const auto start = static_cast<std::size_t>(window.start - 1);
  for (std::size_t i = start; i < found.size(); ++i) {
    if (page.size() == static_cast<std::size_t>(window.count)) break;
    page.push_back(group_shown(context, tx, found[i]));
  }
  return scim::list_answer(context, page, static_cast<std::int64_t>(found.size()), window);
}

Response scim_groups_get(Context& context) {
  const Role group = group_in_path(context);
  pg::Tx tx = context.read();
  return scim::answer(context, 200, group_shown(context, tx, group));
}

Response scim_groups_create(Context& context) {
  const Json body = scim::read_body(context.request);
  const std::string name = body.get("displayName").as_string().value_or("");
  if (group_named(name)) scim::refuse_taken("This group already exists: link yours to it");
  refuse_whatever_role(
      "The groups are the roles VIEWER, MEMBER and ADMIN: link yours to one of them");
}

Response scim_groups_put(Context& context) {
  const auto operations = scim::replacements_of(scim::read_body(context.request));
  pg::Tx tx = context.write();
  return scim::answer(context, 200, change_group(context, tx, operations));
}

// Without a body: there may be many members, and providers do not read them.
Response scim_groups_patch(Context& context) {
  const auto operations = scim::operations_of(scim::read_body(context.request));
  pg::Tx tx = context.write();
  const Json group = change_group(context, tx, operations);
  Response response(204);
  response.set("ETag", group.get("meta").get("version").as_string().value());
  return response;
}

}  // namespace assay::handlers
