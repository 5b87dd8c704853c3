import { describe, expect, it } from 'vitest';
import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import { diagnosisPage } from './page.ts';
import { scoreOf } from './score.ts';
import type { Trial } from './trial.ts';

const fault = (name: string, ...rules: [string, ...string[]]): MeasuredFault => ({
  name,
  summary: name,
  caughtBy: rules[0],
  fires: Object.fromEntries(rules.map((rule) => [rule, 'GET /version'])),
});
const KNOWN = [fault('a', 'list/x', 'get/x'), fault('twin-of-a', 'get/x', 'list/x'), fault('b', 'watch/x')];
const cause = (rule: string, like?: string): Trial['causes'][number] =>
  like === undefined ? { rule } : { rule, like: { fault: like, summary: like, confidence: 1 } };

describe('the score of a diagnosis', () => {
  it('counts the place of the cause that names the fault, or one that no rule tells from it', () => {
    const { named, ruled, invented } = scoreOf(
      { faults: ['a'], causes: [cause('watch/x'), cause('list/x', 'twin-of-a')] },
      KNOWN,
    );
    expect([[...named], [...ruled], invented]).toEqual([[['a', 1]], [['a', 1]], []]);
  });

  it('counts faults that a cause names and the server does not have', () => {
    const { named, invented } = scoreOf({ faults: ['a'], causes: [cause('watch/x', 'b')] }, KNOWN);
    expect([named.size, invented]).toEqual([0, ['b']]);
  });

  it('becomes shares of the servers with one fault and of those with several', () => {
    const scores = [
      scoreOf({ faults: ['a'], causes: [cause('list/x', 'a')] }, KNOWN),
      scoreOf({ faults: ['b'], causes: [] }, KNOWN),
      scoreOf({ faults: ['a', 'b'], causes: [cause('list/x', 'a'), cause('watch/x')] }, KNOWN),
    ];
    const page = diagnosisPage(scores, { command: 'pnpm diagnosis', runs: 10, seed: 2 });
    expect(page).toContain('| one fault | 2 | the first cause names the fault | 50 % |');
    expect(page).toContain('| two or three faults | 1 | the causes show every fault | 100 % |');
    expect(page).toContain('| `b` | none |');
  });
});
