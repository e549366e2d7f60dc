// SPDX-License-Identifier: Apache-2.0
// The SCIM user (RFC 7643, section 4.1) that stands for an account: what it shows, and what changes
// of it mean for the account.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/access/scim.hpp"
#include "handlers/scim/protocol.hpp"

namespace assay::handlers::scim {

// Made by versioned().
[[nodiscard]] Json user_resource(const store::scim::User& user);

// What operations ask for. An outer nullopt: they do not speak of it. An inner one: to be removed.
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
// Attributes that accounts have no place for are passed over; those that only Assay sets are
// refused where a path names them. Throws 400.
[[nodiscard]] AskedOfUser asked_of_user(const std::vector<Operation>& operations);

// A user as asked for.
struct WantedUser {
  std::string email;
  std::string display_name;
  bool active = true;
  store::scim::Profile profile;

  [[nodiscard]] const std::string& user_name() const {
    return profile.user_name ? *profile.user_name : email;
  }
};
// now: nullopt for a user to be made. Throws 400 where something that is needed is missing or
// invalid.
[[nodiscard]] WantedUser wanted_user(const AskedOfUser& asked,
                                     const std::optional<store::scim::User>& now);

}  // namespace assay::handlers::scim
