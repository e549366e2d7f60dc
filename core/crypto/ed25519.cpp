// SPDX-License-Identifier: Apache-2.0
// Signs and verifies, and reads and writes PEM files.
#include "core/crypto/ed25519.hpp"

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <stdexcept>

#include "core/base/c_handle.hpp"
#include "core/base/ids.hpp"
#include "core/base/io.hpp"

namespace assay::ed25519 {
namespace {

using Key = CHandle<EVP_PKEY, EVP_PKEY_free>;
using Context = CHandle<EVP_MD_CTX, EVP_MD_CTX_free>;

constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kSignatureBytes = 64;

const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytes(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

void require(bool good, const char* what) {
  if (!good) throw std::runtime_error(std::string("Ed25519: ") + what + " failed");
}

}  // namespace

KeyPair generate() {
  const Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  require(key != nullptr, "key generation");
  KeyPair pair{std::string(kKeyBytes, '\0'), std::string(kKeyBytes, '\0')};
  std::size_t size = kKeyBytes;
  require(EVP_PKEY_get_raw_private_key(key.get(), bytes(pair.private_key), &size) == 1,
          "reading the private key");
  size = kKeyBytes;
  require(EVP_PKEY_get_raw_public_key(key.get(), bytes(pair.public_key), &size) == 1,
          "reading the public key");
  return pair;
}

std::string sign(std::string_view private_key, std::string_view message) {
  const Key key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, bytes(private_key),
                                             private_key.size()));
  const Context context(EVP_MD_CTX_new());
  require(key != nullptr && context != nullptr, "loading the private key");
  require(EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1, "signing");
  std::string signature(kSignatureBytes, '\0');
  std::size_t size = signature.size();
  require(
      EVP_DigestSign(context.get(), bytes(signature), &size, bytes(message), message.size()) == 1,
      "signing");
  return signature;
}

bool verify(std::string_view public_key, std::string_view message, std::string_view signature) {
  if (public_key.size() != kKeyBytes || signature.size() != kSignatureBytes) return false;
  const Key key(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes(public_key), public_key.size()));
  const Context context(EVP_MD_CTX_new());
  return key != nullptr && context != nullptr &&
         EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
         EVP_DigestVerify(context.get(), bytes(signature), signature.size(), bytes(message),
                          message.size()) == 1;
}

}  // namespace assay::ed25519

namespace assay::key_file {
namespace {

using Key = CHandle<EVP_PKEY, EVP_PKEY_free>;
using Bio = CHandle<BIO, BIO_free>;

constexpr std::size_t kKeyBytes = 32;

const unsigned char* bytes(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

[[noreturn]] void fail(const std::string& path, const char* issue) {
  throw std::runtime_error(path + ": " + issue);
}

std::string text_of(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

std::string private_pem(const std::string& seed) {
  const Key key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, bytes(seed), seed.size()));
  const Bio out(BIO_new(BIO_s_mem()));
  if (!key || !out ||
      PEM_write_bio_PrivateKey(out.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1) {
    throw std::runtime_error("writing a private key failed");
  }
  return text_of(out.get());
}

using RawKey = int (*)(const EVP_PKEY*, unsigned char*, std::size_t*);

std::string raw(const EVP_PKEY* key, RawKey get, const std::string& path) {
  std::string value(kKeyBytes, '\0');
  std::size_t size = value.size();
  if (EVP_PKEY_get_id(key) != EVP_PKEY_ED25519 ||
      get(key, reinterpret_cast<unsigned char*>(value.data()), &size) != 1 || size != kKeyBytes) {
    fail(path, "holds a key that is not Ed25519");
  }
  return value;
}

ed25519::KeyPair read_pair(const std::string& path) {
  const FileDescriptor file = open_for_reading(path);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw IoError("stat " + path, errno);
  if ((status.st_mode & 077U) != 0) fail(path, "must be readable by its owner only (mode 0600)");
  const std::string pem = read_file(path);
  const Bio in(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  const Key key(PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr));
  if (!key) fail(path, "holds no private key");
  return {raw(key.get(), EVP_PKEY_get_raw_private_key, path),
          raw(key.get(), EVP_PKEY_get_raw_public_key, path)};
}

// If several processes create the file at once, one wins.
void create(const std::string& path) {
  const std::string draft = path + "." + new_uuid();
  const FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.open()) throw IoError("create " + draft, errno);
  write_all(file.get(), private_pem(ed25519::generate().private_key));
  sync_to_disk(file.get());
  const int linked = ::link(draft.c_str(), path.c_str());
  const int error = errno;
  if (::unlink(draft.c_str()) != 0) throw IoError("unlink " + draft, errno);
  if (linked != 0 && error != EEXIST) throw IoError("create " + path, error);
}

void publish(const std::string& path, const std::string& public_key) {
  if (::access(path.c_str(), F_OK) == 0) {
    const auto known = read_public_keys(path);
    if (std::find(known.begin(), known.end(), public_key) != known.end()) return;
  }
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!file.open()) throw IoError("open " + path, errno);
  write_all(file.get(), public_pem(public_key));
  sync_to_disk(file.get());
}

}  // namespace

ed25519::KeyPair load_or_create(const std::string& path) {
  if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) create(path);
  ed25519::KeyPair pair = read_pair(path);
  publish(path + ".pub", pair.public_key);
  return pair;
}

std::vector<std::string> read_public_keys(const std::string& path) {
  constexpr std::string_view kBegin = "-----BEGIN PUBLIC KEY-----";
  const std::string text = read_file(path);
  std::vector<std::string> keys;
  for (std::size_t at = text.find(kBegin); at != std::string::npos;
       at = text.find(kBegin, at + kBegin.size())) {
    const std::string_view block = std::string_view(text).substr(at);
    const Bio in(BIO_new_mem_buf(block.data(), static_cast<int>(block.size())));
    const Key key(PEM_read_bio_PUBKEY(in.get(), nullptr, nullptr, nullptr));
    if (!key) fail(path, "holds a broken public key");
    keys.push_back(raw(key.get(), EVP_PKEY_get_raw_public_key, path));
  }
  if (keys.empty()) fail(path, "holds no public key");
  return keys;
}

std::vector<std::string> public_keys_beside(const std::string& path) {
  const std::string file = path + ".pub";
  if (path.empty() || (::access(file.c_str(), F_OK) != 0 && errno == ENOENT)) return {};
  return read_public_keys(file);
}

std::string public_pem(const std::string& public_key) {
  const Key key(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes(public_key), public_key.size()));
  const Bio out(BIO_new(BIO_s_mem()));
  if (!key || !out || PEM_write_bio_PUBKEY(out.get(), key.get()) != 1) {
    throw std::runtime_error("writing a public key failed");
  }
  return text_of(out.get());
}

}  // namespace assay::key_file
