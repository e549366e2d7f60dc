-- Sign-ins that end: how and when each began, and which one a new one takes the place of.

-- Of the sign-in, not of the single cookie: every successor in the family carries both on.
ALTER TABLE refresh_token ADD COLUMN way text CHECK (way IN ('password', 'oidc')),
  ADD COLUMN signed_in_at timestamptz;
UPDATE refresh_token r SET
  signed_in_at = (SELECT min(o.created_at) FROM refresh_token o
                  WHERE o.tenant_id = r.tenant_id AND o.family = r.family),
  way = CASE WHEN EXISTS (SELECT FROM external_identity e
                          WHERE e.tenant_id = r.tenant_id AND e.user_id = r.user_id)
        THEN 'oidc' ELSE 'password' END;
ALTER TABLE refresh_token ALTER COLUMN way SET NOT NULL, ALTER COLUMN signed_in_at SET NOT NULL;

-- The sign-in that the browser had when it set out for the provider: on the way back it does not
-- send the refresh cookie, which is SameSite=Strict.
ALTER TABLE oidc_attempt ADD COLUMN replaced_tenant uuid, ADD COLUMN replaced_family uuid,
  ADD CHECK ((replaced_tenant IS NULL) = (replaced_family IS NULL));

-- Letters A to Z alone are folded in addresses. Folding all of Unicode takes other characters for
-- the same as ASCII letters (U+212A, the Kelvin sign, for k), and so one person's address for
-- another's. Whoever asks folds: core/account.hpp has the rule, these hold it.
ALTER TABLE app_user DROP CONSTRAINT app_user_email_check,
  ADD CONSTRAINT app_user_email_folded CHECK (
    email = lower(email COLLATE "C") AND email LIKE '%_@_%');
CREATE OR REPLACE FUNCTION users_by_email(wanted text)
RETURNS TABLE (tenant_id uuid, tenant_name text, id uuid, email text, display_name text, role text,
               password_hash text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.tenant_id, t.name, u.id, u.email, u.display_name, u.role, u.password_hash
  FROM app_user u JOIN tenant t ON t.id = u.tenant_id
  WHERE u.email = wanted AND u.disabled_at IS NULL
  ORDER BY t.name
$$;
