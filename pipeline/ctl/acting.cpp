// SPDX-License-Identifier: Apache-2.0
// Acting as the administrator.
#include "pipeline/ctl/acting.hpp"

#include <iostream>

#include "core/error.hpp"
#include "core/io.hpp"
#include "db/store/access.hpp"
#include "db/store/audit.hpp"

namespace assay::ctl {

pg::Connection connect(const Config& config) {
  return {config.database_url, "assayctl"};
}

TenantId tenant_option(const Arguments& arguments) {
  const auto id = TenantId::parse(arguments.required("--tenant"));
  if (!id) throw Failure(invalid_field("--tenant", "is not an identifier"));
  return *id;
}

void require_tenant(pg::Tx& tx, const TenantId& tenant) {
  if (!store::access::find_tenant(tx, tenant)) {
    throw Failure(not_found("Tenant", "tenantId", tenant.value));
  }
}

std::string read_input(const std::string& file) {
  return read_file(file == "-" ? "/dev/stdin" : file);
}

void audit(pg::Tx& tx, const TenantId& tenant, const std::string& action,
           const std::string& object_type, const std::string& object_id) {
  store::audit::Event event;
  event.action = action;
  event.object_type = object_type;
  event.object_id = object_id;
  event.actor.id = "assayctl";
  store::audit::append(tx, tenant, event);
}

void print(const Json& json) {
  std::cout << json.dump() << '\n';
}

}  // namespace assay::ctl
