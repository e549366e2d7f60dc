// SPDX-License-Identifier: Apache-2.0
// Secrets under a passphrase: only the same passphrase, the same bound bytes and unaltered text
// open them.
#include "core/crypto/sealed_box.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

constexpr const char* kPassphrase = "five words that nobody guesses";

TEST(Sealed, OpensWithTheSamePassphrase) {
  for (const std::string& secret : {std::string("one\0two", 7), std::string(5000, 'k')}) {
    const std::string text = sealed::seal(secret, kPassphrase, "manifest");
    EXPECT_EQ(sealed::open(text, kPassphrase, "manifest"), secret);
    EXPECT_EQ(text.find(secret), std::string::npos);
  }
}

TEST(Sealed, IsDifferentEachTime) {
  EXPECT_NE(sealed::seal("secret", kPassphrase, ""), sealed::seal("secret", kPassphrase, ""));
}

TEST(Sealed, StaysClosedForAnythingElse) {
  const std::string text = sealed::seal("secret", kPassphrase, "manifest");
  EXPECT_FALSE(sealed::open(text, "five words that nobody guessed", "manifest"));
  EXPECT_FALSE(sealed::open(text, kPassphrase, "manifesto"));
  EXPECT_FALSE(sealed::open("", kPassphrase, "manifest"));
  EXPECT_FALSE(sealed::open(text.substr(0, text.rfind('.')), kPassphrase, "manifest"));
  // One changed character in the salt, the nonce, the sealed bytes and the tag.
  std::size_t at = text.find('.');
  for (int part = 0; part < 4; ++part, at = text.find('.', at + 1)) {
    std::string altered = text;
    altered[at + 1] = altered[at + 1] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(sealed::open(altered, kPassphrase, "manifest")) << part;
  }
}

}  // namespace
}  // namespace assay
