// SPDX-License-Identifier: Apache-2.0
// Signatures against the examples of the Amazon S3 API Reference ("Authenticating Requests: Using
// the Authorization Header", section "Examples: Signature Calculations").
#include "core/crypto/request_signature.hpp"

#include <gtest/gtest.h>

#include "core/base/digest.hpp"

namespace assay::aws {
namespace {

constexpr std::string_view kDate = "20130524T000000Z";
constexpr std::string_view kRegion = "us-east-1";

Credentials example_key() {
  return {"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"};
}

Signed example(const std::string& method, const std::string& path, Fields query, Fields headers,
               std::string_view payload = "") {
  Signed request{method, path, std::move(query), std::move(headers), sha256_hex(payload)};
  request.headers.emplace_back("host", "examplebucket.s3.amazonaws.com");
  request.headers.emplace_back("x-amz-content-sha256", request.payload_sha256);
  request.headers.emplace_back("x-amz-date", std::string(kDate));
  return request;
}

std::string signature_of(const Signed& request) {
  const std::string header = authorization(request, example_key(), kDate, kRegion);
  return header.substr(header.find("Signature=") + std::string_view("Signature=").size());
}

TEST(AwsSignature, GetsAnObject) {
  const Signed request = example("GET", "/test.txt", {}, {{"range", "bytes=0-9"}});
  EXPECT_EQ(
      canonical_request(request),
      "GET\n/test.txt\n\nhost:examplebucket.s3.amazonaws.com\nrange:bytes=0-9\n"
      "x-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n"
      "x-amz-date:20130524T000000Z\n\nhost;range;x-amz-content-sha256;x-amz-date\n"
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex(canonical_request(request)),
            "7344ae5b7ee6c3e7e6b0fe0640412a37625d1fbfff95c48bbb2dc43964946972");
  EXPECT_EQ(authorization(request, example_key(), kDate, kRegion),
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
            "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
            "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
}

TEST(AwsSignature, PutsAnObject) {
  const Signed request = example(
      "PUT", "/" + encode_path("test$file.text"), {},
      {{"date", "Fri, 24 May 2013 00:00:00 GMT"}, {"x-amz-storage-class", "REDUCED_REDUNDANCY"}},
      "Welcome to Amazon S3.");
  EXPECT_EQ(sha256_hex(canonical_request(request)),
            "9e0e90d9c76de8fa5b200d8c849cd5b8dc7a3be3951ddb7f6a76b4158342019d");
  EXPECT_EQ(signature_of(request),
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
}

TEST(AwsSignature, AsksForASubresource) {
  EXPECT_EQ(signature_of(example("GET", "/", {{"lifecycle", ""}}, {})),
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
}

TEST(AwsSignature, ListsWithParameters) {
  const Signed request = example("GET", "/", {{"prefix", "J"}, {"max-keys", "2"}}, {});
  EXPECT_EQ(encode_query(request.query), "max-keys=2&prefix=J");
  EXPECT_EQ(signature_of(request),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

TEST(AwsSignature, EncodesAndDates) {
  EXPECT_EQ(encode("a b/c~ä+"), "a%20b%2Fc~%C3%A4%2B");
  EXPECT_EQ(encode_path("a b/c"), "a%20b/c");
  EXPECT_EQ(date_text(*from_iso8601("2013-05-24T00:00:00.900Z")), kDate);
}

}  // namespace
}  // namespace assay::aws
