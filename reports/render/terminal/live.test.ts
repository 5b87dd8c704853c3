import { describe, expect, it } from 'vitest';
import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import { LiveView } from './live.ts';
import { paintFor } from './paint.ts';

function failureOf(rule: string, operation: string): VerdictLine {
  return {
    kind: 'verdict',
    rule,
    operation,
    verdict: 'failed',
    cases: 1,
    shapes: 1,
    durationMs: 1,
    reason: 'it broke',
    violations: [],
  };
}

describe('failures as they come', () => {
  it('are shown once for each rule, for the first ten rules', () => {
    let text = '';
    const view = new LiveView({ write: (part) => void (text += part), tty: false, columns: () => 80 }, paintFor(false));
    for (let rule = 1; rule <= 14; rule += 1)
      for (const operation of ['GET /api', 'GET /apis']) view.show(failureOf(`get/rule-${rule}`, operation));
    const lines = text.split('\n').filter((line) => line !== '');
    expect(lines).toHaveLength(11);
    expect(lines[9]).toBe('✗ get/rule-10 on GET /api: it broke');
    expect(lines[10]).toBe('more rules fail: their causes come at the end');
  });
});
