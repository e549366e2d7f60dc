// SPDX-License-Identifier: Apache-2.0
// Closed vocabularies other than the states of core/base/states.hpp: words that lists are filtered
// by. handlers/openapi.yaml has the same words, and a test compares them.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace assay {

using Vocabulary = std::span<const std::string_view>;

// The actions that the trail records. Add new actions and object types here; keep those that are no
// longer recorded, since trails are kept.
inline constexpr std::array<std::string_view, 85> kAuditActions{"access.cross_tenant",
                                                                "access.denied",
                                                                "assessment.review",
                                                                "audit.export",
                                                                "audit.read",
                                                                "audit.verify",
                                                                "auth.login",
                                                                "auth.logout",
                                                                "auth.password",
                                                                "auth.refresh_reuse",
                                                                "binding.delete",
                                                                "binding.put",
                                                                "calibration.fit",
                                                                "calibration.reset",
                                                                "corpus.activate",
                                                                "corpus.create",
                                                                "corpus.ingest",
                                                                "corpus_ingestion.completed",
                                                                "corpus_ingestion.failed",
                                                                "document.delete",
                                                                "document.download",
                                                                "document.erase",
                                                                "document.failed",
                                                                "document.purged",
                                                                "document.ready",
                                                                "document.reread",
                                                                "document.reread_failed",
                                                                "document.retry",
                                                                "document.upload",
                                                                "document.upload_duplicate",
                                                                "email.resend",
                                                                "erasure.completed",
                                                                "erasure.failed",
                                                                "erasure.retry",
                                                                "export.completed",
                                                                "export.download",
                                                                "export.expire",
                                                                "export.failed",
                                                                "export.request",
                                                                "glossary.put",
                                                                "legal_hold.create",
                                                                "legal_hold.release",
                                                                "notifications.put",
                                                                "pack.export",
                                                                "pack.import",
                                                                "pack.version.create",
                                                                "reproduction.completed",
                                                                "reproduction.failed",
                                                                "retention.put",
                                                                "run.cancel",
                                                                "run.completed",
                                                                "run.failed",
                                                                "run.replay",
                                                                "run.reproduce",
                                                                "run.start",
                                                                "signing_key.retire",
                                                                "signing_key.rotate",
                                                                "task.update",
                                                                "tenant.create",
                                                                "tenant.erase",
                                                                "tenant.export",
                                                                "tenant.list",
                                                                "tenant.rename",
                                                                "token.create",
                                                                "token.delete",
                                                                "upload.create",
                                                                "upload.delete",
                                                                "user.create",
                                                                "user.delete",
                                                                "user.disable",
                                                                "user.enable",
                                                                "user.end_sign_ins",
                                                                "user.link_identity",
                                                                "user.password",
                                                                "user.provision",
                                                                "user.put",
                                                                "user.rename",
                                                                "user.role",
                                                                "webhook.create",
                                                                "webhook.delete",
                                                                "webhook.disable",
                                                                "webhook.put",
                                                                "webhook.redeliver",
                                                                "webhook.rotate_secret",
                                                                "webhook.test"};
inline constexpr std::array<std::string_view, 27> kAuditObjectTypes{
    "assessment",       "calibration", "corpus",   "corpus_ingestion",
    "criteria_version", "delivery",    "document", "email",
    "erasure",          "export",      "glossary", "ingestion",
    "legal_hold",       "mapping_set", "pack",     "reproduction",
    "requirement",      "retention",   "route",    "run",
    "signing_key",      "task",        "tenant",   "token",
    "upload",           "user",        "webhook"};

// The values of a document's fileType (pipeline/extract/types/file_type_table.hpp).
inline constexpr std::array<std::string_view, 70> kFileTypeNames{
    "7z",   "apk",  "arj",  "bin",     "bmp", "bz2",  "cab",  "cpio", "csv",  "doc",
    "docx", "eml",  "epub", "gif",     "gz",  "html", "hwp",  "ics",  "iso",  "jar",
    "jpeg", "json", "key",  "kmz",     "lha", "lz4",  "lzip", "mbox", "md",   "mhtml",
    "mpp",  "msg",  "msi",  "numbers", "odb", "odg",  "odp",  "ods",  "odt",  "pages",
    "pdf",  "png",  "ppt",  "pptx",    "pub", "rar",  "rtf",  "skp",  "svg",  "sxc",
    "sxi",  "sxw",  "tar",  "tiff",    "tsv", "txt",  "vcf",  "vsd",  "vsdx", "webp",
    "wps",  "xls",  "xlsb", "xlsx",    "xml", "xps",  "xz",   "z",    "zip",  "zst"};

[[nodiscard]] constexpr bool in_vocabulary(Vocabulary words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The evaluators that a binding can name: the API accepts them and the pipeline implements them.
inline constexpr std::string_view kBuiltinEvaluator = "builtin";
inline constexpr std::string_view kLlmEvaluator = "llm";

// with_llm: a language model is configured.
[[nodiscard]] inline std::vector<std::string_view> evaluators(bool with_llm) {
  std::vector<std::string_view> names{kBuiltinEvaluator};
  if (with_llm) names.push_back(kLlmEvaluator);
  return names;
}

}  // namespace assay
