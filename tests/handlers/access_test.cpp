// SPDX-License-Identifier: Apache-2.0
// The access rules that need no database: roles, cross-tenant access, task states, the route table.
#include "handlers/http/access.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/base/states.hpp"
#include "handlers/routes.hpp"

namespace assay::handlers {
namespace {

TEST(CrossTenant, NeedsBothTheModeAndTheRole) {
  for (const Role role : {Role::Viewer, Role::Member, Role::Admin}) {
    EXPECT_FALSE(may_cross_tenants(true, role));
    EXPECT_FALSE(may_cross_tenants(false, role));
  }
  EXPECT_FALSE(may_cross_tenants(false, Role::SuperAdmin));
  EXPECT_TRUE(may_cross_tenants(true, Role::SuperAdmin));
}

TEST(CrossTenant, TheMessageSaysWhatIsMissing) {
  EXPECT_EQ(cross_tenant_refusal(false),
            "Cross-tenant access is denied because SUPER_ADMIN_MODE is not enabled");
  EXPECT_EQ(cross_tenant_refusal(true),
            "Cross-tenant access is denied: the SUPER_ADMIN role is required");
  Config config;
  config.super_admin_mode = false;
  const CrossTenantDenied denied(config, "document", "documentId", "d1");
  EXPECT_EQ(denied.error().code, ErrorCode::CrossTenantAccessDenied);
  EXPECT_EQ(denied.error().message, cross_tenant_refusal(false));
  EXPECT_EQ(denied.error().details.get("documentId").as_string(), "d1");
  EXPECT_EQ(denied.object_type(), "document");
  EXPECT_EQ(denied.object_id(), "d1");
}

TEST(Roles, EachHasTheRightsOfTheOneBefore) {
  const std::vector<Role> roles{Role::Viewer, Role::Member, Role::Admin, Role::SuperAdmin};
  for (std::size_t has = 0; has < roles.size(); ++has) {
    for (std::size_t needs = 0; needs < roles.size(); ++needs) {
      const Session session{UserId::fresh(), TenantId::fresh(), roles[has]};
      if (has >= needs) {
        EXPECT_NO_THROW(require_role(session, roles[needs]));
        continue;
      }
      try {
        require_role(session, roles[needs]);
        ADD_FAILURE() << has << " " << needs;
      } catch (const Failure& failure) {
        EXPECT_EQ(failure.error().code, ErrorCode::Forbidden);
        EXPECT_EQ(failure.error().details.get("requiredRole").as_string(), to_text(roles[needs]));
      }
    }
  }
}

TEST(TaskStates, OnlyTheDrawnTransitions) {
  using enum TaskStatus;
  const std::set<std::pair<TaskStatus, TaskStatus>> allowed{
      {Pending, InProgress},   {InProgress, Pending}, {InProgress, Completed},
      {Completed, InProgress}, {Pending, Pending},    {InProgress, InProgress},
      {Completed, Completed}};
  for (const TaskStatus from : {Pending, InProgress, Completed}) {
    for (const TaskStatus to : {Pending, InProgress, Completed}) {
      EXPECT_EQ(may_become(from, to), allowed.contains({from, to}));
    }
  }
}

TEST(Routes, AreWellFormedAndGuarded) {
  fcgi::Router router;
  const std::set<std::string_view> open{
      "/api/health/live", "/api/health/ready",    "/api/openapi.json",
      "/api/auth/login",  "/api/auth/refresh",    "/api/auth/logout",
      "/api/auth/config", "/api/auth/oidc/start", "/api/auth/oidc/callback"};
  // Everybody may manage their own password and tokens.
  const std::set<std::string_view> own{"/api/auth/password", "/api/tokens", "/api/tokens/{tokenId}",
                                       "/api/me/notifications"};
  for (const Route& route : routes()) {
    EXPECT_NO_THROW(router.add(route.method, route.pattern)) << route.pattern;
    EXPECT_NE(route.handler, nullptr);
    // What OPTIONS tells is no secret.
    EXPECT_EQ(route.access == kPublic, open.contains(route.pattern) || route.method == "OPTIONS")
        << route.pattern;
    if (route.pattern.starts_with("/api/admin")) {
      EXPECT_GE(*route.access, Role::Admin);
    }
    // No role that may only read can change anything of the tenant.
    if (route.method != "GET" && route.access && !own.contains(route.pattern)) {
      EXPECT_GE(*route.access, Role::Member);
    }
  }
}

TEST(Routes, NoRowHidesAnother) {
  fcgi::Router router;
  for (const Route& route : routes()) router.add(route.method, route.pattern);
  for (std::size_t i = 0; i < routes().size(); ++i) {
    const auto target = fcgi::parse_target(routes()[i].pattern);
    ASSERT_TRUE(target);
    EXPECT_EQ(router.match(routes()[i].method, target->segments).row, i) << routes()[i].pattern;
  }
}

}  // namespace
}  // namespace assay::handlers
