// SPDX-License-Identifier: Apache-2.0
// Defines the format of checkpoints and the SQL of their table. checkpoint_file.cpp writes them.
#include "db/store/audit/checkpoints.hpp"

#include <algorithm>

#include "core/base/digest.hpp"

namespace assay::store::audit {
namespace {

using pg::Statement;

constexpr std::string_view kType = "assay-audit-checkpoint-1";

// Transaction-level; the number is arbitrary, it only has to be the same everywhere.
constexpr Statement kLock{"checkpoint_lock", "SELECT pg_advisory_xact_lock(7241108266)"};
constexpr Statement kNewest{"checkpoint_newest", R"sql(
SELECT number, encode(hash, 'hex') AS hash FROM audit_checkpoint ORDER BY number DESC LIMIT 1)sql"};
constexpr Statement kAge{"checkpoint_age", R"sql(
SELECT extract(epoch FROM clock_timestamp() - created_at) AS age
FROM audit_checkpoint ORDER BY number DESC LIMIT 1)sql"};
constexpr Statement kHeads{"checkpoint_heads",
                           "SELECT tenant_id, sequence, hash FROM audit_heads()"};
constexpr Statement kInsert{"checkpoint_insert", R"sql(
INSERT INTO audit_checkpoint (number, hash, previous_hash, line)
VALUES ($1, decode($2, 'hex'), decode($3, 'hex'), $4))sql"};
constexpr Statement kLines{"checkpoint_lines", R"sql(
SELECT number, line FROM audit_checkpoint WHERE number > $1 ORDER BY number LIMIT $2)sql"};

std::string hex(std::string_view bytes) {
  return to_hex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

std::optional<std::string> from_hex(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto digit = [&](char c) {
      return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    };
    const int high = digit(text[i]);
    const int low = digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<char>(high * 16 + low));
  }
  if (text.size() != 64) return std::nullopt;
  return bytes;
}

Json head_json(const Head& head) {
  return Json::array().push(head.tenant.value).push(head.sequence).push(hex(head.hash));
}

std::vector<std::string> leaves_of(const std::vector<Head>& heads) {
  std::vector<std::string> leaves;
  leaves.reserve(heads.size());
  for (const Head& head : heads) leaves.push_back(head_json(head).canonical());
  return leaves;
}

std::optional<Head> read_head(const Json& item) {
  const auto tenant = TenantId::parse(item.at(0).as_string().value_or(""));
  const auto sequence = item.at(1).as_integer();
  const auto hash = from_hex(item.at(2).as_string().value_or(""));
  if (!tenant || !sequence || *sequence < 0 || !hash || item.size() != 3) return std::nullopt;
  return Head{*tenant, *sequence, *hash};
}

Error wrong(std::string issue) {
  return {ErrorCode::ValidationError, std::move(issue), {}};
}

// Fills in the statement's values; returns false if one is missing.
bool take_statement(const Json& statement, Checkpoint& checkpoint) {
  const auto key = from_base64url(statement.get("key").as_string().value_or(""));
  const auto number = statement.get("number").as_integer();
  checkpoint.statement = statement;
  checkpoint.at = statement.get("at").as_string().value_or("");
  checkpoint.previous = statement.get("previous").as_string().value_or("");
  checkpoint.key = key.value_or("");
  checkpoint.number = number.value_or(0);
  checkpoint.hash = sha256_hex(statement.canonical());
  return checkpoint.number > 0 && checkpoint.key.size() == 32 && from_hex(checkpoint.previous) &&
         statement.get("type").as_string() == kType;
}

}  // namespace

Checkpoint make_checkpoint(const CheckpointMark& before, Timestamp at,
                           const std::vector<Head>& heads, const ed25519::KeyPair& keys) {
  Checkpoint made;
  made.heads = heads;
  std::sort(made.heads.begin(), made.heads.end(),
            [](const Head& a, const Head& b) { return a.tenant.value < b.tenant.value; });
  Json list = Json::array();
  for (const Head& head : made.heads) list.push(head_json(head));
  const Json statement = Json::object()
                             .set("type", kType)
                             .set("number", before.number + 1)
                             .set("at", to_iso8601(at))
                             .set("previous", before.hash)
                             .set("tenants", made.heads.size())
                             .set("root", to_hex(merkle::root(leaves_of(made.heads))))
                             .set("key", to_base64url(keys.public_key));
  if (!take_statement(statement, made)) throw std::logic_error("not a valid checkpoint");
  made.signature = ed25519::sign(keys.private_key, statement.canonical());
  made.line = Json::object()
                  .set("statement", statement)
                  .set("heads", list)
                  .set("signature", to_base64url(made.signature))
                  .canonical();
  return made;
}

Result<Checkpoint> read_checkpoint(const std::string& line) {
  const auto json = Json::parse(line);
  if (!json || !json->is_object() || json->canonical() != line) {
    return wrong("it is not canonical JSON");
  }
  Checkpoint checkpoint;
  checkpoint.line = line;
  if (!take_statement(json->get("statement"), checkpoint)) {
    return wrong("its statement is not valid");
  }
  const auto signature = from_base64url(json->get("signature").as_string().value_or(""));
  if (!signature ||
      !ed25519::verify(checkpoint.key, checkpoint.statement.canonical(), *signature)) {
    return wrong("its signature does not match");
  }
  checkpoint.signature = *signature;
  const Json heads = json->get("heads");
  for (std::size_t i = 0; i < heads.size(); ++i) {
    auto head = read_head(heads.at(i));
    if (!head) return wrong("one of its heads is not valid");
    checkpoint.heads.push_back(std::move(*head));
  }
  const std::string root = to_hex(merkle::root(leaves_of(checkpoint.heads)));
  const Json& statement = checkpoint.statement;
  if (statement.get("root").as_string() != root || json->size() != 3 ||
      statement.get("tenants").as_integer() != static_cast<std::int64_t>(heads.size())) {
    return wrong("its heads are not the ones that were signed");
  }
  return checkpoint;
}

Json checkpoint_proof(const Checkpoint& checkpoint, const TenantId& tenant) {
  const auto& heads = checkpoint.heads;
  const auto found = std::find_if(heads.begin(), heads.end(),
                                  [&](const Head& head) { return head.tenant == tenant; });
  if (found == heads.end()) return {};
  const auto index = static_cast<std::size_t>(found - heads.begin());
  Json path = Json::array();
  for (const Sha256Bytes& hash : merkle::path(leaves_of(heads), index)) path.push(to_hex(hash));
  return Json::object()
      .set("statement", checkpoint.statement)
      .set("signature", to_base64url(checkpoint.signature))
      .set("leaf", head_json(*found))
      .set("index", index)
      .set("path", path);
}

void lock_checkpoints(pg::Tx& tx) {
  static_cast<void>(tx.run(kLock));
}

CheckpointMark newest_checkpoint(pg::Tx& tx) {
  const pg::Rows rows = tx.run(kNewest);
  if (rows.empty()) return {0, std::string(64, '0')};
  return {rows[0].integer("number"), rows[0].text("hash")};
}

std::optional<double> checkpoint_age(pg::Tx& tx) {
  const pg::Rows rows = tx.run(kAge);
  if (rows.empty()) return std::nullopt;
  return rows[0].real("age");
}

std::vector<Head> all_heads(pg::Tx& tx) {
  std::vector<Head> heads;
  const pg::Rows rows = tx.run(kHeads);
  for (const pg::Row row : rows) {
    heads.push_back({row.id<TenantId>("tenant_id"), row.integer("sequence"), row.bytes("hash")});
  }
  return heads;
}

void insert_checkpoint(pg::Tx& tx, const Checkpoint& checkpoint) {
  static_cast<void>(
      tx.run(kInsert, checkpoint.number, checkpoint.hash, checkpoint.previous, checkpoint.line));
}

std::vector<StoredLine> checkpoint_lines(pg::Tx& tx, std::int64_t after, int limit) {
  std::vector<StoredLine> lines;
  const pg::Rows rows = tx.run(kLines, after, limit);
  for (const pg::Row row : rows) lines.push_back({row.integer("number"), row.text("line")});
  return lines;
}

}  // namespace assay::store::audit
