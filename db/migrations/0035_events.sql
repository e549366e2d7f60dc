-- Events that tenants are told about: webhooks, the outbox, and deliveries.

-- Public keys of pipelines, with the newest of which the API seals the secrets of webhooks. The
-- private keys are in files of the pipelines alone.
CREATE TABLE event_key (
  public_key bytea PRIMARY KEY CHECK (length(public_key) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON event_key TO assay_api;
GRANT SELECT, INSERT ON event_key TO assay_pipeline;

-- Where a tenant wants to be told.
CREATE TABLE webhook (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  id uuid NOT NULL,
  url text NOT NULL CHECK (url <> ''),
  description text NOT NULL,
  -- Empty: all.
  event_types text[] NOT NULL,
  -- Sealed (core/crypto/sealed_box.hpp). The previous one signs too until the time given.
  secret text NOT NULL,
  previous_secret text,
  previous_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text CHECK (disabled_reason IN ('BY_ADMINISTRATOR', 'FAILING', 'GONE')),
  -- Tries since the last one that succeeded, and the time of the first of them.
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  failing_since timestamptz,
  -- After a try that failed, nothing is sent before this.
  resting_until timestamptz,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CHECK ((previous_secret IS NULL) = (previous_until IS NULL)),
  CHECK ((failures = 0) = (failing_since IS NULL))
);
CREATE INDEX webhook_newest ON webhook (tenant_id, created_at DESC, id DESC);
CREATE INDEX webhook_by_id ON webhook (id);
CALL keep_tenants_apart('webhook');
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook TO assay_api;
GRANT SELECT, UPDATE ON webhook TO assay_pipeline;

-- What happened, written in the transaction in which it happened, and only if a webhook wants it.
CREATE TABLE event (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  -- As sent and signed, never re-serialised: JSON as text, not jsonb.
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX event_by_age ON event (created_at);
CALL keep_tenants_apart('event');
GRANT SELECT, INSERT ON event TO assay_api, assay_pipeline;

-- Telling one webhook of one event.
CREATE TABLE event_delivery (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz DEFAULT clock_timestamp(),
  last_attempt_at timestamptz,
  -- Of the last try: how long it took, and the answer or why there was none.
  duration_ms integer CHECK (duration_ms >= 0),
  response_status integer,
  response_body text CHECK (length(response_body) <= 1024),
  error text,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, webhook_id, event_id),
  FOREIGN KEY (tenant_id, event_id) REFERENCES event (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhook (tenant_id, id) ON DELETE CASCADE,
  CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL)),
  CHECK ((status = 'PENDING') = (finished_at IS NULL))
);
CREATE INDEX event_delivery_due ON event_delivery (tenant_id, webhook_id, next_attempt_at)
  WHERE status = 'PENDING';
CREATE INDEX event_delivery_newest
  ON event_delivery (tenant_id, webhook_id, created_at DESC, id DESC);
CREATE INDEX event_delivery_event ON event_delivery (tenant_id, event_id);
CREATE INDEX event_delivery_by_id ON event_delivery (id);
CALL keep_tenants_apart('event_delivery');
GRANT SELECT, INSERT, UPDATE ON event_delivery TO assay_api, assay_pipeline;

ALTER TABLE work_item DROP CONSTRAINT work_item_kind_check,
  ADD CONSTRAINT work_item_kind_check CHECK (kind IN
    ('document', 'run', 'purge', 'corpus', 'export', 'reproduction', 'delivery'));
ALTER TABLE work_item DROP CONSTRAINT work_item_lane_check,
  ADD CONSTRAINT work_item_lane_check
    CHECK (lane IN ('short', 'long', 'run', 'fetch', 'waiting', 'event'));

-- Queues each webhook, of any tenant, that has something to be told by now and is not queued. What
-- is told at once is queued with its event; this finds later tries, and events that came just as
-- the webhook's item ended. Returns how many.
CREATE FUNCTION queue_due_webhooks() RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH added AS (
    INSERT INTO work_item (tenant_id, id, kind, subject_id, lane)
    SELECT w.tenant_id, gen_random_uuid(), 'delivery', w.id, 'event' FROM webhook w
    WHERE w.disabled_at IS NULL
      AND (w.resting_until IS NULL OR w.resting_until <= clock_timestamp())
      AND EXISTS (SELECT FROM event_delivery d
                  WHERE d.tenant_id = w.tenant_id AND d.webhook_id = w.id AND d.status = 'PENDING'
                    AND d.next_attempt_at <= clock_timestamp())
    ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING
    RETURNING id)
  SELECT count(*) FROM added
$$;
REVOKE ALL ON FUNCTION queue_due_webhooks() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_due_webhooks() TO assay_pipeline;

-- Forgets events, of all tenants, that are older than this, with their deliveries. Returns how many.
CREATE FUNCTION forget_events(days integer) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM event WHERE created_at < clock_timestamp() - days * interval '1 day'
    RETURNING id)
  SELECT count(*) FROM gone
$$;
REVOKE ALL ON FUNCTION forget_events(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_events(integer) TO assay_pipeline;

-- Whose a webhook or a delivery is.
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
    ELSE RAISE EXCEPTION 'tenant_of: there is no kind %', kind;
  END CASE;
END $$;
