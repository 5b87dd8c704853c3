import type { RuleSummary, VerdictLine, VerdictLogLine, Violation } from '../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../shared/verdict-log/verdict.ts';
import { OPERATIONS } from '../../spec/surface/operations.ts';

/** The verdict log of a run on a server with three faults: the material of this folder's tests. */
export function exampleLog(): VerdictLogLine[] {
  const rules = RULES.map(([id, level, title]): RuleSummary => ({
    id,
    level,
    title,
    family: id.split('/')[0] ?? '',
    clauses: [
      {
        id: `${id.split('/')[0] ?? ''}.1`,
        section: 'Rules',
        statement: `What the document says of "${title}" & <its> like.`,
      },
    ],
  }));
  const verdicts = RULES.flatMap(([rule, , , verb, verdict]) =>
    operationsOf(verb).map((operation, index) => verdictOn(rule, operation, verdict, index)),
  );
  return [
    {
      kind: 'run',
      format: 1,
      target: 'http://127.0.0.1:8001',
      dialect: 'spec',
      seed: 42,
      startedAt: '2026-01-02T03:04:05.000Z',
      rules,
      planned: verdicts.length,
      command: 'pnpm conformance --target http://127.0.0.1:8001 --runs 100 --seed 42',
    },
    ...verdicts,
    { kind: 'done', verdict: 'failed', exitCode: 1, durationMs: 41_250, requests: 81_234, leftovers: [] },
  ];
}

type VerdictRow = readonly [id: string, level: RuleSummary['level'], title: string, verb: string, verdict: Verdict];

const RULES: readonly VerdictRow[] = [
  [
    'create/success-has-the-stated-status',
    'must',
    'A successful create returns the stated status.',
    'create',
    'passed',
  ],
  [
    'create/keeps-every-field-that-was-sent',
    'must',
    'A created object has every field that was sent.',
    'create',
    'passed',
  ],
  ['get/absent-object-is-refused', 'must', 'A get of an object that is not there is refused.', 'get', 'passed'],
  ['list/item-equals-what-get-shows', 'must', 'An item of a list is what a get shows.', 'list', 'passed'],
  [
    'replace/stale-version-is-refused',
    'must',
    'A PUT whose object changed since it was read is refused.',
    'replace',
    'failed',
  ],
  ['status/write-leaves-the-spec', 'must', 'A write of /status leaves the spec as it was.', 'replaceStatus', 'passed'],
  ['patch/is-never-refused-for-a-lock', 'must', 'A PATCH is never refused for a lock.', 'patch', 'failed'],
  [
    'delete/removes-the-object',
    'must',
    'A deleted object is gone when the delete is acknowledged.',
    'delete',
    'unsupported',
  ],
  ['watch/misses-nothing', 'must', 'A watch delivers every acknowledged change.', 'watchList', 'failed'],
  ['watch/ends-at-its-timeout', 'should', 'A watch ends by itself at its timeout.', 'watchList', 'inconclusive'],
  [
    'validation/refusals-have-a-status-body',
    'silent',
    'The document leaves the bodies of refusals open; this rule reports them.',
    'create',
    'informational',
  ],
];

function operationsOf(verb: string): string[] {
  return OPERATIONS.filter((operation) => operation.verb === verb).map(({ id }) => id);
}

/** Broken verdicts are on every third operation only, because real failures are narrow. */
function verdictOn(rule: string, operation: string, verdict: Verdict, index: number): VerdictLine {
  const narrow = index % 3 === 0 ? verdict : 'passed';
  const shown = verdict === 'informational' || verdict === 'passed' ? verdict : narrow;
  const judged = shown !== 'unsupported';
  return {
    kind: 'verdict',
    rule,
    operation,
    verdict: shown,
    cases: judged ? 9 : 0,
    shapes: judged ? 3 : 0,
    durationMs: 120 + index,
    ...(shown === 'unsupported' ? { reason: `${operation} returned 405` } : {}),
    ...(shown === 'informational' ? { reason: 'refusals answer 422 with a Status of reason Invalid' } : {}),
    ...(shown === 'inconclusive' ? { reason: 'the rule applied to no case' } : {}),
    violations:
      shown === 'failed'
        ? [
            {
              ...violation(rule, operation),
              ...(operation.startsWith('PATCH ') ? { intermittent: { failed: 1, sent: 12 } } : {}),
            },
          ]
        : [],
  };
}

function violation(rule: string, operation: string): Violation {
  const [method = 'GET', path = '/'] = operation.split(' ');
  const target = path.replace('{namespace}', 'plumbline-p1-ns1').replace('{name}', 'p1-a');
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'p1-a', resourceVersion: '7' },
    data: { 'a/b': '<script>alert(1)</script>' },
  };
  return {
    expected: 'the stale version "7" is refused',
    actual: 'answered 200, and /data/k is now "3"',
    curl: [`curl -X ${method} 'http://127.0.0.1:8001${target}' -d '${JSON.stringify(object)}'`],
    replay: `pnpm conformance --target http://127.0.0.1:8001 --replay plumbline-report/cases/${rule.replace('/', '--')}-0a1b2c.json`,
    program: [],
    transcript: [
      { kind: 'request', n: 1, t: 10.25, exchange: 1, method, target, headers: [], body: { json: object } },
      { kind: 'response', n: 2, t: 12.5, exchange: 1, status: 200, headers: [['Content-Type', 'application/json']] },
      { kind: 'body', n: 3, t: 12.6, exchange: 1, body: { text: `${JSON.stringify(object)}\n` } },
      { kind: 'end', n: 4, t: 12.6, exchange: 1, reason: 'complete' },
      { kind: 'event', n: 5, t: 13.1, exchange: 0, index: 0, body: { json: { type: 'MODIFIED', object } } },
    ],
    fingerprint: '0a1b2c',
  };
}
