import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the track record', () => {
  it('names every rule that was seen to fail on the real system', () => {
    const { failures } = JSON.parse(read('fixtures/spec-failures.json')) as {
      readonly failures: readonly { readonly rule: string }[];
    };
    const page = read('docs/track-record.md');
    expect(failures.length).toBeGreaterThan(40);
    expect(failures.filter(({ rule }) => !page.includes(rule))).toEqual([]);
  });
});
