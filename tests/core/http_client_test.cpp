// SPDX-License-Identifier: Apache-2.0
// Outgoing requests: answers, redirects, limits of time and size, refused addresses, cancelling.
#include "core/http/http_client.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <stdexcept>

#include "tests/support/web_stub.hpp"

namespace assay::http {
namespace {

using namespace std::chrono_literals;
using test::WebExchange;
using test::WebStub;

// Problems as text, so that a failed comparison is readable.
std::string outcome(const Result<Response, Problem>& result) {
  return result ? std::to_string(result->status) : std::string(to_text(result.error()));
}

std::string outcome_of(const Request& request) {
  return outcome(Client().exchange(request));
}

Request get(const std::string& url) {
  Request request;
  request.url = url;
  return request;
}

TEST(HttpClient, GivesStatusHeadersBodyAndUrl) {
  WebStub site([](const WebExchange& exchange) {
    exchange.answer(404, "nothing", "X-Kind:  Made Up \r\nX-Kind-2: b\r\n");
  });
  const auto answer = Client().exchange(get(site.url("/here?a=b")));
  ASSERT_TRUE(answer) << outcome(answer);
  EXPECT_EQ(answer->status, 404);
  EXPECT_EQ(answer->body, "nothing");
  EXPECT_EQ(answer->headers.at("x-kind"), "Made Up");
  EXPECT_EQ(answer->url, site.url("/here?a=b"));
  EXPECT_EQ(site.asked(), std::vector<std::string>{"/here?a=b"});
}

TEST(HttpClient, SendsMethodHeadersAndBody) {
  std::string head;
  WebStub site([&head](const WebExchange& exchange) {
    head = exchange.head();
    exchange.answer(200, "");
  });
  Request request = get(site.url());
  request.method = "POST";
  request.headers = {"Content-Type: application/json", "X-One: 1"};
  request.body = "{}";
  EXPECT_EQ(outcome_of(request), "200");
  EXPECT_TRUE(head.starts_with("POST / HTTP/1.1\r\n")) << head;
  EXPECT_NE(head.find("Content-Type: application/json\r\n"), std::string::npos);
  EXPECT_NE(head.find("X-One: 1\r\n"), std::string::npos);
  EXPECT_NE(head.find("Content-Length: 2\r\n"), std::string::npos);
}

TEST(HttpClient, ARedirectIsTheAnswerUnlessItMayBeFollowed) {
  WebStub site([](const WebExchange& exchange) {
    if (exchange.path() == "/end") {
      exchange.answer(200, "there");
    } else {
      exchange.redirect(exchange.path() == "/a" ? "/b" : "/end");
    }
  });
  Request request = get(site.url("/a"));
  EXPECT_EQ(outcome_of(request), "302");
  request.max_redirects = 1;
  EXPECT_EQ(outcome_of(request), to_text(Problem::Redirects));
  request.max_redirects = 2;
  const auto answer = Client().exchange(request);
  ASSERT_TRUE(answer) << outcome(answer);
  EXPECT_EQ(answer->body, "there");
  EXPECT_EQ(answer->url, site.url("/end"));
  EXPECT_FALSE(answer->headers.contains("location")) << "headers are those of the last hop";
}

TEST(HttpClient, ALoopOfRedirectsEnds) {
  WebStub site([](const WebExchange& exchange) { exchange.redirect(exchange.path()); });
  Request request = get(site.url("/round"));
  request.max_redirects = 5;
  EXPECT_EQ(outcome_of(request), to_text(Problem::Redirects));
  EXPECT_EQ(site.asked().size(), 6U);
}

TEST(HttpClient, OnlyHttpAndHttpsAlsoBehindARedirect) {
  for (const char* url : {"", "nonsense://x", "file:///etc/passwd", "ftp://127.0.0.1/",
                          "gopher://x", "http://", "http://exa mple/", "dict://127.0.0.1:11/"}) {
    EXPECT_EQ(outcome_of(get(url)), to_text(Problem::Url)) << url;
  }
  WebStub site([](const WebExchange& exchange) { exchange.redirect("file:///etc/passwd"); });
  Request request = get(site.url());
  request.max_redirects = 3;
  EXPECT_EQ(outcome_of(request), to_text(Problem::Url));
}

TEST(HttpClient, ABodyOverTheLimitIsGivenUpAnnouncedOrNot) {
  WebStub site([](const WebExchange& exchange) {
    const std::string body(1000, 'x');
    if (exchange.path() == "/announced") {
      exchange.answer(200, body);
    } else {
      exchange.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body);
    }
  });
  for (const char* path : {"/announced", "/not"}) {
    Request request = get(site.url(path));
    request.max_bytes = 1000;
    EXPECT_EQ(outcome_of(request), "200") << path;
    request.max_bytes = 999;
    EXPECT_EQ(outcome_of(request), to_text(Problem::TooLarge)) << path;
  }
}

TEST(HttpClient, AnEndlessBodyEndsAtTheLimit) {
  WebStub site([](const WebExchange& exchange) {
    exchange.send("HTTP/1.1 200 OK\r\n\r\n");
    while (exchange.send(std::string(4096, 'x'))) {
    }
  });
  EXPECT_EQ(outcome_of(get(site.url())), to_text(Problem::TooLarge));
}

TEST(HttpClient, TimeIsLimitedForSilenceAndForDrips) {
  WebStub site([](const WebExchange& exchange) {
    if (exchange.path() == "/silent") return exchange.linger(5000);
    exchange.send("HTTP/1.1 200 OK\r\n\r\n");
    for (int i = 0; i < 100 && exchange.send("x"); ++i) exchange.linger(50);
  });
  for (const char* path : {"/silent", "/drip"}) {
    Request request = get(site.url(path));
    request.timeout = 300ms;
    EXPECT_EQ(outcome_of(request), to_text(Problem::Timeout)) << path;
  }
}

TEST(HttpClient, WhatIsNoHttpOrNotThereFailsToConnect) {
  WebStub site([](const WebExchange& exchange) { exchange.send("220 mail ready\r\n"); });
  EXPECT_EQ(outcome_of(get(site.url())), to_text(Problem::Connection));
  int closed = 0;
  {
    WebStub gone([](const WebExchange&) {});
    closed = gone.port();
  }
  EXPECT_EQ(outcome_of(get("http://127.0.0.1:" + std::to_string(closed))),
            to_text(Problem::Connection));
  EXPECT_EQ(outcome_of(get("http://no-such-host.invalid/")), to_text(Problem::Resolve));
}

TEST(HttpClient, TheSinkGetsTheBodyAndMayEndIt) {
  WebStub site(
      [](const WebExchange& exchange) { exchange.answer(200, std::string(100'000, 'x')); });
  std::size_t seen = 0;
  Request request = get(site.url());
  request.sink = [&seen](std::span<const std::byte> bytes) {
    seen += bytes.size();
    return true;
  };
  const auto answer = Client().exchange(request);
  ASSERT_TRUE(answer) << outcome(answer);
  EXPECT_EQ(seen, 100'000U);
  EXPECT_TRUE(answer->body.empty());
  request.sink = [](std::span<const std::byte>) { return false; };
  EXPECT_EQ(outcome_of(request), to_text(Problem::Cancelled));
  request.sink = [](std::span<const std::byte>) -> bool { throw std::domain_error("full"); };
  EXPECT_THROW(static_cast<void>(Client().exchange(request)), std::domain_error);
}

TEST(HttpClient, CanBeCancelledWhileItWaits) {
  WebStub site([](const WebExchange& exchange) { exchange.linger(5000); });
  Request request = get(site.url());
  request.timeout = 20s;
  int asked = 0;
  request.cancelled = [&asked] { return ++asked > 2; };
  EXPECT_EQ(outcome_of(request), to_text(Problem::Cancelled));
}

class UnderARule : public ::testing::Test {
 protected:
  // Loopback on this port only.
  static AddressRule only(int port) {
    return [port](const sockaddr& address) {
      const auto& in = reinterpret_cast<const sockaddr_in&>(address);
      return in.sin_family == AF_INET && ntohs(in.sin_port) == port;
    };
  }
};

TEST_F(UnderARule, ARefusedAddressIsNeverConnectedTo) {
  WebStub site([](const WebExchange& exchange) { exchange.answer(200, "secret"); });
  Request request = get(site.url());
  request.allowed = [](const sockaddr&) { return false; };
  EXPECT_EQ(outcome_of(request), to_text(Problem::Refused));
  request.url = "http://localhost:" + std::to_string(site.port()) + "/";
  EXPECT_EQ(outcome_of(request), to_text(Problem::Refused)) << "a name is no way round";
  EXPECT_TRUE(site.asked().empty());
}

// localhost is ::1 and 127.0.0.1; the first is refused and the second is connected to.
TEST_F(UnderARule, AnAddressThatWasRefusedDoesNotHideWhatBefellTheNext) {
  WebStub site([](const WebExchange& exchange) { exchange.answer(200, std::string(5000, 'x')); });
  int refused = 0;
  Request request = get("http://localhost:" + std::to_string(site.port()) + "/");
  request.max_bytes = 100;
  request.allowed = [&, rule = only(site.port())](const sockaddr& address) {
    const bool yes = rule(address);
    if (!yes) ++refused;
    return yes;
  };
  const std::string outcome = outcome_of(request);
  if (refused == 0) GTEST_SKIP() << "localhost has one address here";
  EXPECT_EQ(outcome, to_text(Problem::TooLarge));
}

TEST_F(UnderARule, ARedirectIsAskedAboutToo) {
  WebStub inner([](const WebExchange& exchange) { exchange.answer(200, "secret"); });
  WebStub outer([&inner](const WebExchange& exchange) { exchange.redirect(inner.url("/inside")); });
  Request request = get(outer.url());
  request.max_redirects = 5;
  request.allowed = only(outer.port());
  EXPECT_EQ(outcome_of(request), to_text(Problem::Refused));
  EXPECT_TRUE(inner.asked().empty());
}

TEST_F(UnderARule, AConnectionKeptFromBeforeIsNotUsed) {
  WebStub inner([](const WebExchange& exchange) {
    // Stays open for a second request on the same connection.
    exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    exchange.linger(300);
  });
  WebStub outer([&inner](const WebExchange& exchange) { exchange.redirect(inner.url("/inside")); });
  Client client;
  EXPECT_EQ(outcome(client.exchange(get(inner.url("/before")))), "200");
  Request request = get(outer.url());
  request.max_redirects = 5;
  request.allowed = only(outer.port());
  EXPECT_EQ(outcome(client.exchange(request)), to_text(Problem::Refused));
  EXPECT_EQ(inner.asked(), std::vector<std::string>{"/before"});
}

TEST_F(UnderARule, UserNamesInUrlsAreRefusedAlsoBehindARedirect) {
  WebStub site(
      [](const WebExchange& exchange) { exchange.redirect("http://kim:secret@127.0.0.1:1/"); });
  Request request = get("http://kim@127.0.0.1:" + std::to_string(site.port()) + "/");
  request.max_redirects = 5;
  request.allowed = [](const sockaddr&) { return true; };
  EXPECT_EQ(outcome_of(request), to_text(Problem::Url));
  request.url = site.url();
  EXPECT_EQ(outcome_of(request), to_text(Problem::Url));
}

TEST(UrlWithoutSecrets, KeepsWhereItLeads) {
  const auto shown = [](const char* url) { return url_without_secrets(url); };
  EXPECT_EQ(shown("https://hooks.example/a/b"), "https://hooks.example/a/b");
  EXPECT_EQ(shown("https://hooks.example:8443/?token=abc&team=7&on=&b"),
            "https://hooks.example:8443/?token=***&team=***&on=***&***");
  EXPECT_EQ(shown("https://hooks.example?abc"), "https://hooks.example?***");
  EXPECT_EQ(shown("https://hooks.example/?"), "https://hooks.example/?");
  EXPECT_EQ(shown("https://kim:secret@hooks.example/a@b?to=a@b"),
            "https://hooks.example/a@b?to=***");
  EXPECT_EQ(shown("https://kim@p@hooks.example"), "https://hooks.example");
  EXPECT_EQ(shown("https://hooks.example/#token=abc"), "https://hooks.example/");
  EXPECT_EQ(shown("no url"), "no url");
}

}  // namespace
}  // namespace assay::http
