import { describe, expect, it } from 'vitest';
import type { Program } from '../../../program/program.ts';
import { triesOfSaved } from './stored-cases.ts';

const LIST: Program = [{ do: 'call', verb: 'list', resource: 'configmaps', namespace: 'ns1' }];
const RACE: Program = [{ do: 'together', branches: [LIST, LIST] }];

describe('a saved case', () => {
  it('is sent seven times if it failed each time, and more often if its failure depends on an order', () => {
    expect(triesOfSaved({ program: LIST })).toBe(7);
    expect(triesOfSaved({ program: RACE })).toBe(30);
  });

  it('is sent seven times as often as it took to fail once if it is intermittent', () => {
    expect(triesOfSaved({ program: LIST, intermittent: { failed: 2, sent: 15 } })).toBe(53);
    expect(triesOfSaved({ program: RACE, intermittent: { failed: 2, sent: 3 } })).toBe(30);
    expect(triesOfSaved({ program: LIST, intermittent: { failed: 1, sent: 25 } })).toBe(175);
  });
});
