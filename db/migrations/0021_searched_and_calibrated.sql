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

-- What a tenant's reviewers made of the built-in evaluator's confidence. Nothing here changes: a new
-- fit is a new version, and of the versions for one version of the evaluator the last one counts.
CREATE TABLE calibration (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- Whose confidences the curves are for: those of another version may mean something else.
  evaluator_version text NOT NULL CHECK (evaluator_version <> ''),
  -- Curves of the logit (pipeline/assess/calibration.hpp): slope 1 and intercept 0 change nothing.
  confidence_slope double precision NOT NULL CHECK (confidence_slope > 0),
  confidence_intercept double precision NOT NULL,
  supported_slope double precision NOT NULL CHECK (supported_slope > 0),
  supported_intercept double precision NOT NULL,
  -- The decisions it was fitted to, by what the reviewers held true; none: calibration was ended.
  complete_count integer NOT NULL CHECK (complete_count >= 0),
  partial_count integer NOT NULL CHECK (partial_count >= 0),
  missing_count integer NOT NULL CHECK (missing_count >= 0),
  -- Errors without and with it, by cross-validation. As written: JSON text, not jsonb.
  measured text,
  forced boolean NOT NULL,
  fitted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, version),
  CHECK ((measured IS NULL) = (complete_count + partial_count + missing_count = 0))
);
CALL keep_tenants_apart('calibration');
GRANT SELECT ON calibration TO assay_api, assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON calibration
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Both are pinned when a run starts; the first is null until then, the second without calibration.
ALTER TABLE run ADD COLUMN evaluator_version text,
  ADD COLUMN calibration_version integer,
  ADD FOREIGN KEY (tenant_id, calibration_version) REFERENCES calibration (tenant_id, version);
UPDATE run r SET evaluator_version = s.input_refs ->> 'evaluatorVersion'
  FROM run_step s WHERE s.tenant_id = r.tenant_id AND s.run_id = r.id AND s.step_name = 'ASSESSMENT';
