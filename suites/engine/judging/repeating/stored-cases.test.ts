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

  it('is sent until a failure that comes on some repeats is missed one time in a thousand, at most 400 times', () => {
    expect(triesOfSaved({ program: LIST, intermittent: { failed: 2, sent: 4 } })).toBe(75);
    expect(triesOfSaved({ program: RACE, intermittent: { failed: 2, sent: 8 } })).toBe(199);
    expect(triesOfSaved({ program: RACE, intermittent: { failed: 11, sent: 12 } })).toBe(30);
    expect(triesOfSaved({ program: LIST, intermittent: { failed: 2, sent: 15 } })).toBe(400);
  });
});
