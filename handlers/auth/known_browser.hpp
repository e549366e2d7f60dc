// SPDX-License-Identifier: Apache-2.0
// The cookie that identifies a browser that signed in before, so that wrong passwords sent by
// others do not make it wait. It proves nothing else and signs nobody in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/settings/config.hpp"
#include "db/store/access.hpp"
#include "db/store/known_browsers.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"

namespace assay::handlers::known_browser {

struct Browser {
  std::string secret;       // the cookie's value; 32 random bytes in base64url
  std::string secret_hash;  // its SHA-256, 32 bytes: what the database stores
  std::vector<store::known_browsers::Account> accounts;  // those it signed in to; not empty

  [[nodiscard]] bool knows(const store::access::User& user) const;
};

// The browser that sent the request; nullopt when it has no cookie, or one that no account knows.
// The cost depends on the cookie alone.
[[nodiscard]] std::optional<Browser> of(const fcgi::Request& request, pg::Tx& tx);

// A new secret for set_cookie(), for a browser that is not known yet.
[[nodiscard]] std::string fresh_secret();
[[nodiscard]] std::string hash_of(const std::string& secret);

// Records that the browser signed in as the user. The transaction acts for the user's tenant.
void remember(pg::Tx& tx, const store::access::User& user, const std::string& secret_hash);

// HttpOnly, SameSite=Strict, for /api/auth only, for 180 days.
void set_cookie(fcgi::Response& response, const std::string& secret, const Config& config);

}  // namespace assay::handlers::known_browser
