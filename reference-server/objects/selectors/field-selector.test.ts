import { describe, expect, it } from 'vitest';
import { fieldsMatch, parseFieldSelector } from './field-selector.ts';

const OFFERED = ['metadata.name', 'metadata.namespace', 'status.phase'];
const FIELDS = { 'metadata.name': 'a', 'status.phase': 'Pending' };

const matches = (selector: string, fields: Record<string, string> = FIELDS): boolean =>
  fieldsMatch(parseFieldSelector(selector, OFFERED, 'either'), fields);

describe('field selectors', () => {
  it.each([
    '',
    'metadata.name=a',
    'metadata.name==a',
    'metadata.name!=b',
    'metadata.name=a,status.phase=Pending',
    'metadata.namespace=',
    'metadata.name=a,',
  ])('%j matches', (selector) => {
    expect(matches(selector)).toBe(true);
  });

  it.each(['metadata.name=b', 'metadata.name!=a', 'metadata.name=a,status.phase=Running', 'metadata.namespace=x'])(
    '%j does not match',
    (selector) => {
      expect(matches(selector)).toBe(false);
    },
  );

  it('takes an escaped character literally', () => {
    expect(matches('metadata.name=a\\,b\\=c\\\\d', { 'metadata.name': 'a,b=c\\d' })).toBe(true);
  });

  it.each([
    'spec.other=x',
    'metadata.name',
    '=a',
    'metadata.name=a=b',
    'metadata.name=a\\x',
    'metadata.name=a\\',
    'constructor=x',
  ])('%j is refused', (selector) => {
    expect(() => parseFieldSelector(selector, OFFERED, 'either')).toThrow(
      expect.objectContaining({ name: 'SelectorError' }),
    );
  });
});
