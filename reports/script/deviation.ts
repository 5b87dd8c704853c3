import { jqStep } from './chosen-values.ts';
import { aligned, comparable } from './comparable.ts';
import { contentOf, type WireExchange } from './wire-case.ts';

/** How the target's response to one request of a case differs from the reference server's. */
export type Deviation = StatusDeviation | TypeDeviation | ContentDeviation;

interface StatusDeviation {
  readonly kind: 'status';
  /** Index of the exchange among those of the case. */
  readonly step: number;
  readonly expected: number;
  readonly actual: number;
}

interface TypeDeviation {
  readonly kind: 'type';
  readonly step: number;
  /** Media types without parameters. */
  readonly expected: string;
  readonly actual: string;
}

interface ContentDeviation {
  readonly kind: 'content';
  readonly step: number;
  /** A jq expression over the body, or over the list of events. */
  readonly path: string;
  /**
   * JSON; `undefined` if nothing is there. Server-chosen values are written as `<step path>` of their first
   * occurrence.
   */
  readonly expected: unknown;
  readonly actual: unknown;
}

export interface Comparing {
  /** Numbers of the exchanges at issue, the one with the wrong response first. */
  readonly atIssue: readonly number[];
  /** Whether the outcome depends on the order of parallel requests. */
  readonly isRace: boolean;
}

/**
 * The first difference that shows the bug. Exchanges at issue come first, then the others; a status before a media
 * type, a media type before content, and members set by clients before server-chosen ones. In a race
 * server-chosen members are not compared. `undefined` if a script can see no difference.
 */
export function deviationOf(
  target: readonly WireExchange[],
  reference: readonly WireExchange[],
  { atIssue, isRace }: Comparing,
): Deviation | undefined {
  const pairs = aligned(target, reference);
  const rank = (step: number): number => {
    const place = atIssue.indexOf(target[step]?.id ?? -1);
    return place === -1 ? atIssue.length + step : place;
  };
  const [here, there] = [comparable(target), comparable(reference)];
  for (const [step, other] of pairs.toSorted(([a], [b]) => rank(a) - rank(b))) {
    const [ours, theirs] = [target[step], reference[other]];
    if (ours === undefined || theirs === undefined) continue;
    const found =
      statusDeviation(step, ours, theirs) ??
      typeDeviation(step, ours, theirs) ??
      contentDeviation(step, here(contentOf(ours)), there(contentOf(theirs)), isRace);
    if (found !== undefined) return found;
  }
  return undefined;
}

function statusDeviation(
  step: number,
  { status: actual }: WireExchange,
  { status: expected }: WireExchange,
): StatusDeviation | undefined {
  if (actual === undefined || expected === undefined) return undefined;
  return isSuccess(actual) === isSuccess(expected) ? undefined : { kind: 'status', step, expected, actual };
}

function typeDeviation(
  step: number,
  { type: ours = '', status: ownStatus }: WireExchange,
  { type: theirs = '', status }: WireExchange,
): TypeDeviation | undefined {
  const [actual, expected] = [mediaTypeOf(ours), mediaTypeOf(theirs)];
  return actual === expected || expected === '' || status !== ownStatus
    ? undefined
    : { kind: 'type', step, expected, actual };
}

function mediaTypeOf(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

type Difference = Omit<ContentDeviation, 'kind' | 'step'>;

function contentDeviation(
  step: number,
  actual: unknown,
  expected: unknown,
  isRace: boolean,
): ContentDeviation | undefined {
  const found = differences(expected, actual, '');
  const first =
    found.find(({ path }) => !/\.(?:resourceVersion|uid|selfLink|name)$/.test(path)) ?? (isRace ? undefined : found[0]);
  return first === undefined ? undefined : { kind: 'content', step, ...first };
}

function differences(expected: unknown, actual: unknown, path: string): Difference[] {
  if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
  if (!isContainer(expected) || !isContainer(actual) || Array.isArray(expected) !== Array.isArray(actual))
    return [{ path: path === '' ? '.' : path, expected, actual }];
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length)
    return [{ path: `${path === '' ? '.' : path} | length`, expected: expected.length, actual: actual.length }];
  const members = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  return members.flatMap((member) => {
    const at =
      path === '' && Array.isArray(expected) ? `.${jqStep(expected, member)}` : `${path}${jqStep(expected, member)}`;
    return differences(own(expected, member), own(actual, member), at);
  });
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function own(container: object, member: string): unknown {
  return Object.hasOwn(container, member) ? (container as Record<string, unknown>)[member] : undefined;
}
