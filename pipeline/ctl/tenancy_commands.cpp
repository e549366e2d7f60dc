// SPDX-License-Identifier: Apache-2.0
// Commands on tenants, their users and bindings. They act for the installation, so they may do what
// no administrator of a tenant may: disable the last one, or create a SUPER_ADMIN.
#include <algorithm>
#include <charconv>
#include <limits>

#include "core/base/vocabularies.hpp"
#include "core/crypto/account.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/access/sign_in.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/wire/render.hpp"
#include "pipeline/ctl/accounts.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

namespace bindings = store::bindings;
namespace users = store::users;

std::string password_option(const Arguments& arguments) {
  constexpr const char* kOption = "--password-file";
  std::string password = read_password(arguments.required(kOption));
  check_password(kOption, password);
  return password;
}

Role role_option(const Arguments& arguments) {
  const auto role = from_text<Role>(arguments.required("--role"));
  if (!role) {
    throw Failure(invalid_field("--role", "must be VIEWER, MEMBER, ADMIN or SUPER_ADMIN"));
  }
  return *role;
}

PackId pack_option(const Arguments& arguments) {
  const auto pack = PackId::parse(arguments.required("--pack"));
  if (!pack) throw Failure(invalid_field("--pack", "is not an identifier"));
  return *pack;
}

// A number from 0 to 1; `otherwise` when the option is absent.
double fraction_option(const Arguments& arguments, const std::string& option, double otherwise) {
  const auto text = arguments.optional(option);
  if (!text) return otherwise;
  double value = -1;
  const auto done = std::from_chars(text->data(), text->data() + text->size(), value);
  const bool whole = done.ec == std::errc() && done.ptr == text->data() + text->size();
  if (!whole || value < 0 || value > 1) {
    throw Failure(invalid_field(option, "must be a number from 0 to 1"));
  }
  return value;
}

// Changes the user of --tenant and --email, records the action with the field's old and new value,
// and prints the user.
template <class Change>
int change_user(const Config& config, const Arguments& arguments, const std::string& action,
                std::string_view field, Change change) {
  const TenantId tenant = tenant_option(arguments);
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  require_tenant(tx, tenant);
  const std::string& email = arguments.required("--email");
  const auto user = users::find_by_email(tx, tenant, email);
  if (!user) throw Failure(not_found("User", "email", email));
  const Json before = store::render::account(*user);
  change(tx, tenant, user->id);
  const Json after = store::render::account(users::find(tx, tenant, user->id).value());
  audit(tx, tenant, action, "user", user->id.value, store::render::changed(before, after, {field}));
  tx.commit();
  print(after);
  return 0;
}

int set_disabled(const Config& config, const Arguments& arguments, bool disabled) {
  return change_user(config, arguments, disabled ? "user.disable" : "user.enable", "disabled",
                     [&](pg::Tx& tx, const TenantId& tenant, const UserId& id) {
                       users::Change change;
                       change.disabled = disabled;
                       users::update(tx, tenant, id, change);
                       if (disabled) users::revoke_refresh_tokens(tx, tenant, id);
                     });
}

CriteriaVersionId version_option(pg::Tx& tx, const Arguments& arguments, const TenantId& tenant,
                                 const PackId& pack,
                                 const std::optional<bindings::Binding>& before) {
  const auto text = arguments.optional("--version");
  if (!text && before) return before->criteria_version;
  const auto version =
      text ? CriteriaVersionId::parse(*text) : store::packs::newest_version(tx, tenant, pack);
  if (!version || bindings::pack_of(tx, *version) != pack) {
    throw Failure(not_found("Criteria version", "packId", pack.value));
  }
  // The owner of the database sees every tenant's versions.
  const auto owner = store::tenants::owner_of(tx, "criteria_version", version->value);
  if (owner && *owner != tenant) {
    throw Failure(invalid_field("--version", "is another tenant's own"));
  }
  return *version;
}

// Throws Failure for an unknown name, and for an evaluator that no run could be judged by.
std::string evaluator_option(const Config& config, const std::string& name) {
  const auto known = evaluators(true);
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    std::string names;
    for (const std::string_view one : known) names.append(names.empty() ? "" : ", ").append(one);
    throw Failure(invalid_field("--evaluator", "must be one of " + names));
  }
  if (name == kLlmEvaluator && !config.llm.enabled()) {
    throw Failure(invalid_field("--evaluator",
                                "is a language model, and none is configured: set "
                                "ASSAY_LLM_BASE_URL and ASSAY_LLM_MODEL"));
  }
  return name;
}

bindings::Terms terms_of(pg::Tx& tx, const Config& config, const Arguments& arguments,
                         const TenantId& tenant, const PackId& pack) {
  bindings::Terms terms;
  terms.evaluator = kBuiltinEvaluator;
  const auto before = bindings::lock(tx, tenant, pack);
  if (before) terms = static_cast<const bindings::Terms&>(*before);
  terms.criteria_version = version_option(tx, arguments, tenant, pack, before);
  terms.threshold_complete = fraction_option(arguments, "--complete", terms.threshold_complete);
  terms.threshold_partial = fraction_option(arguments, "--partial", terms.threshold_partial);
  if (terms.threshold_partial > terms.threshold_complete) {
    throw Failure(invalid_field("--partial", "must not be greater than --complete"));
  }
  if (const auto name = arguments.optional("--evaluator")) {
    terms.evaluator = evaluator_option(config, *name);
  }
  return terms;
}

}  // namespace

int tenant_create(const Config& config, const Arguments& arguments) {
  pg::Connection connection = connect(config);
  const auto tenant = make_tenant(connection, arguments.required("--name")).tenant;
  print(Json::object().set("id", tenant.id.value).set("name", tenant.name));
  return 0;
}

int tenant_list(const Config& config, const Arguments& /*arguments*/) {
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadOnly);
  const auto all = store::tenants::list(tx, std::nullopt, {}).rows;
  print(Json::object().set("tenants", store::render::list(all, store::render::tenant)));
  return 0;
}

int user_create(const Config& config, const Arguments& arguments) {
  store::access::User user;
  user.tenant = tenant_option(arguments);
  user.id = UserId::fresh();
  user.email = arguments.required("--email");
  check_email("--email", user.email);
  user.display_name = arguments.required("--display-name");
  user.role = role_option(arguments);
  user.password_hash = password::hash(password_option(arguments));
  pg::Connection connection = connect(config);
  print(make_user(connection, user));
  return 0;
}

int user_list(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
  require_tenant(tx, tenant);
  const auto all = users::list(tx, tenant, {}, {}).rows;
  print(Json::object().set("users", store::render::list(all, store::render::account)));
  return 0;
}

int user_disable(const Config& config, const Arguments& arguments) {
  return set_disabled(config, arguments, true);
}

int user_enable(const Config& config, const Arguments& arguments) {
  return set_disabled(config, arguments, false);
}

int user_set_role(const Config& config, const Arguments& arguments) {
  users::Change change;
  change.role = role_option(arguments);
  return change_user(config, arguments, "user.role", "role",
                     [&](pg::Tx& tx, const TenantId& tenant, const UserId& id) {
                       users::update(tx, tenant, id, change);
                     });
}

int user_set_password(const Config& config, const Arguments& arguments) {
  users::Change change;
  change.password_hash = password::hash(password_option(arguments));
  return change_user(config, arguments, "user.password", "hasPassword",
                     [&](pg::Tx& tx, const TenantId& tenant, const UserId& id) {
                       users::update(tx, tenant, id, change);
                       users::revoke_refresh_tokens(tx, tenant, id);
                     });
}

int bind(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  const PackId pack = pack_option(arguments);
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  require_tenant(tx, tenant);
  const bindings::Terms terms = terms_of(tx, config, arguments, tenant, pack);
  const auto before = bindings::find(tx, tenant, pack);
  bindings::put(tx, tenant, pack, terms);
  const Json bound = store::render::binding(bindings::find(tx, tenant, pack).value());
  audit(tx, tenant, "binding.put", "pack", pack.value,
        store::render::changed_binding(before ? store::render::binding(*before) : Json(), bound));
  tx.commit();
  print(bound);
  return 0;
}

int binding_list(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
  require_tenant(tx, tenant);
  const auto all = bindings::list(tx, tenant);
  print(Json::object().set("bindings", store::render::list(all, store::render::binding)));
  return 0;
}

}  // namespace assay::ctl
