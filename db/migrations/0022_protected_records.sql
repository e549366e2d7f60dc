-- What has been recorded stays, for the schema's owner too: frozen snapshots, the pins and results of
-- runs, finished exports and reproductions. tests/store/catalogue.cpp names the kind of every table.
--
-- A migration that must rewrite one of these tables disables its trigger for that statement:
--   ALTER TABLE run DISABLE TRIGGER ended; UPDATE run ...; ALTER TABLE run ENABLE TRIGGER ended;

-- A run that failed or was cancelled has no snapshot, and its replay reads the records of today.
UPDATE run SET snapshot_status = 'LEGACY'
  WHERE status IN ('FAILED', 'CANCELLED') AND snapshot_status IS NULL;
ALTER TABLE run ADD CONSTRAINT run_snapshot_status_known
  CHECK ((status IN ('COMPLETED', 'FAILED', 'CANCELLED')) = (snapshot_status IS NOT NULL));

-- Records: nothing of a row ever changes.
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['run_snapshot', 'pack', 'corpus']
  LOOP
    EXECUTE format('CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
  END LOOP;
END $$;

-- Rows with a life: only the columns that a trigger names may change. A column that is added later
-- is fixed, too, until it is named.
CREATE FUNCTION refuse_other_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - TG_ARGV IS DISTINCT FROM to_jsonb(NEW) - TG_ARGV THEN
    RAISE EXCEPTION 'UPDATE on % is refused: only these columns may change: %',
      TG_TABLE_NAME, array_to_string(TG_ARGV, ', ')
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER pinned BEFORE UPDATE ON run FOR EACH ROW EXECUTE FUNCTION refuse_other_changes(
  'status', 'model', 'evaluator_version', 'calibration_version', 'snapshot_status', 'snapshot_hash',
  'started_at', 'completed_at', 'failed_at', 'cancelled_at', 'failure_reason');
CREATE TRIGGER pinned BEFORE UPDATE ON run_step FOR EACH ROW EXECUTE FUNCTION refuse_other_changes(
  'status', 'started_at', 'completed_at', 'input_refs', 'output_refs', 'error_details');
CREATE TRIGGER pinned BEFORE UPDATE ON export FOR EACH ROW EXECUTE FUNCTION refuse_other_changes(
  'status', 'size_bytes', 'sha256', 'failure_code', 'failure_reason', 'started_at', 'completed_at',
  'failed_at');
CREATE TRIGGER pinned BEFORE UPDATE ON reproduction
  FOR EACH ROW EXECUTE FUNCTION refuse_other_changes(
  'status', 'identical', 'differences', 'failure_code', 'failure_reason', 'started_at',
  'completed_at', 'failed_at');
CREATE TRIGGER pinned BEFORE UPDATE ON corpus_ingestion
  FOR EACH ROW EXECUTE FUNCTION refuse_other_changes(
  'status', 'original_filename', 'file_type', 'content_type', 'size_bytes', 'sha256', 'page_count',
  'passage_count', 'error_code', 'error_details', 'fetching_at', 'parsing_at', 'indexing_at',
  'completed_at', 'failed_at');
CREATE TRIGGER pinned BEFORE UPDATE ON task FOR EACH ROW EXECUTE FUNCTION refuse_other_changes(
  'status', 'assignee', 'due_date', 'updated_at');

-- Once it has ended, the whole row is a record.
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['run', 'run_step', 'export', 'reproduction', 'corpus_ingestion']
  LOOP
    EXECUTE format('CREATE TRIGGER ended BEFORE UPDATE ON %I FOR EACH ROW
                    WHEN (OLD.status IN (''COMPLETED'', ''FAILED'', ''CANCELLED''))
                    EXECUTE FUNCTION refuse_change()', target);
  END LOOP;
  FOREACH target IN ARRAY ARRAY['run', 'run_step', 'export', 'reproduction', 'corpus_ingestion',
                                'task']
  LOOP
    EXECUTE format('CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
  END LOOP;
END $$;

-- A chain's head moves one entry forward at a time.
CREATE TRIGGER one_forward BEFORE UPDATE ON audit_head FOR EACH ROW
  WHEN (NEW.tenant_id <> OLD.tenant_id OR NEW.sequence <> OLD.sequence + 1)
  EXECUTE FUNCTION refuse_change();

-- The service's roles may change what their statements change, and no other column.
REVOKE UPDATE ON run, run_step, task FROM assay_api;
REVOKE UPDATE ON run, run_step, corpus_ingestion FROM assay_pipeline;
GRANT UPDATE (status, cancelled_at, snapshot_status) ON run TO assay_api;
GRANT UPDATE (status, model, evaluator_version, calibration_version, snapshot_status, snapshot_hash,
              started_at, completed_at, failed_at, failure_reason) ON run TO assay_pipeline;
GRANT UPDATE (status, completed_at, error_details) ON run_step TO assay_api;
GRANT UPDATE (status, started_at, completed_at, input_refs, output_refs, error_details)
  ON run_step TO assay_pipeline;
GRANT UPDATE (status, assignee, due_date, updated_at) ON task TO assay_api;
GRANT UPDATE (status, original_filename, file_type, content_type, size_bytes, sha256, page_count,
              passage_count, error_code, error_details, fetching_at, parsing_at, indexing_at,
              completed_at, failed_at) ON corpus_ingestion TO assay_pipeline;
