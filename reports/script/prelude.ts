/** The functions of every script: sending, waiting, cleaning up and reporting. */
export const PRELUDE = String.raw`
TARGET=${'$'}{TARGET:-http://127.0.0.1:8001}
CURL=${'$'}{CURL:-curl}
command -v jq >/dev/null || { echo "jq is missing: install it" >&2; exit 2; }
TMP=$(mktemp -d)
MADE=''
NAMESPACES=''

http() { $CURL -sS ${'$'}{TOKEN:+-H "Authorization: Bearer $TOKEN"} "$@"; }

# send STEP METHOD PATH [CURL-OPTIONS]: the body goes to $TMP/STEP.body, the status to $TMP/STEP.status
send() {
  step=$1 method=$2 path=$3; shift 3
  http --max-time 30 -o "$TMP/$step.body" -w '%{http_code} %{content_type}' -X "$method" "$@" "$TARGET$path" > "$TMP/$step.status"
}

# watch STEP METHOD PATH [CURL-OPTIONS]: one event a line in $TMP/STEP.body
watch() {
  step=$1 path=$3; shift 3
  : > "$TMP/$step.body"
  exec $CURL -sSN --max-time 20 ${'$'}{TOKEN:+-H "Authorization: Bearer $TOKEN"} "$@" "$TARGET$path" >> "$TMP/$step.body" 2>/dev/null
}

events() { if [ -f "$TMP/$1.body" ]; then wc -l < "$TMP/$1.body"; else echo 0; fi; }

# wait_for_events STEP COUNT: five seconds at most
wait_for_events() {
  tries=50
  while [ "$tries" -gt 0 ] && [ "$(events "$1")" -lt "$2" ]; do tries=$((tries - 1)); sleep 0.1; done
}

status() { cut -d' ' -f1 "$TMP/$1.status" 2>/dev/null; }
media_type() { cut -d' ' -f2- "$TMP/$1.status" | cut -d';' -f1 | tr '[:upper:]' '[:lower:]'; }
succeeded() { case $(status "$1") in 2??) return 0;; *) return 1;; esac; }

# as_recorded STEP:OUTCOME...: whether these requests succeeded, or were refused, as when the bug was found
as_recorded() {
  for recorded in "$@"; do
    if succeeded "${'$'}{recorded%%:*}"; then outcome=success; else outcome=refusal; fi
    FOUND="request ${'$'}{recorded%%:*} answered $(status "${'$'}{recorded%%:*}"), not a ${'$'}{recorded#*:} as recorded"
    [ "$outcome" = "${'$'}{recorded#*:}" ] || return 1
  done
}

give_up() { echo "the case cannot be sent: $FOUND" >&2; exit 2; }

make_namespace() {
  NAMESPACES="$NAMESPACES $1"
  http --max-time 30 -o "$TMP/namespace.body" -X POST -H 'Content-Type: application/json' --data "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"$1\"}}" "$TARGET/api/v1/namespaces" || exit 2
}

clean_up() {
  for made in $MADE; do
    name=$(jq -r '.metadata.name // empty' "$TMP/${'$'}{made%%:*}.body" 2>/dev/null)
    [ -n "$name" ] && http --max-time 30 -o /dev/null -X DELETE "$TARGET${'$'}{made#*:}/$name"
  done
  for namespace in $NAMESPACES; do http --max-time 30 -o /dev/null -X DELETE "$TARGET/api/v1/namespaces/$namespace"; done
  MADE='' NAMESPACES=''
}
trap 'clean_up; rm -rf "$TMP"' EXIT
trap 'exit 2' INT TERM

# show STEP WHAT EXPECTED ACTUAL: what is_bug found last
show() { FOUND="request $1, $2: expected $3, actual $4"; }

main() {
  http --max-time 10 -o /dev/null "$TARGET/api" || { echo "$TARGET does not answer: set TARGET" >&2; exit 2; }
  try=1
  while [ "$try" -le "$TRIES" ]; do
    ID="bug$$-$try"
    send_case
    if is_bug; then
      echo "the bug is there (try $try of $TRIES)"
      echo "  expected  $EXPECTED"
      echo "  actual    $ACTUAL"
      echo "  seen      $FOUND"
      exit 1
    fi
    clean_up
    try=$((try + 1))
  done
  echo "the bug did not show in $TRIES tries: $FOUND"
  exit 0
}
`;
