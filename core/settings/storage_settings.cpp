// SPDX-License-Identifier: Apache-2.0
// Reads and checks the address of the object store.
#include "core/settings/storage_settings.hpp"

#include <algorithm>
#include <string_view>

#include "core/http/http_client.hpp"

namespace assay {
namespace {

constexpr std::string_view kScheme = "s3+";

bool made_of(std::string_view text, std::string_view others) {
  return std::all_of(text.begin(), text.end(), [others](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           others.find(c) != std::string_view::npos;
  });
}

bool is_bucket(std::string_view name) {
  return name.size() >= 3 && name.size() <= 63 && made_of(name, ".-");
}

bool is_prefix(std::string_view text) {
  constexpr std::string_view kLarge = "ABCDEFGHIJKLMNOPQRSTUVWXYZ._-/";
  return made_of(text, kLarge) && text.find("//") == std::string_view::npos &&
         text.find("..") == std::string_view::npos;
}

// Returns what is wrong with the parameter, or "".
std::string take(ObjectStoreSettings& store, std::string_view name, const std::string& value) {
  if (name == "region" && !value.empty() && made_of(value, "-")) {
    store.region = value;
  } else if (name == "encryption" && (value == "AES256" || value == "aws:kms")) {
    store.encryption = value;
  } else if (name == "kms-key" && !value.empty() &&
             made_of(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ:/_-")) {
    store.kms_key = value;
  } else if (name == "checksum" && (value == "on" || value == "off")) {
    store.checksum = value == "on";
  } else {
    return "has an invalid parameter " + std::string(name) +
           "; there are region, encryption (AES256 or aws:kms), kms-key and checksum (on or off)";
  }
  return "";
}

std::string take_all(ObjectStoreSettings& store, std::string_view query) {
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view item = query.substr(0, end);
    const std::size_t equals = item.find('=');
    const std::string value(equals == std::string_view::npos ? "" : item.substr(equals + 1));
    if (auto wrong = take(store, item.substr(0, equals), value); !wrong.empty()) return wrong;
    query = end == std::string_view::npos ? std::string_view() : query.substr(end + 1);
  }
  return "";
}

}  // namespace

std::string ObjectStoreSettings::host() const {
  return endpoint.substr(endpoint.find("://") + 3);
}

Result<ObjectStoreSettings, std::string> parse_object_store_url(const std::string& text) {
  const std::string form =
      "must be s3+https://HOST/BUCKET/PREFIX?region=REGION; for a directory, set ASSAY_BLOB_DIR";
  if (!text.starts_with(kScheme)) return form;
  const std::size_t question = text.find('?');
  const std::string url = text.substr(kScheme.size(), question - kScheme.size());
  if (const auto parsed = parse_http_url(url); !parsed) return std::string(parsed.error().issue);
  const std::size_t path = url.find('/', url.find("://") + 3);
  if (path == std::string::npos) return form;
  ObjectStoreSettings store;
  store.endpoint = url.substr(0, path);
  const std::string rest = url.substr(path + 1);
  const std::size_t slash = rest.find('/');
  store.bucket = rest.substr(0, slash);
  if (slash != std::string::npos) store.prefix = rest.substr(slash + 1);
  if (!store.prefix.empty() && !store.prefix.ends_with('/')) store.prefix.push_back('/');
  if (!is_bucket(store.bucket)) return "does not name a bucket: " + form;
  if (!is_prefix(store.prefix)) {
    return std::string("has a prefix with other characters than letters, digits, . _ - and /");
  }
  const std::string query = question == std::string::npos ? "" : text.substr(question + 1);
  if (auto wrong = take_all(store, query); !wrong.empty()) return wrong;
  if (store.region.empty()) return std::string("must name the region: ?region=us-east-1");
  if (!store.kms_key.empty() && store.encryption != "aws:kms") {
    return std::string("has a kms-key, which goes with encryption=aws:kms only");
  }
  return store;
}

aws::Credentials read_object_store_credentials(SettingReader& reader) {
  aws::Credentials credentials{reader.text("ASSAY_BLOB_ACCESS_KEY"),
                               reader.text("ASSAY_BLOB_SECRET_KEY")};
  if (credentials.access_key.empty() != credentials.secret_key.empty()) {
    reader.complain("ASSAY_BLOB_SECRET_KEY", "and ASSAY_BLOB_ACCESS_KEY go together");
  }
  return credentials;
}

std::optional<ObjectStoreSettings> read_object_store_settings(SettingReader& reader,
                                                              const aws::Credentials& credentials) {
  constexpr std::string_view kStore = "ASSAY_BLOB_URL";
  const std::string url = reader.text(kStore);
  if (url.empty()) return std::nullopt;
  auto store = parse_object_store_url(url);
  if (!store) {
    reader.complain(kStore, store.error());
    return std::nullopt;
  }
  store->credentials = credentials;
  return *store;
}

}  // namespace assay
