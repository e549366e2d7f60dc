-- E-mail: which kinds each user wants, what is to be sent, and how that went.

-- Has a row while pipelines have a mail server. Without one, nothing is queued.
CREATE TABLE email_sender (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON email_sender TO assay_api;
GRANT SELECT, INSERT, DELETE ON email_sender TO assay_pipeline;

-- What users have chosen. A kind without a row is wanted.
CREATE TABLE email_choice (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('TASK_ASSIGNED', 'RUN_ENDED', 'WEEKLY_DIGEST')),
  wanted boolean NOT NULL,
  PRIMARY KEY (tenant_id, user_id, kind),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id)
);
CALL keep_tenants_apart('email_choice');
GRANT SELECT, INSERT, UPDATE ON email_choice TO assay_api;
GRANT SELECT ON email_choice TO assay_pipeline;

-- A message to one user, written in the transaction in which that happened which it tells. Its words
-- are made when it is sent.
CREATE TABLE email (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('TASK_ASSIGNED', 'RUN_ENDED', 'WEEKLY_DIGEST', 'INVITATION')),
  -- What it is about: identifiers, and who did it.
  about text NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SENT', 'SKIPPED', 'FAILED')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz DEFAULT clock_timestamp(),
  last_attempt_at timestamptz,
  -- Of the last try: where it went, and why it failed or was not made.
  sent_to text,
  reason text,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id),
  CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL)),
  CHECK ((status = 'PENDING') = (finished_at IS NULL))
);
CREATE INDEX email_due ON email (tenant_id, next_attempt_at) WHERE status = 'PENDING';
CREATE INDEX email_newest ON email (tenant_id, created_at DESC, id DESC);
CREATE INDEX email_by_id ON email (id);
CREATE INDEX email_by_age ON email (created_at);
CALL keep_tenants_apart('email');
GRANT SELECT, INSERT, UPDATE ON email TO assay_api, assay_pipeline;

-- The pipeline learns who people are, but not how they sign in.
GRANT SELECT (tenant_id, id, email, display_name, role, disabled_at, deleted_at) ON app_user
  TO assay_pipeline;

ALTER TABLE work_item DROP CONSTRAINT work_item_kind_check,
  ADD CONSTRAINT work_item_kind_check CHECK (kind IN
    ('document', 'run', 'purge', 'corpus', 'export', 'reproduction', 'delivery', 'email'));
ALTER TABLE work_item DROP CONSTRAINT work_item_lane_check,
  ADD CONSTRAINT work_item_lane_check
    CHECK (lane IN ('short', 'long', 'run', 'fetch', 'waiting', 'event', 'scan', 'mail'));

-- Queues each tenant that has messages to be sent by now and is not queued. Returns how many.
CREATE FUNCTION queue_due_emails() RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH added AS (
    INSERT INTO work_item (tenant_id, id, kind, subject_id, lane)
    SELECT t.id, gen_random_uuid(), 'email', t.id, 'mail' FROM tenant t
    WHERE EXISTS (SELECT FROM email_sender)
      AND EXISTS (SELECT FROM email e WHERE e.tenant_id = t.id AND e.status = 'PENDING'
                    AND e.next_attempt_at <= clock_timestamp())
    ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING
    RETURNING id)
  SELECT count(*) FROM added
$$;
REVOKE ALL ON FUNCTION queue_due_emails() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_due_emails() TO assay_pipeline;

-- Queues the digest of a week (such as 2026-W48) for each user of any tenant who wants it. The
-- identifiers follow from week and user, so a second call for the same week adds nothing. Returns how
-- many were added.
CREATE FUNCTION queue_email_digests(week text) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH added AS (
    INSERT INTO email (tenant_id, id, user_id, kind, about)
    SELECT u.tenant_id, md5(concat_ws(' ', 'digest', week, u.tenant_id, u.id))::uuid, u.id,
      'WEEKLY_DIGEST', json_build_object('week', week)::text
    FROM app_user u
    WHERE u.disabled_at IS NULL AND EXISTS (SELECT FROM email_sender)
      AND NOT EXISTS (SELECT FROM email_choice c
                      WHERE c.tenant_id = u.tenant_id AND c.user_id = u.id
                        AND c.kind = 'WEEKLY_DIGEST' AND NOT c.wanted)
    ON CONFLICT (tenant_id, id) DO NOTHING RETURNING id)
  SELECT count(*) FROM added
$$;
REVOKE ALL ON FUNCTION queue_email_digests(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_email_digests(text) TO assay_pipeline;

-- Forgets messages, of all tenants, that are older than this. Returns how many.
CREATE FUNCTION forget_emails(days integer) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM email WHERE created_at < clock_timestamp() - days * interval '1 day'
    RETURNING id)
  SELECT count(*) FROM gone
$$;
REVOKE ALL ON FUNCTION forget_emails(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_emails(integer) TO assay_pipeline;

-- Whose an e-mail is.
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
    ELSE RAISE EXCEPTION 'tenant_of: there is no kind %', kind;
  END CASE;
END $$;
