// SPDX-License-Identifier: Apache-2.0
// Accounts as request bodies describe them.
#pragma once

#include <string_view>

#include "db/store/users.hpp"
#include "handlers/body.hpp"
#include "handlers/slots.hpp"

namespace assay::handlers {

inline constexpr std::string_view kAccountFields = "email displayName role password";

// Both throw Failure 400 VALIDATION_ERROR naming the field.
// A new user of these fields. role: required, unless one is given here; then it may not stand in
// the body. The password is hashed, which takes some 25 ms and a slot: call it outside a
// transaction.
[[nodiscard]] store::users::NewUser new_user_of(const Body& body, const Slots& slots,
                                                std::optional<Role> role);
// The hash of the field "password", which must be there.
[[nodiscard]] std::string password_hash_of(const Body& body, const Slots& slots);

}  // namespace assay::handlers
