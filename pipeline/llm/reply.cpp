// SPDX-License-Identifier: Apache-2.0
// Checks each member by its path.
#include "pipeline/llm/reply.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>

#include "core/base/ascii.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::llm {
namespace {

constexpr std::size_t kMaxText = 16'000;  // maximum bytes of one text
constexpr std::size_t kMaxItems = 100;    // maximum length of one list

constexpr std::array kVerdicts{PartVerdict::Met, PartVerdict::Partly, PartVerdict::Not,
                               PartVerdict::Contradicted};

// Ends the reading; its text becomes the complaint.
struct Refusal {
  std::string text;
};

[[noreturn]] void refuse(const std::string& path, std::string_view issue) {
  throw Refusal{path + " " + std::string(issue)};
}

void require_members(const Json& json, const std::string& path,
                     std::initializer_list<std::string_view> names) {
  if (!json.is_object()) refuse(path, "must be an object");
  for (const std::string_view name : names) {
    if (!json.has(name)) refuse(path, "must have the member " + std::string(name));
  }
  if (json.size() != names.size()) refuse(path, "has a member that was not asked for");
}

std::string text_at(const Json& json, std::string_view name, const std::string& path) {
  const std::string at = path + "." + std::string(name);
  const auto text = json.get(name).as_string();
  if (!text) refuse(at, "must be a string");
  if (text->size() > kMaxText) refuse(at, "is too long");
  return utf8::storable(*text);
}

double fraction_at(const Json& json, std::string_view name, const std::string& path) {
  const std::string at = path + "." + std::string(name);
  const auto number = json.get(name).as_number();
  if (!number) refuse(at, "must be a number from 0 to 1");
  if (!(*number >= 0 && *number <= 1)) refuse(at, "must be from 0 to 1");
  return *number;
}

Json list_at(const Json& json, std::string_view name, const std::string& path) {
  Json list = json.get(name);
  const std::string at = path + "." + std::string(name);
  if (!list.is_array()) refuse(at, "must be a list");
  if (list.size() > kMaxItems) refuse(at, "has too many items");
  return list;
}

std::string item_path(const std::string& list, std::size_t index) {
  return list + "[" + std::to_string(index) + "]";
}

PartVerdict verdict_at(const Json& json, const std::string& path) {
  const auto text = json.get("verdict").as_string();
  const auto found = std::ranges::find_if(
      kVerdicts, [&text](PartVerdict verdict) { return text == to_text(verdict); });
  if (found == kVerdicts.end()) {
    refuse(path + ".verdict", "must be one of met, partly, not, contradicted");
  }
  return *found;
}

void read_older_form(const Json& json, const std::string& path, SubCheck& check) {
  require_members(json, path, {"label", "text", "met", "confidence", "citations", "missing"});
  const auto met = json.get("met").as_bool();
  if (!met) refuse(path + ".met", "must be true or false");
  check.verdict = *met ? PartVerdict::Met : PartVerdict::Not;
  check.probability = fraction_at(json, "confidence", path);
}

SubCheck sub_check(const Json& json, const std::string& path) {
  SubCheck check;
  if (json.is_object() && json.has("met")) {
    read_older_form(json, path, check);
  } else {
    require_members(json, path,
                    {"label", "text", "verdict", "probability", "citations", "missing"});
    check.verdict = verdict_at(json, path);
    check.probability = fraction_at(json, "probability", path);
  }
  check.label = text_at(json, "label", path);
  check.text = text_at(json, "text", path);
  const Json citations = list_at(json, "citations", path);
  for (std::size_t i = 0; i < citations.size(); ++i) {
    const std::string at = item_path(path + ".citations", i);
    require_members(citations.at(i), at, {"chunkId", "quote"});
    check.citations.push_back(
        {text_at(citations.at(i), "chunkId", at), text_at(citations.at(i), "quote", at)});
  }
  const Json missing = list_at(json, "missing", path);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const auto text = missing.at(i).as_string();
    if (!text || text->size() > kMaxText) refuse(path + ".missing", "must be a list of strings");
    check.missing.push_back(utf8::storable(*text));
  }
  return check;
}

Contradiction contradiction(const Json& json, const std::string& path) {
  require_members(json, path, {"chunkId", "quote", "why"});
  return {{text_at(json, "chunkId", path), text_at(json, "quote", path)},
          text_at(json, "why", path)};
}

Reply reply_of(const Json& json) {
  const std::string path = "the answer";
  require_members(json, path, {"subchecks", "contradictions", "reasoning", "confidence"});
  Reply reply;
  reply.confidence = fraction_at(json, "confidence", path);
  reply.reasoning = text_at(json, "reasoning", path);
  if (text::collapsed(reply.reasoning).empty()) refuse(path + ".reasoning", "must not be empty");
  const Json checks = list_at(json, "subchecks", path);
  for (std::size_t i = 0; i < checks.size(); ++i) {
    reply.subchecks.push_back(sub_check(checks.at(i), item_path(path + ".subchecks", i)));
  }
  const Json against = list_at(json, "contradictions", path);
  for (std::size_t i = 0; i < against.size(); ++i) {
    reply.contradictions.push_back(
        contradiction(against.at(i), item_path(path + ".contradictions", i)));
  }
  return reply;
}

// Strips what servers without a response format put around the object.
std::string_view bare(std::string_view text) {
  constexpr std::string_view kThought = "</think>";
  constexpr std::string_view kFence = "```";
  text = trimmed(text);
  if (text.starts_with("<think>")) {
    const std::size_t end = text.find(kThought);
    if (end != std::string_view::npos) text = trimmed(text.substr(end + kThought.size()));
  }
  if (text.starts_with(kFence) && text.ends_with(kFence)) {
    const std::size_t line = text.find('\n');
    if (line != std::string_view::npos && text.size() > line + kFence.size()) {
      text = trimmed(text.substr(line, text.size() - line - kFence.size()));
    }
  }
  return text;
}

Json typed(std::string_view type) {
  return Json::object().set("type", type);
}

Json object_of(const std::vector<std::pair<std::string_view, Json>>& members) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const auto& [name, schema] : members) {
    properties.set(name, schema);
    required.push(name);
  }
  return typed("object")
      .set("properties", properties)
      .set("required", required)
      .set("additionalProperties", false);
}

Json list_of(const Json& items) {
  return typed("array").set("items", items);
}

}  // namespace

std::string_view to_text(PartVerdict verdict) {
  switch (verdict) {
    case PartVerdict::Contradicted:
      return "contradicted";
    case PartVerdict::Not:
      return "not";
    case PartVerdict::Partly:
      return "partly";
    case PartVerdict::Met:
      return "met";
  }
  return "not";
}

Json reply_schema() {
  const Json text = typed("string");
  Json verdicts = Json::array();
  for (const PartVerdict verdict : kVerdicts) verdicts.push(to_text(verdict));
  const Json citation = object_of({{"chunkId", text}, {"quote", text}});
  const Json check = object_of({{"label", text},
                                {"text", text},
                                {"verdict", typed("string").set("enum", verdicts)},
                                {"probability", typed("number")},
                                {"citations", list_of(citation)},
                                {"missing", list_of(text)}});
  const Json against = object_of({{"chunkId", text}, {"quote", text}, {"why", text}});
  return object_of({{"subchecks", list_of(check)},
                    {"contradictions", list_of(against)},
                    {"reasoning", text},
                    {"confidence", typed("number")}});
}

Json phrases_schema() {
  return object_of({{"phrases", list_of(typed("string"))}});
}

Result<Reply, Complaint> read_reply(std::string_view text) {
  const auto json = Json::parse(bare(text));
  if (!json) return Complaint{"it is not one JSON object"};
  try {
    return reply_of(*json);
  } catch (const Refusal& refusal) {
    return Complaint{refusal.text};
  }
}

Result<std::vector<std::string>, Complaint> read_phrases(std::string_view text) {
  const auto json = Json::parse(bare(text));
  const Json list = json && json->is_object() ? json->get("phrases") : json.value_or(Json());
  if (!list.is_array()) return Complaint{"it is not one JSON object with a list of phrases"};
  if (list.size() > kMaxPhrases) {
    return Complaint{"it has more than " + std::to_string(kMaxPhrases) + " phrases"};
  }
  std::vector<std::string> phrases;
  std::set<std::string> known;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto given = list.at(i).as_string();
    if (!given || !utf8::valid(*given)) return Complaint{item_path("phrases", i) + " is no text"};
    if (utf8::fault_in_name(*given)) {
      return Complaint{item_path("phrases", i) + " has control characters or nothing to see"};
    }
    const std::string phrase = text::collapsed(*given);
    const std::size_t points = utf8::length(phrase);
    if (points < kMinPhrasePoints || points > kMaxPhrasePoints) {
      return Complaint{item_path("phrases", i) + " must have " + std::to_string(kMinPhrasePoints) +
                       " to " + std::to_string(kMaxPhrasePoints) + " characters"};
    }
    if (known.insert(text::folded(phrase)).second) phrases.push_back(phrase);
  }
  return phrases;
}

}  // namespace assay::llm
