import { describe, expect, it } from 'vitest';
import { likeliestFaults, likeliestFor } from './likeliest-faults.ts';

function fault(name: string, symptoms: Readonly<Record<string, string>>) {
  return {
    name,
    fires: {},
    symptoms: Object.fromEntries(
      Object.entries(symptoms).map(([rule, print]) => [rule, { fingerprints: [print], failed: ['o'], passed: [] }]),
    ),
  };
}

const KNOWN = [
  fault('both', { r: '1', s: '1' }),
  fault('and-a-kept-rule', { r: '1', s: '1', kept: '1' }),
  fault('otherwise', { r: '2', s: '1' }),
  fault('one', { r: '1' }),
  fault('none', { t: '1' }),
];

function findings(failing: Readonly<Record<string, string>>) {
  return {
    fingerprints: new Map(Object.entries(failing).map(([rule, print]) => [rule, new Set([print])])),
    passed: new Set(['kept']),
  };
}

describe('the likeliest faults', () => {
  const names = (failing: Readonly<Record<string, string>>): string[] =>
    likeliestFaults(findings(failing), KNOWN).map(({ name }) => name);

  it('break the failing rules in the same way, and none that holds', () => {
    expect(names({ r: '1', s: '1' })).toEqual(['both', 'otherwise', 'and-a-kept-rule', 'one']);
  });

  it('break other failing rules in the cases of their own', () => {
    const beside = { ...fault('beside', {}), symptoms: { r: { ...KNOWN[3]?.symptoms['r'], also: ['s'] } } };
    const known = [...KNOWN, beside] as typeof KNOWN;
    expect(likeliestFaults(findings({ r: '1', s: '9' }), known).map(({ name }) => name)).toEqual([
      'both',
      'beside',
      'otherwise',
      'one',
      'and-a-kept-rule',
    ]);
  });

  it('break at least one failing rule', () => {
    expect(names({ t: '9' })).toEqual(['none']);
    expect(names({})).toEqual([]);
  });

  it('are those with a fired rule whose symptoms were not measured, too', () => {
    const fired = { name: 'fired', fires: { u: 'o' } };
    expect(likeliestFaults(findings({ u: '1' }), [...KNOWN, fired])).toEqual([fired]);
  });

  it('for one rule are those that break it, first those that it is there to find', () => {
    const caught = [...KNOWN, fault('found-by-r', { r: '9' })].map((each) => ({
      ...each,
      caughtBy: each.name === 'found-by-r' ? 'r' : 's',
    }));
    const ofR = likeliestFor('r', caught).map(({ name }) => name);
    expect(ofR).toEqual(['found-by-r', 'both', 'and-a-kept-rule', 'otherwise', 'one']);
  });
});
