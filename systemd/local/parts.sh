# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Part of ./assay: the parts that run (database, api, health, pipeline, nginx), under systemd/local/supervise.py.

PARTS=(database api health pipeline nginx)
POSTGRES=/usr/lib/postgresql/15/bin

supervisor() { /usr/bin/python3 -ES "$HERE/systemd/local/supervise.py" "$@"; }

# part_state PART: up, waiting, stopping or stopped; "down" without a supervisor.
part_state() { supervisor state "$RUN" "$1"; }

# define_part NAME PROCESSES LEVEL SIGNAL SECONDS GROUP COMMAND…: supervise.py explains the fields.
define_part() {
  local name=$1 prefix=() home=/nonexistent umask=0027
  [[ $name != pipeline ]] || home=$PLACE/tmp/pipeline # fonts are cached there
  [[ $name != api && $name != pipeline ]] || umask=0002 # so that both write into new folders of data/blobs
  local -a IDENTITY
  if ((EUID == 0)); then
    identity "$name"
    prefix=(setpriv "${IDENTITY[@]}" --)
  fi
  echo "$1 $2 $3 $4 $5 $6" >>"$PLACE/etc/parts.conf.new"
  shift 6
  {
    printf '#!/bin/bash\n# Written by ./assay up.\numask %s\n' "$umask"
    printf 'export HOME=%q ASSAY_CONFIG=%q\n' "$home" "$PLACE/etc/$name.env"
    printf 'exec'
    printf ' %q' "${prefix[@]}" "$@"
    printf '\n'
  } | put 0755 root "$PLACE/etc/parts/$name"
}

write_parts() {
  local web=www-data
  ((EUID == 0)) || web=$(id -gn)
  : >"$PLACE/etc/parts.conf.new"
  define_part database 1 0 INT 60 - "$POSTGRES/postgres" -D "$(cluster)"
  define_part pipeline 1 1 TERM 40 - "$PROGRAM_DIR/assay-pipeline"
  define_part api "$WORKERS" 1 TERM 30 "$web" "$PROGRAM_DIR/assay-api"
  # Two separate processes for /api/health/: `live` is answered while `ready` waits for the database.
  define_part health 2 1 TERM 30 "$web" "$PROGRAM_DIR/assay-api"
  define_part nginx 1 2 TERM 10 - /usr/sbin/nginx -e stderr -p "$PLACE" -c "$PLACE/etc/nginx.conf" -g 'daemon off;'
  mv "$PLACE/etc/parts.conf.new" "$PLACE/etc/parts.conf"
}

# start_parts PART…: starts those that are not running yet; `up` stops them again if it fails.
start_parts() {
  local part
  for part in "$@"; do
    [[ $(part_state "$part") == up ]] || STARTED+=("$part")
  done
  supervisor start "$RUN" "$@"
}

start_supervisor() {
  local -i tries=100
  local name running
  running=$(supervisor status "$RUN" 2>/dev/null || true)
  [[ $running != *"\"code\": \"$(supervisor version)\""* ]] || return 0
  [[ -z $running ]] || supervisor quit "$RUN" # a different version of it
  STARTED+=(supervisor)
  (
    exec {LOCK}>&-
    for name in "${!ASSAY_@}"; do unset "$name"; done
    unset SUPER_ADMIN_MODE TRACING_OTLP_ENDPOINT
    cd / && exec setsid --fork /usr/bin/python3 "$HERE/systemd/local/supervise.py" run "$PLACE" "$RUN"
  ) </dev/null >>"$PLACE/log/supervisor.log" 2>&1
  until supervisor status "$RUN" >/dev/null 2>&1; do
    ((tries-- > 0)) || fail "the supervisor did not start; see $PLACE/log/supervisor.log"
    sleep 0.1
  done
}

# end_former: ends the parts started by a version of ./assay that had no supervisor.
end_former() {
  local part pid begun
  local -a lines=()
  for part in api pipeline nginx; do
    ! read -r pid begun 2>/dev/null <"$RUN/$part.pid" || lines+=("$part $pid $begun SIGTERM")
  done
  ((${#lines[@]})) || return 0
  if { read -r pid <"$STATE/pg/postmaster.pid"; } 2>/dev/null &&
    [[ $(readlink "/proc/$pid/cwd") == "$(cluster)" ]]; then
    lines+=("database $pid $(sed 's/.*) //' "/proc/$pid/stat" | cut -d' ' -f20) SIGINT")
  fi
  install -d -m 0700 "$RUN/supervisor"
  printf '%s\n' "$(</proc/sys/kernel/random/boot_id)" "${lines[@]}" >"$RUN/supervisor/sessions"
  supervisor quit "$RUN"
  rm -f "$RUN"/{api,pipeline,nginx}.pid
}

# ---- PostgreSQL --------------------------------------------------------------------------------

cluster() { readlink -f "$STATE/pg"; }

# as_superuser ARGS…: psql as the superuser of the cluster.
as_superuser() {
  as_part database "$POSTGRES/psql" -X -q -v ON_ERROR_STOP=1 -h "$RUN/pg" -p 5432 -U postgres "$@"
}

# All or nothing: initdb marks its folder as a cluster long before it is done. The folder has a new name each time,
# since the initdb of a killed ./assay may still be writing to the last one. Then rm may fail, and the next start
# removes what is left.
create_cluster() {
  local data=$1 draft=$1.new.$$
  install -d -m 0700 "$draft"
  ((EUID)) || chown postgres: "$draft"
  as_part database "$POSTGRES/initdb" -D "$draft" -U postgres -E UTF8 --locale=C.UTF-8 --auth=reject
  echo "include 'assay.conf'" | as_part database tee -a "$draft/postgresql.conf"
  rm -rf "$data"
  mv -T "$draft" "$data"
}

# Assay's settings of the cluster. Peer authentication: each user is one role, and the user that runs ./assay is
# both the schema's owner and the superuser.
write_database_settings() {
  local data=$1 role user
  user=$(id -un)
  as_part database tee "$data/assay.conf" <<END
listen_addresses = ''
unix_socket_directories = '$RUN/pg'
port = 5432
max_connections = $((WORKERS + 60))
shared_buffers = 128MB
password_encryption = scram-sha-256
timezone = UTC
log_timezone = UTC
log_line_prefix = '%m [%p] %u@%d '
END
  printf 'local all all peer map=assay\n' | as_part database tee "$data/pg_hba.conf"
  {
    if ((EUID == 0)); then
      grep '^assay' "$HERE/systemd/pg_ident.conf"
      printf 'assay postgres postgres\n'
    else
      for role in postgres assay_owner assay_api assay_pipeline; do printf 'assay "%s" %s\n' "$user" "$role"; done
    fi
  } | as_part database tee "$data/pg_ident.conf"
}

# The inputs of a running server; a different sum restarts it.
database_stamp() {
  {
    "$POSTGRES/postgres" --version # a package may bring a newer minor version
    sha256sum "$PLACE/etc/parts/database"
    as_part database cat "$1"/{assay,pg_hba,pg_ident}.conf
  } | sha256sum
}

# running_version: the version of the running server, in its program's format; empty if none answers.
running_version() {
  local version
  version=$(as_superuser -At -d postgres -c 'SHOW server_version' 2>/dev/null) || return 0
  echo "postgres (PostgreSQL) $version"
}

start_database() {
  local data before
  local -i deadline
  data=$(cluster)
  before=$(part_state database)
  rm -rf "$data".new* 2>/dev/null || true
  as_part database test -s "$data/PG_VERSION" ||
    logged initdb "Create the database cluster" create_cluster "$data"
  write_database_settings "$data" >/dev/null
  if [[ $before == up && $(running_version) == "$("$POSTGRES/postgres" --version)" &&
    $(database_stamp "$data") == "$(cat "$STATE/database.stamp" 2>/dev/null)" ]]; then
    return
  fi
  [[ $before != up ]] || echo "  PostgreSQL is restarted: its version or settings changed"
  supervisor stop "$RUN" database
  supervisor start "$RUN" database
  deadline=$((SECONDS + 60))
  until as_part database "$POSTGRES/pg_isready" -q -h "$RUN/pg" -p 5432 -U postgres -d postgres; do
    # 1: it is still recovering from a crash, which has no time limit.
    (($? == 1 || SECONDS < deadline)) || fail "PostgreSQL did not start; see $PLACE/log/database.log"
    sleep 0.1
  done
  database_stamp "$data" >"$STATE/database.stamp"
}

# Roles and the database; safe to run again.
bootstrap_database() {
  {
    cat "$HERE/db/bootstrap.sql"
    printf 'ALTER ROLE %s PASSWORD NULL;\n' assay_owner assay_api assay_pipeline # users by peer authentication
  } | as_superuser -d postgres
}

prepare_database() {
  logged bootstrap "Prepare roles and database" bootstrap_database
  logged migrate "Migrate the schema" run_ctl migrate
  logged seed "Sample tenants, users and pack" env "ASSAY_CONFIG=$PLACE/etc/ctl.env" \
    /usr/bin/python3 -B "$HERE/tests/sample/seed.py" "$(program assayctl)" "$STATE/demo.json" "http://127.0.0.1:$PORT"
}

run_ctl() { ASSAY_CONFIG=$PLACE/etc/ctl.env "$(program assayctl)" "$@"; }
