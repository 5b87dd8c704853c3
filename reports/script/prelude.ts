import { CONTENT_IN_JQ } from './content.ts';
import { OUTCOME_IN_SHELL } from './outcome.ts';

/** The functions of every script: sending, waiting, cleaning up and reporting. */
export const PRELUDE = String.raw`
TARGET=${'$'}{TARGET:-http://127.0.0.1:8001}
CURL=${'$'}{CURL:-curl}
SECONDS_AT_MOST=${'$'}{SECONDS_AT_MOST:-90}
command -v jq >/dev/null || { echo "jq is missing: install it" >&2; exit 2; }
TMP=$(mktemp -d)
MADE=''
NAMESPACES=''
CONTENT='${CONTENT_IN_JQ}'

OPTIONS=${'$'}{CURL#"${'$'}{CURL%% *}"}

http() { $CURL -sSg ${'$'}{TOKEN:+-H "Authorization: Bearer $TOKEN"} "$@"; }

# send STEP METHOD PATH [CURL-OPTIONS] [--then STEP METHOD PATH ...]: heads go to $TMP/STEP.head, bodies to $TMP/STEP.body
send() {
  place=step
  for word in "$@"; do
    shift
    case $place in
      step) step=$word place=method;;
      method) method=$word place=path;;
      path)
        set -- "$@" -sSg --max-time 30 ${'$'}{TOKEN:+-H "Authorization: Bearer $TOKEN"} -D "$TMP/$step.head" -o "$TMP/$step.body" -X "$method" "$TARGET$word"
        place=option;;
      option)
        if [ "$word" = --then ]; then set -- "$@" --next $OPTIONS; place=step; else set -- "$@" "$word"; fi;;
    esac
  done
  $CURL "$@" 2>"$TMP/$step.error"
}

# watch STEP METHOD PATH [CURL-OPTIONS]: one event a line in $TMP/STEP.body; its duration goes to $TMP/STEP.time once it ended
watch() {
  step=$1 path=$3; shift 3
  exec $CURL -sSgN --max-time "$LONGEST" -D "$TMP/$step.head" -o "$TMP/$step.body" -w '%{time_total}' ${'$'}{TOKEN:+-H "Authorization: Bearer $TOKEN"} "$@" "$TARGET$path" >"$TMP/$step.time" 2>"$TMP/$step.error"
}

# events STEP: how many are about objects of this case
events() { count=$(grep -c "\"name\": *\"$ID" "$TMP/$1.body" 2>/dev/null); echo "${'$'}{count:-0}"; }

# wait_for_events STEP COUNT [last]: waits until five seconds bring no event, and only at last for a watch that lacked one before
wait_for_events() {
  tries=50 seen=-1
  [ -n "${'$'}{3:-}" ] || [ ! -e "$TMP/$1.late" ] || return 0
  while [ "$tries" -gt 0 ]; do
    now=$(events "$1")
    [ "$now" -lt "$2" ] || return 0
    if [ "$now" = "$seen" ]; then tries=$((tries - 1)); else tries=50 seen=$now; fi
    sleep 0.1
  done
  : >"$TMP/$1.late"
}
# Waits five seconds at most.
wait_for_response() {
  tries=50
  while [ "$tries" -gt 0 ] && [ ! -s "$TMP/$1.head" ]; do tries=$((tries - 1)); sleep 0.1; done
}

status() { sed -n 's/^HTTP[^ ]* \([0-9]*\).*/\1/p' "$TMP/$1.head" 2>/dev/null | tail -n 1; }
media_type() { tr '[:upper:]' '[:lower:]' 2>/dev/null <"$TMP/$1.head" | tr -d '\r' | sed -n 's/^content-type: *\([^; ]*\).*/\1/p' | tail -n 1; }
succeeded() { case $(status "$1") in 2??) return 0;; *) return 1;; esac; }
${OUTCOME_IN_SHELL}

# content STEP EXPRESSION: of jq, over a body or the events of a watch, of which only objects of this case are kept, items and events by object
content() {
  slurp=''; [ ! -e "$TMP/$1.time" ] || slurp=-s
  jq -c $slurp --arg id "$ID" "$CONTENT content | $2" "$TMP/$1.body" 2>/dev/null
}
value() { content "$1" "$2" | jq -r .; }

# as_recorded STEP:OUTCOME...: whether these requests succeeded, or were refused, as when the bug was found
as_recorded() {
  for recorded in "$@"; do
    if succeeded "${'$'}{recorded%%:*}"; then outcome=success; else outcome=refusal; fi
    FOUND="request ${'$'}{recorded%%:*} returned $(status "${'$'}{recorded%%:*}"), not a ${'$'}{recorded#*:} as recorded"
    [ "$outcome" = "${'$'}{recorded#*:}" ] || return 1
  done
}

make_namespace() {
  NAMESPACES="$NAMESPACES $1"
  http --max-time 30 -o "$TMP/namespace.body" -X POST -H 'Content-Type: application/json' --data "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"$1\"}}" "$TARGET/api/v1/namespaces" || exit 2
}

# The document requires a body.
remove() { http --max-time 30 -o /dev/null -X DELETE -H 'Content-Type: application/json' --data '{}' "$TARGET$1"; }

clean_up() {
  for made in $MADE; do
    name=$(jq -r '.metadata.name // empty' "$TMP/${'$'}{made%%:*}.body" 2>/dev/null)
    [ -n "$name" ] && remove "${'$'}{made#*:}/$name"
  done
  for namespace in $NAMESPACES; do remove "/api/v1/namespaces/$namespace"; done
  MADE='' NAMESPACES=''
}
trap 'clean_up; rm -rf "$TMP"' EXIT
trap 'exit 2' INT TERM

# cut_off TEXT: its first 200 characters
cut_off() { printf '%.200s' "$1"; }

# show STEP WHAT EXPECTED ACTUAL: what is_bug found last
show() { FOUND="request $1, $2: expected $3, actual $4"; }

main() {
  http --max-time 10 -o /dev/null "$TARGET/api" || { echo "$TARGET does not respond: set TARGET, or options of curl such as CURL='curl -k'" >&2; exit 2; }
  try=1 unsent=0 started=$(date +%s)
  while [ "$try" -le "$TRIES" ] && [ $(($(date +%s) - started)) -lt "$SECONDS_AT_MOST" ]; do
    ID="bug$$-$try"
    rm -f "$TMP"/*.late
    send_case
    is_bug
    result=$?
    if [ "$result" = 0 ]; then
      echo "the bug is there (try $try of $TRIES)"
      echo "  expected  $EXPECTED"
      echo "  actual    $ACTUAL"
      echo "  seen      $FOUND"
      exit 1
    fi
    clean_up
    # 2: another response before the one at issue, as when a namespace takes a while to go.
    if [ "$result" = 2 ]; then
      unsent=$((unsent + 1)) TRIES=$((TRIES + 1))
      [ "$unsent" -lt 5 ] || { echo "the case cannot be sent: $FOUND" >&2; exit 2; }
      sleep 1
    fi
    try=$((try + 1))
  done
  echo "the bug did not show (tries: $((try - 1)))"
  [ "$TRIES" = 1 ] || echo "  a race may need more of them: TRIES=200 SECONDS_AT_MOST=600"
  exit 0
}
`;
