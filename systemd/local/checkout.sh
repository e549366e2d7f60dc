# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Part of ./assay: what is done with the checkout alone, without a state: tests, benchmarks, the Debian package.

# Ends any system that a test left running.
after_tests() {
  local status=$? left
  trap - EXIT
  while read -r left; do
    echo "assay: a test left a system in ${left%/up.conf}" >&2
    "$SELF" down --state "${left%/up.conf}" --purge || true
    status=1
  done < <(find "$STATE/tmp" -name up.conf 2>/dev/null)
  rm -rf "$STATE"
  exit "$status"
}

# Tests start what they need themselves and write into one new directory.
verb_test() {
  local folder status=0
  local -a only=(-LE slow)
  [[ $# == 0 || $* == --all ]] || fail "test takes only --all"
  [[ $* != --all ]] || only=()
  STATE=$(mktemp -d "${TMPDIR:-/tmp}/assay-test.XXXXXX")
  SHOW_LOG=1
  install -d -m 0711 "$STATE" "$STATE"/{log,tmp}
  trap after_tests EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  install_packages "${run_packages[@]}" "${build_packages[@]}" "${test_packages[@]}"
  install_weights
  install_web_checks
  for folder in "$HERE"/tests/*/package-lock.json; do
    folder=tests/$(basename "${folder%/*}")
    install_node_modules "$folder" "Install packages of $folder"
  done
  configure ON
  build all
  # Two at a time: tests mostly wait for the processes they started. A test that uses both cores counts as two.
  TMPDIR=$STATE/tmp ctest --test-dir "$BUILD" --output-on-failure --parallel 2 \
    --output-junit "$STATE/tests.xml" --test-output-size-passed 10000000 "${only[@]}" || status=$?
  "$HERE/systemd/local/test_summary.py" "$STATE/tests.xml"
  return "$status"
}

verb_bench() {
  local name
  local -a names=("$@")
  STATE=${TMPDIR:-/tmp}/assay-bench.$UID
  mkdir -p "$STATE/log"
  install_packages "${run_packages[@]}" "${build_packages[@]}" "${test_packages[@]}" "${bench_packages[@]}"
  install_weights
  (($#)) || mapfile -t names < <(cd "$HERE/bench" && printf '%s\n' */ | tr -d /)
  configure ON
  build "${names[@]/#/bench_}"
  for name in "${names[@]}"; do
    "$(program "bench_$name")"
  done
}

verb_package() {
  local made
  (($# == 0)) || fail "package takes no arguments"
  STATE=${TMPDIR:-/tmp}/assay-package.$UID
  mkdir -p "$STATE/log"
  install_packages "${run_packages[@]}" "${build_packages[@]}" "${deb_packages[@]}"
  install_weights
  install_web
  build "${PROGRAMS[@]}" web manual_pages
  logged cpack "Package" cpack --config "$BUILD/CPackConfig.cmake" -B "$BUILD/package"
  made=$(sed -n 's/.*- package: \(.*\) generated\.$/\1/p' "$STATE/log/cpack.log")
  echo "Install it with: apt install $made"
}
