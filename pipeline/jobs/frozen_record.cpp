// SPDX-License-Identifier: Apache-2.0
// Turns failed checks of frozen records into job failures.
#include "pipeline/jobs/frozen_record.hpp"

#include "core/crypto/ed25519.hpp"
#include "core/trace/log.hpp"

namespace assay::jobs {
namespace {

std::vector<std::string> trusted_keys(const JobContext& context) {
  return key_file::public_keys_beside(context.services().config.audit_key_file);
}

[[noreturn]] void fail(const Error& fault, std::string_view consequence) {
  const std::string issue = fault.details.get("issue").as_string().value_or("");
  log::error("snapshot_integrity_failure", {{"issue", issue}});
  throw JobFailure("snapshot_integrity", fault.message + " (" + issue + "), so " +
                                             std::string(consequence) +
                                             ". Tell the administrator.");
}

}  // namespace

store::frozen::Record frozen_record(const JobContext& context, pg::Tx& tx,
                                    const store::runs::Run& run, std::string_view consequence) {
  auto read = store::frozen::read(tx, run, trusted_keys(context));
  if (!read) fail(read.error(), consequence);
  return std::move(*read);
}

void require_unfrozen(const JobContext& context, pg::Tx& tx, const store::runs::Run& run,
                      std::string_view consequence) {
  const auto fault = store::frozen::fault_of_unfrozen(tx, run, trusted_keys(context));
  if (fault) fail(*fault, consequence);
}

}  // namespace assay::jobs
