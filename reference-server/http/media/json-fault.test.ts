import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from './json-fault.ts';

describe('the place of a JSON syntax error', () => {
  it.each([
    ['', 'line 1, column 1: expected value, found the end of the text'],
    ['{"a":1,}', 'line 1, column 8: expected member name, found "}"'],
    ['{"a":\n  tru}', 'line 2, column 3: expected value, found "tru}"'],
    ['[1 2]', 'line 1, column 4: expected comma or ], found "2]"'],
    ['{"a" 1}', 'line 1, column 6: expected colon, found "1}"'],
    ['{"a":"b\\x"}', 'line 1, column 6: expected value, found "\\"b\\\\x\\"}"'],
    ['{} {}', 'line 1, column 4: expected end, found "{}"'],
    ['[01]', 'line 1, column 2: expected value or ], found "01]"'],
  ])('has line, column and the expected character of %j', (text, fault) => {
    expect(jsonFault(text)).toBe(fault);
  });

  it('is never the end of a text that is JSON up to its end', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, cut) => {
        const text = json.slice(0, cut % Math.max(json.length, 1));
        expect(jsonFault(text)).toMatch(/^line \d+, column \d+: expected /);
      }),
    );
  });

  it('is found in strings of megabytes without recursion', () => {
    expect(jsonFault(`["${'\\n'.repeat(4_000_000)}"`)).toContain('expected comma or ]');
  });
});
