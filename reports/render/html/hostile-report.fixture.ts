import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { Report, VerdictLine, VerdictLogLine, Violation } from '../../../shared/verdict-log/verdict-log.ts';
import { exampleLog } from '../../tally/example-log.fixture.ts';
import { fold } from '../../tally/fold.ts';

/** Text that would run, or escape from its element, if it became part of a page unescaped. */
export const HOSTILE = `</script></template><img src=x onerror="alert('ran')"><svg onload=alert(2)>\`\${x}\` "'&\u0000\u001b\u2028 __proto__`;

/**
 * The example, on a server that responds with hostile text wherever it can: a case with a watch and two concurrent
 * writes, and the reference beside it.
 */
export function hostileReport(): Report {
  return fold(exampleLog().map(hostile));
}

function hostile(line: VerdictLogLine): VerdictLogLine {
  if (line.kind === 'run') return { ...line, target: `http://127.0.0.1:8001/${HOSTILE}` };
  if (line.kind === 'done') return { ...line, notes: [HOSTILE], leftovers: [HOSTILE], stopped: HOSTILE };
  return line.kind === 'verdict' ? hostileVerdict(line) : line;
}

function hostileVerdict(line: VerdictLine): VerdictLine {
  const violations = line.violations.map((violation): Violation => ({
    ...violation,
    actual: HOSTILE,
    expected: HOSTILE,
    replay: HOSTILE,
    fingerprint: `${line.rule}`,
    ...(line.rule.startsWith('patch/') ? {} : { transcript: transcript(200), reference: transcript(409) }),
    exchanges: [3, 1],
  }));
  return { ...line, ...(line.reason === undefined ? {} : { reason: HOSTILE }), violations };
}

function transcript(status: number): HappeningLine[] {
  const path = `/api/v1/namespaces/plumbline-p1-ns1/configmaps/${encodeURIComponent(HOSTILE)}`;
  const object = JSON.parse(
    `{"kind":"ConfigMap","metadata":{"name":${JSON.stringify(HOSTILE)},"resourceVersion":"8"},"__proto__":{"polluted":${status}},"data":{"k":"${status}"}}`,
  ) as unknown;
  const sent = (n: number, exchange: number, method: string, target: string): HappeningLine => ({
    kind: 'request',
    n,
    t: n * 10,
    exchange,
    method,
    target,
    headers: [['X-Hostile', HOSTILE]],
    ...(method === 'PUT' ? { body: { json: object } } : {}),
  });
  const responded = (n: number, exchange: number, code: number): HappeningLine[] => [
    { kind: 'response', n, t: n * 10, exchange, status: code, headers: [['Content-Type', HOSTILE]] },
    { kind: 'body', n, t: n * 10, exchange, body: { json: object } },
    { kind: 'end', n, t: n * 10, exchange, reason: 'complete' },
  ];
  return [
    sent(1, 1, 'GET', `/api/v1/watch/namespaces/plumbline-p1-ns1/configmaps?x=${encodeURIComponent(HOSTILE)}`),
    { kind: 'response', n: 2, t: 20, exchange: 1, status: 200, headers: [] },
    sent(3, 2, 'PUT', path),
    sent(4, 3, 'PUT', path),
    ...responded(5, 2, 200),
    { kind: 'event', n: 6, t: 60, exchange: 1, index: 0, body: { json: { type: HOSTILE, object } } },
    ...responded(7, 3, status),
    { kind: 'end', n: 8, t: 90, exchange: 1, reason: 'server-abort', detail: HOSTILE },
  ];
}
