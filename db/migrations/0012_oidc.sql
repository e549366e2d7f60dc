-- Signing in through an OpenID provider.

-- Sign-ins that have begun and not come back yet, for ten minutes each. What the browser keeps of
-- one is not here, and neither is anything that could end a sign-in in its place.
CREATE TABLE oidc_attempt (
  state_hash bytea PRIMARY KEY CHECK (length(state_hash) = 32),
  return_to text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX oidc_attempt_by_age ON oidc_attempt (created_at);
CREATE INDEX oidc_attempt_by_address ON oidc_attempt (address);
GRANT SELECT, INSERT, DELETE ON oidc_attempt TO assay_api;

-- Who a user is at a provider. An e-mail address may change hands there; a subject never does.
CREATE TABLE external_identity (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  issuer text NOT NULL CHECK (issuer <> ''),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  linked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, user_id, issuer),
  UNIQUE (tenant_id, issuer, subject),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
);
CALL keep_tenants_apart('external_identity');
GRANT SELECT, INSERT, DELETE ON external_identity TO assay_api;

-- A claim of the provider names a tenant by its id or its name; whoever signs in is of none yet.
CREATE FUNCTION tenant_named(wanted text) RETURNS TABLE (id uuid, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.name FROM tenant t WHERE t.id::text = wanted
  UNION ALL
  SELECT t.id, t.name FROM tenant t WHERE t.name = wanted
  LIMIT 1
$$;
REVOKE ALL ON FUNCTION tenant_named(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_named(text) TO assay_api;
