import { describe, expect, it } from 'vitest';
import { clauseById } from '../../../spec/clauses/index.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { startReferenceServer } from '../../programs/run-process.ts';
import { differencesOf } from './differences.ts';
import type { GeneratedFault } from './generated-fault.ts';
import { FAMILY_NAMES, generatedFault, generatedFaults } from './index.ts';

const FAULTS = generatedFaults();
const OPERATION_IDS = new Set(OPERATIONS.map(({ id }) => id));

describe('generated faults', () => {
  it('have unique names that begin with their family', () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
    expect(FAULTS.filter(({ name, family }) => !name.startsWith(`${family}/`) || name.includes(','))).toEqual([]);
  });

  it('break existing clauses on existing operations', () => {
    expect(
      FAULTS.filter(({ clause }) => clause !== undefined && clauseById(clause) === undefined).map(
        ({ name, clause }) => [name, clause],
      ),
    ).toEqual([]);
    expect(
      FAULTS.filter(({ operations }) => operations.length === 0 || operations.some((id) => !OPERATION_IDS.has(id))).map(
        ({ name }) => name,
      ),
    ).toEqual([]);
  });

  it('break a clause or cite the sentence that allows them', () => {
    expect(
      FAULTS.filter(({ clause, allowed }) => clause === undefined && allowed === undefined).map(({ name }) => name),
    ).toEqual([]);
  });

  it('are found by name', () => {
    for (const family of FAMILY_NAMES)
      expect(generatedFault(generatedFaults(family)[0]?.name ?? '')?.family).toBe(family);
    expect(generatedFault('param/no/such/fault')).toBeUndefined();
  });
});

/** Faults of a family, spread over it: those whose witnesses are quick, and of a family that has none of them a few. */
function spread(family: GeneratedFault['family']): readonly GeneratedFault[] {
  const faults = generatedFaults(family);
  const quick = faults.filter(
    ({ witness }) =>
      witness.length < 60 &&
      witness.every(({ target, afterMs }) => !target.includes('timeoutSeconds=') && afterMs === undefined),
  );
  const [among, count] = quick.length > 0 ? [quick, 20] : [faults, 3];
  return among.filter((_, index) => index % Math.ceil(among.length / count) === 0);
}

describe('the witnesses of a sample', () => {
  it.each(FAMILY_NAMES)('distinguish the faulty server from the correct one: %s', async (family) => {
    await using server = await startReferenceServer();
    const outcomes = new Map<string, string>();
    for await (const { name, outcome } of differencesOf(spread(family), server.url.href)) outcomes.set(name, outcome);
    expect([...outcomes].filter(([, outcome]) => outcome !== 'differs')).toEqual([]);
  });
});
