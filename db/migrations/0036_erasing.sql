-- Erasing documents for good, holding them back from that, forgetting them by age, and erasing a whole
-- tenant.

-- What was to be erased, and how far that is. The documents themselves are gone from the start; what
-- is left to do is with files.
CREATE TABLE erasure (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  id uuid NOT NULL,
  -- The document that was named. No foreign key: it is gone.
  document_id uuid NOT NULL,
  original_filename text NOT NULL,
  reason text NOT NULL CHECK (reason <> ''),
  status text NOT NULL DEFAULT 'QUEUED'
    CHECK (status IN ('QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
  -- Null: the tenant's rules of retention.
  requested_by uuid,
  failure_code text,
  failure_reason text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
  CHECK ((status = 'FAILED') = (failed_at IS NOT NULL AND failure_reason IS NOT NULL))
);
CREATE INDEX erasure_newest ON erasure (tenant_id, created_at DESC, id DESC);
CREATE INDEX erasure_by_id ON erasure (id);
CALL keep_tenants_apart('erasure');
GRANT SELECT, INSERT ON erasure TO assay_api, assay_pipeline;
GRANT UPDATE (status, failure_code, failure_reason, failed_at) ON erasure TO assay_api;
GRANT UPDATE (status, failure_code, failure_reason, started_at, completed_at, failed_at)
  ON erasure TO assay_pipeline;
CREATE TRIGGER pinned BEFORE UPDATE ON erasure FOR EACH ROW EXECUTE FUNCTION refuse_other_changes(
  'status', 'failure_code', 'failure_reason', 'started_at', 'completed_at', 'failed_at');
-- One that failed can be tried again.
CREATE TRIGGER ended BEFORE UPDATE ON erasure FOR EACH ROW WHEN (OLD.status = 'COMPLETED')
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON erasure
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The documents that went: the one named, and those that went with it.
CREATE TABLE erased_document (
  tenant_id uuid NOT NULL,
  erasure_id uuid NOT NULL,
  document_id uuid NOT NULL,
  original_filename text NOT NULL,
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
  PRIMARY KEY (tenant_id, erasure_id, document_id),
  FOREIGN KEY (tenant_id, erasure_id) REFERENCES erasure (tenant_id, id)
);
CREATE INDEX erased_document_of_document ON erased_document (tenant_id, document_id);
CALL keep_tenants_apart('erased_document');
GRANT SELECT, INSERT ON erased_document TO assay_api, assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON erased_document
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Exports whose files went: because they held an original that was erased, or by age (no erasure). The
-- exports stay as records.
CREATE TABLE erased_export (
  tenant_id uuid NOT NULL,
  export_id uuid NOT NULL,
  erasure_id uuid,
  erased_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, export_id),
  FOREIGN KEY (tenant_id, export_id) REFERENCES export (tenant_id, id),
  FOREIGN KEY (tenant_id, erasure_id) REFERENCES erasure (tenant_id, id)
);
CREATE INDEX erased_export_of_erasure ON erased_export (tenant_id, erasure_id);
CALL keep_tenants_apart('erased_export');
GRANT SELECT ON erased_export TO assay_api;
GRANT SELECT, INSERT ON erased_export TO assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON erased_export
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Legal holds: while one stands, nothing that it covers is deleted, erased or forgotten by age.
CREATE TABLE legal_hold (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  id uuid NOT NULL,
  -- Null: everything of the tenant. No foreign key: a released hold outlives its document.
  document_id uuid,
  original_filename text,
  reason text NOT NULL CHECK (reason <> ''),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  released_by uuid,
  released_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((document_id IS NULL) = (original_filename IS NULL)),
  CHECK ((released_at IS NULL) = (released_by IS NULL))
);
CREATE INDEX legal_hold_newest ON legal_hold (tenant_id, created_at DESC, id DESC);
CREATE INDEX legal_hold_by_id ON legal_hold (id);
CREATE INDEX legal_hold_standing ON legal_hold (tenant_id, document_id) WHERE released_at IS NULL;
CALL keep_tenants_apart('legal_hold');
GRANT SELECT, INSERT, UPDATE (released_by, released_at) ON legal_hold TO assay_api;
GRANT SELECT ON legal_hold TO assay_pipeline;
CREATE TRIGGER pinned BEFORE UPDATE ON legal_hold
  FOR EACH ROW EXECUTE FUNCTION refuse_other_changes('released_by', 'released_at');
CREATE TRIGGER ended BEFORE UPDATE ON legal_hold FOR EACH ROW WHEN (OLD.released_at IS NOT NULL)
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON legal_hold
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The service asks for holds itself, to name them. This is for whoever forgets to.
CREATE FUNCTION refuse_held() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM legal_hold h
             WHERE h.tenant_id = OLD.tenant_id AND h.released_at IS NULL
               AND (h.document_id IS NULL OR h.document_id = OLD.id)) THEN
    RAISE EXCEPTION 'DELETE on document is refused: a legal hold covers %', OLD.id
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER held BEFORE DELETE ON document FOR EACH ROW EXECUTE FUNCTION refuse_held();

-- After how many days a tenant's documents and the files of its exports go. Null: never.
CREATE TABLE retention (
  tenant_id uuid PRIMARY KEY REFERENCES tenant (id),
  document_days integer CHECK (document_days BETWEEN 1 AND 36500),
  export_days integer CHECK (export_days BETWEEN 1 AND 36500),
  updated_by uuid NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CALL keep_tenants_apart('retention');
GRANT SELECT, INSERT, UPDATE ON retention TO assay_api;
GRANT SELECT ON retention TO assay_pipeline;

-- Queues the work of each tenant, of any, that has rules in force: they apply a day after they were
-- set. Returns how many.
CREATE FUNCTION queue_due_retention() RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH added AS (
    INSERT INTO work_item (tenant_id, id, kind, subject_id, lane, payload)
    SELECT r.tenant_id, gen_random_uuid(), 'purge', r.tenant_id, 'short', '{"retention": true}'
    FROM retention r
    WHERE (r.document_days IS NOT NULL OR r.export_days IS NOT NULL)
      AND r.updated_at + interval '1 day' <= clock_timestamp()
    ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING
    RETURNING id)
  SELECT count(*) FROM added
$$;
REVOKE ALL ON FUNCTION queue_due_retention() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_due_retention() TO assay_pipeline;

-- Tenants that were erased with all their records. line: where their trail ended, signed
-- (db/store/audit/erased_tenants.hpp). Nothing else of them is left.
CREATE TABLE erased_tenant (
  id uuid PRIMARY KEY,
  line text NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON erased_tenant
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- As before, but erase_tenant() may remove records: it alone sets assay.erasing, while it runs.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME <> 'erased_tenant' AND current_user = 'assay_owner'
     AND current_setting('assay.erasing', true) = 'tenant' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% on % is refused: the record is immutable', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

-- Removes a tenant and every row of it, records included, in one transaction. proof: the line that
-- erased_tenant keeps. Returns how many rows went, by table. For the schema's owner alone.
CREATE FUNCTION erase_tenant(gone_tenant uuid, proof text) RETURNS jsonb
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  remaining oid[];
  next_table oid;
  gone bigint;
  counts jsonb := '{}';
BEGIN
  -- Whoever adds a row that refers to the tenant waits, and is then refused.
  PERFORM FROM tenant WHERE id = gone_tenant FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no tenant %', gone_tenant USING ERRCODE = 'no_data_found';
  END IF;
  IF EXISTS (SELECT FROM legal_hold WHERE tenant_id = gone_tenant AND released_at IS NULL) THEN
    RAISE EXCEPTION 'a legal hold stands on the tenant' USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM set_config('assay.erasing', 'tenant', true);
  SELECT array_agg(c.oid) INTO remaining FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p');
  -- Always a table that no other one left refers to.
  WHILE cardinality(remaining) > 0 LOOP
    SELECT t INTO next_table FROM unnest(remaining) AS t
    WHERE NOT EXISTS (SELECT FROM pg_constraint k
                      WHERE k.contype = 'f' AND k.confrelid = t AND k.conrelid <> t
                        AND k.conrelid = ANY (remaining))
    ORDER BY t LIMIT 1;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'tables refer to each other in a circle';
    END IF;
    EXECUTE format('DELETE FROM %s WHERE tenant_id = $1', next_table::regclass) USING gone_tenant;
    GET DIAGNOSTICS gone = ROW_COUNT;
    IF gone > 0 THEN
      counts := counts || jsonb_build_object(next_table::regclass::text, gone);
    END IF;
    remaining := array_remove(remaining, next_table);
  END LOOP;
  -- Packs, versions and mappings of its own.
  DELETE FROM requirement q USING criteria_version v
  WHERE v.id = q.criteria_version_id AND v.owner_tenant_id = gone_tenant;
  DELETE FROM criterion c USING criteria_version v
  WHERE v.id = c.criteria_version_id AND v.owner_tenant_id = gone_tenant;
  DELETE FROM criteria_version WHERE owner_tenant_id = gone_tenant;
  DELETE FROM pack WHERE owner_tenant_id = gone_tenant;
  DELETE FROM mapping m USING mapping_set s
  WHERE s.id = m.mapping_set_id AND s.owner_tenant_id = gone_tenant;
  DELETE FROM mapping_set WHERE owner_tenant_id = gone_tenant;
  DELETE FROM tenant WHERE id = gone_tenant;
  PERFORM set_config('assay.erasing', '', true);
  INSERT INTO erased_tenant (id, line) VALUES (gone_tenant, proof);
  RETURN counts;
END $$;
REVOKE ALL ON FUNCTION erase_tenant(uuid, text) FROM PUBLIC;

-- Whose an erasure or a legal hold is.
CREATE OR REPLACE FUNCTION tenant_of(kind text, wanted uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CASE kind
    WHEN 'document' THEN RETURN (SELECT tenant_id FROM document WHERE id = wanted LIMIT 1);
    WHEN 'run' THEN RETURN (SELECT tenant_id FROM run WHERE id = wanted LIMIT 1);
    WHEN 'assessment' THEN RETURN (SELECT tenant_id FROM assessment WHERE id = wanted LIMIT 1);
    WHEN 'task' THEN RETURN (SELECT tenant_id FROM task WHERE id = wanted LIMIT 1);
    WHEN 'pack' THEN RETURN (SELECT owner_tenant_id FROM pack WHERE id = wanted);
    WHEN 'criteria_version' THEN
      RETURN (SELECT owner_tenant_id FROM criteria_version WHERE id = wanted);
    WHEN 'requirement' THEN
      RETURN (SELECT v.owner_tenant_id FROM requirement r
              JOIN criteria_version v ON v.id = r.criteria_version_id WHERE r.id = wanted);
    WHEN 'user' THEN RETURN (SELECT tenant_id FROM app_user WHERE id = wanted LIMIT 1);
    WHEN 'token' THEN RETURN (SELECT tenant_id FROM api_token WHERE id = wanted LIMIT 1);
    WHEN 'corpus' THEN RETURN (SELECT tenant_id FROM corpus WHERE id = wanted LIMIT 1);
    WHEN 'ingestion' THEN
      RETURN (SELECT tenant_id FROM corpus_ingestion WHERE id = wanted LIMIT 1);
    WHEN 'export' THEN RETURN (SELECT tenant_id FROM export WHERE id = wanted LIMIT 1);
    WHEN 'reproduction' THEN RETURN (SELECT tenant_id FROM reproduction WHERE id = wanted LIMIT 1);
    WHEN 'webhook' THEN RETURN (SELECT tenant_id FROM webhook WHERE id = wanted LIMIT 1);
    WHEN 'delivery' THEN
      RETURN (SELECT tenant_id FROM event_delivery WHERE id = wanted LIMIT 1);
    WHEN 'erasure' THEN RETURN (SELECT tenant_id FROM erasure WHERE id = wanted LIMIT 1);
    WHEN 'legal_hold' THEN RETURN (SELECT tenant_id FROM legal_hold WHERE id = wanted LIMIT 1);
    ELSE RAISE EXCEPTION 'tenant_of: there is no kind %', kind;
  END CASE;
END $$;
