import { jqStep } from './chosen-values.ts';

/** A difference between two values. */
export interface Difference {
  /** A jq expression over the value. */
  readonly path: string;
  /** JSON; `undefined` if nothing is there. */
  readonly expected: unknown;
  readonly actual: unknown;
}

/** The differences between two values, each as deep as it lies: `.spec.replicas`, `.items | length`, `.data | type`. */
export function differences(expected: unknown, actual: unknown, path = ''): Difference[] {
  if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
  const at = path === '' ? '.' : path;
  const [there, here] = [sizeOf(expected), sizeOf(actual)];
  if (!isContainer(expected) && !isContainer(actual)) return [{ path: at, expected, actual }];
  if ((expected === undefined || actual === undefined) && there !== here)
    return [{ path: `${at} | length`, expected: there, actual: here }];
  if (jqType(expected) !== jqType(actual))
    return [{ path: `${at} | type`, expected: jqType(expected), actual: jqType(actual) }];
  if (!isContainer(expected) || !isContainer(actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length)
    return [{ path: `${at} | length`, expected: expected.length, actual: actual.length }];
  const members = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  return members.flatMap((member) =>
    differences(
      own(expected, member),
      own(actual, member),
      `${path === '' && Array.isArray(expected) ? '.' : path}${jqStep(expected, member)}`,
    ),
  );
}

/** As `length` of jq counts it: nothing has the length 0. */
function sizeOf(value: unknown): number | undefined {
  if (value === undefined) return 0;
  return isContainer(value) ? Object.keys(value).length : undefined;
}

function jqType(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function own(container: object, member: string): unknown {
  return Object.hasOwn(container, member) ? (container as Record<string, unknown>)[member] : undefined;
}
