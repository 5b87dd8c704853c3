import { createHash } from 'node:crypto';
import { matchPath } from '../../../spec/surface/match-path.ts';
import type { TrafficDifference } from '../values/difference.ts';
import { coveringOf, isWide } from '../values/subjects.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/** Differences with one cause: the same defect of the same kind of request, and its consequences. */
export interface DifferenceCause {
  /** Identifies the cause in every run, independent of names and values; baselines list it. */
  readonly fingerprint: string;
  readonly kind: TrafficDifference['kind'];
  /** `PUT /api/v1/namespaces/{namespace}/configmaps/{name}`. */
  readonly operation: string;
  readonly field: string;
  /** In order of their exchanges; at least one. */
  readonly differences: readonly TrafficDifference[];
  /** Differences in later exchanges that follow from these. */
  readonly cascades: readonly TrafficDifference[];
}

/**
 * Groups differences by cause, and lists their consequences beneath:
 *
 *     PUT a      409 expected, 200 seen       a cause
 *     GET a      $.data.k  1 expected, 2 seen follows: the write before it had another outcome
 *     GET b      $.kind missing               a cause
 *     watch b    $.kind missing               follows: the same of the same object
 */
export function causesOf(differences: readonly TrafficDifference[]): DifferenceCause[] {
  const roots = new Roots();
  const causes = new Map<
    string,
    {
      readonly first: TrafficDifference;
      readonly differences: TrafficDifference[];
      readonly cascades: TrafficDifference[];
    }
  >();
  for (const difference of [...differences].sort(
    (one, other) => rank(one) - rank(other) || one.exchange - other.exchange,
  )) {
    const root = roots.of(difference);
    const key = signatureOf(root ?? difference);
    const cause = causes.get(key) ?? { first: root ?? difference, differences: [], cascades: [] };
    causes.set(key, cause);
    if (root === undefined) {
      roots.add(difference);
      cause.differences.push(difference);
    } else cause.cascades.push(difference);
  }
  return [...causes].map(([key, { first, ...folded }]) => ({
    fingerprint: fingerprintOf(key),
    kind: first.kind,
    operation: operationOf(first),
    field: first.field,
    ...folded,
  }));
}

/** Identifies a cause: the kind of difference, the kind of request and the place, and for a status both values. */
export function signatureOf(difference: TrafficDifference): string {
  const { kind, field, expected, actual } = difference;
  const change = kind === 'status' ? `${codeOf(expected)} ${codeOf(actual)}` : '';
  return [kind, operationOf(difference), field, change].join('\n');
}

/** Streams repeat the differences of responses. */
function rank({ place }: TrafficDifference): number {
  return /^event \d/.test(place) ? 1 : 0;
}

/** The request with placeholders for the names in its path; without its query. */
export function operationOf({ request }: Pick<TrafficDifference, 'request'>): string {
  const [method = '', target = ''] = request.split(' ', 2);
  const { path } = splitTarget(target);
  const operation = matchPath(path)?.operations.get(method);
  return operation?.id ?? `${method} ${path}`;
}

function fingerprintOf(signature: string): string {
  return createHash('sha256').update(signature).digest('hex').slice(0, 12);
}

/** The differences that others may follow from, by subject. */
class Roots {
  /** Writes with different outcomes, by subject. */
  readonly #upset = new Map<string, TrafficDifference>();
  /** Writes with different outcomes, by each subject that includes theirs: a list shows the state of its objects. */
  readonly #upsetWithin = new Map<string, TrafficDifference>();
  readonly #seen = new Map<string, TrafficDifference>();
  /** The first exchange in which an identity corresponded to another, by the identities. */
  readonly #confused = new Map<string, TrafficDifference>();

  add(difference: TrafficDifference): void {
    const { subject } = difference;
    if (upsets(difference)) {
      for (const each of [subject, renamed(difference)]) {
        put(this.#upset, each, difference);
        for (const wide of coveringOf(each)) put(this.#upsetWithin, wide, difference);
      }
    }
    put(this.#seen, symptom(difference), difference);
    for (const value of identities(difference)) put(this.#confused, value, difference);
  }

  /** The earlier difference that causes this one. */
  of(difference: TrafficDifference): TrafficDifference | undefined {
    const { subject, exchange } = difference;
    const upset = [
      ...[subject, ...coveringOf(subject)].map((each) => this.#upset.get(each)),
      isWide(subject) ? this.#upsetWithin.get(subject) : undefined,
    ];
    const before = [
      this.#seen.get(symptom(difference)),
      ...upset.filter((root) => root !== undefined && mayBring(root, difference)),
      ...identities(difference).map((each) => this.#confused.get(each)),
    ];
    return before.find((root) => root !== undefined && (root.exchange !== exchange || repeats(root, difference)));
  }
}

/**
 * Whether a write with another outcome explains a later difference. It explains no server error, no Status in the
 * place of an object, no ERROR event and no other order of a list. It explains an object on one side only if the
 * write created or deleted it on one side only.
 */
function mayBring(
  root: TrafficDifference,
  { kind, place, field, values, expected, actual }: TrafficDifference,
): boolean {
  if (kind === 'order') return false;
  if (field === '$.kind' && values?.includes('Status') === true) return false;
  if (kind === 'missing-event' || kind === 'extra-event') return !/^event \d+ \(ERROR/.test(place);
  if (kind !== 'status') return true;
  if (/^5\d\d/.test(actual)) return false;
  const isAbsence = expected.startsWith('404') !== actual.startsWith('404');
  return !isAbsence || makesOrRemoves(root);
}

/** Whether this request, whose outcome differs, leaves the object on one side only. */
function makesOrRemoves({ kind, request, subject, expected, actual }: TrafficDifference): boolean {
  const isMaking = [expected, actual].some((outcome) => outcome.startsWith('201'));
  return kind === 'identity' || isMaking || /^(POST|DELETE) /.test(request) || subject.startsWith('namespaces ');
}

/** The identities of an identity difference, if they are long enough to be unique. */
function identities({ kind, values }: TrafficDifference): string[] {
  return kind === 'identity'
    ? (values ?? []).flatMap((value) => (typeof value === 'string' && value.length >= 20 ? [value] : []))
    : [];
}

/** The subject under its name on the actual side, if the names differ. */
function renamed({ kind, field, subject, values }: TrafficDifference): string {
  const name = values?.[1];
  return kind === 'identity' && field === '$.metadata.name' && typeof name === 'string'
    ? subject.replace(/[^/]*$/, name)
    : subject;
}

/** Whether two texts differ only by the name by which their object differs, as in its link. */
function repeats(root: TrafficDifference, { values }: TrafficDifference): boolean {
  const [there, here] = root.values ?? [];
  const [expected, actual] = values ?? [];
  if (root.field !== '$.metadata.name' || typeof there !== 'string' || typeof here !== 'string') return false;
  return (
    typeof expected === 'string' &&
    typeof actual === 'string' &&
    expected !== there &&
    expected.replaceAll(there, here) === actual
  );
}

/** Whether later states of its object may differ because of it. */
function upsets(difference: TrafficDifference): boolean {
  const { kind, request, field } = difference;
  if (kind === 'identity')
    return field === '$.metadata.name' || field === '$.metadata.uid' || field === '$.metadata.resourceVersion';
  if (request.startsWith('GET ') || isTheSameByAnotherCode(difference)) return false;
  return kind === 'status' || kind === 'outcome' || kind === 'missing-exchange' || kind === 'extra-exchange';
}

/** Whether a create or a patch succeeded on both sides with different codes: later states are alike. */
function isTheSameByAnotherCode({ kind, request, expected, actual }: TrafficDifference): boolean {
  return kind === 'status' && /^(POST|PATCH) /.test(request) && [expected, actual].every((code) => /^2\d\d/.test(code));
}

function symptom(difference: TrafficDifference): string {
  return `${difference.subject}\n${difference.field}\n${likeness(difference)}`;
}

function likeness({ kind, place, expected, actual }: TrafficDifference): string {
  if (kind === 'status') return `${codeOf(expected)} ${codeOf(actual)}`;
  if (kind === 'missing-event' || kind === 'extra-event') return `${kind} ${place}`;
  return kind === 'value' || kind === 'missing' || kind === 'extra' ? 'value' : kind;
}

function codeOf(outcome: string): string {
  return outcome.split(' ', 1)[0] ?? '';
}

function put(map: Map<string, TrafficDifference>, key: string, difference: TrafficDifference): void {
  if (!map.has(key)) map.set(key, difference);
}
