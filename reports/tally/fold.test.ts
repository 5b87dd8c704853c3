import { describe, expect, it } from 'vitest';
import type { LookalikeLine } from '../../shared/verdict-log/verdict-log.ts';
import { exampleLog } from './example-log.fixture.ts';
import { fold } from './fold.ts';

describe('a folded log', () => {
  it('has how a failing case ended on other servers at the violation of its operation, and nowhere else', () => {
    const log = exampleLog();
    const failing = fold(log).rules.find(({ violations }) => violations.length > 1);
    const violation = failing?.violations.at(-1);
    if (failing === undefined || violation === undefined)
      throw new Error('the example has no rule with two violations');
    const onFaults = { 'stale-put-accepted': 'alike', 'put-ignored': 'holds' } as const;
    const line: LookalikeLine = {
      kind: 'lookalike',
      rule: failing.id,
      operation: violation.operation,
      fingerprint: violation.fingerprint,
      onFaults,
    };
    const { rules } = fold([...log.slice(0, -1), line, ...log.slice(-1)]);
    const sent = rules.flatMap(({ id, violations }) => violations.map((each, place) => [id, place, each.onFaults]));
    expect(sent.filter(([, , found]) => found !== undefined)).toEqual([
      [failing.id, failing.violations.length - 1, onFaults],
    ]);
  });

  it('has each violation at the judged operation, also if an earlier release wrote that of the exchange at issue', () => {
    const log = exampleLog().map((line) =>
      line.kind === 'verdict'
        ? { ...line, violations: line.violations.map((violation) => ({ ...violation, operation: 'GET /elsewhere' })) }
        : line,
    );
    const failing = fold(log).rules.filter(({ violations }) => violations.length > 0);
    expect(failing.length).toBeGreaterThan(0);
    for (const { operations, violations } of failing)
      for (const { operation } of violations) expect(operations.map((judged) => judged.operation)).toContain(operation);
  });
});
