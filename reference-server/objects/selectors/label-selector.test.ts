import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelsMatch, parseLabelSelector } from './label-selector.ts';

const LABELS = { app: 'web', tier: 'front', n: '5', empty: '', 'example.com/x': 'y' };

const matches = (selector: string, labels: Record<string, string> | undefined = LABELS): boolean =>
  labelsMatch(parseLabelSelector(selector, 'either'), labels);

describe('label selectors', () => {
  it.each([
    '',
    ' ',
    'app=web',
    'app==web',
    'app = web',
    'app!=db',
    'none!=x',
    'app in (web,db)',
    'app in(web)',
    'app notin (db)',
    'none notin (x)',
    'app',
    '!none',
    'n>4',
    'n<6',
    'app=web,tier=front',
    ' app = web , ! none ',
    'empty=',
    'empty in ()',
    'example.com/x=y',
    'in=',
    '!in',
    'app in (,web)',
    'n>-1',
  ])('%j matches', (selector) => {
    expect(matches(selector, selector === 'in=' ? { in: '' } : LABELS)).toBe(true);
  });

  it.each([
    'app=db',
    'app!=web',
    'none=x',
    'none',
    '!app',
    'app in (db)',
    'app notin (web)',
    'n>5',
    'n<5',
    'app>1',
    'none>1',
    'app=web,tier=back',
    'none=',
    'empty',
  ])('%j does not match without the label or with another value', (selector) => {
    expect(matches(selector, selector === 'empty' ? {} : LABELS)).toBe(false);
  });

  it.each([
    ['a=b,', 4],
    [',a=b', 0],
    ['a==b==c', 4],
    ['a in b', 5],
    ['a in (b', 7],
    ['a in (b))', 8],
    ['a b', 2],
    ['a=b c', 4],
    ['-a', 0],
    ['a=-b', 2],
    ['a>x', 2],
    ['a IN (b)', 2],
    ['A.B/c=d', 0],
    ['!!a', 1],
    ['=a', 0],
    [`${'k'.repeat(64)}=v`, 0],
    [`k=${'v'.repeat(64)}`, 2],
  ])('%j is refused, at character %i', (selector, position) => {
    let thrown: unknown;
    try {
      parseLabelSelector(selector, 'either');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ name: 'SelectorError', code: 'ERR_SELECTOR', position });
  });

  it('does not match inherited members of JavaScript objects', () => {
    expect(matches('constructor', {})).toBe(false);
    expect(matches('!toString', {})).toBe(true);
  });

  it('takes time in proportion to its length', () => {
    const long = Array.from({ length: 50_000 }, (_, n) => `k${n} notin (a,b)`).join(',');
    expect(parseLabelSelector(long, 'either')).toHaveLength(50_000);
    expect(() => parseLabelSelector(`a${' '.repeat(500_000)}b`, 'either')).toThrow('at character 500001');
  });

  it('a set matches its values, and its complement all others', () => {
    const value = fc.stringMatching(/^[a-z0-9]{1,5}$/);
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 1, maxLength: 4 }), value, (values, actual) => {
        const list = values.join(', ');
        expect(matches(`k in (${list})`, { k: actual })).toBe(values.includes(actual));
        expect(matches(`k notin (${list})`, { k: actual })).toBe(!values.includes(actual));
      }),
    );
  });
});
