-- Traces: the spans of every run, what is still to be sent to a collector, and counters of the
-- pipeline that any process may read.

-- The caller's span (W3C traceparent), under which the run's root span hangs; trace_id is the
-- caller's then.
ALTER TABLE run ADD COLUMN parent_span_id text CHECK (parent_span_id ~ '^[0-9a-f]{16}$');

-- Spans that have ended, scrubbed before they came here (core/trace_scrub.hpp). They belong to the
-- record of their run: never changed, and kept as long as it is. The trace's id is the run's.
CREATE TABLE run_span (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  span_id text NOT NULL CHECK (span_id ~ '^[0-9a-f]{16}$' AND span_id <> '0000000000000000'),
  parent_span_id text CHECK (parent_span_id ~ '^[0-9a-f]{16}$'),
  name text NOT NULL,
  -- Numbers of OTLP: SpanKind 1 to 5, StatusCode 0 to 2.
  kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 5),
  status smallint NOT NULL CHECK (status BETWEEN 0 AND 2),
  status_message text NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL CHECK (ended_at >= started_at),
  -- As written, never re-serialised: JSON text, not jsonb.
  attributes text NOT NULL,
  events text NOT NULL,
  links text NOT NULL,
  dropped_attribute_count integer NOT NULL CHECK (dropped_attribute_count >= 0),
  PRIMARY KEY (tenant_id, run_id, span_id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id)
);
CALL keep_tenants_apart('run_span');
GRANT SELECT, INSERT ON run_span TO assay_api, assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON run_span
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Spans that no daemon has taken for export yet. Written with the span, in one transaction, by
-- whichever process ended it; so a run that the API cancelled is exported too.
CREATE TABLE span_outbox (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  span_id text NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (tenant_id, run_id, span_id),
  FOREIGN KEY (tenant_id, run_id, span_id) REFERENCES run_span (tenant_id, run_id, span_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX span_outbox_order ON span_outbox (position);
CALL keep_tenants_apart('span_outbox');
GRANT INSERT ON span_outbox TO assay_api, assay_pipeline;

-- Takes the oldest spans of all tenants out of the outbox: each is handed out once. The exporter's
-- one look across tenants.
CREATE FUNCTION take_span_outbox(most integer)
RETURNS TABLE (trace_id text, span_id text, parent_span_id text, name text, kind smallint,
               status smallint, status_message text, started_at timestamptz, ended_at timestamptz,
               attributes text, events text, links text, dropped_attribute_count integer)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH chosen AS MATERIALIZED (
    SELECT o.tenant_id, o.run_id, o.span_id FROM span_outbox o
    ORDER BY o.position LIMIT most FOR UPDATE SKIP LOCKED),
  taken AS (
    DELETE FROM span_outbox o USING chosen c
    WHERE o.tenant_id = c.tenant_id AND o.run_id = c.run_id AND o.span_id = c.span_id
    RETURNING o.tenant_id, o.run_id, o.span_id, o.position)
  SELECT r.trace_id, s.span_id, s.parent_span_id, s.name, s.kind, s.status, s.status_message,
    s.started_at, s.ended_at, s.attributes, s.events, s.links, s.dropped_attribute_count
  FROM taken t
  JOIN run_span s ON s.tenant_id = t.tenant_id AND s.run_id = t.run_id AND s.span_id = t.span_id
  JOIN run r ON r.tenant_id = t.tenant_id AND r.id = t.run_id
  ORDER BY t.position
$$;
REVOKE ALL ON FUNCTION take_span_outbox(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_span_outbox(integer) TO assay_pipeline;

-- Counters of the whole installation, which every daemon adds to; nothing of a tenant is in them.
-- labels: as Prometheus writes them between braces, of fixed words only.
CREATE TABLE pipeline_counter (
  metric text NOT NULL CHECK (metric ~ '^assay_[a-z_]+$'),
  labels text NOT NULL,
  value double precision NOT NULL,
  PRIMARY KEY (metric, labels)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
GRANT SELECT ON pipeline_counter TO assay_api;
GRANT SELECT, INSERT, UPDATE ON pipeline_counter TO assay_pipeline;

-- How long the queue is and how old its oldest item, over all tenants, by kind and state.
CREATE INDEX work_item_figures ON work_item (state, kind, created_at)
  WHERE state IN ('ready', 'running');
CREATE FUNCTION queue_figures()
RETURNS TABLE (kind text, state text, items bigint, oldest_s double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.kind, w.state, count(*),
    greatest(0, extract(epoch FROM clock_timestamp() - min(w.created_at)))::double precision
  FROM work_item w WHERE w.state IN ('ready', 'running') GROUP BY w.kind, w.state
$$;
REVOKE ALL ON FUNCTION queue_figures() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_figures() TO assay_api;
