#!/usr/bin/env bash
# Judges a server in a CI job: starts it, waits for it, runs the suite, ends it. `action.yml` and the GitLab component run this. Settings are environment
# variables, all optional: PLUMBLINE_START (command of the server), PLUMBLINE_WAIT_FOR (URL that responds when the server is ready), PLUMBLINE_WAIT_SECONDS
# (60), PLUMBLINE_TARGET, PLUMBLINE_DIALECT, PLUMBLINE_BASELINE, PLUMBLINE_REPORT_DIR, PLUMBLINE_REPORTER and PLUMBLINE_FLAGS (further flags, separated by
# spaces; default --gate). Exits as the suite does, and with 3 if the server does not get ready.
set -euo pipefail

plumbline=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/plumbline.mjs
report=${PLUMBLINE_REPORT_DIR:-plumbline-report}
mkdir -p "$report"

# Ends the server and waits for its end, by force after five seconds, so that its port is free and its log whole.
end_server() {
  kill -- "-$server" 2> /dev/null || return 0
  for _ in {1..50}; do
    kill -0 -- "-$server" 2> /dev/null || return 0
    sleep 0.1
  done
  kill -KILL -- "-$server" 2> /dev/null || true
  wait "$server" || true
}

if [ -n "${PLUMBLINE_START:-}" ]; then
  # A process group of its own, so that what the command starts ends with it.
  set -m
  bash -c "$PLUMBLINE_START" > "$report/server.log" 2>&1 &
  server=$!
  set +m
  trap end_server EXIT
fi

if [ -n "${PLUMBLINE_WAIT_FOR:-}" ]; then
  until curl --silent --insecure --max-time 5 --output /dev/null "$PLUMBLINE_WAIT_FOR"; do
    if [ "$SECONDS" -ge "${PLUMBLINE_WAIT_SECONDS:-60}" ]; then
      echo "error: $PLUMBLINE_WAIT_FOR did not respond within ${PLUMBLINE_WAIT_SECONDS:-60} s" >&2
      if [ -f "$report/server.log" ]; then tail -n 20 "$report/server.log" >&2; fi
      exit 3
    fi
    sleep 0.2
  done
fi

read -ra flags <<< "${PLUMBLINE_FLAGS:---gate}"
for name in target dialect baseline reporter; do
  variable=PLUMBLINE_$(tr '[:lower:]' '[:upper:]' <<< "$name")
  if [ -n "${!variable:-}" ]; then flags+=("--$name=${!variable}"); fi
done
node "$plumbline" conformance --report-dir "$report" "${flags[@]}"
