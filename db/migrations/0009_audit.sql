-- The audit trail, second form: entries say more, only one function writes them, and the state of
-- all chains is signed again and again.

-- Entries of hash version 1 have none of these.
ALTER TABLE audit_log
  ADD COLUMN hash_version smallint NOT NULL DEFAULT 1,
  ADD COLUMN actor_role text,
  ADD COLUMN user_agent text,
  ADD COLUMN auth_method text,
  -- JSON text exactly as it was hashed: what the action was about, and what it changed.
  ADD COLUMN detail text,
  ADD CONSTRAINT audit_log_hash_version CHECK (
    hash_version = 2
    OR hash_version = 1 AND actor_role IS NULL AND user_agent IS NULL AND auth_method IS NULL
       AND detail IS NULL);

-- Every entry stands behind a head, and heads refer to their tenants: checking each entry's tenant
-- again would lock the tenant's row for every change there is.
ALTER TABLE audit_log DROP CONSTRAINT audit_log_tenant_id_fkey;

-- What the list is filtered by; objects and runs have theirs already.
CREATE INDEX audit_log_of_action ON audit_log (tenant_id, action, sequence);
CREATE INDEX audit_log_of_actor ON audit_log (tenant_id, actor_id, sequence)
  WHERE actor_id IS NOT NULL;
CREATE INDEX audit_log_of_email ON audit_log (tenant_id, actor_email, sequence)
  WHERE actor_email IS NOT NULL;
CREATE INDEX audit_log_of_time ON audit_log (tenant_id, created_at);

-- Every tenant has a head from the start, so that appending only ever locks and moves it. Its row
-- is rewritten with each entry: room in the page keeps the versions together.
ALTER TABLE audit_head SET (fillfactor = 20);
CREATE FUNCTION add_audit_head() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_head (tenant_id, sequence, hash)
  VALUES (NEW.id, 0, decode(repeat('00', 32), 'hex')) ON CONFLICT (tenant_id) DO NOTHING;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION add_audit_head() FROM PUBLIC;
CREATE TRIGGER audit_head AFTER INSERT ON tenant FOR EACH ROW EXECUTE FUNCTION add_audit_head();
INSERT INTO audit_head (tenant_id, sequence, hash)
SELECT id, 0, decode(repeat('00', 32), 'hex') FROM tenant ON CONFLICT (tenant_id) DO NOTHING;

-- The only way to write the trail: an entry behind the tenant's newest. Runs as the owner, so that
-- the service's roles need no right to write the tables; they can add an entry for the tenant of
-- their transaction, but not choose its place, its time or its hash. The head stays locked until
-- the transaction ends. db/store/audit.hpp says which bytes are hashed.
CREATE FUNCTION audit_append(
  to_tenant uuid, entry_id uuid, entry_action text, of_type text, of_object text, by_type text,
  by_id text, by_email text, with_outcome text, of_request text, of_run uuid, from_ip text,
  with_agent text, with_method text, by_role text, with_detail text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head audit_head;
  at timestamptz;
  next_hash bytea;
BEGIN
  IF to_tenant IS DISTINCT FROM current_tenant() THEN
    RAISE EXCEPTION 'an audit entry of another tenant than the transaction''s'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO head FROM audit_head WHERE tenant_id = to_tenant FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'tenant % has no audit head', to_tenant USING ERRCODE = 'data_corrupted';
  END IF;
  at := clock_timestamp();
  -- Hash and entry in one query: its plan is kept, while expressions outside of queries are prepared
  -- anew in each transaction, which costs several times the rest of this function.
  INSERT INTO audit_log (tenant_id, sequence, id, action, object_type, object_id, actor_type,
    actor_id, actor_email, outcome, request_id, run_id, ip, user_agent, auth_method, actor_role,
    detail, created_at, previous_hash, hash, hash_version)
  SELECT to_tenant, head.sequence + 1, entry_id, entry_action, of_type, of_object, by_type, by_id,
    by_email, with_outcome, of_request, of_run, from_ip, with_agent, with_method, by_role,
    with_detail, at, head.hash,
    sha256('\x02'::bytea || head.hash || string_agg(
      coalesce(int8send(octet_length(field)) || convert_to(field, 'UTF8'),
               '\xffffffffffffffff'::bytea), ''::bytea ORDER BY place)), 2
  FROM unnest(ARRAY[to_tenant::text, (head.sequence + 1)::text, entry_id::text, micros(at)::text,
    entry_action, of_type, of_object, by_type, by_id, by_email, with_outcome, of_request,
    of_run::text, from_ip, with_agent, with_method, by_role, with_detail])
    WITH ORDINALITY AS fields (field, place)
  RETURNING hash INTO next_hash;
  UPDATE audit_head SET sequence = head.sequence + 1, hash = next_hash
  WHERE tenant_id = to_tenant;
  RETURN head.sequence + 1;
END $$;
REVOKE ALL ON FUNCTION audit_append(uuid, uuid, text, text, text, text, text, text, text, text,
  uuid, text, text, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_append(uuid, uuid, text, text, text, text, text, text, text, text,
  uuid, text, text, text, text, text) TO assay_api, assay_pipeline;
REVOKE INSERT ON audit_log FROM assay_api, assay_pipeline;
REVOKE INSERT, UPDATE ON audit_head FROM assay_api, assay_pipeline;
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Signed statements of where every tenant's chain stood (db/store/checkpoints.hpp). line is the
-- text that is also in the file outside the database; the columns beside it only find it.
CREATE TABLE audit_checkpoint (
  number bigint PRIMARY KEY CHECK (number > 0),
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  previous_hash bytea NOT NULL UNIQUE CHECK (length(previous_hash) = 32),
  line text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON audit_checkpoint TO assay_api;
GRANT SELECT, INSERT ON audit_checkpoint TO assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoint
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Where all chains stand: numbers and hashes, nothing of what is in them.
CREATE FUNCTION audit_heads() RETURNS TABLE (tenant_id uuid, sequence bigint, hash bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT tenant_id, sequence, hash FROM audit_head ORDER BY tenant_id
$$;
REVOKE ALL ON FUNCTION audit_heads() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_heads() TO assay_pipeline;
