// SPDX-License-Identifier: Apache-2.0
// The refresh cookie: its value, the headers that set and clear it, and who may send it.
#pragma once

#include <optional>
#include <string>

#include "core/base/ids.hpp"
#include "core/settings/config.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"

namespace assay::handlers::refresh_cookie {

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
