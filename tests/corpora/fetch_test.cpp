// SPDX-License-Identifier: Apache-2.0
// Fetching a text: into the blob store, or a reason for failure that reveals nothing.
#include "pipeline/corpora/fetch.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/support/web_stub.hpp"

namespace assay::corpora {
namespace {

using test::WebExchange;
using test::WebStub;

class Fetching : public ::testing::Test {
 protected:
  Fetching() {
    if (::mkdtemp(root_.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  }
  void TearDown() override {
    std::error_code ignored;  // a directory left in /tmp fails no test
    std::filesystem::remove_all(root_, ignored);
  }
  Result<Fetched, FetchFailure> fetch_from(const std::string& url) {
    return fetch(url, limits_, guard_, blobs_, [] { return false; });
  }
  // The failure's code, or "fetched".
  std::string code_of(const std::string& url) {
    const auto result = fetch_from(url);
    if (result) return "fetched";
    EXPECT_EQ(result.error().reason.find("secret"), std::string::npos) << result.error().reason;
    EXPECT_EQ(left_over(), 0U) << "what was received must be gone";
    return result.error().code;
  }
  std::size_t left_over() const {
    const std::filesystem::path incoming = std::filesystem::path(root_) / "tmp";
    if (!std::filesystem::exists(incoming)) return 0;
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(incoming),
                                                  std::filesystem::directory_iterator()));
  }

  std::string root_ = "/tmp/assay-fetch-test-XXXXXX";
  FetchLimits limits_{10'000, std::chrono::milliseconds(2000)};
  AddressGuard guard_{{IpNetwork::parse("127.0.0.0/8").value()}};
  BlobStore blobs_{root_};
};

TEST_F(Fetching, PutsTheTextIntoTheBlobStore) {
  WebStub site([](const WebExchange& exchange) {
    if (exchange.path() == "/old") return static_cast<void>(exchange.redirect("/acts/act-7.html"));
    exchange.answer(200, "<p>An act.</p>", "Content-Type: text/html; charset=utf-8\r\n");
  });
  auto fetched = fetch_from(site.url("/old"));
  ASSERT_TRUE(fetched);
  EXPECT_EQ(fetched->file_name, "act-7.html");
  EXPECT_EQ(fetched->blob.size(), 14);
  const TenantId tenant = TenantId::fresh();
  blobs_.keep(tenant, fetched->blob);
  EXPECT_EQ(read_file(blobs_.path_of(tenant, fetched->blob.sha256()).string()), "<p>An act.</p>");
}

TEST_F(Fetching, StatusesOtherThan200AreFailuresThatSayWhich) {
  int status = 0;
  WebStub site([&status](const WebExchange& exchange) { exchange.answer(status, "secret"); });
  for (const int permanent : {201, 204, 206, 301, 400, 401, 403, 404, 410, 451}) {
    status = permanent;
    const auto result = fetch_from(site.url());
    ASSERT_FALSE(result) << permanent;
    EXPECT_EQ(result.error().code, "http_status");
    EXPECT_FALSE(result.error().passing) << permanent;
    EXPECT_NE(result.error().reason.find("HTTP status " + std::to_string(permanent)),
              std::string::npos);
    EXPECT_EQ(result.error().reason.find("secret"), std::string::npos);
  }
  for (const int passing : {408, 429, 500, 502, 503, 504}) {
    status = passing;
    const auto result = fetch_from(site.url());
    ASSERT_FALSE(result) << passing;
    EXPECT_TRUE(result.error().passing) << passing;
  }
}

TEST_F(Fetching, TooLargeTooSlowOrEmptyIsRefused) {
  WebStub site([this](const WebExchange& exchange) {
    const std::string path = exchange.path();
    const auto limit = static_cast<std::size_t>(limits_.max_bytes);
    if (path == "/empty") return static_cast<void>(exchange.answer(200, ""));
    if (path == "/limit") return static_cast<void>(exchange.answer(200, std::string(limit, 'x')));
    if (path == "/over") {
      return static_cast<void>(exchange.answer(200, std::string(limit + 1, 'x')));
    }
    exchange.send("HTTP/1.1 200 OK\r\n\r\n");
    if (path == "/endless") {
      while (exchange.send(std::string(4096, 'x'))) {
      }
    }
    for (int i = 0; i < 200 && exchange.send("x"); ++i) exchange.linger(50);
  });
  EXPECT_EQ(code_of(site.url("/empty")), "empty");
  EXPECT_EQ(code_of(site.url("/limit")), "fetched");
  EXPECT_EQ(code_of(site.url("/over")), "too_large");
  EXPECT_EQ(code_of(site.url("/endless")), "too_large");
  limits_.time = std::chrono::milliseconds(300);
  EXPECT_EQ(code_of(site.url("/drip")), "timeout");
}

TEST_F(Fetching, FollowsFiveRedirectsAndNoMore) {
  WebStub site([](const WebExchange& exchange) {
    const int left = std::stoi(exchange.path().substr(1));
    if (left == 0) return static_cast<void>(exchange.answer(200, "there"));
    exchange.redirect("/" + std::to_string(left - 1));
  });
  EXPECT_EQ(code_of(site.url("/5")), "fetched");
  EXPECT_EQ(code_of(site.url("/6")), "too_many_redirects");
}

TEST_F(Fetching, AsksTheGuardAlsoAboutRedirects) {
  WebStub site([](const WebExchange& exchange) {
    exchange.redirect(exchange.path() == "/metadata" ? "http://169.254.169.254/latest/meta-data/"
                      : exchange.path() == "/v6"     ? "http://[::1]:80/"
                                                     : "http://10.0.0.1:8080/");
  });
  for (const char* path : {"/metadata", "/v6", "/private"}) {
    EXPECT_EQ(code_of(site.url(path)), "address_refused") << path;
  }
  guard_ = AddressGuard({});
  const std::size_t asked = site.asked().size();
  EXPECT_EQ(code_of(site.url()), "address_refused");
  for (const char* host : {"localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1",
                           "[::ffff:127.0.0.1]", "0"}) {
    const std::string url = "http://" + std::string(host) + ":" + std::to_string(site.port());
    EXPECT_EQ(code_of(url), "address_refused") << host;
  }
  EXPECT_EQ(site.asked().size(), asked) << "nothing was connected to";
}

TEST_F(Fetching, EndsWhenItIsCancelled) {
  WebStub site([](const WebExchange& exchange) { exchange.linger(5000); });
  const auto result = fetch(site.url(), limits_, guard_, blobs_, [] { return true; });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "cancelled");
}

TEST(FileName, ComesFromThePathAndTheContentType) {
  const auto name = [](const char* url, const char* type) { return file_name_of(url, type); };
  EXPECT_EQ(name("https://a.example/acts/Act%207.pdf?x=/y.doc", "application/pdf"), "Act 7.pdf");
  EXPECT_EQ(name("https://a.example/", "text/html; charset=utf-8"), "source.html");
  EXPECT_EQ(name("https://a.example", ""), "source");
  EXPECT_EQ(name("https://a.example/eli/reg/oj", "text/html"), "oj.html");
  EXPECT_EQ(name("https://a.example/table", "text/csv"), "table.csv");
  EXPECT_EQ(name("https://a.example/act", "application/pdf"), "act");
  EXPECT_EQ(name("https://a.example/a%2fb%5Cc", ""), "c");
  EXPECT_EQ(name("https://a.example/..", "text/markdown"), "source.md");
  EXPECT_EQ(name("https://a.example/a%00b", "text/html"), "source.html");
}

}  // namespace
}  // namespace assay::corpora
