// SPDX-License-Identifier: Apache-2.0
// OSCAL 1.1: the rules of its JSON schema for tokens, strings, times and identifiers.
#include "pipeline/export/oscal_export.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/base/digest.hpp"
#include "pipeline/export/report_text.hpp"

namespace assay::exports::oscal {
namespace {

constexpr std::string_view kNamespace = "urn:assay:oscal";

Timestamp last_change(const Report& report) {
  Timestamp last = report.completed_at;
  for (const Criterion& criterion : report.criteria) {
    for (const Finding& finding : criterion.findings) {
      for (const Review& review : finding.reviews) last = std::max(last, review.at);
    }
  }
  return last;
}

std::string document_uuid(const Report& report, const std::string& document) {
  return uuid(report, "document/" + document);
}

Json resource(const Report& report, const Document& document) {
  // A resource must be reachable by a link; the package holds the original under this hash.
  const Json hash = Json::object().set("algorithm", "SHA-256").set("value", document.sha256);
  return Json::object()
      .set("uuid", document_uuid(report, document.id))
      .set("title", markup_line(document.file_name))
      .set("props", Json::array().push(property("file-type", document.file_type)))
      .set("rlinks", Json::array().push(Json::object()
                                            .set("href", "urn:sha256:" + document.sha256)
                                            .set("hashes", Json::array().push(hash))));
}

}  // namespace

std::string uuid(const Report& report, const std::string& name) {
  // RFC 9562, section 5.5, with a namespace of our own.
  constexpr std::string_view kSpace =
      "\x8f\x1d\x5e\x0a\x6b\x2c\x4f\x3e\x9a\x47\x0c\x5d\x2e\x91\xb8\x63";
  const std::string whole = std::string(kSpace) + report.run_id + "/" + name;
  std::array<std::uint8_t, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  if (EVP_Digest(whole.data(), whole.size(), digest.data(), &length, EVP_sha1(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL: SHA-1 failed");
  }
  digest[6] = static_cast<std::uint8_t>((digest[6] & 0x0f) | 0x50);
  digest[8] = static_cast<std::uint8_t>((digest[8] & 0x3f) | 0x80);
  std::string text = to_hex(std::span(digest).first<16>());
  for (const std::size_t at : {20U, 16U, 12U, 8U}) text.insert(at, 1, '-');
  return text;
}

std::string control_id(const Finding& finding) {
  std::string token = "req-";
  for (const char c : finding.requirement_id) {
    const bool fits = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      c == '.' || c == '-' || c == '_';
    token += fits ? c : '_';
  }
  return token;
}

std::string markup(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (std::string_view("\\`*_[]<>~^").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markup_line(std::string_view text) {
  const std::string line = markup(one_line(text));
  return line.empty() ? "(untitled)" : line;
}

Json property(std::string_view name, std::string_view value) {
  const std::string line = one_line(value);
  return Json::object()
      .set("name", name)
      .set("ns", kNamespace)
      .set("value", line.empty() ? "none" : line);
}

Json metadata(const Report& report, const std::string& title) {
  const std::string party = uuid(report, "party/tenant");
  Json parties = Json::array().push(Json::object()
                                        .set("uuid", party)
                                        .set("type", "organization")
                                        .set("name", one_line(report.tenant_name)));
  const Timestamp changed = last_change(report);
  return Json::object()
      .set("title", markup_line(title))
      .set("published", to_iso8601(report.completed_at))
      .set("last-modified", to_iso8601(changed))
      .set("version", to_iso8601(changed))
      .set("oscal-version", kOscalVersion)
      .set("parties", parties);
}

std::string observation_uuid(const Report& report, const Finding& finding) {
  return uuid(report, "observation/" + finding.id.value);
}

Json observation(const Report& report, const Finding& finding) {
  Json made = Json::object();
  made.set("uuid", observation_uuid(report, finding))
      .set("title", markup_line(finding.requirement_id + " " + finding.title))
      .set("description", markup(finding.error.value_or(finding.reasoning)))
      .set("props", Json::array()
                        .push(property("status", to_text(finding.status)))
                        .push(property("confidence", two_digits(finding.confidence))))
      .set("methods", Json::array().push("EXAMINE"))
      .set("types", Json::array().push("control-objective"))
      .set("collected", finding.created_at);
  if (finding.quotes.empty()) return made;
  Json evidence = Json::array();
  for (const Quote& quote : finding.quotes) {
    Json place = Json::array().push(property("page", std::to_string(quote.page)));
    if (!quote.page_label.empty()) place.push(property("page-label", quote.page_label));
    evidence.push(Json::object()
                      .set("href", "#" + document_uuid(report, quote.document_id))
                      .set("description", markup(quote.text))
                      .set("props", place));
  }
  return made.set("relevant-evidence", evidence);
}

std::string plan_uuid(const Report& report) {
  return uuid(report, "plan");
}

Json back_matter(const Report& report) {
  Json resources = Json::array();
  resources.push(
      Json::object()
          .set("uuid", plan_uuid(report))
          .set("title", markup_line(report.pack_name + ", version " + report.pack_version))
          .set("description", "The requirements that were assessed: criteria version " +
                                  report.criteria_version_id +
                                  ". There is no assessment plan in OSCAL form."));
  for (const Document& document : report.documents) resources.push(resource(report, document));
  return Json::object().set("resources", resources);
}

}  // namespace assay::exports::oscal
