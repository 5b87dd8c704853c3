const SUFFIXES: ReadonlyMap<string, readonly [base: bigint, exponent: number]> = new Map([
  ['n', [10n, -9]],
  ['u', [10n, -6]],
  ['m', [10n, -3]],
  ['', [10n, 0]],
  ['k', [10n, 3]],
  ['M', [10n, 6]],
  ['G', [10n, 9]],
  ['T', [10n, 12]],
  ['P', [10n, 15]],
  ['E', [10n, 18]],
  ['Ki', [2n, 10]],
  ['Mi', [2n, 20]],
  ['Gi', [2n, 30]],
  ['Ti', [2n, 40]],
  ['Pi', [2n, 50]],
  ['Ei', [2n, 60]],
]);

/** The power of ten by which values are scaled, so that the smallest fractions become integers. */
const SCALE = 30;

/**
 * The exact value of a quantity, scaled; `undefined` if the text is invalid. Equal quantities have equal values in
 * every notation: `0.5` and `500m`, `1Gi` and `1073741824`, `1e3` and `1k`. Digits beyond the 30th decimal are
 * dropped.
 */
export function quantityValue(text: string | number): bigint | undefined {
  const [, sign, whole = '', , fraction = '', rest = ''] = /^([+-]?)(\d*)(\.(\d*))?(.*)$/.exec(String(text)) ?? [];
  const scale = scaleOf(rest);
  if (scale === undefined || whole + fraction === '') return undefined;
  const [base, exponent] = scale;
  const digits = BigInt(whole + fraction + '0'.repeat(SCALE));
  const scaled = exponent >= 0 ? digits * base ** BigInt(exponent) : digits / base ** BigInt(-exponent);
  const value = scaled / 10n ** BigInt(fraction.length);
  return sign === '-' ? -value : value;
}

function scaleOf(suffix: string): readonly [bigint, number] | undefined {
  const [, exponent] = /^[eE]([+-]?\d{1,3})$/.exec(suffix) ?? [];
  return exponent === undefined ? SUFFIXES.get(suffix) : [10n, Number(exponent)];
}
