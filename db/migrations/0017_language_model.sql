-- The language model as an evaluator: which one a run is pinned to, and every word exchanged with it.

-- The model that judges; null where the evaluator needs none. (run.model is the embedding model.)
ALTER TABLE run ADD COLUMN evaluator_model text CHECK (evaluator_model <> '');

-- What was sent to a model and what came back, as part of the record of an assessment: a replay
-- needs no model. Written with the assessment, in one transaction; never changed.
CREATE TABLE llm_exchange (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  requirement_record_id uuid NOT NULL REFERENCES requirement (id),
  position integer NOT NULL CHECK (position >= 1),
  model text NOT NULL,
  answered_by text NOT NULL,
  -- 0: no answer came.
  http_status integer NOT NULL CHECK (http_status BETWEEN 0 AND 999),
  -- '' or a class of core/trace_errors.hpp.
  error_code text NOT NULL,
  -- Null where the server does not count them, or prices are not known.
  tokens_in bigint CHECK (tokens_in >= 0),
  tokens_out bigint CHECK (tokens_out >= 0),
  cost_usd double precision CHECK (cost_usd >= 0),
  duration_ms bigint NOT NULL CHECK (duration_ms >= 0),
  -- As sent and received, never re-serialised: JSON text, not jsonb. No credentials are in them.
  request text NOT NULL,
  response text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, run_id, requirement_record_id, position),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id)
);
CALL keep_tenants_apart('llm_exchange');
GRANT SELECT, INSERT ON llm_exchange TO assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON llm_exchange
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether an item spends its time waiting for somebody else's server: such items have threads of
-- their own, so that they keep no others from being worked on.
ALTER TABLE work_item ADD COLUMN waits boolean NOT NULL DEFAULT false;
