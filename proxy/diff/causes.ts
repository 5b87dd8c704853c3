import { createHash } from 'node:crypto';
import { matchPath } from '../../spec/surface/match-path.ts';
import type { Difference } from './difference.ts';
import { coveringOf, isWide } from './subjects.ts';

/** Differences with one cause: the same thing wrong with the same kind of request, and what follows from it. */
export interface Cause {
  /** The same for the same cause in every run, whatever the names and values: what a baseline lists. */
  readonly fingerprint: string;
  readonly kind: Difference['kind'];
  /** `PUT /api/v1/namespaces/{namespace}/configmaps/{name}`. */
  readonly operation: string;
  readonly field: string;
  /** In order of their exchanges; at least one. */
  readonly differences: readonly Difference[];
  /** Differences in later exchanges that these bring with them. */
  readonly cascades: readonly Difference[];
}

/**
 * Groups differences by cause, and folds beneath each what follows from it:
 *
 *     PUT a      409 expected, 200 seen       a cause
 *     GET a      $.data.k  1 expected, 2 seen follows: the write before it came to something else
 *     GET b      $.kind missing               a cause
 *     watch b    $.kind missing               follows: the same of the same object
 */
export function causesOf(differences: readonly Difference[]): Cause[] {
  const roots = new Roots();
  const causes = new Map<
    string,
    { readonly first: Difference; readonly differences: Difference[]; readonly cascades: Difference[] }
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

/** What a cause is told by: the kind of difference, the kind of request and the place, and for a status from which to which. */
export function signatureOf(difference: Difference): string {
  const { kind, field, expected, actual } = difference;
  const change = kind === 'status' ? `${codeOf(expected)} ${codeOf(actual)}` : '';
  return [kind, operationOf(difference), field, change].join('\n');
}

/** Streams tell again what answers told. */
function rank({ place }: Difference): number {
  return /^event \d/.test(place) ? 1 : 0;
}

/** The request with holes for the names in its path; without its query. */
export function operationOf({ request }: Pick<Difference, 'request'>): string {
  const [method = '', target = ''] = request.split(' ', 2);
  const [path = ''] = target.split('?');
  const operation = matchPath(path)?.operations.get(method);
  return operation?.id ?? `${method} ${path}`;
}

function fingerprintOf(signature: string): string {
  return createHash('sha256').update(signature).digest('hex').slice(0, 12);
}

/** The differences that others may follow from, by what they are about. */
class Roots {
  /** Where a write came to something else, by subject. */
  readonly #upset = new Map<string, Difference>();
  /** The same, by what covers the subject: a list shows what became of its objects. */
  readonly #upsetWithin = new Map<string, Difference>();
  readonly #seen = new Map<string, Difference>();
  /** Where an identity first stood for another, by the identities. */
  readonly #confused = new Map<string, Difference>();

  add(difference: Difference): void {
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

  /** The earlier difference that this one follows from. */
  of(difference: Difference): Difference | undefined {
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
 * Whether a write that came to something else explains a later difference. It explains no server error, no Status in the place of an object, no ERROR
 * event and no other order of a list, and an object that is there on one side only if the write made or removed it on one side only.
 */
function mayBring(root: Difference, { kind, place, field, values, expected, actual }: Difference): boolean {
  if (kind === 'order') return false;
  if (field === '$.kind' && values?.includes('Status') === true) return false;
  if (kind === 'missing-event' || kind === 'extra-event') return !/^event \d+ \(ERROR/.test(place);
  if (kind !== 'status') return true;
  if (/^5\d\d/.test(actual)) return false;
  const isAbsence = expected.startsWith('404') !== actual.startsWith('404');
  return !isAbsence || makesOrRemoves(root);
}

/** Whether an object is there on one side only once this request, which came to something else, is over. */
function makesOrRemoves({ kind, request, subject, expected, actual }: Difference): boolean {
  const isMaking = [expected, actual].some((outcome) => outcome.startsWith('201'));
  return kind === 'identity' || isMaking || /^(POST|DELETE) /.test(request) || subject.startsWith('namespaces ');
}

/** The identities that an identity difference mixes up, where they are long enough to be one object's and no other's. */
function identities({ kind, values }: Difference): string[] {
  return kind === 'identity'
    ? (values ?? []).flatMap((value) => (typeof value === 'string' && value.length >= 20 ? [value] : []))
    : [];
}

/** The subject under the name that the actual side gave it, where the names are what differs. */
function renamed({ kind, field, subject, values }: Difference): string {
  const name = values?.[1];
  return kind === 'identity' && field === '$.metadata.name' && typeof name === 'string'
    ? subject.replace(/[^/]*$/, name)
    : subject;
}

/** Whether two texts differ by no more than the name by which their object differs: its link, say. */
function repeats(root: Difference, { values }: Difference): boolean {
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

/** Whether what comes later of its object may differ for it. */
function upsets(difference: Difference): boolean {
  const { kind, request, field } = difference;
  if (kind === 'identity')
    return field === '$.metadata.name' || field === '$.metadata.uid' || field === '$.metadata.resourceVersion';
  if (request.startsWith('GET ') || isTheSameByAnotherCode(difference)) return false;
  return kind === 'status' || kind === 'outcome' || kind === 'missing-exchange' || kind === 'extra-exchange';
}

/** Whether a create or a patch was carried out on both sides, and answered by another code: what comes later is alike. */
function isTheSameByAnotherCode({ kind, request, expected, actual }: Difference): boolean {
  return kind === 'status' && /^(POST|PATCH) /.test(request) && [expected, actual].every((code) => /^2\d\d/.test(code));
}

function symptom(difference: Difference): string {
  return `${difference.subject}\n${difference.field}\n${likeness(difference)}`;
}

function likeness({ kind, place, expected, actual }: Difference): string {
  if (kind === 'status') return `${codeOf(expected)} ${codeOf(actual)}`;
  if (kind === 'missing-event' || kind === 'extra-event') return `${kind} ${place}`;
  return kind === 'value' || kind === 'missing' || kind === 'extra' ? 'value' : kind;
}

function codeOf(outcome: string): string {
  return outcome.split(' ', 1)[0] ?? '';
}

function put(map: Map<string, Difference>, key: string, difference: Difference): void {
  if (!map.has(key)) map.set(key, difference);
}
