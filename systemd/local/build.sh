# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Part of ./assay: installs, fetches and builds, and shows progress during a long step.

run_packages=(postgresql-15 postgresql-client-15 nginx-light python3 curl ca-certificates
  poppler-data fonts-inter fonts-noto-core fonts-droid-fallback tesseract-ocr-eng)
build_packages=(g++ cmake ninja-build pkg-config libfcgi-dev libpq-dev
  libmagic-dev libseccomp-dev libpoppler-cpp-dev libpoppler-private-dev libgsf-1-dev libxml2-dev libicu-dev libopenblas-dev libjansson-dev
  libssl-dev libargon2-dev libcurl4-openssl-dev libyaml-dev libstemmer-dev libutf8proc-dev zlib1g-dev
  libgmime-3.0-dev libmd4c-dev libtesseract-dev libarchive-dev libpango1.0-dev libcairo2-dev libxlsxwriter-dev
  libzip-dev python3-yaml)
# Used by the Debian package only.
deb_packages=(dpkg-dev file)
# Used by tests and benchmarks only.
test_packages=(libgtest-dev ccache procps poppler-utils chromium clang libclang-rt-dev clang-format clang-tidy
  shellcheck systemd openssl jq dpkg-dev file lintian man-db prometheus pgbouncer iproute2
  apache2-bin haproxy caddy faketime)
# Used by benchmarks only: the API's peer, the load generator for both, and other readers of files.
bench_packages=(wrk php-fpm php-pgsql catdoc antiword)
BUILD=$HERE/build
WEIGHTS=$HERE/pipeline/embed/node_modules
PROGRAMS=(assay-api assay-pipeline assay-extract assay-ocr assayctl)
COMPILER_BYTES=$((700 << 20)) # memory of one compiler; the largest file takes a little less

# ---- steps -------------------------------------------------------------------------------------

# show_progress LOG WHAT: prints the progress of a step from time to time, until it is killed. Ninja counts its
# own steps; for other steps only the elapsed time is known.
show_progress() {
  local log=$1 what=$2 counted bar='' begun=$SECONDS pause=10 filled
  [[ ! -t 1 ]] || pause=1
  # The sleep may outlive this function, and must not hold the output open for a reader that waits for its end.
  while sleep "$pause" >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    counted=$(tail -c 4096 "$log" 2>/dev/null | tr '\r' '\n' | grep -aoE '^\[[0-9]+/[0-9]+\]' | tail -n 1) || true
    counted=${counted//[\[\]]/}
    if [[ ! -t 1 ]]; then
      printf '  %-34s %6d s   %s\n' "$what" $((SECONDS - begun)) "${counted:+step ${counted/\// of }}"
      continue
    fi
    if [[ -n $counted ]]; then
      filled=$((16 * ${counted%/*} / ${counted#*/}))
      printf -v bar '%*s|%*s' "$filled" '' $((16 - filled)) ''
      bar="$(sed 's/|.*//; s/ /█/g' <<<"$bar")$(sed 's/.*|//; s/ /░/g' <<<"$bar") ${counted/\// of }"
    fi
    printf '\r\033[K  %-34s %6d s   %s' "$what" $((SECONDS - begun)) "$bar"
  done
}

# logged LOG WHAT COMMAND…: runs one step and keeps its output in a log.
logged() {
  local log=$STATE/log/$1.log what=$2 begun=${EPOCHREALTIME/./} status progress
  shift 2
  (umask 027 && : >"$log")
  show_progress "$log" "$what" {LOCK}>&- &
  progress=$!
  set +e # "||" would switch off set -e inside the step
  # Without the lock: a step that outlives a killed ./assay must not keep the next one out.
  (set -e && "$@") </dev/null >"$log" 2>&1 {LOCK}>&-
  status=$?
  set -e
  kill "$progress" 2>/dev/null || true
  wait "$progress" 2>/dev/null || true
  [[ ! -t 1 ]] || printf '\r\033[K'
  if ((status)); then
    [[ -z $SHOW_LOG ]] || tail -n 80 "$log" >&2
    fail "$what failed; see $log"
  fi
  printf '  %-34s %6d ms\n' "$what" $(((${EPOCHREALTIME/./} - begun) / 1000))
}

# ---- packages ----------------------------------------------------------------------------------

POLICY=/usr/sbin/policy-rc.d
CLUSTER_SETTINGS=/etc/postgresql-common/createcluster.conf

# Reverts what apt_install changed, even if it was killed.
restore_apt() {
  [[ ! -e $CLUSTER_SETTINGS.assay ]] || "${SUDO[@]}" mv "$CLUSTER_SETTINGS.assay" "$CLUSTER_SETTINGS"
  ! grep -qs 'written by ./assay' "$POLICY" || "${SUDO[@]}" rm -f "$POLICY"
}

# Installing a server must neither start a service nor create a system-wide database cluster.
apt_install() {
  local -a apt=("${SUDO[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q
    -o DPkg::Lock::Timeout=300 --no-install-recommends) new_services=()
  local service
  for service in nginx.service postgresql.service prometheus.service pgbouncer.service haproxy.service caddy.service; do
    [[ -e /lib/systemd/system/$service ]] || new_services+=("$service")
  done
  trap restore_apt EXIT # in the subshell of `logged`
  [[ -e $POLICY ]] || printf '#!/bin/sh\n# written by ./assay\nexit 101\n' | "${SUDO[@]}" tee "$POLICY" >/dev/null
  "${SUDO[@]}" chmod 755 "$POLICY"
  "${SUDO[@]}" env DEBIAN_FRONTEND=noninteractive dpkg --configure -a # after an interrupted installation
  "${apt[@]}" update
  if [[ " $* " == *' postgresql-15 '* ]]; then
    "${apt[@]}" install postgresql-common
    "${SUDO[@]}" sed -i.assay -E 's/^#?(create_main_cluster *=).*/\1 false/' "$CLUSTER_SETTINGS"
  fi
  "${apt[@]}" install "$@"
  if ((${#new_services[@]})) && command -v systemctl; then
    "${SUDO[@]}" systemctl disable "${new_services[@]}"
  fi
}

install_packages() {
  local -a missing
  mapfile -t missing < <(comm -23 <(printf '%s\n' "$@" | sort -u) \
    <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u))
  command -v npm >/dev/null || missing+=(nodejs npm)
  if ((${#missing[@]} == 0)); then
    [[ ! -w /usr/sbin ]] || restore_apt
    return
  fi
  ((EUID == 0)) || command -v sudo >/dev/null ||
    fail "these packages are missing, and there is no sudo to install them: ${missing[*]}"
  logged packages "Install packages" apt_install "${missing[@]}"
}

# install_node_modules FOLDER WHAT [OPTION…]: installs what the lock file in that folder of the checkout names; the
# options are npm's.
install_node_modules() {
  local path=$1 what=$2 folder=$HERE/$1
  shift 2
  [[ ! $folder/node_modules/.package-lock.json -nt $folder/package-lock.json ]] || return 0
  mkdir -p "$BUILD"
  logged "npm-${path//\//-}" "$what" flock "$BUILD/.npm.lock" \
    npm ci --prefix "$folder" --no-audit --no-fund --ignore-scripts "$@"
}

install_weights() { install_node_modules pipeline/embed "Install the encoder's weights"; }

install_web() { install_node_modules nginx/web "Install the front ends' build tools" --omit=dev; }

# The formatter and the linter too, which only tests need.
install_web_checks() {
  [[ -e $HERE/nginx/web/node_modules/prettier ]] || rm -f "$HERE/nginx/web/node_modules/.package-lock.json"
  install_node_modules nginx/web "Install the front ends' tools"
}

# ---- build -------------------------------------------------------------------------------------

# configure ON|OFF: with or without the tests and benchmarks.
configure() {
  mkdir -p "$BUILD"
  logged cmake "Configure" flock "$BUILD/.lock" \
    cmake -S "$HERE" -B "$BUILD" -G Ninja -DCMAKE_BUILD_TYPE=Release -DASSAY_TESTS="$1" \
    -DCMAKE_UNITY_BUILD=ON
}

# As many compilers as there are cores and as fit into free memory.
build_jobs() {
  local cores fit limit used
  cores=$(nproc)
  fit=$(($(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo) * 1024))
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || true)
  if [[ $limit =~ ^[0-9]+$ ]]; then
    used=$(sed -n 's/^anon //p' /sys/fs/cgroup/memory.stat)
    ((limit - used > fit)) || fit=$((limit - used))
  fi
  fit=$((fit / COMPILER_BYTES))
  ((fit >= 1)) || fit=1
  echo $((fit < cores ? fit : cores))
}

# build TARGET…: Release, in build/; two builds at once wait for each other.
build() {
  local name
  if [[ -e $BUILD && ! -w $BUILD ]]; then
    for name in "${PROGRAMS[@]}"; do program "$name" >/dev/null; done
    echo "  $BUILD belongs to somebody else: its programs are used as they are"
    return
  fi
  if [[ ! -e $BUILD/build.ninja ]] || ! grep -q '^CMAKE_BUILD_TYPE:.*=Release$' "$BUILD/CMakeCache.txt"; then
    configure OFF
  fi
  logged build "Build" flock "$BUILD/.lock" ninja -C "$BUILD" -j "$(build_jobs)" "$@"
}

# program NAME: the path of a built program.
program() {
  [[ -x $BUILD/bin/$1 ]] || fail "$1 is not built yet; run ./assay up first"
  echo "$BUILD/bin/$1"
}
