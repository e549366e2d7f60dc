// SPDX-License-Identifier: Apache-2.0
// Identifiers, times, encodings, signatures and passwords.
#include <gtest/gtest.h>

#include <set>

#include "core/base/digest.hpp"
#include "core/base/ids.hpp"
#include "core/base/states.hpp"
#include "core/base/time.hpp"
#include "core/crypto/account.hpp"
#include "core/crypto/ed25519.hpp"

namespace assay {
namespace {

TEST(Ids, AreUuidsThatSortByTime) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    const std::string id = new_uuid();
    ASSERT_TRUE(is_uuid(id)) << id;
    ASSERT_EQ(id[14], '7');
    ASSERT_NE(std::string("89ab").find(id[19]), std::string::npos);
    ASSERT_TRUE(seen.insert(id).second);
  }
  EXPECT_EQ(named_uuid("a"), named_uuid("a"));
  EXPECT_NE(named_uuid("a"), named_uuid("b"));
}

TEST(Ids, OnlyCanonicalTextPasses) {
  EXPECT_FALSE(is_uuid(""));
  EXPECT_FALSE(is_uuid("01A1FDD8-B597-7408-9BB6-1D5C76186CE4"));
  EXPECT_FALSE(is_uuid("01a1fdd8b59774089bb61d5c76186ce4"));
  EXPECT_FALSE(is_uuid("01a1fdd8-b597-7408-9bb6-1d5c76186ce4 "));
  EXPECT_FALSE(is_uuid("01a1fdd8-b597-7408-9bb6-1d5c76186cg4"));
}

TEST(Times, RoundTripThroughTheWireForm) {
  const Timestamp at = from_micros(1'767'323'045'678'912);
  EXPECT_EQ(to_iso8601(at), "2026-01-02T03:04:05.678Z");
  EXPECT_EQ(from_iso8601("2026-01-02T03:04:05.678912Z"), at);
  EXPECT_EQ(from_iso8601("2026-01-02T03:04:05.678912+00:00"), at);
  EXPECT_EQ(from_iso8601("2026-01-02T05:04:05.678912+02:00"), at);
  EXPECT_EQ(from_iso8601("2026-01-01T21:34:05.678912-05:30"), at);
  EXPECT_EQ(from_iso8601("2026-01-01T23:04:05.678912-04"), at);
  EXPECT_EQ(to_iso8601(*from_iso8601("2024-02-29")), "2024-02-29T00:00:00.000Z");
  EXPECT_EQ(to_iso8601(from_micros(-1)), "1969-12-31T23:59:59.999Z");
  for (const char* bad :
       {"", "2026", "2026-02-30", "2026-13-01", "2026-01-02T", "2026-1-2", "2026-01-02T24:00:00Z",
        "2026-01-02T03:04:05", "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05Z+01:00",
        "2026-01-02T03:04:05+0100", "2026-01-02T03:04:05+24:00", "2026-01-02T03:04:05+01:60",
        "2026-01-02T03:04:05+1:00", "2026-01-02T03:04:05+01:", "2026-01-02T03:04:05 01:00",
        "2026-01-02+01:00"}) {
    EXPECT_EQ(from_iso8601(bad), std::nullopt) << bad;
  }
}

TEST(States, HaveExactlyTheirWireNames) {
  EXPECT_EQ(to_text(DocumentStatus::Ready), "READY");
  EXPECT_EQ(to_text(StepName::TaskGeneration), "TASK_GENERATION");
  EXPECT_EQ(from_text<RunStatus>("IN_PROGRESS"), RunStatus::InProgress);
  EXPECT_EQ(from_text<RunStatus>("in_progress"), std::nullopt);
  EXPECT_LT(Role::Viewer, Role::SuperAdmin);
}

TEST(Encodings, Base64UrlIsStrict) {
  for (const std::string_view text : {"", "f", "fo", "foo", "foob", "\xff\xfe\x00\x01"}) {
    EXPECT_EQ(from_base64url(to_base64url(text)), std::string(text));
  }
  EXPECT_EQ(to_base64url("\xfb\xff"), "-_8");
  for (const char* text : {"", "a", "ab", "abc", "\xfb\xff", "policy.pdf"}) {
    EXPECT_EQ(from_base64(to_base64(text)), std::string(text));
  }
  for (const char* bad : {"Zg", "Zg=", "Zh==", "Z===", "====", "Zg==Zg==", "-_8=", "Zm9v "}) {
    EXPECT_EQ(from_base64(bad), std::nullopt) << bad;
  }
  for (const char* bad : {"Zg==", "Z", "Zh", "Z+8", "Zm9 v", "Zm9v\n"}) {
    EXPECT_EQ(from_base64url(bad), std::nullopt) << bad;
  }
}

TEST(Encodings, Sha256KnownAnswers) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Signatures, FitOnlyTheirKeyAndMessage) {
  const ed25519::KeyPair pair = ed25519::generate();
  const std::string signature = ed25519::sign(pair.private_key, "message");
  EXPECT_TRUE(ed25519::verify(pair.public_key, "message", signature));
  EXPECT_FALSE(ed25519::verify(pair.public_key, "messagf", signature));
  EXPECT_FALSE(ed25519::verify(ed25519::generate().public_key, "message", signature));
  std::string flipped = signature;
  flipped[10] = static_cast<char>(flipped[10] ^ 1);
  EXPECT_FALSE(ed25519::verify(pair.public_key, "message", flipped));
  EXPECT_FALSE(ed25519::verify(pair.public_key, "message", ""));
  EXPECT_FALSE(ed25519::verify("", "message", signature));
  EXPECT_FALSE(ed25519::verify(pair.public_key, "message", std::string(64, '\0')));
}

TEST(Passwords, AreSaltedAndChecked) {
  const std::string phc = password::hash("correct horse battery");
  EXPECT_EQ(phc.find("$argon2id$v=19$m=19456,t=2,p=1$"), 0U) << phc;
  EXPECT_NE(phc, password::hash("correct horse battery"));
  EXPECT_TRUE(password::verify("correct horse battery", phc));
  EXPECT_FALSE(password::verify("correct horse batterz", phc));
  EXPECT_FALSE(password::verify("", phc));
  EXPECT_FALSE(password::verify("x", "not a hash"));
  EXPECT_FALSE(password::verify_nobody("x"));
}

}  // namespace
}  // namespace assay
