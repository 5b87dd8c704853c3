import type { Members } from './json-members.ts';

/**
 * Quantities: decimal numbers with a suffix. They are compared exactly and shown in one canonical form: no fraction,
 * and the largest suffix that leaves none.
 *
 *     "0.5" -> "500m"    "1024Mi" -> "1Gi"    "1e10" -> "10e9"    "1.5Gi" -> "1536Mi"    "0.1Gi" -> "107374182400m"
 */
export interface Quantity {
  /** In billionths; finer fractions are rounded away from zero. */
  readonly nano: bigint;
  readonly notation: 'decimal' | 'binary' | 'exponent';
}

const NANO = 9;
const LARGEST = (2n ** 63n - 1n) * 10n ** 9n;
const PLAIN = /^(?:0|[1-9]\d{0,2})$/;
const SHAPE = /^([+-]?)(\d*)(?:\.(\d*))?([a-zA-Z]*)([+-]?\d*)$/;
const DECIMAL: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const BINARY: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
]);
const LONGEST = 128;

/** Parses a quantity from JSON: a string, or a number. `undefined` for any other value. */
export function parseQuantity(value: unknown): Quantity | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const written = String(value);
  const shape = written.length <= LONGEST ? SHAPE.exec(written) : null;
  if (shape === null) return undefined;
  const [, sign = '', whole = '', fraction = '', letters = '', digits = ''] = shape;
  const scale = scaleOf(letters, digits);
  if (scale === undefined || whole + fraction === '') return undefined;
  const magnitude = scaled(BigInt(whole + fraction), scale.ten - fraction.length + NANO, scale.two);
  const bounded = magnitude > LARGEST ? LARGEST : magnitude;
  return { nano: sign === '-' ? -bounded : bounded, notation: scale.notation };
}

interface Scale {
  readonly ten: number;
  readonly two: number;
  readonly notation: Quantity['notation'];
}

function scaleOf(letters: string, digits: string): Scale | undefined {
  if (/^[eE]$/.test(letters) && /\d/.test(digits)) {
    const exponent = Number(digits);
    return { ten: Math.max(-LONGEST, Math.min(LONGEST, exponent)), two: 0, notation: 'exponent' };
  }
  if (digits !== '') return undefined;
  const two = BINARY.get(letters);
  if (two !== undefined) return { ten: 0, two, notation: 'binary' };
  const ten = DECIMAL.get(letters);
  return ten === undefined ? undefined : { ten, two: 0, notation: 'decimal' };
}

/** `value * 10^ten * 2^two`, rounded up. */
function scaled(value: bigint, ten: number, two: number): bigint {
  const shifted = value << BigInt(two);
  return ten >= 0 ? shifted * 10n ** BigInt(ten) : roundedUp(shifted, 10n ** BigInt(-ten));
}

/** Division away from zero, for absolute values. */
function roundedUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

/** Rounded up to whole thousandths, as resource lists are. */
function inThousandths(quantity: Quantity): Quantity {
  const step = 10n ** 6n;
  const { nano } = quantity;
  if (nano % step === 0n) return quantity;
  return { ...quantity, nano: nano < 0n ? -roundedUp(-nano, step) * step : roundedUp(nano, step) * step };
}

/** The canonical text. */
function formatQuantity({ nano, notation }: Quantity): string {
  if (nano === 0n) return '0';
  const unit = 10n ** BigInt(NANO);
  if (notation === 'binary' && nano % unit === 0n && (nano >= 1024n * unit || nano <= -1024n * unit))
    return inBinary(nano / unit);
  return inDecimal(nano, notation);
}

function inBinary(value: bigint): string {
  let rest = value;
  let suffix = '';
  for (const larger of BINARY.keys()) {
    if (rest % 1024n !== 0n) break;
    rest /= 1024n;
    suffix = larger;
  }
  return `${rest}${suffix}`;
}

function inDecimal(nano: bigint, notation: Quantity['notation']): string {
  let rest = nano;
  let exponent = -NANO;
  while (exponent < 18 && rest % 1000n === 0n) {
    rest /= 1000n;
    exponent += 3;
  }
  if (notation === 'exponent') return exponent === 0 ? `${rest}` : `${rest}e${exponent}`;
  const suffix = [...DECIMAL].find(([, ten]) => ten === exponent)?.[0] ?? '';
  return `${rest}${suffix}`;
}

/** A quantity in its stored form; other values stay unchanged, for validation to refuse. */
export function canonicalQuantity(value: unknown): unknown {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  const quantity = parseQuantity(value);
  return quantity === undefined ? value : formatQuantity(quantity);
}

/** A quantity of a resource list in its stored form, rounded up to thousandths. */
export function canonicalResource(value: unknown): unknown {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  const quantity = parseQuantity(value);
  return quantity === undefined ? value : formatQuantity(inThousandths(quantity));
}

/** A resource list in its stored form; the same one if each value is canonical. */
export function canonicalResourceList(list: Members): Members {
  const entries = Object.entries(list);
  if (entries.every(([, value]) => canonicalResource(value) === value)) return list;
  return Object.fromEntries(entries.map(([name, value]) => [name, canonicalResource(value)]));
}
