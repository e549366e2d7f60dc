-- Tenants and users by API: what assay_api may do to them, and no more.

-- The table of tenants is itself apart by tenant: a transaction reads, adds and renames the one it
-- acts for. So a new tenant is inserted by a transaction that acts for its id, with plain grants;
-- there is no function that makes tenants for whoever may call it.
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY own_row ON tenant TO assay_api, assay_pipeline
  USING (id = nullif(current_setting('assay.tenant', true), '')::uuid)
  WITH CHECK (id = nullif(current_setting('assay.tenant', true), '')::uuid);
CREATE POLICY owner_rows ON tenant TO assay_owner USING (true) WITH CHECK (true);
GRANT INSERT (id, name), UPDATE (name) ON tenant TO assay_api;

-- The one look over all tenants, for SUPER_ADMIN (the API checks role and SUPER_ADMIN_MODE): names
-- and times, newest first, behind a place in the list if one is given.
CREATE FUNCTION all_tenants(before_at timestamptz, before_id uuid, most integer)
RETURNS TABLE (id uuid, name text, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.name, t.created_at FROM tenant t
  WHERE before_at IS NULL OR (t.created_at, t.id) < (before_at, before_id)
  ORDER BY t.created_at DESC, t.id DESC LIMIT most
$$;
REVOKE ALL ON FUNCTION all_tenants(timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION all_tenants(timestamptz, uuid, integer) TO assay_api;

CREATE FUNCTION tenant_count() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*) FROM tenant
$$;
REVOKE ALL ON FUNCTION tenant_count() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_count() TO assay_api;

-- A deleted user's row stays, so that uploads, runs and the trail can still be told whose they
-- were; it is disabled and has no password. Its address is free for somebody new.
ALTER TABLE app_user ADD COLUMN deleted_at timestamptz,
  ADD CONSTRAINT app_user_deleted CHECK (
    deleted_at IS NULL OR (disabled_at IS NOT NULL AND password_hash IS NULL)),
  DROP CONSTRAINT app_user_tenant_id_email_key;
CREATE UNIQUE INDEX app_user_email ON app_user (tenant_id, email) WHERE deleted_at IS NULL;
CREATE INDEX app_user_newest ON app_user (tenant_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;

GRANT DELETE ON pack_binding TO assay_api;
