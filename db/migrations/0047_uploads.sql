-- Uploads in pieces (https://tus.io/protocols/resumable-upload, version 1.0.0): what has arrived of a
-- file that is not a document yet.

CREATE TABLE upload (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Nobody else sees it. Of another tenant, if a SUPER_ADMIN made it.
  made_by uuid NOT NULL,
  original_filename text NOT NULL CHECK (original_filename <> ''),
  -- Upload-Metadata as it was sent.
  metadata text NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  received_bytes bigint NOT NULL DEFAULT 0 CHECK (received_bytes BETWEEN 0 AND size_bytes),
  pieces integer NOT NULL DEFAULT 0 CHECK (pieces >= 0),
  -- What it became, which may have been deleted since.
  document_id uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CHECK ((document_id IS NOT NULL) = (received_bytes = size_bytes))
);
CREATE INDEX upload_by_id ON upload (id);
CREATE INDEX upload_by_expiry ON upload (expires_at);
CALL keep_tenants_apart('upload');
GRANT SELECT, INSERT, UPDATE, DELETE ON upload TO assay_api;

-- A stored file for each piece, until the last one has arrived. That one is never stored by itself.
CREATE TABLE upload_piece (
  tenant_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  starts_at bigint NOT NULL CHECK (starts_at >= 0),
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (tenant_id, upload_id, starts_at),
  FOREIGN KEY (tenant_id, upload_id) REFERENCES upload (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX upload_piece_by_sha256 ON upload_piece (tenant_id, sha256);
CALL keep_tenants_apart('upload_piece');
GRANT SELECT, INSERT, DELETE ON upload_piece TO assay_api;
GRANT SELECT ON upload_piece TO assay_pipeline;

-- Forgets uploads, of all tenants, that have expired, and queues the removal of their pieces. Returns
-- how many. One that gets its next piece meanwhile stays.
CREATE FUNCTION forget_uploads() RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  old record;
  gone bigint := 0;
BEGIN
  FOR old IN SELECT u.tenant_id, u.id FROM upload u WHERE u.expires_at < statement_timestamp() LOOP
    PERFORM FROM upload u WHERE u.tenant_id = old.tenant_id AND u.id = old.id
      AND u.expires_at < statement_timestamp() FOR UPDATE;
    CONTINUE WHEN NOT FOUND;
    INSERT INTO work_item (tenant_id, id, kind, subject_id, lane, payload)
    SELECT old.tenant_id, gen_random_uuid(), 'purge', old.id, 'short',
      jsonb_build_object('sha256', jsonb_agg(DISTINCT p.sha256), 'uploadId', old.id)
    FROM upload_piece p WHERE p.tenant_id = old.tenant_id AND p.upload_id = old.id
    HAVING count(*) > 0
    ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING;
    DELETE FROM upload u WHERE u.tenant_id = old.tenant_id AND u.id = old.id;
    gone := gone + 1;
  END LOOP;
  RETURN gone;
END $$;
REVOKE ALL ON FUNCTION forget_uploads() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_uploads() TO assay_pipeline;

-- Whose an upload is.
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
    WHEN 'email' THEN RETURN (SELECT tenant_id FROM email WHERE id = wanted LIMIT 1);
    WHEN 'upload' THEN RETURN (SELECT tenant_id FROM upload WHERE id = wanted LIMIT 1);
    ELSE RAISE EXCEPTION 'tenant_of: there is no kind %', kind;
  END CASE;
END $$;
