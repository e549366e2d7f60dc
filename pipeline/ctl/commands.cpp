// SPDX-License-Identifier: Apache-2.0
// Commands that work on the database, as its owner.
#include "pipeline/ctl/commands.hpp"

#include "core/ed25519.hpp"
#include "core/password.hpp"
#include "db/migrate.hpp"
#include "db/store/access.hpp"
#include "db/store/pack_versions.hpp"
#include "pipeline/ctl/acting.hpp"

namespace assay::ctl {
namespace {

constexpr std::size_t kLeastPasswordLength = 12;

std::string read_password(const std::string& file) {
  std::string password = read_input(file);
  while (!password.empty() && (password.back() == '\n' || password.back() == '\r')) {
    password.pop_back();
  }
  if (password.size() < kLeastPasswordLength) {
    throw Failure(invalid_field("--password-file", "the password must have 12 characters or more"));
  }
  return password;
}

void ensure_signing_key(pg::Connection& connection) {
  pg::Tx tx(connection, pg::Access::ReadWrite);
  if (!store::access::signing_keys(tx).empty()) return;
  ed25519::KeyPair pair = ed25519::generate();
  store::access::add_signing_key(
      tx, {new_uuid(), std::move(pair.private_key), std::move(pair.public_key), false});
  tx.commit();
}

}  // namespace

const std::string& Arguments::required(const std::string& option) const {
  const auto found = options.find(option);
  if (found == options.end()) throw Failure(invalid_field(option, "is needed"));
  return found->second;
}

std::optional<std::string> Arguments::optional(const std::string& option) const {
  const auto found = options.find(option);
  if (found == options.end()) return std::nullopt;
  return found->second;
}

const std::string& Arguments::file() const {
  if (positional.size() != 1) throw Failure(invalid_field("FILE", "exactly one is needed"));
  return positional.front();
}

int migrate(const Config& config, const Arguments& /*arguments*/) {
  pg::Connection connection = connect(config);
  const Result<int> applied = db::migrate(connection);
  if (!applied) throw Failure(applied.error());
  ensure_signing_key(connection);
  print(Json::object().set("applied", *applied));
  return 0;
}

int tenant_create(const Config& config, const Arguments& arguments) {
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadWrite);
  const auto [tenant, created] = store::access::ensure_tenant(tx, arguments.required("--name"));
  tx.act_for(tenant.id);
  if (created) audit(tx, tenant.id, "tenant.create", "tenant", tenant.id.value);
  tx.commit();
  print(Json::object().set("id", tenant.id.value).set("name", tenant.name));
  return 0;
}

int user_create(const Config& config, const Arguments& arguments) {
  store::access::User user;
  user.tenant = tenant_option(arguments);
  user.id = UserId::fresh();
  user.email = arguments.required("--email");
  user.display_name = arguments.required("--display-name");
  const auto role = from_text<Role>(arguments.required("--role"));
  if (!role) {
    throw Failure(invalid_field("--role", "must be VIEWER, MEMBER, ADMIN or SUPER_ADMIN"));
  }
  user.role = *role;
  user.password_hash = password::hash(read_password(arguments.required("--password-file")));

  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadWrite, user.tenant);
  require_tenant(tx, user.tenant);
  user.id = store::access::put_user(tx, user.tenant, user);
  audit(tx, user.tenant, "user.put", "user", user.id.value);
  tx.commit();
  print(Json::object()
            .set("id", user.id.value)
            .set("email", user.email)
            .set("role", to_text(user.role))
            .set("tenantId", user.tenant.value));
  return 0;
}

int bind(const Config& config, const Arguments& arguments) {
  const TenantId tenant = tenant_option(arguments);
  const auto pack = PackId::parse(arguments.required("--pack"));
  if (!pack) throw Failure(invalid_field("--pack", "is not an identifier"));
  pg::Connection connection = connect(config);
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  require_tenant(tx, tenant);
  std::optional<CriteriaVersionId> version;
  if (arguments.options.contains("--version")) {
    version = CriteriaVersionId::parse(arguments.required("--version"));
  } else {
    version = store::packs::newest_version(tx, tenant, *pack);
  }
  if (!version) throw Failure(not_found("Criteria version", "packId", pack->value));
  store::packs::bind(tx, tenant, *pack, *version);
  audit(tx, tenant, "binding.put", "pack", pack->value);
  tx.commit();
  print(Json::object().set("packId", pack->value).set("criteriaVersionId", version->value));
  return 0;
}

}  // namespace assay::ctl
