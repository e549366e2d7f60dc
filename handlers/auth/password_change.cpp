// SPDX-License-Identifier: Apache-2.0
// POST /api/auth/password: a signed-in user changes their password.
#include "core/crypto/account.hpp"
#include "db/store/access.hpp"
#include "handlers/auth/throttle.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/body.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

struct Wish {
  std::string current;
  std::string fresh;
};

Wish read_wish(const Context& context) {
  const Body body(context.request, "currentPassword newPassword");
  Wish wish{body.secret("currentPassword", account::kMaxPassword),
            body.secret("newPassword", account::kMaxPassword)};
  const std::string_view issue = account::password_issue(wish.fresh);
  if (!issue.empty()) refuse_field("newPassword", issue);
  if (wish.fresh == wish.current) refuse_field("newPassword", "must differ from the current one");
  return wish;
}

// Others' failed sign-ins do not count here, because the user is already signed in.
throttle::Counters counters_of(const Context& context) {
  return throttle::of_sign_in(context.session.sign_in);
}

store::access::User user_of_session(const Context& context) {
  pg::Tx tx(context.services.connection, pg::Access::ReadOnly, context.session.tenant);
  auto user = store::access::find_user(tx, context.session.tenant, context.session.user);
  if (!user) throw SignInRequired("The access token is not valid or has expired", true);
  throttle::check(tx, counters_of(context));
  return *user;
}

// A stolen access token must not allow guessing the password faster than signing in does. It blocks
// nobody else: a person who signs in again has a counter of that sign-in.
[[noreturn]] void refuse_current(const Context& context, const store::access::User& user) {
  pg::Tx tx(context.services.connection, pg::Access::ReadWrite, user.tenant);
  throttle::add_failure(tx, counters_of(context));
  record(context, tx,
         {.action = "auth.password",
          .object_type = "user",
          .object_id = user.id.value,
          .outcome = store::audit::Outcome::Deny});
  tx.commit();
  refuse_field("currentPassword", "is wrong");
}

}  // namespace

Response auth_password(Context& context) {
  const Wish wish = read_wish(context);
  require_own_account(context);
  const Slots::Slot slot = context.services.slots.passwords.take();
  const store::access::User user = user_of_session(context);
  if (user.password_hash.empty()) {
    throw Failure(ErrorCode::Conflict, "This account has no password: it signs in another way");
  }
  if (!password::verify(wish.current, user.password_hash)) refuse_current(context, user);
  const std::string hash = password::hash(wish.fresh);

  pg::Tx tx(context.services.connection, pg::Access::ReadWrite, user.tenant);
  // The current password was checked against a hash that may have changed since.
  const auto present = store::access::lock_user(tx, user.tenant, user.id);
  if (!present || present->password_hash != user.password_hash) {
    refuse_field("currentPassword", "is wrong");
  }
  store::access::set_password(tx, user.tenant, user.id, hash);
  // Another sign-in may be the reason for the change, so all others end. This one continues.
  static_cast<void>(
      store::access::revoke_other_families(tx, user.tenant, user.id, context.session.sign_in));
  record(context, tx,
         {.action = "auth.password", .object_type = "user", .object_id = user.id.value});
  tx.commit();
  return Response(204);
}

}  // namespace assay::handlers
