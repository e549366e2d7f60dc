// SPDX-License-Identifier: Apache-2.0
// Reads accounts from request bodies.
#include "handlers/auth/account_input.hpp"

#include "core/crypto/account.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {

store::users::NewUser new_user_of(const Body& body, const Slots& slots, std::optional<Role> role) {
  store::users::NewUser user;
  user.email = body.text("email", account::kMaxEmail);
  const std::string_view issue = account::email_issue(user.email);
  if (!issue.empty()) refuse_field(body.full_name("email"), issue);
  user.display_name = body.text("displayName", account::kMaxName);
  user.role = role ? *role : state_of<Role>("role", body.text("role", account::kMaxName));
  if (body.has("password")) user.password_hash = password_hash_of(body, slots);
  return user;
}

std::string password_hash_of(const Body& body, const Slots& slots) {
  const std::string password = body.secret("password", account::kMaxPassword);
  const std::string_view issue = account::password_issue(password);
  if (!issue.empty()) refuse_field(body.full_name("password"), issue);
  const Slots::Slot slot = slots.take();
  return password::hash(password);
}

}  // namespace assay::handlers
