import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalQuantity, canonicalResource, parseQuantity } from './quantity.ts';

describe('quantities', () => {
  it.each([
    ['0.5', '500m'],
    ['1024Mi', '1Gi'],
    ['1e10', '10e9'],
    ['1.5Gi', '1536Mi'],
    [2, '2'],
    ['1000m', '1'],
    ['1000k', '1M'],
    ['1Ki', '1Ki'],
    ['0.1Gi', '107374182400m'],
    ['-1.5', '-1500m'],
    ['1E', '1E'],
    ['1E3', '1e3'],
    ['0Gi', '0'],
    ['1000', '1k'],
    ['1e999999999999', '9223372036854775807'],
  ])('%j is shown as %s', (written, shown) => {
    expect(canonicalQuantity(written)).toBe(shown);
  });

  it('rounds resources up to thousandths', () => {
    expect(canonicalResource('100u')).toBe('1m');
    expect(canonicalResource('1.0001')).toBe('1001m');
  });

  it.each(['', 'x', '1x', '1 ', '.', '1.2.3', '1e', '1Mi3', '--1', '1kk', {}, null, `1${'0'.repeat(200)}`])(
    '%j is none',
    (written) => {
      expect(parseQuantity(written)).toBeUndefined();
    },
  );

  const written = fc.tuple(
    fc.nat(10_000_000),
    fc.option(fc.nat(999), { nil: undefined }),
    fc.constantFrom('', 'm', 'u', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'e3', 'E-2'),
  );

  it('keep their value in canonical form, which is its own canonical form', () => {
    fc.assert(
      fc.property(written, ([whole, fraction, suffix]) => {
        const text = `${whole}${fraction === undefined ? '' : `.${fraction}`}${suffix}`;
        const canonical = canonicalQuantity(text);
        expect(canonicalQuantity(canonical)).toBe(canonical);
        expect(parseQuantity(canonical)?.nano).toBe(parseQuantity(text)?.nano);
        expect(String(canonical)).not.toContain('.');
      }),
    );
  });
});
