import { describe, expect, it } from 'vitest';
import { Patience } from './patience.ts';

describe('patience', () => {
  it('is full for the first wait in vain, and all waits in vain together take little more', () => {
    const patience = new Patience(2000);
    const waits = Array.from({ length: 20 }, () => {
      const { ms } = patience;
      patience.vain();
      return ms;
    });
    expect(waits.slice(0, 4)).toEqual([2000, 500, 125, 31.25]);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(3200);
  });

  it('keeps a margin over the slowest successful wait', () => {
    const patience = new Patience(2000);
    patience.served(50);
    for (let index = 0; index < 10; index += 1) patience.vain();
    expect(patience.ms).toBe(400);
  });

  it('grows again if a response comes after the wait was given up', () => {
    const patience = new Patience(2000);
    for (let index = 0; index < 3; index += 1) patience.vain();
    patience.late();
    expect(patience.ms).toBe(125);
    for (let index = 0; index < 9; index += 1) patience.late();
    expect(patience.ms).toBe(2000);
  });
});
