// SPDX-License-Identifier: Apache-2.0
// assayctl embed: shows the encoder's output for a text exactly as given, for inspection.
// (Documents go through embed::Embedder, which collapses white space first.)
#include <iostream>
#include <string>

#include "pipeline/ctl/commands.hpp"
#include "pipeline/embed/encoder.hpp"

namespace assay::ctl {

int embed(const Config& config, const Arguments& /*arguments*/) {
  const auto tokenizer = embed::Tokenizer::load(config.model_dir);
  const auto encoder = embed::Encoder::load(config.model_dir);
  std::size_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++number;
    if (line.empty()) continue;
    const auto input = Json::parse(line);
    const auto text = input ? input->get("text").as_string() : std::nullopt;
    if (!text) {
      throw Failure(invalid_field("line " + std::to_string(number),
                                  "must be a JSON object with a member text"));
    }
    const std::vector<std::vector<embed::TokenId>> tokens{tokenizer.encode(*text)};
    Json ids = Json::array();
    for (const embed::TokenId id : tokens.front()) ids.push(id);
    Json vector = Json::array();
    for (const float value : encoder.encode(tokens)) vector.push(static_cast<double>(value));
    std::cout << Json::object().set("ids", ids).set("vector", vector).dump() << '\n';
  }
  return 0;
}

}  // namespace assay::ctl
