-- What lets the tables be spread over several servers by tenant. It changes nothing for one server.

-- Parts of a version or a set say themselves whose they are: a policy that asks another table cannot be
-- checked where that table is not. NULL: shared, as for packs.
ALTER TABLE criterion ADD COLUMN owner_tenant_id uuid;
ALTER TABLE requirement ADD COLUMN owner_tenant_id uuid;
ALTER TABLE mapping ADD COLUMN owner_tenant_id uuid;
ALTER TABLE criterion DISABLE TRIGGER immutable;
ALTER TABLE requirement DISABLE TRIGGER immutable;
ALTER TABLE mapping DISABLE TRIGGER immutable;
UPDATE criterion c SET owner_tenant_id = v.owner_tenant_id FROM criteria_version v
  WHERE v.id = c.criteria_version_id AND v.owner_tenant_id IS NOT NULL;
UPDATE requirement r SET owner_tenant_id = v.owner_tenant_id FROM criteria_version v
  WHERE v.id = r.criteria_version_id AND v.owner_tenant_id IS NOT NULL;
UPDATE mapping m SET owner_tenant_id = s.owner_tenant_id FROM mapping_set s
  WHERE s.id = m.mapping_set_id AND s.owner_tenant_id IS NOT NULL;
ALTER TABLE criterion ENABLE TRIGGER immutable;
ALTER TABLE requirement ENABLE TRIGGER immutable;
ALTER TABLE mapping ENABLE TRIGGER immutable;

DROP POLICY of_visible_version ON criterion;
DROP POLICY of_visible_version ON requirement;
DROP POLICY of_visible_set ON mapping;
CREATE POLICY shared_or_own ON criterion TO assay_api, assay_pipeline
  USING (owner_tenant_id IS NULL OR owner_tenant_id = current_tenant())
  WITH CHECK (owner_tenant_id = current_tenant());
CREATE POLICY shared_or_own ON requirement TO assay_api, assay_pipeline
  USING (owner_tenant_id IS NULL OR owner_tenant_id = current_tenant())
  WITH CHECK (owner_tenant_id = current_tenant());
CREATE POLICY shared_or_own ON mapping TO assay_api
  USING (owner_tenant_id IS NULL OR owner_tenant_id = current_tenant())
  WITH CHECK (owner_tenant_id = current_tenant());

-- Nobody adds a part of their own to a version of somebody else, or to a shared one.
ALTER TABLE criteria_version ADD CONSTRAINT criteria_version_owner UNIQUE (id, owner_tenant_id);
ALTER TABLE mapping_set ADD CONSTRAINT mapping_set_owner UNIQUE (id, owner_tenant_id);
ALTER TABLE criterion ADD CONSTRAINT criterion_owner
  FOREIGN KEY (criteria_version_id, owner_tenant_id) REFERENCES criteria_version (id, owner_tenant_id);
ALTER TABLE requirement ADD CONSTRAINT requirement_owner
  FOREIGN KEY (criteria_version_id, owner_tenant_id) REFERENCES criteria_version (id, owner_tenant_id);
ALTER TABLE mapping ADD CONSTRAINT mapping_owner
  FOREIGN KEY (mapping_set_id, owner_tenant_id) REFERENCES mapping_set (id, owner_tenant_id);

-- A unique key holds the tenant. Who comes with a token names no tenant yet.
ALTER TABLE api_token DROP CONSTRAINT api_token_token_hash_key;
ALTER TABLE api_token ADD CONSTRAINT api_token_hash UNIQUE (tenant_id, token_hash);
CREATE INDEX api_token_by_hash ON api_token (token_hash);

-- The outbox lies where the queue does, its spans where their tenant does. A row of it is written with
-- its span, and spans stay.
ALTER TABLE span_outbox DROP CONSTRAINT span_outbox_tenant_id_run_id_span_id_fkey;
GRANT USAGE ON SEQUENCE span_outbox_position_seq TO assay_api, assay_pipeline;

-- Which files of an archive are documents is forgotten by the statement before the one that removes the
-- document: a key that holds the tenant cannot do it where tables are spread.
ALTER TABLE archive_member DROP CONSTRAINT archive_member_tenant_id_document_id_fkey;
ALTER TABLE archive_member ADD CONSTRAINT archive_member_document
  FOREIGN KEY (tenant_id, document_id) REFERENCES document (tenant_id, id);
GRANT UPDATE (document_id) ON archive_member TO assay_api, assay_pipeline;

-- A tenant's first entry makes the head of its chain.
DROP TRIGGER audit_head ON tenant;
DROP FUNCTION add_audit_head();
CREATE OR REPLACE FUNCTION audit_append(
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
    -- Of two first entries at once, the second waits here.
    INSERT INTO audit_head (tenant_id, sequence, hash)
    VALUES (to_tenant, 0, decode(repeat('00', 32), 'hex')) ON CONFLICT (tenant_id) DO NOTHING;
    SELECT * INTO head FROM audit_head WHERE tenant_id = to_tenant FOR UPDATE;
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
