import { assert, constantFrom, property, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleEvidence } from './evidence.ts';
import type { KnownFault } from './known-faults.ts';
import { Fit } from './likelihood.ts';
import type { Wording } from './wording.ts';

const PUT = 'replace pods';

function fault(name: string, ...rules: readonly string[]): KnownFault {
  const symptom = { fingerprints: [`${name}-print`], failed: [PUT], passed: ['get pods'] };
  return {
    name,
    summary: name,
    caughtBy: rules[0] ?? '',
    fires: {},
    symptoms: Object.fromEntries(rules.map((rule) => [rule, symptom])),
    breaks: new Set(rules),
  };
}

const FAULTS = [fault('a', 'r'), fault('b', 'r', 's'), fault('c', 's'), fault('d', 's', 't', 'u'), fault('e', 'r')];
const FAILING: RuleEvidence = {
  rule: 'r',
  outcomes: [{ operation: PUT, fingerprint: 'b-print' }, { operation: 'get pods' }],
  also: new Set(['s']),
  words: new Map([['b-print', new Set(['dropped'])]]),
  onFaults: new Map(),
};
const HOLDING: RuleEvidence = { ...FAILING, outcomes: [{ operation: PUT }] };
const plain: Wording = () => 0.5;

describe('the likelihood of an evidence', () => {
  it('is the same whatever was computed before, and whether faults come at once or one after the other', () => {
    const [asked, evidence] = [new Map<RuleEvidence, Fit>(), constantFrom(FAILING, HOLDING)];
    assert(
      property(evidence, subarray(FAULTS), constantFrom(...FAULTS), (each, faults, one) => {
        const fit = asked.get(each) ?? new Fit(each, plain);
        asked.set(each, fit);
        const fresh = new Fit(each, plain);
        const whole = fresh.likelihood(fresh.of([...faults, one]));
        expect(fit.likelihood(fit.with(fit.of(faults), one))).toBe(whole);
        expect(Number.isFinite(whole)).toBe(true);
      }),
    );
  });

  it('is higher with the fault that fails in this way than with others or none', () => {
    const fit = new Fit(FAILING, plain);
    const [none, right, other] = [[], FAULTS.slice(1, 2), FAULTS.slice(0, 1)].map((each) =>
      fit.likelihood(fit.of(each)),
    );
    expect(right).toBeGreaterThan(other ?? 0);
    expect(right).toBeGreaterThan(none ?? 0);
  });

  it('compares words once for each set of faults that was measured with the rule', () => {
    let compared = 0;
    const fit = new Fit(FAILING, () => {
      compared += 1;
      return 0.5;
    });
    for (let time = 0; time < 100; time += 1)
      for (const unmeasured of [FAULTS[2], FAULTS[3]])
        fit.likelihood(fit.of([FAULTS[0], unmeasured].flatMap((each) => each ?? [])));
    expect(compared).toBe(1);
  });
});
