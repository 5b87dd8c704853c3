import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SortedKeys } from './sorted-keys.ts';

/** Makes a trailing slash sort before all else. */
function ordered(key: string): string {
  return key.replace(/\/$/, '\0');
}

describe('keys in order', () => {
  it('holds all added keys that were not removed, in order, under every prefix', () => {
    const key = fc.string({ unit: fc.constantFrom('a', '-', '/'), maxLength: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), key), { maxLength: 300 }), key, (actions, prefix) => {
        const keys = new SortedKeys();
        const model = new Set<string>();
        for (const [adds, key] of actions) {
          if (adds) keys.add(key);
          else keys.remove(key);
          if (adds) model.add(key);
          else model.delete(key);
        }
        expect([...keys.withPrefix(prefix)]).toEqual(
          [...model].filter((key) => key.startsWith(prefix)).sort((a, b) => (ordered(a) < ordered(b) ? -1 : 1)),
        );
      }),
    );
  });

  it('stays in order over many blocks, in whatever order keys are added', () => {
    const keys = new SortedKeys();
    const all = Array.from({ length: 5000 }, (_, n) => String(n).padStart(5, '0'));
    for (let n = 0; n < all.length; n += 1) keys.add(all[(n * 2503) % all.length] ?? '');
    expect([...keys.withPrefix('')]).toEqual(all);
    for (const key of all.filter((_, n) => n % 2 === 0)) keys.remove(key);
    expect([...keys.withPrefix('0001')]).toEqual(['00011', '00013', '00015', '00017', '00019']);
  });
});
