import { describe, expect, it } from 'vitest';
import type { ListedGeneratedFault } from '../../../shared/verdict-log/generated-faults.ts';
import { sampleOf } from './sample.ts';

function faultsOf(family: string, count: number): ListedGeneratedFault[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${family}/${index}`,
    family,
    summary: 'A server that goes wrong.',
    operations: ['GET /api/v1'],
  }));
}

const FAULTS = [...faultsOf('param', 100), ...faultsOf('media', 100), ...faultsOf('name', 2)];

describe('a sample of generated faults', () => {
  it('takes the same number of each family, and fills up from larger families', () => {
    const counts = new Map<string, number>();
    for (const { family } of sampleOf(FAULTS, 22, 1)) counts.set(family, (counts.get(family) ?? 0) + 1);
    expect([...counts].sort()).toEqual([
      ['media', 10],
      ['name', 2],
      ['param', 10],
    ]);
  });

  it('depends on the seed alone', () => {
    const names = (faults: readonly ListedGeneratedFault[]): string[] =>
      sampleOf(faults, 20, 7)
        .map(({ name }) => name)
        .sort();
    expect(names(FAULTS)).toEqual(names([...FAULTS].reverse()));
    expect(sampleOf(FAULTS, 20, 7)).not.toEqual(sampleOf(FAULTS, 20, 8));
  });

  it('is the whole catalogue if more is asked for', () => {
    expect(sampleOf(FAULTS, 1000, 1)).toHaveLength(FAULTS.length);
  });
});
