// SPDX-License-Identifier: Apache-2.0
// The rules of an upload: one part, a named file, within the limit.
#include "fcgi/multipart.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"

namespace assay::fcgi {
namespace {

struct Outcome {
  std::optional<Error> error;
  std::string filename;
  std::string data;
};

Outcome receive(ValueRequest::Values values, std::int64_t limit = 1000) {
  ValueRequest request(std::move(values));
  Outcome outcome;
  try {
    outcome.filename = receive_single_file(request, limit, [&](std::span<const std::byte> bytes) {
      outcome.data.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    });
  } catch (const Failure& failure) {
    outcome.error = failure.error();
  }
  return outcome;
}

Outcome receive_body(std::string body, std::int64_t limit = 1000) {
  return receive({.method = "POST",
                  .headers = {{"Content-Type", "multipart/form-data; boundary=b"}},
                  .body = std::move(body),
                  .step = 11},
                 limit);
}

std::string part(const std::string& parameters, const std::string& data) {
  return "--b\r\nContent-Disposition: form-data; " + parameters + "\r\n\r\n" + data + "\r\n";
}

std::optional<std::string> field_of(const Outcome& outcome) {
  if (!outcome.error) return std::nullopt;
  return outcome.error->details.get("fields").at(0).get("field").as_string();
}

TEST(SingleFile, TakesTheFile) {
  const Outcome outcome = receive_body(part("name=file; filename=\"a.pdf\"", "data") + "--b--");
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.filename, "a.pdf");
  EXPECT_EQ(outcome.data, "data");
}

TEST(SingleFile, AnEmptyFileIsAFile) {
  const Outcome outcome = receive_body(part("name=file; filename=e", "") + "--b--");
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.data, "");
}

TEST(SingleFile, RefusesOtherParts) {
  const std::string file = part("name=file; filename=a", "x");
  EXPECT_EQ(field_of(receive_body(part("name=evidence; filename=a", "x") + "--b--")), "evidence");
  EXPECT_EQ(field_of(receive_body(file + part("name=note", "x") + "--b--")), "note");
  EXPECT_EQ(field_of(receive_body(file + file + "--b--")), "file");
  EXPECT_EQ(field_of(receive_body(part("name=file", "x") + "--b--")), "file");
  EXPECT_EQ(field_of(receive_body(part("name=file; filename=\"\"", "x") + "--b--")), "file");
  EXPECT_EQ(field_of(receive_body("--b--")), "file");
}

TEST(SingleFile, RefusesCutOffBodies) {
  EXPECT_EQ(field_of(receive_body(part("name=file; filename=a", "x"))), "body");
  EXPECT_EQ(field_of(receive_body("")), "body");
}

TEST(SingleFile, LimitCountsTheFileAlone) {
  const std::string exact(1000, 'x');
  EXPECT_FALSE(receive_body(part("name=file; filename=a", exact) + "--b--").error);
  const Outcome over = receive_body(part("name=file; filename=a", exact + "x") + "--b--");
  ASSERT_TRUE(over.error);
  EXPECT_EQ(over.error->code, ErrorCode::PayloadTooLarge);
  EXPECT_EQ(over.error->details.get("limitBytes").as_integer(), 1000);
}

TEST(SingleFile, AnnouncedLengthOverTheLimitIsRefusedUnread) {
  const Outcome outcome = receive({.method = "POST",
                                   .headers = {{"Content-Type", "multipart/form-data; boundary=b"},
                                               {"Content-Length", "100000000"}},
                                   .body = part("name=file; filename=a", "x") + "--b--"});
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->code, ErrorCode::PayloadTooLarge);
  EXPECT_EQ(outcome.data, "");
}

TEST(SingleFile, AnotherContentTypeIs415) {
  const Outcome outcome =
      receive({.method = "POST", .headers = {{"Content-Type", "application/pdf"}}, .body = "x"});
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->code, ErrorCode::UnsupportedMediaType);
}

TEST(SingleFile, WhatTheTakerThrowsPassesThrough) {
  ValueRequest request({.headers = {{"Content-Type", "multipart/form-data; boundary=b"}},
                        .body = part("name=file; filename=a", "x") + "--b--"});
  EXPECT_THROW(
      (void)receive_single_file(
          request, 10, [](std::span<const std::byte>) { throw std::runtime_error("disk full"); }),
      std::runtime_error);
}

// With the text fields title and note beside the file.
struct FormOutcome {
  UploadForm form;
  std::string data;
  std::optional<std::string> refused;  // the field named in the refusal
};

FormOutcome receive_form(const std::string& body) {
  ValueRequest request(
      {.headers = {{"Content-Type", "multipart/form-data; boundary=b"}}, .body = body, .step = 7});
  FormOutcome outcome;
  try {
    outcome.form = receive_file_with_fields(
        request, 100, "title note", [&outcome](std::span<const std::byte> bytes) {
          outcome.data.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        });
  } catch (const Failure& failure) {
    outcome.refused =
        failure.error().details.get("fields").at(0).get("field").as_string().value_or("");
  }
  return outcome;
}

TEST(FileWithFields, TakesFieldsInAnyOrder) {
  const std::string file = part("name=file; filename=a.txt", "data");
  const std::string title = part("name=title", "An act");
  for (const std::string& body : {file + title, title + file}) {
    const FormOutcome outcome = receive_form(body + "--b--");
    EXPECT_FALSE(outcome.refused);
    EXPECT_EQ(outcome.form.filename, "a.txt");
    EXPECT_EQ(outcome.data, "data");
    ASSERT_EQ(outcome.form.fields.size(), 1U);
    EXPECT_EQ(outcome.form.fields.at("title"), "An act");
  }
  EXPECT_EQ(receive_form(file + part("name=note", "") + "--b--").form.fields.at("note"), "");
}

TEST(FileWithFields, RefusesFieldsThatBreakARule) {
  const std::string file = part("name=file; filename=a.txt", "data");
  const std::string title = part("name=title", "An act");
  const auto refused = [&file](const std::string& parts) {
    return receive_form(parts + file + "--b--").refused;
  };
  EXPECT_EQ(refused(title + title), "title");
  EXPECT_EQ(refused(part("name=bogus", "x")), "bogus");
  EXPECT_EQ(refused(part("name=\"title note\"", "x")), "title note");
  EXPECT_EQ(refused(part("name=title; filename=t.txt", "x")), "title");
  EXPECT_EQ(refused(part("name=title", "\xff")), "title");
  EXPECT_EQ(refused(part("name=title", std::string(8193, 'x'))), "title");
  EXPECT_EQ(receive_form(title + "--b--").refused, "file");
}

}  // namespace
}  // namespace assay::fcgi
