// SPDX-License-Identifier: Apache-2.0
// Reads the arguments of commands, and implements migrate and what the commands on the database
// share.
#include "pipeline/ctl/commands.hpp"

#include <unistd.h>

#include <iostream>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/io.hpp"
#include "core/json/utf8.hpp"
#include "db/citus.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/audit/entries.hpp"
#include "pipeline/ctl/accounts.hpp"
#include "pipeline/ctl/installed.hpp"

namespace assay::ctl {
pg::Connection connect(const Config& config) {
  return {config.database, "assayctl"};
}

TenantId tenant_option(const Arguments& arguments) {
  const auto id = TenantId::parse(arguments.required("--tenant"));
  if (!id) throw Failure(invalid_field("--tenant", "is not an identifier"));
  return *id;
}

void require_tenant(pg::Tx& tx, const TenantId& tenant) {
  if (!store::tenants::find(tx, tenant)) {
    throw Failure(not_found("Tenant", "tenantId", tenant.value));
  }
}

std::string read_input(const std::string& file) {
  return read_file(file == "-" ? "/dev/stdin" : file);
}

void audit(pg::Tx& tx, const TenantId& tenant, const std::string& action,
           const std::string& object_type, const std::string& object_id, const Json& detail) {
  Json whole = Json::object().set("osUser", utf8::storable(os_user_name(::getuid())));
  for (const std::string& name : detail.keys()) whole.set(name, detail.get(name));
  store::audit::Event event;
  event.action = action;
  event.object_type = object_type;
  event.object_id = object_id;
  event.actor.id = "assayctl";
  event.auth_method = "command_line";
  event.detail = whole.canonical();
  store::audit::append(tx, tenant, event);
}

void audit_everywhere(pg::Tx& tx, const std::string& action, const std::string& object_type,
                      const std::string& object_id, const Json& detail) {
  for (const auto& tenant : store::tenants::list(tx, std::nullopt, {}).rows) {
    tx.act_for(tenant.id);
    audit(tx, tenant.id, action, object_type, object_id, detail);
  }
}

void print(const Json& json) {
  std::cout << json.dump() << '\n';
}

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

int migrate(const Config& config, const Arguments& arguments) {
  pg::Connection connection = connect(config);
  Json done = Json::object().set("applied", bring_up_to_date(connection));
  // Once tables are spread, those that a later release adds must be, too.
  if (arguments.flag("--citus") || db::is_spread(connection)) {
    const Result<int> tables = db::spread(connection);
    if (!tables) throw Failure(tables.error());
    done.set("spread", *tables);
  }
  print(done);
  return 0;
}

}  // namespace assay::ctl
