-- The audit trail: one hash chain per tenant, written once and never changed.

CREATE TABLE audit_head (
  tenant_id uuid PRIMARY KEY REFERENCES tenant (id),
  sequence bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CALL keep_tenants_apart('audit_head');
GRANT SELECT, INSERT, UPDATE ON audit_head TO assay_api, assay_pipeline;

-- hash = SHA-256 over the fields as stored, length-prefixed (db/store/audit.cpp says how).
CREATE TABLE audit_log (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  sequence bigint NOT NULL CHECK (sequence > 0),
  id uuid NOT NULL,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id text NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('user', 'token', 'system', 'anonymous')),
  actor_id text,
  actor_email text,
  outcome text NOT NULL CHECK (outcome IN ('allow', 'deny', 'error')),
  request_id text,
  run_id uuid,
  ip text,
  created_at timestamptz NOT NULL,
  previous_hash bytea NOT NULL CHECK (length(previous_hash) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (tenant_id, sequence),
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, previous_hash)
);
CREATE INDEX audit_log_of_run ON audit_log (tenant_id, run_id, sequence) WHERE run_id IS NOT NULL;
CREATE INDEX audit_log_of_object ON audit_log (tenant_id, object_id, sequence);
CALL keep_tenants_apart('audit_log');
GRANT SELECT, INSERT ON audit_log TO assay_api, assay_pipeline;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: the record is immutable', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

-- What has been recorded stays, also for the owner's slips. (A snapshot needs no trigger: the
-- service's roles may not change it, and its hash tells of any change.)
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['audit_log', 'assessment', 'run_document', 'run_requirement',
                                'requirement', 'criterion', 'criteria_version']
  LOOP
    EXECUTE format('CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
  END LOOP;
END $$;

-- Who owns a thing that a request names by id: the tenant, or null when no such thing exists. A
-- request that reaches into another tenant can so be told apart from one that names nothing;
-- nothing else of the row is read.
CREATE FUNCTION tenant_of(kind text, wanted uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE kind
    WHEN 'document' THEN (SELECT tenant_id FROM document WHERE id = wanted LIMIT 1)
    WHEN 'run' THEN (SELECT tenant_id FROM run WHERE id = wanted LIMIT 1)
    WHEN 'assessment' THEN (SELECT tenant_id FROM assessment WHERE id = wanted LIMIT 1)
    WHEN 'task' THEN (SELECT tenant_id FROM task WHERE id = wanted LIMIT 1)
    WHEN 'pack' THEN (SELECT owner_tenant_id FROM pack WHERE id = wanted LIMIT 1)
    WHEN 'user' THEN (SELECT tenant_id FROM app_user WHERE id = wanted LIMIT 1)
  END
$$;
REVOKE ALL ON FUNCTION tenant_of(text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_of(text, uuid) TO assay_api;
CREATE INDEX document_by_id ON document (id);
CREATE INDEX run_by_id ON run (id);
CREATE INDEX assessment_by_id ON assessment (id);
CREATE INDEX task_by_id ON task (id);
CREATE INDEX app_user_by_id ON app_user (id);
