// SPDX-License-Identifier: Apache-2.0
// Translates between the questions' JSON and the provider.
#include "pipeline/jobs/oidc_operations.hpp"

namespace assay::jobs {
namespace {

std::string text_member(const Json& question, std::string_view name) {
  return question.get(name).as_string().value_or("");
}

Json failure(oidc::Problem problem) {
  return Json::object().set("error", oidc::to_text(problem));
}

}  // namespace

LocalService::Operations oidc_operations(oidc::Provider& provider) {
  const auto start = [&provider](const Json& question) {
    const auto location =
        provider.authorization_url({text_member(question, "state"), text_member(question, "nonce"),
                                    text_member(question, "codeChallenge")});
    return location ? Json::object().set("location", *location) : failure(location.error());
  };
  const auto exchange = [&provider](const Json& question) {
    const auto identity =
        provider.exchange({text_member(question, "code"), question.get("iss").as_string(),
                           text_member(question, "codeVerifier"), text_member(question, "nonce")});
    return identity ? Json::object().set("identity", oidc::to_json(*identity))
                    : failure(identity.error());
  };
  return {{"oidc.start", start}, {"oidc.exchange", exchange}};
}

}  // namespace assay::jobs
