// SPDX-License-Identifier: Apache-2.0
// Measures the cost of row-level security for a point read: the same rows, role, connection and
// prepared statement, with the table's row-level security enabled and disabled in turn.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"
#include "tests/support/temp_database.hpp"

namespace {

using assay::DocumentId;
using assay::TenantId;
namespace pg = assay::pg;

constexpr int kTenants = 100;
constexpr int kRowsOfEach = 2000;
constexpr int kRounds = 9;
constexpr int kReadsOfRound = 4000;
constexpr double kGoal = 1.30;

constexpr pg::Statement kRead{"bench_tenancy_read", R"sql(
SELECT d.tenant_id, d.id, d.original_filename, d.status, micros(d.uploaded_at) AS uploaded_at
FROM document d WHERE d.tenant_id = $1 AND d.id = $2)sql"};

// Ids are derived from numbers, so that they need not be read back.
std::string uuid_of(int tenant, int row) {
  char text[37];
  std::snprintf(text, sizeof text, "%08d-0000-7000-8000-%012d", tenant, row);
  return text;
}

void fill(pg::Connection& super) {
  const auto tenants = std::to_string(kTenants);
  static_cast<void>(
      super.run("INSERT INTO tenant (id, name) SELECT (lpad(t::text, 8, '0') ||"
                " '-0000-7000-8000-000000000000')::uuid, 'Tenant ' || t FROM generate_series(1, " +
                tenants + ") t"));
  static_cast<void>(super.run(
      "INSERT INTO document (tenant_id, id, original_filename, file_type, content_type, size_bytes,"
      " sha256) SELECT (lpad(t::text, 8, '0') || '-0000-7000-8000-000000000000')::uuid,"
      " (lpad(t::text, 8, '0') || '-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,"
      " 'policy-' || n || '.pdf', 'pdf', 'application/pdf', 1000,"
      " encode(sha256((t || ':' || n)::text::bytea), 'hex')"
      " FROM generate_series(1, " +
      tenants + ") t, generate_series(1, " + std::to_string(kRowsOfEach) + ") n"));
  static_cast<void>(super.run("VACUUM ANALYZE document"));
}

void secure(pg::Connection& super, bool on) {
  static_cast<void>(super.run(std::string("ALTER TABLE document ") + (on ? "ENABLE" : "DISABLE") +
                              " ROW LEVEL SECURITY"));
}

class Reader {
 public:
  explicit Reader(pg::Connection& connection) : connection_(connection) {}

  // Microseconds of one read: a request's whole transaction each, or all reads in one.
  double whole_transactions(bool with_tenant) {
    return timed([&](const TenantId& tenant, const DocumentId& id) {
      if (with_tenant) {
        pg::Tx tx(connection_, pg::Access::ReadOnly, tenant);
        read(tx, tenant, id);
        tx.commit();
      } else {
        pg::Tx tx(connection_, pg::Access::ReadOnly);
        read(tx, tenant, id);
        tx.commit();
      }
    });
  }
  double statements_alone() {
    const TenantId tenant{uuid_of(1, 0)};
    pg::Tx tx(connection_, pg::Access::ReadOnly, tenant);
    const double time = timed([&](const TenantId& /*any*/, const DocumentId& id) {
      read(tx, tenant, DocumentId{uuid_of(1, 0).substr(0, 24) + id.value.substr(24)});
    });
    tx.commit();
    return time;
  }

 private:
  void read(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
    found_ += tx.run(kRead, tenant, id).empty() ? 0 : 1;
  }

  template <class Read>
  double timed(Read read_one) {
    using Clock = std::chrono::steady_clock;
    found_ = 0;
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < kReadsOfRound; ++i) {
      const int tenant = any_tenant_(random_);
      read_one(TenantId{uuid_of(tenant, 0)}, DocumentId{uuid_of(tenant, any_row_(random_))});
    }
    const std::chrono::duration<double, std::micro> time = Clock::now() - start;
    if (found_ != kReadsOfRound) throw std::runtime_error("rows were not found");
    return time.count() / kReadsOfRound;
  }

  pg::Connection& connection_;
  std::mt19937 random_{1};
  std::uniform_int_distribution<int> any_tenant_{1, kTenants};
  std::uniform_int_distribution<int> any_row_{1, kRowsOfEach};
  int found_ = 0;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// One round of each kind with and without, alternating, so that other load affects both alike.
struct Times {
  std::vector<double> with;
  std::vector<double> without;
  [[nodiscard]] double ratio() const {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < with.size(); ++i) ratios.push_back(with[i] / without[i]);
    return median(ratios);
  }
};

void print(const char* what, const Times& times) {
  std::printf("%s: %.1f us with row-level security, %.1f us without: ratio %.2f (goal %.2f)\n",
              what, median(times.with), median(times.without), times.ratio(), kGoal);
}

}  // namespace

int main() {
  pg::Connection super = assay::test::TempDatabase::shared().connect("super");
  super.ensure_connected();
  fill(super);
  pg::Connection api = assay::test::TempDatabase::shared().connect("assay_api");
  Reader reader(api);
  Times transactions;
  Times statements;
  for (int round = 0; round <= kRounds; ++round) {
    secure(super, true);
    static_cast<void>(reader.statements_alone());  // prepares the plan of this state
    const double statement_with = reader.statements_alone();
    const double transaction_with = reader.whole_transactions(true);
    secure(super, false);
    static_cast<void>(reader.statements_alone());
    const double statement_without = reader.statements_alone();
    const double transaction_without = reader.whole_transactions(false);
    if (round == 0) continue;  // warms the caches
    statements.with.push_back(statement_with);
    statements.without.push_back(statement_without);
    transactions.with.push_back(transaction_with);
    transactions.without.push_back(transaction_without);
  }
  secure(super, true);
  std::printf("%d rows of %d tenants\n", kTenants * kRowsOfEach, kTenants);
  print("point read in a transaction of its own (with: SET LOCAL too)", transactions);
  print("point read alone", statements);
  return transactions.ratio() <= kGoal && statements.ratio() <= kGoal ? 0 : 1;
}
