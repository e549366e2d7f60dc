-- Tokens of machines, and what ends a session before its access token does.

-- The value is shown once, when the token is made; here is only its SHA-256. A token acts for the
-- user who made it, never with more than that user's present role.
CREATE TABLE api_token (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  role text NOT NULL CHECK (role IN ('VIEWER', 'MEMBER', 'ADMIN', 'SUPER_ADMIN')),
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX api_token_by_id ON api_token (id);
CREATE INDEX api_token_newest ON api_token (tenant_id, created_at DESC, id DESC);
CREATE INDEX api_token_of_user ON api_token (tenant_id, user_id);
CALL keep_tenants_apart('api_token');
GRANT SELECT, INSERT, DELETE, UPDATE (last_used_at) ON api_token TO assay_api;

-- A request with a token names no tenant yet. Only who has the token finds its row.
CREATE FUNCTION api_token_by_hash(wanted bytea)
RETURNS TABLE (tenant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.tenant_id, t.id FROM api_token t WHERE t.token_hash = wanted
$$;
REVOKE ALL ON FUNCTION api_token_by_hash(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION api_token_by_hash(bytea) TO assay_api;

-- Whether a sign-in was ended is asked for every access token, again and again: answered from this
-- small index alone.
CREATE INDEX refresh_token_ended ON refresh_token (tenant_id, family)
  WHERE revoked_at IS NOT NULL;
CREATE INDEX refresh_token_of_user ON refresh_token (tenant_id, user_id);

-- Failed sign-ins are forgotten by age.
CREATE INDEX login_failure_by_age ON login_failure (failed_at);
