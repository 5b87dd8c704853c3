#!/usr/bin/env bash
# Runs functions of kubectl's own integration tests (test/cmd of the Kubernetes source) against a server that is there already.
#   kubectl-suite.sh SOURCE KUBECTL PORT LOGS FUNCTION...
# prints "FUNCTION PASSED FAILED" for each: how many of its checks passed, and how many checks and commands failed. A function goes on after a failure.
# LOGS/FUNCTION.log has its output, and each failure as a line "failed: FILE:LINE COMMAND". Without functions, it prints their names.
set -o nounset -o pipefail
source_tree=$(cd "$1" && pwd -P) kubectl=$2 port=$3 logs=$4
shift 4

cd "${source_tree}"
if [ $# = 0 ]; then
  sed 's|#.*||' test/cmd/legacy-script.sh | grep -oE '\brecord_command run_[A-Za-z0-9_]+|^ +run_[A-Za-z0-9_]+$' | grep -oE 'run_[A-Za-z0-9_]+' | awk '!seen[$0]++'
  exit 0
fi

# Seconds that one function may take: some wait for what never comes.
limit=300
KUBE_JUNIT_REPORT_DIR=$(mktemp -d)
export KUBE_JUNIT_REPORT_DIR ALLOW_SKEW=true SECURE_API_PORT=${port}
source hack/lib/init.sh
source hack/lib/test.sh
source test/cmd/legacy-script.sh >"${logs}/setup.log" 2>&1
KUBE_OUTPUT_HOSTBIN=$(dirname "${kubectl}")
PATH="${KUBE_OUTPUT_HOSTBIN}:${PATH}"

# What the script's own `setup` does, without building kubectl and starting an etcd.
kube::util::ensure-temp-dir
HOME="${KUBE_TEMP}"
kube::util::ensure-gnu-sed
CONTEXT=test
{
  kubectl config set-credentials test-admin --token admin-token
  kubectl config set-cluster local --insecure-skip-tls-verify --server "https://127.0.0.1:${port}"
  kubectl config set-context "${CONTEXT}" --user test-admin --cluster local
  kubectl config use-context "${CONTEXT}"
  kubectl create -f - <<<'{"kind":"Node","apiVersion":"v1","metadata":{"name":"127.0.0.1"},"status":{"capacity":{"memory":"1Gi"}}}'
} >>"${logs}/setup.log" 2>&1 || true
SUPPORTED_RESOURCES=("*")
run_nothing_tests() { :; }
# Defines the variables and functions that the tests share.
WHAT=nothing runTests >>"${logs}/setup.log" 2>&1 || true
set +o errexit

# The tests switch errexit on in each function, and off where a command may fail. Here they only say so: a function goes on after a failure.
strict=
set() {
  case "$*" in
    '-o errexit' | '-e'*) strict=yes ;;
    '+o errexit' | '+e'*) strict= ;;
    *) builtin set "$@" ;;
  esac
}
# Called by the trap of the tests at each command that fails: those of helpers fail once more where a test calls them.
kube::log::errexit() {
  case "${strict}${FUNCNAME[1]}" in
    yesrun_*) echo "failed: ${BASH_SOURCE[1]##*/}:${BASH_LINENO[0]} $(sed -n "${BASH_LINENO[0]}s/^ *//p" "${BASH_SOURCE[1]}")" ;;
  esac
}

for name in "$@"; do
  "${name}" >"${logs}/${name}.log" 2>&1 </dev/null &
  test=$!
  (sleep "${limit}" && kill "${test}" && printf '\nfailed: did not end in time\n' >>"${logs}/${name}.log") 2>/dev/null &
  watchdog=$!
  wait "${test}" 2>/dev/null
  kill "${watchdog}" 2>/dev/null
  echo "${name} $(grep -c 'Successful' "${logs}/${name}.log") $(grep '^failed: ' "${logs}/${name}.log" | sort -u | wc -l)"
  stop-proxy >/dev/null 2>&1
done
rm -rf "${KUBE_TEMP}" "${KUBE_JUNIT_REPORT_DIR}"
