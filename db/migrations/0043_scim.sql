-- SCIM: tokens of identity providers, and what providers say of the users they keep.

-- A token for SCIM belongs to the tenant: it outlives the administrator who made it, and does nothing
-- but keep users and groups.
ALTER TABLE api_token
  ADD COLUMN scope text NOT NULL DEFAULT 'API' CHECK (scope IN ('API', 'SCIM')),
  ADD CONSTRAINT api_token_scim_role CHECK (scope = 'API' OR role = 'ADMIN');

-- What the provider says of a user and an account has no place for. Users whom no provider has told
-- us about have no row.
CREATE TABLE scim_user (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Null: the e-mail address.
  user_name text CHECK (user_name <> ''),
  external_id text CHECK (external_id <> ''),
  given_name text CHECK (given_name <> ''),
  family_name text CHECK (family_name <> ''),
  -- The roles whose groups the user is in. Null: the provider has not said, and it is the role that
  -- the user has.
  roles text[] CHECK (roles <@ ARRAY['VIEWER', 'MEMBER', 'ADMIN']),
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX scim_user_name ON scim_user (tenant_id, lower(user_name COLLATE "C"));
CREATE INDEX scim_user_external ON scim_user (tenant_id, external_id);
CALL keep_tenants_apart('scim_user');
GRANT SELECT, INSERT, UPDATE, DELETE ON scim_user TO assay_api;
