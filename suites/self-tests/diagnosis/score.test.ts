import { describe, expect, it } from 'vitest';
import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import { diagnosisPage } from './page.ts';
import { type Score, scoreOf } from './score.ts';
import type { Trial } from './trial.ts';

const fault = (name: string, ...rules: [string, ...string[]]): MeasuredFault => ({
  name,
  summary: name,
  caughtBy: rules[0],
  fires: Object.fromEntries(rules.map((rule) => [rule, 'GET /version'])),
  symptoms: Object.fromEntries(
    rules.map((rule) => [rule, { fingerprints: [rule], failed: ['GET /version'], passed: [] }]),
  ),
});
const KNOWN = [fault('a', 'list/x', 'get/x'), fault('twin-of-a', 'get/x', 'list/x'), fault('b', 'watch/x')];
const MEASUREMENT = { sample: 2, several: 1, seed: 3, runs: 10 };
const VARIANT = { name: 'legal', summary: 'legal', dialect: 'spec', fires: {} };
const FLAGGED = { ...VARIANT, departsFrom: ['get/x'], fires: { 'get/x': 'GET /version', 'list/x': 'GET /version' } };
const cause = (rule: string, ...[like, ...or]: string[]): Trial['causes'][number] =>
  like === undefined ? { rule } : { rule, like: { fault: like, summary: like, confidence: 1, or } };

function score(names: readonly string[], ...causes: Trial['causes']): Score {
  const faults = KNOWN.filter(({ name }) => names.includes(name));
  const misnamed = causes
    .flatMap(({ like }) => like ?? [])
    .map((like) => ({ ...like, tried: { cases: 2, alike: like.fault === 'b' ? 0 : 1 } }));
  return scoreOf({ faults, failed: new Set(causes.map(({ rule }) => rule)), causes, misnamed }, KNOWN);
}

describe('the score of a diagnosis', () => {
  it('counts the rank of the fault, or of one with the same symptoms', () => {
    const { named, first, invented } = score(['a'], cause('watch/x', 'b'), cause('list/x', 'twin-of-a'));
    expect([[...named], first, invented]).toEqual([[['a', 1]], false, ['b']]);
  });

  it('counts a fault that a cause only mentions beside a likelier one as named, and the likelier one as invented', () => {
    const { named, first, invented } = score(['b'], cause('watch/x', 'a', 'b'));
    expect([[...named], first, invented]).toEqual([[['b', 1]], false, ['a']]);
  });

  it('becomes shares of the servers with one fault and with several, and of the variants', () => {
    const scores = [
      score(['a'], cause('list/x', 'a')),
      score(['b'], cause('watch/x', 'b')),
      score(['b'], cause('watch/x')),
      score(['b']),
      score(['a', 'b'], cause('list/x', 'a'), cause('watch/x')),
      score(['a', 'b'], cause('list/x', 'a')),
    ];
    const page = diagnosisPage(scores, { faults: KNOWN, variants: [VARIANT, FLAGGED] }, MEASUREMENT);
    expect(page).toContain('| one fault | 4 | no rule fails | 1 (25 %) |');
    expect(page).toContain(
      '| one fault, shown | 3 | the first cause says that it is likeliest this fault | 2 (67 %) |',
    );
    expect(page).toContain('| one fault, unknown to the report | 3 | no cause names a known fault | 1 (33 %) |');
    expect(page).toContain(
      '| one fault, unknown to the report | 3 | each fault that a cause names makes one of its cases fail alike | 2 (67 %) |',
    );
    expect(page).toContain(
      '| two or three faults | 2 | one is hidden: no rule fails that it breaks alone | 1 (50 %) |',
    );
    expect(page).toContain('| two or three faults, shown | 1 | the causes name every fault | 0 (0 %) |');
    expect(page).toContain(
      '| none, a legal variant | 2 | no rule fails in the kill matrix, apart from should-rules that the variant departs from | 1 (50 %) |',
    );
    expect(page).toContain('It has the symptoms of all 3 faults.');
    expect(page).toContain('| `b` | none |');
    expect(page).toContain('| `a`, `twin-of-a` |');
  });
});
