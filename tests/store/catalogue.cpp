// SPDX-License-Identifier: Apache-2.0
// Queries over the catalogue, one per rule: each returns the objects that break it. Their lists are
// in catalogue_lists.hpp.
#include "tests/store/catalogue.hpp"

#include <array>

#include "tests/store/catalogue_lists.hpp"
#include "tests/support/temp_database.hpp"

namespace assay::test {
namespace {

// 'a', 'b', 'c'
template <std::size_t N>
std::string quoted(const std::array<Exception, N>& items) {
  std::string text;
  for (const Exception& item : items) {
    text.append(text.empty() ? "'" : ", '").append(item.name).append("'");
  }
  return text;
}

struct Rule {
  std::string broken;  // the fault of an object that the query returns
  std::string query;   // one column: name
};

const char* const kTables =
    "(SELECT c.oid, c.relname, c.relowner, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,"
    " c.relkind, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid"
    "   AND a.attname = 'tenant_id' AND NOT a.attisdropped) AS of_tenant"
    " FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace"
    " AND c.relkind IN ('r', 'p', 'v', 'm', 'f')) AS t ";
const char* const kServiceRoles = "(VALUES ('assay_api'), ('assay_pipeline')) AS r (name) ";

std::string tables_where(const std::string& condition) {
  return std::string("SELECT t.relname AS name FROM ") + kTables + "WHERE " + condition;
}

std::vector<Rule> rules_of_tables() {
  const std::string base = "t.relkind IN ('r', 'p', 'f') AND ";
  return {
      {"has no tenant_id and is on no list of exceptions",
       tables_where(base + "NOT t.of_tenant AND t.relname NOT IN (" + quoted(kOtherwiseApart) +
                    ", " + quoted(kOfNobody) + ")")},
      {"row-level security is not enabled and forced",
       tables_where(base + "(t.of_tenant OR t.relname IN (" + quoted(kOtherwiseApart) +
                    ")) AND NOT (t.relrowsecurity AND t.relforcerowsecurity)")},
      {"the primary key does not begin with tenant_id",
       tables_where(base +
                    "t.of_tenant AND NOT EXISTS (SELECT FROM pg_index i JOIN pg_attribute a"
                    " ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] WHERE i.indisprimary"
                    " AND i.indrelid = t.oid AND a.attname = 'tenant_id')")},
      // Otherwise the table could not be spread over several servers by tenant.
      {"is a unique key of a tenant's table without the tenant",
       "SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c"
       " ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace JOIN pg_attribute t"
       " ON t.attrelid = i.indrelid AND t.attname = 'tenant_id' AND NOT t.attisdropped"
       " WHERE i.indisunique AND t.attnum <> ALL (i.indkey::smallint[])"},
      {"is a view that does not look with its reader's rights",
       tables_where("t.relkind IN ('v', 'm') AND NOT coalesce('security_invoker=true'"
                    " = ANY (t.reloptions), false)")},
      {"is not owned by assay_owner",
       tables_where(
           "t.relowner <> 'assay_owner'::regrole AND t.oid <> 'schema_migration'::regclass")},
      // These are checked without row-level security, so a one-column key would reach across
      // tenants.
      {"is a foreign key between tenants' tables without the tenant",
       "SELECT k.conrelid::regclass::text || '.' || k.conname AS name FROM pg_constraint k"
       " JOIN pg_attribute t ON t.attrelid = k.confrelid AND t.attname = 'tenant_id'"
       " WHERE k.contype = 'f' AND NOT EXISTS (SELECT FROM unnest(k.conkey, k.confkey)"
       " AS c (own, other) JOIN pg_attribute o ON o.attrelid = k.conrelid AND o.attnum = c.own"
       " WHERE o.attname = 'tenant_id' AND c.other = t.attnum)"},
  };
}

std::vector<Rule> rules_of_policies() {
  // The condition of keep_tenants_apart() as PostgreSQL prints it.
  const std::string own =
      "(tenant_id = (NULLIF(current_setting('assay.tenant'::text, true), ''::text))::uuid)";
  const std::string quoted_own = "$q$" + own + "$q$";
  return {
      {"has privileges without a policy for",
       std::string("SELECT t.relname || ' for ' || r.name AS name FROM ") + kTables +
           "CROSS JOIN " + kServiceRoles +
           "WHERE t.relrowsecurity AND has_table_privilege(r.name, t.oid,"
           " 'SELECT, INSERT, UPDATE, DELETE') AND NOT EXISTS (SELECT FROM pg_policies p"
           " WHERE p.schemaname = 'public' AND p.tablename = t.relname"
           " AND r.name = ANY (p.roles::text[]))"},
      {"is a policy of a tenant's table with another condition",
       std::string("SELECT p.tablename || '.' || p.policyname AS name FROM pg_policies p JOIN ") +
           kTables + "ON t.relname = p.tablename WHERE t.of_tenant" +
           " AND p.roles::text[] <> ARRAY['assay_owner'] AND p.tablename || '.' || p.policyname"
           " NOT IN (" +
           quoted(kOtherPolicies) + ") AND (p.qual IS DISTINCT FROM " + quoted_own +
           " OR coalesce(p.with_check, p.qual) <> " + quoted_own + ")"},
      {"is a policy for everybody",
       "SELECT tablename || '.' || policyname AS name FROM pg_policies WHERE schemaname = 'public'"
       " AND 'public' = ANY (roles::text[])"},
  };
}

std::vector<Rule> rules_of_rights() {
  return {
      {"is a role that passes row-level security or makes others",
       "SELECT rolname AS name FROM pg_roles WHERE rolname LIKE 'assay%' AND (rolsuper OR"
       " rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication)"},
      {"is a role of the service that is a member of another",
       std::string("SELECT r.name FROM ") + kServiceRoles +
           "JOIN pg_auth_members m ON m.member = r.name::regrole"},
      {"is owned by a role of the service",
       std::string("SELECT c.relname AS name FROM pg_class c JOIN ") + kServiceRoles +
           "ON c.relowner = r.name::regrole UNION ALL SELECT p.proname FROM pg_proc p JOIN " +
           kServiceRoles + "ON p.proowner = r.name::regrole"},
      {"lets a role of the service make things in it",
       std::string(
           "SELECT n.nspname || ' for ' || r.name AS name FROM pg_namespace n CROSS JOIN ") +
           kServiceRoles +
           "WHERE n.nspname = 'public' AND has_schema_privilege(r.name, n.oid, 'CREATE')"},
      // Row-level security restrains none of the three.
      {"gives TRUNCATE, REFERENCES or TRIGGER away",
       std::string("SELECT t.relname || ' to ' || r.name AS name FROM ") + kTables + "CROSS JOIN " +
           kServiceRoles +
           "WHERE has_table_privilege(r.name, t.oid, 'TRUNCATE, REFERENCES, TRIGGER')"},
      {"gives something to everybody",
       std::string("SELECT t.relname AS name FROM ") + kTables +
           "JOIN pg_class c ON c.oid = t.oid WHERE EXISTS (SELECT FROM aclexplode(c.relacl) a"
           " WHERE a.grantee = 0)"},
  };
}

// The required form of a trigger: enabled, BEFORE, and for all of these events (pg_trigger.tgtype).
std::string without_trigger(const std::string& tables, const std::string& name, int events) {
  return tables_where("t.relname IN (" + tables +
                      ") AND NOT EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = t.oid"
                      " AND g.tgname = '" +
                      name +
                      "' AND g.tgenabled IN ('O', 'A')"
                      " AND g.tgtype & 2 = 2 AND g.tgtype & " +
                      std::to_string(events) + " = " + std::to_string(events) + ")");
}

std::vector<Rule> rules_of_records() {
  constexpr int kDelete = 8;
  constexpr int kUpdate = 16;
  constexpr int kTruncate = 32;
  const std::string staying = quoted(kEnding) + ", " + quoted(kStaying);
  return {
      {"is of no kind: say in tests/store/catalogue.cpp whether it holds records",
       tables_where("t.relkind IN ('r', 'p', 'f') AND t.relname NOT IN (" + quoted(kRecords) +
                    ", " + staying + ", " + quoted(kState) + ")")},
      {"is a record without a trigger that refuses UPDATE, DELETE and TRUNCATE",
       without_trigger(quoted(kRecords), "immutable", kUpdate | kDelete | kTruncate)},
      {"has rows that end without a trigger that refuses every change afterwards",
       without_trigger(quoted(kEnding), "ended", kUpdate)},
      {"has rows that end without a trigger that names what may change before",
       without_trigger(quoted(kEnding), "pinned", kUpdate)},
      {"has rows that stay without a trigger that refuses DELETE and TRUNCATE",
       without_trigger(staying, "stays", kDelete | kTruncate)},
      {"has rows that stay, and a role of the service may remove them or change whole rows",
       std::string("SELECT t.relname || ' by ' || r.name AS name FROM ") + kTables + "CROSS JOIN " +
           kServiceRoles + "WHERE t.relname IN (" + staying +
           ") AND has_table_privilege(r.name, t.oid, 'UPDATE, DELETE')"},
      {"is a record that a role of the service may change",
       std::string("SELECT t.relname || ' by ' || r.name AS name FROM ") + kTables + "CROSS JOIN " +
           kServiceRoles + "WHERE (t.relname IN (" + quoted(kRecords) +
           ") OR EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = t.oid"
           " AND g.tgname = 'immutable')) AND (has_table_privilege(r.name, t.oid, 'DELETE')"
           " OR has_any_column_privilege(r.name, t.oid, 'UPDATE'))"},
  };
}

std::vector<Rule> rules_of_functions() {
  const std::string functions =
      "SELECT p.proname AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace"
      " AND p.prosecdef AND ";
  return {
      {"runs as the owner and is on no list",
       functions + "p.proname NOT IN (" + quoted(kDefiners) + ")"},
      {"runs as the owner in SQL and cannot be planned with its values: write it in PL/pgSQL",
       functions + "(p.proretset OR p.pronargs > 0) AND p.prolang = (SELECT oid FROM pg_language"
                   " WHERE lanname = 'sql')"},
      {"runs as the owner with the caller's search_path",
       functions + "NOT coalesce('search_path=public, pg_temp' = ANY (p.proconfig), false)"},
      // Without a list of rights, everybody can call a function.
      {"runs as the owner for everybody",
       functions + "(p.proacl IS NULL OR EXISTS (SELECT FROM aclexplode(p.proacl) a"
                   " WHERE a.grantee = 0))"},
  };
}

std::vector<std::string> names(const std::string& query) {
  pg::Connection super = TempDatabase::shared().connect("super");
  super.ensure_connected();
  std::vector<std::string> found;
  for (const pg::Row row : super.run(query + " ORDER BY 1")) found.push_back(row.text("name"));
  return found;
}

}  // namespace

std::vector<std::string> tenant_tables() {
  return names(tables_where("t.of_tenant AND t.relkind IN ('r', 'p')"));
}

std::vector<std::string> tables_of_records() {
  return names(tables_where("t.relname IN (" + quoted(kRecords) + ")"));
}

std::vector<std::string> tables_of_rows_that_stay() {
  return names(tables_where("t.relname IN (" + quoted(kEnding) + ", " + quoted(kStaying) + ")"));
}

std::vector<std::string> catalogue_faults() {
  std::vector<std::string> faults;
  for (const auto& rules : {rules_of_tables(), rules_of_policies(), rules_of_rights(),
                            rules_of_records(), rules_of_functions()}) {
    for (const Rule& rule : rules) {
      for (const std::string& name : names(rule.query)) faults.push_back(name + ": " + rule.broken);
    }
  }
  return faults;
}

}  // namespace assay::test
