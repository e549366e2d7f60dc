// SPDX-License-Identifier: Apache-2.0
// Reads accounts from request bodies.
#pragma once

#include <string_view>

#include "db/store/access/accounts.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/slots.hpp"

namespace assay::handlers {

inline constexpr std::string_view kAccountFields = "email displayName role password";

// Both throw Failure 400 VALIDATION_ERROR naming the field.
// A new user with the body's fields. The body must have a role, unless role gives one; then it must
// not. Hashing the password takes some 25 ms and a slot, so call this outside a transaction.
[[nodiscard]] store::users::NewUser new_user_of(const Body& body, const Slots& slots,
                                                std::optional<Role> role);
// The hash of the required field "password".
[[nodiscard]] std::string password_hash_of(const Body& body, const Slots& slots);

}  // namespace assay::handlers
