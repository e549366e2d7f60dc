// SPDX-License-Identifier: Apache-2.0
// SQL of facts, and their stored form.
#include "db/store/evidence/facts.hpp"

#include <optional>
#include <utility>

namespace assay::store::facts {
namespace {

using pg::Statement;

constexpr Statement kPut{"facts_put", R"sql(
UPDATE document SET facts = $3 WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kOf{"facts_of", "SELECT facts FROM document WHERE tenant_id = $1 AND id = $2"};

Json stored_place(const FactPlace& place) {
  return Json::object()
      .set("page", place.page_number)
      .set("start", place.start_offset)
      .set("end", place.end_offset)
      .set("text", place.text);
}

FactPlace place_from(const Json& json) {
  return {static_cast<int>(json.get("page").as_integer().value_or(1)),
          json.get("start").as_integer().value_or(0), json.get("end").as_integer().value_or(0),
          json.get("text").as_string().value_or("")};
}

std::optional<DocumentFact> fact_from(const Json& json) {
  const auto name = from_text<FactName>(json.get("name").as_string().value_or(""));
  const auto origin = from_text<FactOrigin>(json.get("origin").as_string().value_or(""));
  auto value = json.get("value").as_string();
  if (!name || !origin || !value) return std::nullopt;
  DocumentFact fact{*name,
                    std::move(*value),
                    json.get("date").as_string(),
                    json.get("ambiguous").as_bool().value_or(false),
                    *origin,
                    {}};
  if (json.get("place").is_object()) fact.place = place_from(json.get("place"));
  return fact;
}

}  // namespace

Json stored(const std::vector<DocumentFact>& facts) {
  Json list = Json::array();
  for (const DocumentFact& fact : facts) {
    Json json = Json::object();
    json.set("name", to_text(fact.name)).set("value", fact.value);
    if (fact.date) json.set("date", *fact.date);
    if (fact.ambiguous) json.set("ambiguous", true);
    json.set("origin", to_text(fact.origin));
    if (fact.place) json.set("place", stored_place(*fact.place));
    list.push(json);
  }
  return list;
}

std::vector<DocumentFact> from_stored(const Json& list) {
  std::vector<DocumentFact> facts;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (auto fact = fact_from(list.at(i))) facts.push_back(std::move(*fact));
  }
  return facts;
}

void put(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
         const std::vector<DocumentFact>& facts) {
  static_cast<void>(tx.run(kPut, tenant, document, stored(facts)));
}

std::vector<DocumentFact> of(pg::Tx& tx, const TenantId& tenant, const DocumentId& document) {
  const auto list = pg::first_of(tx.run(kOf, tenant, document),
                                 [](const pg::Row& row) { return row.json("facts"); });
  return list ? from_stored(*list) : std::vector<DocumentFact>();
}

}  // namespace assay::store::facts
