// SPDX-License-Identifier: Apache-2.0
// API tokens: lists, creates and deletes them. A user sees their own, an ADMIN the tenant's. A
// token below ADMIN can delete only itself: it acts for its creator, but does not administer the
// creator's other machines.
#include "db/store/access/credentials.hpp"

#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/session.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace tokens = store::tokens;

constexpr std::string_view kTokenList = "tokens";
constexpr std::size_t kMaxName = 100;
constexpr std::int64_t kMaxDays = 3660;
constexpr std::size_t kMaxInstant = 40;

struct NewToken {
  std::string name;
  Role role = Role::Viewer;
  std::optional<Timestamp> expires_at;
  TokenScope scope = TokenScope::Api;
};

std::optional<std::int64_t> days_of(const Body& body) {
  if (body.is_null("expiresInDays")) return std::nullopt;
  const auto days = body.value("expiresInDays").as_integer();
  if (!days || *days < 1 || *days > kMaxDays) {
    refuse_field("expiresInDays", "must be a whole number from 1 to " + std::to_string(kMaxDays));
  }
  return days;
}

std::optional<Timestamp> expiry_of(const Body& body, Timestamp now) {
  const auto text = body.optional_text("expiresAt", kMaxInstant);
  const auto days = days_of(body);
  if (text && days) refuse_field("expiresInDays", "cannot be combined with expiresAt");
  if (days) return now + std::chrono::hours(24 * *days);
  if (!text) return std::nullopt;
  const auto at = from_iso8601(*text);
  if (!at) refuse_field("expiresAt", "must be a time like 2026-01-02T03:04:05Z");
  return at;
}

// Checked for a new token only: a repeated request may arrive after its token has expired.
void require_future(const std::optional<Timestamp>& expires_at, Timestamp now) {
  if (!expires_at ||
      (*expires_at > now && *expires_at <= now + std::chrono::hours(24 * kMaxDays))) {
    return;
  }
  refuse_field("expiresAt", "must be in the future, within ten years");
}

NewToken read_new_token(const Body& body, Timestamp now) {
  NewToken wanted;
  wanted.name = body.text("name", kMaxName);
  if (const auto role = body.optional_text("role", kMaxName)) {
    wanted.role = state_of<Role>("role", *role);
  }
  if (const auto scope = body.optional_text("scope", kMaxName)) {
    wanted.scope = state_of<TokenScope>("scope", *scope);
  }
  if (wanted.scope == TokenScope::Scim) {
    if (!body.is_null("role")) refuse_field("role", "cannot be chosen for a SCIM token");
    wanted.role = Role::Admin;
  }
  wanted.expires_at = expiry_of(body, now);
  return wanted;
}

// The user whose tokens the session may see; nullopt: everybody's.
std::optional<UserId> seen_by(const Session& session) {
  if (session.role >= Role::Admin) return std::nullopt;
  return session.user;
}

std::optional<std::string> written(const std::optional<Timestamp>& at) {
  if (!at) return std::nullopt;
  return to_iso8601(*at);
}

Json render(const tokens::Token& token) {
  return Json::object()
      .set("id", token.id.value)
      .set("name", token.name)
      .set("role", to_text(token.role))
      .set("scope", to_text(token.scope))
      .set("createdBy", Json::object().set("id", token.user.value).set("email", token.email))
      .set("createdAt", to_iso8601(token.created_at))
      .set("expiresAt", written(token.expires_at))
      .set("lastUsedAt", written(token.last_used_at));
}

// value: the token's text; null except in the first response to its creation.
Response created(const tokens::Token& token, const Json& value) {
  return Response::json(201, Json::object().set("token", render(token).set("value", value)));
}

// nullopt when a request with the same Idempotency-Key was faster.
std::optional<Response> create_once(const Context& context, const NewToken& wanted,
                                    const Idempotency& idempotency) {
  pg::Tx tx = context.write();
  if (auto answer = idempotency.earlier(tx)) return answer;
  require_future(wanted.expires_at, context.services.clock.now());
  const api_token::Fresh fresh = api_token::fresh();
  tokens::insert(tx, context.tenant,
                 {fresh.id, context.session.user, wanted.name, wanted.role,
                  api_token::hash_of(fresh.text).value(), wanted.expires_at, wanted.scope});
  const auto token = tokens::find(tx, context.tenant, fresh.id);
  if (!token) throw std::logic_error("a token written just now is not there");
  // The response stored for a repeated request lacks the value, which is stored nowhere in clear. A
  // client that lost the first response deletes this token and creates another.
  if (!idempotency.keep(tx, created(*token, {}))) return std::nullopt;
  record(context, tx,
         {.action = "token.create",
          .object_type = "token",
          .object_id = fresh.id.value,
          .detail = render(*token)});
  tx.commit();
  return created(*token, fresh.text);
}

}  // namespace

Response tokens_list(Context& context) {
  const Page page(context, kTokenList, tokens::kOrders);
  pg::Tx tx = context.read();
  const auto items = tokens::list(tx, context.tenant, seen_by(context.session), page.part());
  return Response::json(200, Json::object()
                                 .set("tokens", store::render::list(items.rows, render))
                                 .set("nextCursor", page.next(items)));
}

Response tokens_create(Context& context) {
  const Body body(context.request, "name role scope expiresAt expiresInDays");
  const NewToken wanted = read_new_token(body, context.services.clock.now());
  require_own_account(context);
  require_role(context.session, wanted.role);
  const Idempotency idempotency(context, body.canonical());
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (auto response = create_once(context, wanted, idempotency)) return std::move(*response);
  }
  throw Failure(ErrorCode::Conflict, "Another request with this Idempotency-Key is in progress");
}

Response tokens_delete(Context& context) {
  const auto id = path_id<ApiTokenId>(context, kToken);
  pg::Tx tx = context.write();
  const auto token = found(tokens::find(tx, context.tenant, id), context, tx, kToken, id.value);
  const auto owner = seen_by(context.session);
  if (owner && token.user != *owner) throw_absent(context, tx, kToken, id.value);
  const auto& acting = context.session.token;
  if (acting && *acting != id) require_role(context.session, Role::Admin);
  // Recorded first: a token may delete itself, and then has no valid session.
  record(context, tx, {.action = "token.delete", .object_type = "token", .object_id = id.value});
  if (!tokens::remove(tx, context.tenant, id)) throw_absent(context, tx, kToken, id.value);
  tx.commit();
  return Response(204);
}

}  // namespace assay::handlers
