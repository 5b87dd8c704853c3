import { expect, it } from 'vitest';
import { fuzzServer } from './fuzz-server.ts';

it('a moment of hostile bytes leaves a server whole, and most of them are told why they were refused', async () => {
  const { connections, answers, faults } = await fuzzServer(20_170_801, 500);
  expect(faults).toEqual([]);
  expect(answers['4']).toBeGreaterThan(connections / 2);
  expect(answers['2']).toBeGreaterThan(0);
});
