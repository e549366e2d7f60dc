-- Tenants, their people, and what every later table needs to keep tenants apart.

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO assay_api, assay_pipeline;

-- Time on the wire between the database and the binaries: integer microseconds since 1970.
CREATE FUNCTION micros(at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (extract(epoch FROM at) * 1000000)::bigint;
CREATE FUNCTION from_micros(value bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN timestamptz '1970-01-01 00:00:00+00' + value * interval '1 microsecond';

-- The tenant this transaction acts for; null outside of one (a SET LOCAL that ended reads '').
CREATE FUNCTION current_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('assay.tenant', true), '')::uuid;

-- Puts a table under row-level security: the roles of the service see the rows of the current
-- tenant only; the owner, whom nothing of the service connects as, sees all for maintenance.
CREATE PROCEDURE keep_tenants_apart(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant_rows ON %s TO assay_api, assay_pipeline
                  USING (tenant_id = nullif(current_setting(''assay.tenant'', true), '''')::uuid)
                  WITH CHECK (tenant_id = nullif(current_setting(''assay.tenant'', true), '''')::uuid)',
                 target);
  EXECUTE format('CREATE POLICY owner_rows ON %s TO assay_owner USING (true) WITH CHECK (true)',
                 target);
END $$;

CREATE TABLE tenant (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name <> ''),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON tenant TO assay_api, assay_pipeline;

CREATE TABLE app_user (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  id uuid NOT NULL,
  email text NOT NULL CHECK (email = lower(email) AND email LIKE '%_@_%'),
  display_name text NOT NULL,
  role text NOT NULL CHECK (role IN ('VIEWER', 'MEMBER', 'ADMIN', 'SUPER_ADMIN')),
  password_hash text,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, email)
);
CREATE INDEX app_user_by_email ON app_user (email);
CALL keep_tenants_apart('app_user');
GRANT SELECT, INSERT, UPDATE ON app_user TO assay_api;

-- Sign-in knows an e-mail address but no tenant yet; this is the one look across tenants it gets.
CREATE FUNCTION users_by_email(wanted text)
RETURNS TABLE (tenant_id uuid, tenant_name text, id uuid, email text, display_name text, role text,
               password_hash text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.tenant_id, t.name, u.id, u.email, u.display_name, u.role, u.password_hash
  FROM app_user u JOIN tenant t ON t.id = u.tenant_id
  WHERE u.email = lower(wanted) AND u.disabled_at IS NULL
  ORDER BY t.name
$$;
REVOKE ALL ON FUNCTION users_by_email(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION users_by_email(text) TO assay_api;

-- Ed25519 keys that sign access tokens: private_key is the raw 32-byte seed.
CREATE TABLE signing_key (
  kid text PRIMARY KEY,
  private_key bytea NOT NULL CHECK (length(private_key) = 32),
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Set by rotation: accepted until then, but no longer used for signing.
  retires_at timestamptz
);
GRANT SELECT ON signing_key TO assay_api;

-- Refresh cookies, hashed. All that descend from one sign-in share a family; a spent one that comes
-- back means theft, and the whole family is revoked.
CREATE TABLE refresh_token (
  tenant_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  family uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  spent_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX refresh_token_family ON refresh_token (tenant_id, family);
CALL keep_tenants_apart('refresh_token');
GRANT SELECT, INSERT, UPDATE, DELETE ON refresh_token TO assay_api;

-- Failed sign-ins, by account and by address, for throttling. subject: 'account:e@x' or 'ip:…'.
CREATE TABLE login_failure (
  subject text NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX login_failure_recent ON login_failure (subject, failed_at);
GRANT SELECT, INSERT, DELETE ON login_failure TO assay_api;

-- First answers of creating requests that carried an Idempotency-Key.
CREATE TABLE idempotency_key (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  user_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  request_hash text NOT NULL,
  status integer NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, user_id, key)
);
CALL keep_tenants_apart('idempotency_key');
GRANT SELECT, INSERT, DELETE ON idempotency_key TO assay_api;
