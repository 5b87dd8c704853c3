import { describe, expect, it } from 'vitest';
import type { RunLine, VerdictLine } from '../../shared/verdict-log/verdict-log.ts';
import { exampleLog } from './example-log.fixture.ts';
import { fold } from './fold.ts';

const run = exampleLog().find((line): line is RunLine => line.kind === 'run');
const judged = exampleLog().find((line): line is VerdictLine => line.kind === 'verdict');

describe('the pairs of an interrupted run', () => {
  it('are blocked if they have no verdict, and the report names the command that removes the leftovers', () => {
    if (run === undefined || judged === undefined) throw new Error('the example log has no verdict');
    const pairs = { [judged.rule]: [judged.operation, 'GET /api/v1/never-judged'] };
    const report = fold([
      { ...run, pairs, run: 'p4f2a1', cleanUp: 'pnpm conformance --clean-up p4f2a1 --target http://127.0.0.1:8001' },
      judged,
    ]);
    const rule = report.rules.find(({ id }) => id === judged.rule);
    expect(rule?.operations.map(({ operation, verdict, reason }) => ({ operation, verdict, reason }))).toEqual([
      { operation: judged.operation, verdict: judged.verdict, reason: judged.reason },
      { operation: 'GET /api/v1/never-judged', verdict: 'blocked', reason: 'not judged: the run was cut' },
    ]);
    expect(report).toMatchObject({
      run: 'p4f2a1',
      leftovers: [
        'What the run made may be left. Remove it: pnpm conformance --clean-up p4f2a1 --target http://127.0.0.1:8001',
      ],
    });
  });
});
