// SPDX-License-Identifier: Apache-2.0
// Answers the items of a request one after another.
#include "handlers/http/bulk.hpp"

#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/refusals.hpp"

namespace assay::handlers {
namespace {

constexpr std::string_view kItems = "items";
constexpr std::size_t kMaxBulkItems = 100;

Json items_of(const Body& body) {
  if (!body.has(kItems)) refuse_field(kItems, "is required");
  const Json items = body.value(kItems);
  if (!items.is_array()) refuse_field(kItems, "must be an array of objects");
  if (items.size() == 0 || items.size() > kMaxBulkItems) {
    refuse_field(kItems, "must have from 1 to " + std::to_string(kMaxBulkItems) + " items");
  }
  return items;
}

Json result(std::size_t index, int status, const Json& body, const Json& error) {
  return Json::object()
      .set("index", index)
      .set("status", status)
      .set("body", body)
      .set("error", error);
}

Json failed(std::size_t index, const Error& error) {
  return result(index, error_http_status(error.code), {}, error_body(error));
}

// One item's result. stop: set to the error that all later items share.
Json attempt_item(const Context& context, std::size_t index, const std::function<ItemAnswer()>& one,
                  std::optional<Error>& stop) {
  try {
    const ItemAnswer answer =
        pg::run_again_after_conflict(context.services.connection, one, [] { return true; });
    return result(index, answer.status, answer.body, {});
  } catch (const SignInRequired& ended) {
    if (index == 0) throw;
    log_refusal(ended.error());
    stop = ended.error();
    return failed(index, ended.error());
  } catch (const Failure& failure) {
    log_refusal(failure.error());
    record_denial(context, failure);
    return failed(index, failure.error());
  } catch (const pg::DbError& broken) {
    if (index == 0) throw;
    const Error error = error_of(broken);
    if (broken.unavailable()) stop = error;
    return failed(index, error);
  }
}

}  // namespace

Response answer_each(const Context& context, std::string_view known,
                     const std::function<ItemAnswer(const Body&)>& one) {
  const Json items = items_of(Body(context.request, kItems));
  std::optional<Error> stop;
  Json results = Json::array();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto answer = [&] { return one(Body::of_item(items.at(i), known)); };
    results.push(stop ? failed(i, *stop) : attempt_item(context, i, answer, stop));
  }
  return Response::json(200, Json::object().set("results", results));
}

}  // namespace assay::handlers
