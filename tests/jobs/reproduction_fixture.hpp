// SPDX-License-Identifier: Apache-2.0
// Adds reproductions to a fixture of runs: requests one, and gives its result.
#pragma once

#include "db/store/runs/run_outputs.hpp"
#include "pipeline/jobs/records/record_jobs.hpp"
#include "tests/support/temp_database.hpp"

namespace assay::test {

using store::reproductions::Reproduction;

template <class Fixture>
class Reproducing : public Fixture {
 protected:
  ReproductionId order(const RunId& run) {
    const auto id = ReproductionId::fresh();
    pg::Connection api = TempDatabase::shared().connect("assay_api");
    pg::Tx tx(api, pg::Access::ReadWrite, this->tenant_);
    store::reproductions::create(tx, this->tenant_,
                                 {id, run, {"builtin", "fake", std::nullopt}, UserId::fresh()});
    tx.commit();
    return id;
  }
  Reproduction record_of(const ReproductionId& id) {
    return this->read(
        [&](pg::Tx& tx) { return store::reproductions::find(tx, this->tenant_, id).value(); });
  }
  void process_ordered() { this->with(this->claim().value(), jobs::process_reproduction); }
  Reproduction reproduce(const RunId& run) {
    const ReproductionId id = order(run);
    process_ordered();
    return record_of(id);
  }
};

}  // namespace assay::test
