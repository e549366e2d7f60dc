-- What people make of assessments. An assessment never changes: a review stands beside it, and so
-- does every later one; the last counts.

CREATE TABLE assessment_review (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  assessment_id uuid NOT NULL,
  run_id uuid NOT NULL,
  -- Order within the assessment: instants may be equal.
  number integer NOT NULL CHECK (number > 0),
  verdict text NOT NULL CHECK (verdict IN ('ACCEPTED', 'OVERRIDDEN')),
  -- What the reviewer holds true.
  status text NOT NULL CHECK (status IN ('COMPLETE', 'PARTIAL', 'MISSING')),
  note text CHECK (note <> ''),
  -- Users may go; who reviewed stays readable.
  reviewer_id uuid NOT NULL,
  reviewer_email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, assessment_id, number),
  FOREIGN KEY (tenant_id, assessment_id) REFERENCES assessment (tenant_id, id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id),
  CHECK ((verdict = 'OVERRIDDEN') <= (note IS NOT NULL))
);
CREATE INDEX assessment_review_of_run ON assessment_review (tenant_id, run_id);
CALL keep_tenants_apart('assessment_review');
GRANT SELECT, INSERT ON assessment_review TO assay_api;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON assessment_review
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
