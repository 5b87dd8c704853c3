import { describe, expect, it } from 'vitest';
import { RULES, ruleById } from '../../rules/index.ts';
import { listedFaults, listedVariants } from '../listed.ts';
import { storedMatrix } from '../../../shared/verdict-log/stored-matrix.ts';
import { UNKILLED } from './unkilled.ts';

const [faults, variants] = await Promise.all([listedFaults(), listedVariants()]);
const matrix = storedMatrix();

/** The listed members, without the measured ones. */
function described(measured: { readonly fires: unknown }): unknown {
  return Object.fromEntries(Object.entries(measured).filter(([member]) => member !== 'fires' && member !== 'symptoms'));
}

describe('the stored kill matrix', () => {
  it('has the present description of every fault; else run `pnpm kill-matrix --missing`', () => {
    expect(matrix.faults.map(described)).toEqual(faults);
  });

  it('has the variants of today', () => {
    expect(matrix.variants.length).toBeGreaterThan(0);
    for (const variant of matrix.variants) expect(variants).toContainEqual(described(variant));
  });

  it('was measured by every existing rule; else run `pnpm kill-matrix --missing`', () => {
    expect([...matrix.rules].sort()).toEqual(RULES.map(({ id }) => id).sort());
  });

  it('shows each fault failed by the rule that it names', () => {
    expect(
      matrix.faults.filter(({ caughtBy, fires }) => !Object.hasOwn(fires, caughtBy)).map(({ name }) => name),
    ).toEqual([]);
  });

  it('shows no rule failing a legal variant', () => {
    expect(
      matrix.variants
        .filter(({ fires, departsFrom = [] }) => Object.keys(fires).some((id) => !departsFrom.includes(id)))
        .map(({ name, fires }) => [name, fires]),
    ).toEqual([]);
  });

  it('has variants that depart from recommendations alone, and from those that fail for them', () => {
    for (const { fires, departsFrom = [] } of matrix.variants)
      for (const id of departsFrom) {
        expect(ruleById(id)?.level).toBe('should');
        expect(Object.keys(fires)).toContain(id);
      }
  });

  it('shows every binding rule failing for some fault, or a reason why none makes it fail', () => {
    const killed = new Set(matrix.faults.flatMap(({ fires }) => Object.keys(fires)));
    expect(
      RULES.filter(({ id, level }) => level === 'must' && !killed.has(id) && !Object.hasOwn(UNKILLED, id)).map(
        ({ id }) => id,
      ),
    ).toEqual([]);
    expect(Object.keys(UNKILLED).filter((id) => killed.has(id) || !RULES.some((rule) => rule.id === id))).toEqual([]);
  });
});
