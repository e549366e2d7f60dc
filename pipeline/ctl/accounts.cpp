// SPDX-License-Identifier: Apache-2.0
// Makes tenants, users and the first signing key.
#include "pipeline/ctl/accounts.hpp"

#include "core/base/error.hpp"
#include "core/crypto/account.hpp"
#include "core/crypto/ed25519.hpp"
#include "db/migrate.hpp"
#include "db/store/access/accounts.hpp"
#include "db/wire/render.hpp"
#include "pipeline/ctl/commands.hpp"

namespace assay::ctl {
namespace {

namespace users = store::users;

void ensure_signing_key(pg::Connection& connection) {
  pg::Tx tx(connection, pg::Access::ReadWrite);
  if (!store::access::signing_keys(tx).empty()) return;
  ed25519::KeyPair pair = ed25519::generate();
  store::access::add_signing_key(
      tx, {new_uuid(), std::move(pair.private_key), std::move(pair.public_key), false});
  tx.commit();
}

}  // namespace

store::tenants::Ensured make_tenant(pg::Connection& connection, const std::string& name) {
  pg::Tx tx(connection, pg::Access::ReadWrite);
  auto ensured = store::tenants::ensure(tx, name);
  const store::tenants::Tenant& tenant = ensured.tenant;
  tx.act_for(tenant.id);
  if (ensured.created) {
    audit(tx, tenant.id, "tenant.create", "tenant", tenant.id.value,
          Json::object().set("name", tenant.name));
  }
  tx.commit();
  return ensured;
}

Json make_user(pg::Connection& connection, const store::access::User& user) {
  pg::Tx tx(connection, pg::Access::ReadWrite, user.tenant);
  require_tenant(tx, user.tenant);
  const auto before = users::find_by_email(tx, user.tenant, user.email);
  const UserId id = store::access::put_user(tx, user.tenant, user);
  Json made = store::render::account(users::find(tx, user.tenant, id).value());
  audit(tx, user.tenant, "user.put", "user", id.value,
        store::render::changed(before ? store::render::account(*before) : Json(), made,
                               {"email", "displayName", "role", "hasPassword", "disabled"}));
  tx.commit();
  return made;
}

void check_email(const std::string& option, const std::string& email) {
  const std::string_view issue = account::email_issue(email);
  if (!issue.empty()) throw Failure(invalid_field(option, issue));
}

void check_password(const std::string& option, const std::string& password) {
  const std::string_view issue = account::password_issue(password);
  if (!issue.empty()) throw Failure(invalid_field(option, "the password " + std::string(issue)));
}

std::string read_password(const std::string& file) {
  std::string password = read_input(file);
  while (!password.empty() && (password.back() == '\n' || password.back() == '\r')) {
    password.pop_back();
  }
  return password;
}

int bring_up_to_date(pg::Connection& connection) {
  const Result<int> applied = db::migrate(connection);
  if (!applied) throw Failure(applied.error());
  ensure_signing_key(connection);
  return *applied;
}

}  // namespace assay::ctl
