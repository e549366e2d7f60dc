// SPDX-License-Identifier: Apache-2.0
// Settings: defaults, precedence, and refusals that name the setting.
#include "core/settings/config.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/base/ids.hpp"

namespace assay {
namespace {

using Environment = std::vector<std::string>;

std::string refusal(const Environment& environment) {
  const auto config = load_config("", environment);
  return config ? "accepted" : config.error().message;
}

class TempFile {
 public:
  explicit TempFile(std::string_view content)
      : path_(std::filesystem::temp_directory_path() / ("assay-config-" + new_uuid())) {
    std::ofstream(path_) << content;
  }
  ~TempFile() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(Config, DefaultsAreTheSpecificationsLimits) {
  const auto config = load_config("", Environment{"PATH=/bin", "HOME=/"});
  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_EQ(config->max_upload_bytes, 100LL * 1024 * 1024);
  EXPECT_EQ(config->requirement_timeout, std::chrono::seconds(90));
  EXPECT_DOUBLE_EQ(config->similarity_threshold, 0.20);
  EXPECT_FALSE(config->super_admin_mode);
  EXPECT_TRUE(config->snapshot_capture);
  EXPECT_TRUE(config->dev_timeout_requirement.empty());
}

TEST(Config, EnvironmentWinsOverTheFile) {
  const TempFile file("# a comment\n\nASSAY_WORKERS=7\nASSAY_BLOB_DIR=\"/data/b\"\r\n");
  const auto config = load_config(file.path(), Environment{"ASSAY_WORKERS=3"});
  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_EQ(config->workers, 3);
  EXPECT_EQ(config->blob_dir, "/data/b");
}

TEST(Config, AnObjectStoreIsABucketWithItsRegionAndKey) {
  const std::string key = "ASSAY_BLOB_ACCESS_KEY=name";
  const std::string secret = "ASSAY_BLOB_SECRET_KEY=hush";
  const auto config = load_config(
      "", Environment{key, secret,
                      "ASSAY_BLOB_URL=s3+https://s3.example:9000/bucket-1/a/B_c?region=eu-central-1"
                      "&encryption=aws:kms&kms-key=arn:aws:kms:x:1/2&checksum=off"});
  ASSERT_TRUE(config.ok()) << config.error().message;
  const ObjectStoreSettings store = config->object_store.value();
  EXPECT_EQ(store.endpoint, "https://s3.example:9000");
  EXPECT_EQ(store.host(), "s3.example:9000");
  EXPECT_EQ(store.bucket + " " + store.prefix + " " + store.region, "bucket-1 a/B_c/ eu-central-1");
  EXPECT_EQ(store.encryption + " " + store.kms_key, "aws:kms arn:aws:kms:x:1/2");
  EXPECT_FALSE(store.checksum);
  EXPECT_EQ(store.credentials.secret_key, "hush");
  EXPECT_FALSE(load_config("", Environment{})->object_store);
  for (const std::string url :
       {"file:///data", "https://s3.example/bucket?region=r", "s3+https://s3.example?region=r",
        "s3+https://s3.example/b?region=r", "s3+https://s3.example/bucket",
        "s3+https://s3.example/bucket/a//b?region=r",
        "s3+https://user:hush@s3.example/bucket?region=r",
        "s3+https://s3.example/bucket?region=r&encryption=rot13",
        "s3+https://s3.example/bucket?region=r&kms-key=k",
        "s3+https://s3.example/bucket?regoin=r"}) {
    const std::string why = refusal({"ASSAY_BLOB_URL=" + url});
    EXPECT_EQ(why.find("ASSAY_BLOB_URL: "), 0U) << url << ": " << why;
    EXPECT_EQ(why.find("hush"), std::string::npos) << why;
  }
  EXPECT_EQ(refusal({key}).find("ASSAY_BLOB_SECRET_KEY: "), 0U);
}

TEST(Config, RefusesByName) {
  EXPECT_EQ(refusal({"ASSAY_WORKRS=3"}), "ASSAY_WORKRS: unknown setting in the environment");
  EXPECT_EQ(refusal({"ASSAY_WORKERS=many"}).find("ASSAY_WORKERS: must be"), 0U);
  EXPECT_EQ(refusal({"ASSAY_WORKERS=0"}).find("ASSAY_WORKERS: must be"), 0U);
  EXPECT_EQ(refusal({"ASSAY_SIMILARITY_THRESHOLD=nan"}).find("ASSAY_SIMILARITY_THRESHOLD"), 0U);
  EXPECT_EQ(refusal({"SUPER_ADMIN_MODE=maybe"}), "SUPER_ADMIN_MODE: must be on or off");
  EXPECT_EQ(refusal({"ASSAY_LOG_LEVEL=loud"}).find("ASSAY_LOG_LEVEL"), 0U);
  EXPECT_EQ(refusal({"ASSAY_LEASE_S=10", "ASSAY_HEARTBEAT_S=9"}).find("ASSAY_HEARTBEAT_S"), 0U);
  EXPECT_EQ(refusal({"ASSAY_CORPUS_ALLOW_NETS=10.0.0.0/8,10.1.2.3/8"}).find("ASSAY_CORPUS_ALLOW"),
            0U);
  EXPECT_EQ(refusal({"ASSAY_CORPUS_ALLOW_NETS=localhost"}).find("ASSAY_CORPUS_ALLOW_NETS"), 0U);
  EXPECT_EQ(refusal({"ASSAY_CORPUS_ALLOW_NETS=10.0.0.0/8, fd00::/8,"}), "accepted");
  EXPECT_EQ(refusal({"OTHER_THING=1"}), "accepted");
  EXPECT_NE(load_config("/does/not/exist", Environment{}).ok(), true);
}

TEST(Config, ALanguageModelIsConfiguredWholeOrNotAtAll) {
  EXPECT_FALSE(load_config("", Environment{})->llm.enabled());
  const Environment whole{"ASSAY_LLM_BASE_URL=https://models.example/v1/", "ASSAY_LLM_MODEL=m",
                          "ASSAY_LLM_API_KEY=sk-1", "ASSAY_LLM_PRICE_INPUT=0.15"};
  const auto config = load_config("", whole);
  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_EQ(config->llm.base_url, "https://models.example/v1");
  EXPECT_EQ(config->llm.price_input, 0.15);
  EXPECT_EQ(config->llm.price_output, std::nullopt);
  EXPECT_EQ(config->llm.max_concurrency, 4);
  EXPECT_EQ(config->llm.evidence_tokens, 12'000U);
  const std::string url = "ASSAY_LLM_BASE_URL=http://10.0.0.5:8000/v1";
  EXPECT_EQ(refusal({url}).find("ASSAY_LLM_MODEL"), 0U);
  EXPECT_EQ(refusal({url, "ASSAY_LLM_MODEL=m"}), "accepted");
  EXPECT_EQ(refusal({url, "ASSAY_LLM_MODEL=m", "ASSAY_LLM_API_KEY=k"}).find("ASSAY_LLM_BASE_URL"),
            0U)
      << "a key goes nowhere in the clear";
  EXPECT_EQ(refusal({"ASSAY_LLM_BASE_URL=models.example"}).find("ASSAY_LLM_BASE_URL"), 0U);
  EXPECT_EQ(refusal({"ASSAY_LLM_PRICE_OUTPUT=-1"}).find("ASSAY_LLM_PRICE_OUTPUT"), 0U);
  EXPECT_EQ(refusal({"ASSAY_LLM_PRICE_OUTPUT=nan"}).find("ASSAY_LLM_PRICE_OUTPUT"), 0U);
  EXPECT_EQ(refusal({"ASSAY_LLM_MAX_CONCURRENCY=0"}).find("ASSAY_LLM_MAX_CONCURRENCY"), 0U);
  EXPECT_EQ(refusal({"ASSAY_LLM_EVIDENCE_TOKENS=0"}).find("ASSAY_LLM_EVIDENCE_TOKENS"), 0U);
  EXPECT_EQ(refusal({"ASSAY_LLM_API_KEY=a b"}).find("ASSAY_LLM_API_KEY"), 0U);
}

TEST(Config, TheDigestComesOnceAWeek) {
  const auto due = [](const std::string& at, const std::string& moment) {
    const auto config = load_config("", Environment{"ASSAY_DIGEST_AT=" + at});
    if (!config) return config.error().message;
    if (!config->mail.digest) return std::string("off");
    return config->mail.digest->week_due(from_iso8601(moment).value()).value_or("not due");
  };
  EXPECT_EQ(due("MON 06:00", "2026-11-23T06:00:00Z"), "2026-W48");
  EXPECT_EQ(due("MON 06:00", "2026-11-24T05:59:59Z"), "2026-W48");
  EXPECT_EQ(due("MON 06:00", "2026-11-24T06:00:00Z"), "not due");
  EXPECT_EQ(due("MON 06:00", "2026-11-23T05:59:59Z"), "not due");
  EXPECT_EQ(due("SUN 23:30", "2026-11-29T23:45:00Z"), "2026-W48");
  EXPECT_EQ(due("SUN 23:30", "2026-11-30T10:00:00Z"), "2026-W48");
  EXPECT_EQ(due("MON 00:00", "2024-12-30T00:00:00Z"), "2025-W01");
  EXPECT_EQ(due("FRI 00:00", "2027-01-01T12:00:00Z"), "2026-W53");
  EXPECT_EQ(due("", "2026-11-23T06:00:00Z"), "off");
  for (const char* wrong : {"MON", "MON 6:00", "MON 24:00", "MON 06:60", "mon 06:00", "MON 06:0x",
                            "XYZ 06:00", "MON  6:00", "MON -1:00"}) {
    EXPECT_EQ(due(wrong, "2026-11-23T06:00:00Z").find("ASSAY_DIGEST_AT: "), 0U) << wrong;
  }
}

TEST(Config, SpansGoToTheTracesPathOfACollector) {
  const auto endpoint = [](const std::string& value) {
    const auto config = load_config("", Environment{"TRACING_OTLP_ENDPOINT=" + value});
    return config ? config->otlp_endpoint : config.error().message;
  };
  EXPECT_EQ(endpoint("http://collector:4318"), "http://collector:4318/v1/traces");
  EXPECT_EQ(endpoint("https://collector.example/"), "https://collector.example/v1/traces");
  EXPECT_EQ(endpoint("http://[::1]:4318"), "http://[::1]:4318/v1/traces");
  for (const char* whole : {"http://collector:4318/v1/traces", "https://collector.example/tenant/",
                            "http://collector/?key=1", "off"}) {
    EXPECT_EQ(endpoint(whole), whole);
  }
}

TEST(Config, ListsAreTrimmed) {
  const auto config =
      load_config("", Environment{"ASSAY_CORS_ORIGINS= https://a.example , ,https://b.example"});
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config->cors_origins,
            (std::vector<std::string>{"https://a.example", "https://b.example"}));
}

}  // namespace
}  // namespace assay
