// SPDX-License-Identifier: Apache-2.0
// The SCIM user (RFC 7643, section 4.1) that represents an account: what it shows, and how changes
// to it apply to the account.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/access/scim.hpp"
#include "handlers/scim/protocol.hpp"

namespace assay::handlers::scim {

// The complete resource, with its version.
[[nodiscard]] Json user_resource(const store::scim::User& user);

// A text as operations change it. Outer nullopt: unchanged. Inner nullopt: removed.
using Text = std::optional<std::optional<std::string>>;
struct AskedOfUser {
  std::optional<std::string> user_name;
  Text email;
  Text display_name;
  Text formatted_name;
  Text given_name;
  Text family_name;
  Text external_id;
  std::optional<bool> active;
};
// Ignores attributes that accounts have no field for. Refuses attributes that only Assay sets, if a
// path names them. Throws 400.
[[nodiscard]] AskedOfUser asked_of_user(const std::vector<Operation>& operations);

// The user that results from the request.
struct WantedUser {
  std::string email;
  std::string display_name;
  bool active = true;
  store::scim::Profile profile;

  [[nodiscard]] const std::string& user_name() const {
    return profile.user_name ? *profile.user_name : email;
  }
};
// now: nullopt for a new user. Throws 400 if something required is missing or invalid.
[[nodiscard]] WantedUser wanted_user(const AskedOfUser& asked,
                                     const std::optional<store::scim::User>& now);

}  // namespace assay::handlers::scim
