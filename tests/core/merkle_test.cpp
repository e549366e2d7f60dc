// SPDX-License-Identifier: Apache-2.0
// Merkle trees: roots with the shape of RFC 9162, and proofs that are valid for nothing else.
#include "core/base/digest.hpp"

#include <gtest/gtest.h>

namespace assay::test {
namespace {

std::vector<std::string> leaves(std::size_t count) {
  std::vector<std::string> made;
  for (std::size_t i = 0; i < count; ++i) made.push_back("leaf " + std::to_string(i));
  return made;
}

std::string text(const Sha256Bytes& hash) {
  return {hash.begin(), hash.end()};
}

TEST(Merkle, RootsFollowTheRule) {
  EXPECT_EQ(to_hex(merkle::root({})),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const auto leaf = [](const std::string& value) { return sha256(std::string(1, '\0') + value); };
  const auto node = [](const Sha256Bytes& a, const Sha256Bytes& b) {
    return sha256("\x01" + text(a) + text(b));
  };
  const auto three = leaves(3);
  EXPECT_EQ(merkle::root(three), node(node(leaf(three[0]), leaf(three[1])), leaf(three[2])));
  EXPECT_EQ(merkle::root(leaves(1)), leaf("leaf 0"));
}

TEST(Merkle, AProofHoldsForItsLeafInItsPlaceAlone) {
  for (std::size_t count = 1; count <= 20; ++count) {
    const auto all = leaves(count);
    const Sha256Bytes root = merkle::root(all);
    for (std::size_t i = 0; i < count; ++i) {
      const auto path = merkle::path(all, i);
      EXPECT_EQ(merkle::root_of_path(all[i], i, count, path), root) << i << " of " << count;
      EXPECT_NE(merkle::root_of_path("other", i, count, path), root);
      EXPECT_EQ(merkle::root_of_path(all[i], count, count, path), std::nullopt);
      for (std::size_t other = 0; other < count; ++other) {
        if (other == i) continue;
        EXPECT_NE(merkle::root_of_path(all[i], other, count, path), root);
      }
    }
  }
}

TEST(Merkle, APathThatIsTooLongOrTooShortIsRefused) {
  const auto all = leaves(5);
  auto path = merkle::path(all, 2);
  path.pop_back();
  EXPECT_NE(merkle::root_of_path(all[2], 2, 5, path), merkle::root(all));
  path = merkle::path(all, 2);
  path.push_back(path.front());
  EXPECT_NE(merkle::root_of_path(all[2], 2, 5, path), merkle::root(all));
}

}  // namespace
}  // namespace assay::test
