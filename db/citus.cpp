// SPDX-License-Identifier: Apache-2.0
// What only Citus needs. Each query returns the commands that are still to be run, in order.
#include "db/citus.hpp"

#include <string>

#include "core/trace/log.hpp"
#include "db/pg/tx.hpp"

namespace assay::db {
namespace {

constexpr const char* kInstalled =
    "SELECT count(*) AS found FROM pg_extension WHERE extname = 'citus'";

constexpr const char* kServers =
    "SELECT count(*) AS found FROM pg_dist_node WHERE noderole = 'primary' AND isactive"
    " AND shouldhaveshards";

constexpr const char* kSpread = R"sql(
SELECT count(*) AS found FROM pg_dist_partition WHERE logicalrelid = to_regclass('public.audit_head'))sql";

// SET LOCAL assay.tenant must reach the other servers, or row-level security hides every row there.
// In a session: without the second setting, the first table that all share would take in the local
// ones related to it, and none of those could be spread any more. Triggers run where the rows are.
// Parts of a table that refers to a shared one cannot be made at once.
constexpr const char* kSettings = R"sql(
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands = ''local''', current_database());
END $$;
SET citus.propagate_set_commands = 'local';
SET citus.enable_local_reference_table_foreign_keys = off;
SET citus.enable_unsafe_triggers = on;
SET citus.multi_shard_modify_mode = 'sequential')sql";

// The three queries below name tables that are still to be spread, whether row-level security is
// forced on each, and the command that spreads it.
// Shared by all tenants, small, joined everywhere: a copy on each server. Parents first.
constexpr const char* kShared = R"sql(
SELECT name, relforcerowsecurity AS forced, format('SELECT create_reference_table(%L)', name) AS command
FROM unnest('{tenant,pack,criteria_version,criterion,requirement,requirement_expansion,mapping_set,mapping,
            signing_key,email_sender}'::text[])
  WITH ORDINALITY AS t (name, place)
JOIN pg_class c ON c.oid = name::regclass
WHERE NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = name::regclass)
ORDER BY place)sql";

constexpr const char* kHead = R"sql(
SELECT 'audit_head' AS name, true AS forced,
  'SELECT create_distributed_table(''audit_head'', ''tenant_id'')' AS command
WHERE NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = 'audit_head'::regclass))sql";

// All rows of a tenant lie on one server, so that its keys, joins and transactions stay there.
// Claims of work go over all tenants and skip what is locked, so the queue and the outbox are not
// spread. Tables that others refer to come first.
constexpr const char* kOfTenants = R"sql(
WITH RECURSIVE apart AS (
  SELECT c.oid FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    AND c.relname NOT IN ('work_item', 'work_turn', 'span_outbox')),
depth AS (
  SELECT oid, 0 AS depth FROM apart
  UNION
  SELECT k.conrelid, d.depth + 1 FROM depth d
  JOIN pg_constraint k ON k.contype = 'f' AND k.confrelid = d.oid AND k.conrelid <> d.oid
  JOIN apart s ON s.oid = k.conrelid)
SELECT c.oid::regclass AS name, relforcerowsecurity AS forced,
  format('SELECT create_distributed_table(%L, ''tenant_id'', colocate_with => ''audit_head'')',
         c.oid::regclass) AS command
FROM depth JOIN pg_class c ON c.oid = depth.oid
WHERE NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)
GROUP BY c.oid ORDER BY max(depth), c.oid::regclass::text)sql";

// Keys of tables that were made when those they refer to were spread already, as their migrations
// have them.
constexpr const char* kKeys = R"sql(
SELECT format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY %s', name, key, columns) AS command
FROM (VALUES
  ('requirement_expansion', 'requirement_expansion_requirement',
   '(requirement_id) REFERENCES requirement (id) ON DELETE CASCADE'),
  ('run_expansion', 'run_expansion_run', '(tenant_id, run_id) REFERENCES run (tenant_id, id)'),
  ('run_expansion', 'run_expansion_phrases',
   '(requirement_id, prompt_version) REFERENCES requirement_expansion (requirement_id, prompt_version)'))
  AS t (name, key, columns)
WHERE NOT EXISTS (SELECT FROM pg_constraint c
                  WHERE c.conname = key AND c.conrelid = name::regclass))sql";

// Rows that were there before have been copied, and what is left of them in this database is out of
// reach. It goes when every table is spread, since tables refer to each other. The triggers that
// keep records stay where the copies are.
constexpr const char* kForgetMoved = R"sql(
DO $$
DECLARE
  moved regclass;
BEGIN
  SET LOCAL citus.enable_ddl_propagation = off;
  FOR moved IN SELECT logicalrelid FROM pg_dist_partition LOOP
    EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', moved);
  END LOOP;
  FOR moved IN SELECT logicalrelid FROM pg_dist_partition WHERE pg_relation_size(logicalrelid) > 0 LOOP
    PERFORM truncate_local_data_after_distributing_table(moved);  -- turns the setting on
  END LOOP;
  SET LOCAL citus.enable_ddl_propagation = off;
  FOR moved IN SELECT logicalrelid FROM pg_dist_partition LOOP
    EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', moved);
  END LOOP;
END $$)sql";

// With tenant_id = $1 in a query and tenant_id = setting in the policy, the planner derives $1 =
// setting, a condition without columns, which Citus refuses in outer joins. This condition means
// the same, and nothing is derived from it.
constexpr const char* kPolicies = R"sql(
SELECT format('ALTER POLICY tenant_rows ON %s USING (%s) WITH CHECK (%s)', p.polrelid::regclass,
              own, own) AS command
FROM pg_policy p JOIN pg_dist_partition d ON d.logicalrelid = p.polrelid,
  (VALUES ('tenant_id = ANY (ARRAY[nullif(current_setting(''assay.tenant'', true), '''')::uuid])'))
    AS t (own)
WHERE p.polname = 'tenant_rows' AND pg_get_expr(p.polqual, p.polrelid) NOT LIKE '%ANY%'
ORDER BY 1)sql";

// Statements that are sent to other servers call them. Citus carries over by itself those that are
// created after the cluster, and those that a table needs.
constexpr const char* kFunctions = R"sql(
SELECT format('SELECT create_distributed_function(%L)', p.oid::regprocedure) AS command
FROM pg_proc p
WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND p.prorettype <> 'trigger'::regtype
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_object o
                  WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid)
ORDER BY 1)sql";

// Its owner's connection to another server would not see what the caller's transaction has written
// there. So the caller's own connection calls it where the tenant is.
constexpr const char* kDelegated = R"sql(
SELECT format('SELECT create_distributed_function(%L, ''to_tenant'', colocate_with => ''audit_head'','
              ' force_delegation => true)', oid::regprocedure) AS command
FROM pg_proc
WHERE proname = 'audit_append' AND pronamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_object o
                  WHERE o.objid = pg_proc.oid AND o.distribution_argument_index IS NOT NULL))sql";

// Rights on single columns do not reach the parts of a table by themselves, nor those that were
// moved. Citus writes a column's default into the INSERT that it sends.
constexpr const char* kColumnRights = R"sql(
WITH granted AS (
  SELECT a.attrelid, r.grantee, r.privilege_type AS what, a.attname
  FROM pg_attribute a, aclexplode(a.attacl) r
  WHERE r.grantee <> 0
  UNION
  SELECT a.attrelid, r.grantee, 'INSERT', d.attname
  FROM pg_attribute a, aclexplode(a.attacl) r, pg_attribute d
  WHERE r.privilege_type = 'INSERT' AND d.attrelid = a.attrelid AND d.atthasdef)
SELECT format('SELECT count(*) AS failed, max(result) AS why FROM run_command_on_placements(%L, %L)'
              ' WHERE NOT success', g.attrelid::regclass,
              format('GRANT %s (%s) ON %%s TO %s', g.what,
                     string_agg(quote_ident(g.attname), ', ' ORDER BY g.attname),
                     g.grantee::regrole)) AS command
FROM granted g JOIN pg_dist_partition p ON p.logicalrelid = g.attrelid
GROUP BY g.attrelid, g.grantee, g.what ORDER BY 1)sql";

// A trigger runs on a part of its table and cannot query a spread table. It queries the matching
// part, which holds the same tenants. The bodies are otherwise those of 0026 and 0036.
constexpr const char* kTriggers = R"sql(
CREATE OR REPLACE FUNCTION part_beside(part name, wanted regclass) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT format('%I', c.relname || '_' || o.shardid)
  FROM pg_dist_shard s
  JOIN pg_dist_shard o ON o.logicalrelid = wanted AND o.shardminvalue = s.shardminvalue
  JOIN pg_class c ON c.oid = wanted
  WHERE s.shardid = substring(part FROM '_([0-9]+)$')::bigint
$$;
CREATE OR REPLACE FUNCTION refuse_late_pins() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  late boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM added a JOIN %s r ON r.tenant_id = a.tenant_id
                  AND r.id = a.run_id WHERE r.status <> ''QUEUED'')',
                 part_beside(TG_TABLE_NAME, 'run')) INTO late;
  IF late THEN
    RAISE EXCEPTION 'INSERT on % is refused: the run has started', TG_TABLE_NAME
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION refuse_held() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  held boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %s h WHERE h.tenant_id = $1 AND h.released_at IS NULL
                  AND (h.document_id IS NULL OR h.document_id = $2))',
                 part_beside(TG_TABLE_NAME, 'legal_hold')) INTO held USING OLD.tenant_id, OLD.id;
  IF held THEN
    RAISE EXCEPTION 'DELETE on document is refused: a legal hold covers %', OLD.id
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
-- Statements that queue work tell the pipelines so in the same breath. Where such a statement reads
-- spread tables, Citus may run that part elsewhere, and nobody would hear it.
CREATE OR REPLACE FUNCTION tell_of_work() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM added) THEN
    PERFORM pg_notify('assay_work', '');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER told AFTER INSERT ON work_item
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_of_work())sql";

bool any(pg::Connection& coordinator, const char* query) {
  return coordinator.run(query)[0].integer("found") > 0;
}

Error unready(std::string message) {
  return {ErrorCode::Conflict, std::move(message), {}};
}

// Spreads each table that the query names, with its rows, in a transaction of its own, so that a
// call that was interrupted goes on there. Neither row-level security nor triggers that refuse rows
// of what has begun may stop the copy. Citus passes on the text of each command, so each is sent by
// itself.
int spread_all(pg::Connection& coordinator, const char* query) {
  const pg::Rows tables = coordinator.run(query);
  for (const pg::Row row : tables) {
    const std::string alter = "ALTER TABLE " + row.text("name");
    const bool forced = row.boolean("forced");
    pg::Tx tx(coordinator, pg::Access::ReadWrite);
    static_cast<void>(coordinator.run(alter + " DISABLE TRIGGER USER"));
    if (forced) static_cast<void>(coordinator.run(alter + " NO FORCE ROW LEVEL SECURITY"));
    static_cast<void>(coordinator.run(row.text("command")));
    if (forced) static_cast<void>(coordinator.run(alter + " FORCE ROW LEVEL SECURITY"));
    static_cast<void>(coordinator.run(alter + " ENABLE TRIGGER USER"));
    tx.commit();
  }
  return tables.size();
}

// Runs each command that the query returns.
void run_all(pg::Connection& coordinator, const char* query) {
  const pg::Rows commands = coordinator.run(query);
  for (const pg::Row row : commands) static_cast<void>(coordinator.run(row.text("command")));
}

std::string grant_columns(pg::Connection& coordinator) {
  const pg::Rows commands = coordinator.run(kColumnRights);
  for (const pg::Row row : commands) {
    const pg::Rows failed = coordinator.run(row.text("command"));
    if (failed[0].integer("failed") > 0) return failed[0].text("why");
  }
  return {};
}

}  // namespace

bool is_spread(pg::Connection& coordinator) {
  return any(coordinator, kInstalled) && any(coordinator, kSpread);
}

Result<int> spread(pg::Connection& coordinator) {
  if (!any(coordinator, kInstalled)) {
    return unready("the database has no Citus: run CREATE EXTENSION citus on each server");
  }
  if (!any(coordinator, kServers)) {
    return unready("the cluster has no servers: run citus_add_node on the coordinator");
  }
  static_cast<void>(coordinator.run(kSettings));
  static_cast<void>(coordinator.run(kTriggers));
  int tables = 0;
  for (const char* query : {kShared, kHead, kOfTenants}) {
    tables += spread_all(coordinator, query);
  }
  run_all(coordinator, kKeys);
  static_cast<void>(coordinator.run(kForgetMoved));
  if (tables > 0) log::info("spread", {{"tables", std::to_string(tables)}});
  for (const char* query : {kPolicies, kFunctions, kDelegated}) run_all(coordinator, query);
  const std::string failed = grant_columns(coordinator);
  if (!failed.empty()) return unready("a right was not granted on every server: " + failed);
  return tables;
}

}  // namespace assay::db
