// SPDX-License-Identifier: Apache-2.0
// SQL of a document's pages and facts, and the stored form of facts.
#include "db/store/evidence/content.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/json/utf8.hpp"

namespace assay::store::content {
namespace {

using pg::Statement;

// Of the reading that is named, else of the one in use.
constexpr std::string_view kPagesOfReading = R"sql(
  reading = coalesce($3::integer, (SELECT d.reading FROM document d
                                   WHERE d.tenant_id = $1 AND d.id = $2)))sql";

constexpr Statement kClearPages{
    "content_clear_pages",
    {"DELETE FROM document_page WHERE tenant_id = $1 AND document_id = $2 AND", kPagesOfReading}};

constexpr Statement kInsertPages{"content_insert_pages", R"sql(
INSERT INTO document_page (tenant_id, document_id, reading, page_number, start_offset, text, blocks,
  source, confidence, words, label)
SELECT $1, $2, coalesce($3::integer, (SELECT d.reading FROM document d
                                      WHERE d.tenant_id = $1 AND d.id = $2)),
  number, start_offset, text, blocks::jsonb, source, confidence::double precision,
  nullif(words, ''), nullif(label, '')
FROM unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[],
            $10::bytea[], $11::text[])
  AS p (number, start_offset, text, blocks, source, confidence, words, label)
RETURNING 1)sql"};

constexpr Statement kPages{"content_pages",
                           {R"sql(
SELECT page_number, start_offset, text, blocks, source, confidence, label FROM document_page
WHERE tenant_id = $1 AND document_id = $2 AND ($4::integer IS NULL OR page_number = $4)
  AND)sql",
                            kPagesOfReading, "ORDER BY page_number"}};

constexpr Statement kWords{"content_words",
                           {R"sql(
SELECT start_offset, text, words FROM document_page
WHERE tenant_id = $1 AND document_id = $2 AND page_number = $4 AND)sql",
                            kPagesOfReading},
                           true};

constexpr Statement kLabels{"content_labels", R"sql(
SELECT coalesce(label, page_number::text) AS label,
  bool_or(label IS NOT NULL) OVER () AS any_label
FROM document_page WHERE tenant_id = $1 AND document_id = $2
  AND reading = (SELECT d.reading FROM document d WHERE d.tenant_id = $1 AND d.id = $2)
ORDER BY page_number)sql"};

constexpr Statement kPictures{"content_pictures", R"sql(
SELECT count(*) FILTER (WHERE source = 'RECOGNIZED') AS recognized,
  avg(confidence) FILTER (WHERE source = 'RECOGNIZED' AND text <> '') AS confidence,
  array_to_string((array_agg(page_number ORDER BY page_number) FILTER (WHERE text = ''))[1:1000], ',')
    AS without_text
FROM document_page WHERE tenant_id = $1 AND document_id = $2
  AND reading = (SELECT d.reading FROM document d WHERE d.tenant_id = $1 AND d.id = $2))sql"};

Json blocks_to_json(const std::vector<Block>& blocks) {
  Json array = Json::array();
  for (const Block& block : blocks) {
    Json item = Json::array();
    item.push(static_cast<int>(block.kind)).push(block.level).push(block.start).push(block.end);
    array.push(item);
  }
  return array;
}

std::vector<Block> blocks_from_json(const Json& array) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const Json item = array.at(i);
    const auto number = [&item](std::size_t at) { return item.at(at).as_integer().value_or(0); };
    blocks.push_back({static_cast<BlockKind>(number(0)), static_cast<int>(number(1)),
                      static_cast<std::size_t>(number(2)), static_cast<std::size_t>(number(3))});
  }
  return blocks;
}

constexpr std::array kSources{"TEXT", "PICTURE", "RECOGNIZED"};  // by PageSource

PageSource source_from(std::string_view text) {
  const auto* found = std::ranges::find(kSources, text);
  if (found == kSources.end()) throw std::logic_error("a page of an unknown source");
  return static_cast<PageSource>(found - kSources.begin());
}

std::vector<std::string> read_labels(const pg::Rows& rows) {
  std::vector<std::string> labels;
  for (const pg::Row row : rows) {
    if (!row.boolean("any_label")) break;
    labels.push_back(row.text("label"));
  }
  return labels;
}

StoredPage read_page(const pg::Row& row) {
  StoredPage stored;
  stored.page.source = source_from(row.text("source"));
  stored.page.confidence = row.real("confidence");
  stored.page.number = static_cast<int>(row.integer("page_number"));
  stored.page.text = row.text("text");
  stored.page.blocks = blocks_from_json(row.json("blocks"));
  stored.page.label = row.optional_text("label").value_or("");
  stored.start_offset = row.integer("start_offset");
  return stored;
}

}  // namespace

void replace_pages(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                   const std::vector<Page>& pages, ReadingNumber reading) {
  std::vector<std::int64_t> numbers;
  std::vector<std::int64_t> starts;
  std::vector<std::string> texts;
  std::vector<std::string> blocks;
  std::vector<std::string> sources;
  std::vector<std::string> confidences;
  std::vector<pg::Bytes> words;
  std::vector<std::string> labels;
  std::int64_t start = 0;
  for (const Page& page : pages) {
    numbers.push_back(page.number);
    starts.push_back(start);
    texts.push_back(page.text);
    blocks.push_back(blocks_to_json(page.blocks).dump());
    sources.emplace_back(kSources.at(static_cast<std::size_t>(page.source)));
    confidences.push_back(std::to_string(page.confidence));
    words.push_back({page.words});
    labels.push_back(page.label);
    start += static_cast<std::int64_t>(utf8::length(page.text));
  }
  tx.run_with_next(kClearPages, tenant, document, reading);
  tx.run_with_next(kInsertPages, tenant, document, reading, numbers, starts, texts, blocks, sources,
                   confidences, words, labels);
}

std::vector<StoredPage> pages(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                              ReadingNumber reading) {
  return pg::all_of(tx.run(kPages, tenant, document, reading, std::nullopt), read_page);
}

std::optional<StoredPage> page(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                               int number) {
  return pg::first_of(tx.run(kPages, tenant, document, std::nullopt, number), read_page);
}

std::optional<StoredWords> words(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                                 int number) {
  return pg::first_of(
      tx.run(kWords, tenant, document, std::nullopt, number), [](const pg::Row& row) {
        StoredWords stored{row.integer("start_offset"), row.text("text"), std::nullopt};
        if (row.is_null("words")) return stored;
        stored.words = decode_words(row.bytes("words"), utf8::length(stored.text));
        if (!stored.words) throw std::logic_error("stored words do not fit their page");
        return stored;
      });
}

pg::Later<std::vector<std::string>> page_labels(pg::Tx& tx, const TenantId& tenant,
                                                const DocumentId& document) {
  return tx.run_later(read_labels, kLabels, tenant, document);
}

Pictures pictures(pg::Tx& tx, const TenantId& tenant, const DocumentId& document) {
  const pg::Rows rows = tx.run(kPictures, tenant, document);
  const pg::Row row = rows[0];
  Pictures pictures;
  pictures.recognized = row.integer("recognized");
  pictures.confidence = row.optional_real("confidence");
  const std::string list = row.optional_text("without_text").value_or("");
  std::istringstream numbers(list);
  for (std::string number; std::getline(numbers, number, ',');) {
    pictures.without_text.push_back(std::stoll(number));
  }
  return pictures;
}

}  // namespace assay::store::content

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
  tx.run_with_next(kPut, tenant, document, stored(facts));
}

std::vector<DocumentFact> of(pg::Tx& tx, const TenantId& tenant, const DocumentId& document) {
  const auto list = pg::first_of(tx.run(kOf, tenant, document),
                                 [](const pg::Row& row) { return row.json("facts"); });
  return list ? from_stored(*list) : std::vector<DocumentFact>();
}

}  // namespace assay::store::facts
