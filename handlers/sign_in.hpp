// SPDX-License-Identifier: Apache-2.0
// Opening and ending sign-ins: families of refresh cookies, each with an end it cannot outlive.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/states.hpp"
#include "db/store/access.hpp"
#include "handlers/context.hpp"
#include "handlers/refresh_cookie.hpp"

namespace assay::handlers::sign_in {

// A sign-in that its user may go on with.
struct Open {
  refresh_cookie::Value cookie;
  std::string family;
  std::chrono::seconds left{};  // until it ends, however often it is renewed
};

// How long a sign-in may last in all: ASSAY_SIGN_IN_MAX_S, ASSAY_OIDC_SIGN_IN_MAX_S.
[[nodiscard]] std::chrono::seconds longest(const Config& config, SignInWay way);
// How long the next cookie of a sign-in with so much time left counts.
[[nodiscard]] std::chrono::seconds cookie_lifetime(const Config& config, std::chrono::seconds left);

// A new sign-in of the user, kept and recorded; the transaction acts for the user's tenant.
[[nodiscard]] Open open(const Context& context, pg::Tx& tx, const store::access::User& user,
                        SignInWay way);

// One that a browser has from before.
struct Earlier {
  TenantId tenant;
  std::string family;
};
// Of the refresh cookie that came along, spent or not: whoever has it could sign out as well.
// nullopt also where another site's page made the request. The transaction acts for its tenant
// afterwards.
[[nodiscard]] std::optional<Earlier> earlier_of(const Context& context, pg::Tx& tx);
// Ends it, as its user's signing out; nothing where it is over already. why: "" or a reason for the
// trail. The transaction acts for its tenant afterwards.
void end(const Context& context, pg::Tx& tx, const Earlier& earlier, std::string_view why);

}  // namespace assay::handlers::sign_in
