-- Which evidence a run did not search and why; which evaluator and which calibration judged it.

-- Documents that a run could not take up, as they were when it was created. Those that were READY
-- but not among the ones asked for are only counted.
CREATE TABLE run_document_left_out (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  document_id uuid NOT NULL,
  original_filename text NOT NULL,
  status text NOT NULL CHECK (status IN ('UPLOADED', 'EXTRACTED', 'PARSED', 'INDEXED', 'READY', 'FAILED')),
  -- The code of its failure, 'not_ready' while it is being read, 'no_text' of a READY one.
  reason text NOT NULL CHECK (reason <> ''),
  -- What a person was told of the failure.
  message text,
  PRIMARY KEY (tenant_id, run_id, document_id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id)
);
CALL keep_tenants_apart('run_document_left_out');
GRANT SELECT, INSERT ON run_document_left_out TO assay_api;
GRANT SELECT ON run_document_left_out TO assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON run_document_left_out
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE run ADD COLUMN documents_not_chosen integer NOT NULL DEFAULT 0
  CHECK (documents_not_chosen >= 0);
