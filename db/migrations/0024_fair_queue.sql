-- Fair claiming: tenants take turns, and each lane of work has its own order.

-- Which threads of a daemon take an item: see store::work::Lane.
ALTER TABLE work_item ADD COLUMN lane text NOT NULL DEFAULT 'long'
  CHECK (lane IN ('short', 'long', 'run', 'fetch', 'waiting'));
UPDATE work_item SET lane = CASE
    WHEN waits THEN 'waiting'
    WHEN kind IN ('run', 'reproduction') THEN 'run'
    WHEN kind = 'corpus' THEN 'fetch'
    WHEN kind = 'document' THEN 'long'
    ELSE 'short' END
  WHERE state IN ('ready', 'running');
ALTER TABLE work_item ALTER COLUMN lane DROP DEFAULT, DROP COLUMN waits;

-- The claim goes from tenant to tenant by this index, and in it finds the head of each lane.
DROP INDEX work_item_ready;
CREATE INDEX work_item_ready ON work_item (tenant_id, lane, priority, run_at, id)
  WHERE state = 'ready';

-- When an item of the tenant was claimed last. A claim that finds the row locked leaves it alone:
-- another claim of the same tenant writes it at that moment.
CREATE TABLE work_turn (
  tenant_id uuid PRIMARY KEY,
  served_at timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE work_turn ENABLE ROW LEVEL SECURITY;
ALTER TABLE work_turn FORCE ROW LEVEL SECURITY;
CREATE POLICY all_rows ON work_turn TO assay_pipeline USING (true) WITH CHECK (true);
CREATE POLICY owner_rows ON work_turn TO assay_owner USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON work_turn TO assay_pipeline;

-- Quotas count a tenant's documents, bytes and chunks at each upload.
CREATE INDEX document_usage ON document (tenant_id) INCLUDE (size_bytes, chunk_count);
