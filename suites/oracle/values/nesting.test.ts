import { describe, expect, it } from 'vitest';
import { parsed } from '../exchanges/body.ts';
import { isNestedTooDeep } from './nesting.ts';

describe('a text nested too deep', () => {
  it('is one of thousands of brackets, and has no value', () => {
    const text = '['.repeat(50_000) + ']'.repeat(50_000);
    expect(isNestedTooDeep(text)).toBe(true);
    expect(parsed(text, 'json')).toBeUndefined();
  });

  it('is not one whose brackets stand in strings, or side by side', () => {
    expect(
      isNestedTooDeep(JSON.stringify({ data: { key: `\\"${'[{'.repeat(5_000)}\\`, more: '{'.repeat(900) } })),
    ).toBe(false);
    expect(isNestedTooDeep(JSON.stringify(Array.from({ length: 3_000 }, () => ({}))))).toBe(false);
  });
});
