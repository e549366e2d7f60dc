// SPDX-License-Identifier: Apache-2.0
// An invalid model directory is refused, and the message names the file.
#include "pipeline/embed/model_weights.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/base/io.hpp"
#include "tests/embed/model.hpp"

namespace assay::embed {
namespace {

class WeightsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    dir_ = std::filesystem::path(::testing::TempDir()) /
           ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(dir_);
    std::filesystem::create_directories(dir_ / "dist");
    manifest(
        R"(["one","two"])",
        R"({"name":"m","shape":[2,2],"dtype":"float32"},{"name":"n","shape":[],"dtype":"int32"},
                {"name":"v","shape":[1],"dtype":"float32"})");
    // m = 1 2 3 4 straddles the shards; n = 5; v = 6.
    shard("one", {1, 2, 3});
    shard("two", {4, 5, 6});
  }

  void manifest(const std::string& paths, const std::string& weights) {
    std::ofstream(dir_ / "dist" / "model.json")
        << R"({"weightsManifest":[{"paths":)" << paths << R"(,"weights":[)" << weights << "]}]}";
  }
  void shard(const std::string& name, const std::vector<float>& values) {
    std::ofstream out(dir_ / "dist" / name, std::ios::binary);
    out.write(reinterpret_cast<const char*>(values.data()),
              static_cast<std::streamsize>(values.size() * sizeof(float)));
  }
  // The message of the ModelError that loading throws, or "" if it throws none.
  [[nodiscard]] std::string refusal() const {
    try {
      static_cast<void>(Weights::load(dir_));
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path dir_;
};

TEST_F(WeightsTest, reads_tensors_across_shards) {
  const Weights weights = Weights::load(dir_);
  const auto m = weights.tensor("m", {2, 2});
  EXPECT_EQ(std::vector<float>(m.begin(), m.end()), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(weights.tensor("v", {1})[0], 6);
}

TEST_F(WeightsTest, wrong_names_shapes_and_types_are_refused) {
  const Weights weights = Weights::load(dir_);
  EXPECT_THROW((void)weights.tensor("absent", {1}), ModelError);
  EXPECT_THROW((void)weights.tensor("m", {4}), ModelError);
  EXPECT_THROW((void)weights.scalar("n"), ModelError);
  EXPECT_THROW((void)weights.scalar("v"), ModelError);
}

TEST_F(WeightsTest, short_and_long_shards_are_refused_by_name) {
  shard("two", {4, 5});
  EXPECT_NE(refusal().find("dist/two: 4 bytes are missing"), std::string::npos) << refusal();
  shard("two", {4, 5, 6, 7});
  EXPECT_NE(refusal().find("dist/two: more bytes"), std::string::npos) << refusal();
}

TEST_F(WeightsTest, values_that_are_not_finite_are_refused) {
  shard("two", {std::numeric_limits<float>::quiet_NaN(), 5, 6});
  const Weights weights = Weights::load(dir_);
  EXPECT_THROW((void)weights.tensor("m", {2, 2}), ModelError);
}

TEST_F(WeightsTest, manifests_of_another_kind_are_refused) {
  const std::string good = R"({"name":"m","shape":[6],"dtype":"float32"})";
  const std::string both = R"(["one","two"])";
  manifest(both, good);
  EXPECT_EQ(refusal(), "");
  for (const std::string& bad :
       {std::string(R"({"name":"m","shape":[6],"dtype":"uint8"})"),
        std::string(R"({"name":"m","shape":[6],"dtype":"float32","quantization":{}})"),
        std::string(R"({"name":"m","shape":[-6],"dtype":"float32"})"),
        std::string(R"({"name":"m","shape":[4294967296,4294967296],"dtype":"float32"})"),
        std::string(R"({"name":"m","dtype":"float32"})"), good + "," + good}) {
    manifest(both, bad);
    EXPECT_NE(refusal().find("model.json"), std::string::npos) << bad;
  }
  for (const std::string bad : {"[]", R"(["../dist/one","two"])", R"(["..","two"])", "[1]"}) {
    manifest(bad, good);
    EXPECT_NE(refusal().find("model.json"), std::string::npos) << bad;
  }
}

TEST_F(WeightsTest, missing_files_are_named) {
  std::filesystem::remove(dir_ / "dist" / "two");
  try {
    static_cast<void>(Weights::load(dir_));
    ADD_FAILURE() << "loaded without a shard";
  } catch (const IoError& error) {
    EXPECT_NE(std::string(error.what()).find("dist/two"), std::string::npos) << error.what();
  }
}

std::string trained(const std::string& header, const std::vector<std::uint16_t>& halves) {
  std::string out = "ASSAYW1\n";
  const auto size = static_cast<std::uint32_t>(header.size());
  out.append(reinterpret_cast<const char*>(&size), sizeof size).append(header);
  return out.append(reinterpret_cast<const char*>(halves.data()),
                    halves.size() * sizeof(std::uint16_t));
}

TEST_F(WeightsTest, trained_tensors_replace_those_of_their_name) {
  Weights weights = Weights::load(dir_);
  // 1, -2, the largest, the smallest above zero.
  const std::string file =
      trained(R"({"tensors":[{"name":"m","shape":[2,2]}]})", {0x3C00, 0xC000, 0x7BFF, 0x0001});
  weights.add_trained(std::as_bytes(std::span(file)), "t");
  const auto m = weights.tensor("m", {2, 2});
  EXPECT_EQ(std::vector<float>(m.begin(), m.end()), (std::vector<float>{1, -2, 65504, 0x1p-24F}));
  EXPECT_EQ(weights.tensor("v", {1})[0], 6) << "the others stay";
}

TEST_F(WeightsTest, a_damaged_file_of_trained_weights_is_refused) {
  const std::string header = R"({"tensors":[{"name":"m","shape":[2]}]})";
  const std::string whole = trained(header, {0x3C00, 0x3C00});
  std::vector<std::string> damaged{"",
                                   "ASSAYW1",
                                   trained(header, {0x3C00}),
                                   trained(header, {1, 2, 3}),
                                   trained("{", {}),
                                   trained(R"({"tensors":[{"name":"m"}]})", {})};
  for (const std::size_t length : {9U, 15U, 40U}) damaged.push_back(whole.substr(0, length));
  for (const std::string& file : damaged) {
    Weights weights = Weights::load(dir_);
    EXPECT_THROW(weights.add_trained(std::as_bytes(std::span(file)), "t"), ModelError) << file;
  }
}

}  // namespace
}  // namespace assay::embed
