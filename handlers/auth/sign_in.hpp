// SPDX-License-Identifier: Apache-2.0
// Opens and ends sign-ins: families of refresh cookies, each with a fixed latest end.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/base/states.hpp"
#include "db/store/access.hpp"
#include "handlers/auth/refresh_cookie.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers::sign_in {

// A sign-in that its user may continue.
struct Open {
  refresh_cookie::Value cookie;
  std::string family;
  std::chrono::seconds left{};  // until it ends, however often it is renewed
};

// The maximum duration of a sign-in: ASSAY_SIGN_IN_MAX_S, ASSAY_OIDC_SIGN_IN_MAX_S.
[[nodiscard]] std::chrono::seconds longest(const Config& config, SignInWay way);
// The lifetime of the next cookie of a sign-in that has this much time left.
[[nodiscard]] std::chrono::seconds cookie_lifetime(const Config& config, std::chrono::seconds left);

// Creates, stores and records a sign-in of the user. The transaction acts for the user's tenant.
[[nodiscard]] Open open(const Context& context, pg::Tx& tx, const store::access::User& user,
                        SignInWay way);

// A sign-in that a browser already had.
struct Earlier {
  TenantId tenant;
  std::string family;
};
// The sign-in of the refresh cookie that came with the request, spent or not: whoever has it could
// sign out as well. nullopt also when another site's page made the request. The transaction then
// acts for its tenant.
[[nodiscard]] std::optional<Earlier> earlier_of(const Context& context, pg::Tx& tx);
// Ends it, as if its user signed out; does nothing when it has already ended. why: "" or a reason
// for the trail. The transaction then acts for its tenant.
void end(const Context& context, pg::Tx& tx, const Earlier& earlier, std::string_view why);

}  // namespace assay::handlers::sign_in
