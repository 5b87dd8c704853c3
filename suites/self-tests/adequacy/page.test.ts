import { describe, expect, it } from 'vitest';
import type { SampledFault } from '../../../shared/verdict-log/adequacy.ts';
import { adequacyPage } from './page.ts';
import { shortfalls } from './score.ts';

function fault(name: string, outcome: SampledFault['outcome'], more: Partial<SampledFault> = {}): SampledFault {
  return { name, outcome, summary: `The server of ${name}.`, clause: 'parameters.list.pretty', ...more };
}

const BY = { rule: 'list/a', operation: 'GET /api/v1', found: 'near' } as const;

const FAULTS: readonly SampledFault[] = [
  fault('param/one', 'killed', { by: BY }),
  fault('param/two', 'survived', { blockedBy: 'world/plain-calls-succeed' }),
  fault('param/three', 'flagged', { allowed: 'The document is silent.', by: BY }),
  fault('param/four', 'does nothing'),
];

describe('the page of a measurement', () => {
  const page = adequacyPage({
    derived: { param: 9 },
    samples: [
      { seed: 1, runs: 30, near: true, faults: FAULTS },
      { seed: 2, runs: 10, near: true, faults: FAULTS.slice(0, 1) },
    ],
  });

  it('counts the killed faults among the illegal ones, for each sample', () => {
    expect(page).toContain('a run fails 1: 50.0 % (target 99.0 %)');
    expect(page).toContain('| param | 9 | 1 | 1 | 0 | 1 | 1 | 0 |');
    expect(page).toContain('a run fails 1: 100.0 % (target 97.0 %)');
    expect(page).toContain('`pnpm adequacy --sample 1 --seed 2 --runs 10 --near`');
  });

  it('has a sentence for each survivor, with the rule that blocked it', () => {
    expect(page).toContain(
      '- `param/two`: The server of param/two. (parameters.list.pretty) The run did not pass, but no rule failed: blocked by `world/plain-calls-succeed`.',
    );
  });

  it('lists flagged legal faults, and faults without effect', () => {
    expect(page).toContain(
      '- `param/three`: The server of param/three. The document is silent. Failed: `list/a` on `GET /api/v1`.',
    );
    expect(page).toContain('- `param/four`: does nothing: The server of param/four.');
  });
});

describe('a sample', () => {
  const killed = FAULTS.slice(0, 1);
  const survived = FAULTS.slice(1, 2);

  it('falls short if too few faults are killed, with fewer cases at a lower share', () => {
    const ninetyEight = [...Array.from({ length: 49 }, () => killed).flat(), ...survived];
    expect(shortfalls({ runs: 30, faults: ninetyEight })).toEqual(['98.0 % killed: the target is 99.0 %']);
    expect(shortfalls({ runs: 10, faults: ninetyEight })).toEqual([]);
  });

  it('falls short if an allowed fault is flagged', () => {
    expect(shortfalls({ runs: 30, faults: FAULTS.filter(({ outcome }) => outcome !== 'survived') })).toEqual([
      '1 allowed fault flagged: the target is none',
    ]);
    expect(shortfalls({ runs: 30, faults: killed })).toEqual([]);
  });
});
