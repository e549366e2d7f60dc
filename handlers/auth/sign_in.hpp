// SPDX-License-Identifier: Apache-2.0
// Opens and ends sign-ins: families of refresh cookies, each with a fixed latest end; and the
// cookie itself.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/base/ids.hpp"
#include "core/base/states.hpp"
#include "core/settings/config.hpp"
#include "db/store/access/sign_in.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers::refresh_cookie {

// The refresh cookie: its value, the headers that set and clear it, and who may send it.

// "<tenant id>.<32 random bytes in base64url>". It names the tenant because the table of tokens,
// like every other, shows a transaction only one tenant's rows.
struct Value {
  TenantId tenant;
  std::string text;
  // SHA-256 of text, 32 bytes: what the database stores.
  [[nodiscard]] std::string hash() const;
};

[[nodiscard]] Value fresh(const TenantId& tenant);
// nullopt when the request has no such cookie or it is malformed.
[[nodiscard]] std::optional<Value> of(const fcgi::Request& request);

// lifetime: how long the browser keeps the cookie.
void set(fcgi::Response& response, const Value& value, std::chrono::seconds lifetime,
         const Config& config);
void clear(fcgi::Response& response, const Config& config);

// false when a browser reports that another site's page made the request. Browsers that honour
// SameSite=Strict send no cookie then; this is for those that do not.
[[nodiscard]] bool same_origin(const fcgi::Request& request, const Config& config);

}  // namespace assay::handlers::refresh_cookie

namespace assay::handlers::sign_in {

// Opens and ends sign-ins: families of refresh cookies, each with a fixed latest end.

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

// A sign-in that the caller already had.
struct Earlier {
  TenantId tenant;
  std::string family;
  std::string_view auth_method = "refresh_cookie";  // what showed it, for the trail
};
// The sign-in of the refresh cookie that came with the request, spent or not: whoever has it could
// sign out as well. nullopt also when another site's page made the request. The transaction then
// acts for its tenant.
[[nodiscard]] std::optional<Earlier> earlier_of(const Context& context, pg::Tx& tx);
// The sign-in that the request's access token came from. nullopt without a valid token, and for an
// API token, which no sign-in made.
[[nodiscard]] std::optional<Earlier> of_access_token(const Context& context);
// Ends it, as if its user signed out; does nothing when it has already ended. why: "" or a reason
// for the trail. The transaction then acts for its tenant.
void end(const Context& context, pg::Tx& tx, const Earlier& earlier, std::string_view why);

}  // namespace assay::handlers::sign_in
