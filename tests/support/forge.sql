-- What somebody who may do everything in the database can do to its records, for tests: functions of
-- the session, made without the code under test. Row triggers must be off (session_replication_role).

-- A field of an entry's hashed bytes (db/store/audit/entries.hpp).
CREATE OR REPLACE FUNCTION pg_temp.audit_field(value text) RETURNS bytea LANGUAGE sql RETURN
  coalesce(int8send(octet_length(value)::bigint) || convert_to(value, 'UTF8'),
           '\xffffffffffffffff'::bytea);

-- Makes all hashes of a chain fit again from an entry on, and the head too.
CREATE OR REPLACE FUNCTION pg_temp.rehash(t uuid, since bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  e audit_log;
  before bytea := coalesce(
    (SELECT hash FROM audit_log WHERE tenant_id = t AND sequence = since - 1),
    decode(repeat('00', 32), 'hex'));
  last bigint := since - 1;
BEGIN
  FOR e IN SELECT * FROM audit_log WHERE tenant_id = t AND sequence >= since ORDER BY sequence LOOP
    e.previous_hash := before;
    e.hash := sha256('\x02'::bytea || before || (
      SELECT string_agg(pg_temp.audit_field(field), ''::bytea ORDER BY place) FROM unnest(ARRAY[
        t::text, e.sequence::text, e.id::text, micros(e.created_at)::text, e.action, e.object_type,
        e.object_id, e.actor_type, e.actor_id, e.actor_email, e.outcome, e.request_id,
        e.run_id::text, e.ip, e.user_agent, e.auth_method, e.actor_role, e.detail])
        WITH ORDINALITY AS fields (field, place)));
    UPDATE audit_log SET previous_hash = e.previous_hash, hash = e.hash
    WHERE tenant_id = t AND sequence = e.sequence;
    before := e.hash;
    last := e.sequence;
  END LOOP;
  UPDATE audit_head SET sequence = last, hash = before WHERE tenant_id = t;
END $$;

-- Makes everything fit a snapshot whose bytes were changed: the run, its assessments and exchanges
-- with a model, the hashes, the entry in the trail (which then has no digests, as of an earlier
-- release) with the whole chain behind it; and takes all checkpoints away.
CREATE OR REPLACE FUNCTION pg_temp.refreeze(wanted uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  new_hash text;
  frozen json;
  completed audit_log;
BEGIN
  PERFORM pg_advisory_xact_lock(7241108266);  -- no checkpoint is made meanwhile
  UPDATE run_snapshot SET hash = encode(sha256(content), 'hex') WHERE run_id = wanted
    RETURNING hash, convert_from(content, 'UTF8')::json INTO new_hash, frozen;
  UPDATE run SET snapshot_hash = new_hash, model = frozen -> 'run' ->> 'model',
    threshold_complete = (frozen -> 'run' -> 'thresholds' ->> 'complete')::float8,
    threshold_partial = (frozen -> 'run' -> 'thresholds' ->> 'partial')::float8
    WHERE id = wanted;
  UPDATE assessment a SET status = e ->> 'status', confidence = (e ->> 'confidence')::float8,
    reasoning = e ->> 'reasoning', citations = (e -> 'citations')::text,
    details = (e -> 'details')::text
    FROM json_array_elements(frozen -> 'assessments') e WHERE a.id = (e ->> 'id')::uuid;
  UPDATE llm_exchange x SET request = e ->> 'request', response = e ->> 'response'
    FROM json_array_elements(frozen -> 'modelExchanges') e
    WHERE x.run_id = wanted AND x.requirement_record_id = (e ->> 'requirementRecordId')::uuid
      AND x.position = (e ->> 'position')::integer;
  UPDATE audit_log SET detail = '{"snapshotHash":"' || new_hash || '"}'
    WHERE run_id = wanted AND action = 'run.completed' RETURNING * INTO completed;
  PERFORM pg_temp.rehash(completed.tenant_id, completed.sequence);
  DELETE FROM audit_checkpoint;
END $$;
