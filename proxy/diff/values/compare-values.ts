import { sameText } from './compare-text.ts';
import type { Correspondence, Mismatch } from './correspondence.ts';
import type { DifferenceKind } from './difference.ts';
import { type Domain, domainAt, isGenerated, isLiteral, isTime, scopeOf } from './identities.ts';
import { isObject, type Json, type JsonObject, memberOf, type JsonPath, pathText, textOf } from './json-value.ts';
import { byKey, orderDifference } from './keyed-lists.ts';
import { compareRedacted } from './redacted-secrets.ts';

/** A place in a body where the two sides differ. */
export interface ValueDifference {
  readonly kind: Extract<DifferenceKind, 'value' | 'missing' | 'extra' | 'identity' | 'order'>;
  readonly place: string;
  readonly path: JsonPath;
  readonly expected: string;
  readonly actual: string;
  readonly values: readonly [expected: Json | undefined, actual: Json | undefined];
  readonly note?: string;
}

/**
 * Compares two bodies field by field: values chosen by clients must be equal, values chosen by servers must
 * correspond (`identities.ts`). `since` names the exchange, for later mismatches to refer to. Elements of the lists
 * in `keyed-lists.ts` are paired by key, and another order of the same elements is one difference. In all other
 * lists elements are paired by position. A Status in the place of an object, or the other way round, is one
 * difference.
 */
export function compareValues(
  expected: Json,
  actual: Json,
  correspondence: Correspondence,
  since: string,
): ValueDifference[] {
  const [there, here] = [textOf(expected, 'kind'), textOf(actual, 'kind')];
  if (there !== here && (there === 'Status' || here === 'Status'))
    return [
      {
        kind: 'value',
        place: '$.kind',
        path: ['kind'],
        values: [there, here],
        expected: shown(there),
        actual: shownStatus(actual),
      },
    ];
  const walk = new ValueComparison(correspondence, since);
  walk.compare(expected, actual, [], ['', '']);
  return walk.differences;
}

/** In a cell of a table, such as a selector. */
const UID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
/** The age of an object in a cell of a table: `5s`, `3m12s`. */
const AGE = /^(?:\d+[smhdy])+$/;

/** A cell of addresses: `10.0.0.7`, `10.0.0.7:80,10.0.0.8:80`, or ports with node ports: `80:30080/TCP`. */
const ADDRESSES = /^(?:(?:\d+(?:\.\d+){3}(?::\d+)?|\d+(?::\d+)?\/[A-Z]+)(?:,|$))+$/;
/** The parts of such a cell that the cluster assigns. */
const ASSIGNED = /\d+(?:\.\d+){3}|(?<=:)\d+(?=\/)/g;

function isCell(path: JsonPath): boolean {
  return path.at(-2) === 'cells' && path.at(-4) === 'rows';
}

/** The scope of an object; a row of a table has that of its object. */
function ownScope(object: JsonObject): string | undefined {
  return scopeOf(object) ?? (Object.hasOwn(object, 'cells') ? scopeOf(memberOf(object, 'object')) : undefined);
}

class ValueComparison {
  readonly differences: ValueDifference[] = [];
  readonly #correspondence: Correspondence;
  readonly #since: string;

  constructor(correspondence: Correspondence, since: string) {
    this.#correspondence = correspondence;
    this.#since = since;
  }

  compare(expected: Json, actual: Json, path: JsonPath, scope: readonly [string, string]): void {
    if (isObject(expected) && isObject(actual)) this.#compareObjects(expected, actual, path, scope);
    else if (Array.isArray(expected) && Array.isArray(actual)) this.#compareLists(expected, actual, path, scope);
    else if (!this.#areAddresses(expected, actual, path, scope)) this.#compareLeaves(expected, actual, path);
  }

  #compareObjects(expected: JsonObject, actual: JsonObject, path: JsonPath, around: readonly [string, string]): void {
    const scope: readonly [string, string] = [ownScope(expected) ?? around[0], ownScope(actual) ?? around[1]];
    const named = (member: string): string => (UID.test(member) ? this.#withUids(member) : member);
    const counterparts = new Map(Object.keys(expected).map((member) => [named(member), member]));
    for (const member of inOrder(new Set([...counterparts.keys(), ...Object.keys(actual)]))) {
      const there = memberOf(expected, counterparts.get(member) ?? member);
      const here = memberOf(actual, member);
      const at = [...path, member];
      if (there === undefined) this.#differ('extra', at, undefined, here);
      else if (here === undefined) this.#differ('missing', at, there, undefined);
      else if (!this.#chosenByServer(there, here, at, expected, scope)) this.compare(there, here, at, scope);
    }
  }

  /** The name of a member with the uids of the actual side: `managedFields` of later releases have such names. */
  #withUids(member: string): string {
    return member.replace(UID, (uid) => this.#correspondence.actualOf('uid', '', uid) ?? uid);
  }

  #compareLists(
    expected: readonly Json[],
    actual: readonly Json[],
    path: JsonPath,
    scope: readonly [string, string],
  ): void {
    const translated = this.#translated(path.at(-1), expected, actual);
    const there = byKey(path.at(-1), translated);
    const here = byKey(path.at(-1), actual);
    const pairs = there === undefined || here === undefined ? inPlace(expected, actual) : keyed(there, here);
    for (const [one, other] of pairs) {
      const at = [...path, one ?? other ?? 0];
      if (one === undefined) this.#differ('extra', at, undefined, actual[other ?? 0]);
      else if (other === undefined) this.#differ('missing', at, expected[one], undefined);
      else this.#compareElements(expected[one] ?? null, actual[other] ?? null, at, scope);
    }
    const moved = there === undefined || here === undefined ? undefined : orderDifference(path.at(-1), there, here);
    if (moved !== undefined) this.#differ('order', path, ...moved);
  }

  #compareElements(expected: Json, actual: Json, path: JsonPath, scope: readonly [string, string]): void {
    if (!this.#chosenByServer(expected, actual, path, {}, scope)) this.compare(expected, actual, path, scope);
  }

  /** The expected list with the names of its objects, or of its table's objects, as the actual side has them. */
  #translated(
    member: string | number | undefined,
    expected: readonly Json[],
    actual: readonly Json[],
  ): readonly Json[] {
    if (member === 'items') return this.#translatedKeys(expected, actual);
    if (member !== 'rows') return expected;
    const shown = (row: Json): Json => memberOf(row, 'object') ?? null;
    return this.#translatedKeys(expected.map(shown), actual.map(shown)).map((object) => ({ object }));
  }

  /** Items with their names translated to the other side; unpaired generated names are paired in order, by prefix. */
  #translatedKeys(expected: readonly Json[], actual: readonly Json[]): Json[] {
    const free = actual.map((item) => memberOf(item, 'metadata')).filter(isObject);
    return expected.map((item) => {
      const metadata = memberOf(item, 'metadata');
      if (!isObject(item) || !isObject(metadata)) return item;
      const name = textOf(metadata, 'name');
      const translated = this.#correspondence.translated(name);
      const exact = free.findIndex((each) => textOf(each, 'name') === translated);
      const fitting =
        exact !== -1 || !isGenerated(metadata, name)
          ? exact
          : free.findIndex((each) => textOf(each, 'generateName') === textOf(metadata, 'generateName'));
      const [taken] = fitting === -1 ? [] : free.splice(fitting, 1);
      return { ...item, metadata: { ...metadata, name: taken === undefined ? translated : textOf(taken, 'name') } };
    });
  }

  /** Compares a value chosen by the server; `false` if the server did not choose it. */
  #chosenByServer(
    there: Json,
    here: Json,
    path: JsonPath,
    expected: JsonObject,
    scope: readonly [string, string],
  ): boolean {
    if (
      path.at(-1) === 'name' &&
      typeof there === 'string' &&
      typeof here === 'string' &&
      isGenerated(expected, there)
    ) {
      if (isGenerated(expected, here)) this.#correspondence.bindName(there, here);
      else
        this.#differ(
          'identity',
          path,
          there,
          here,
          `the name does not begin with the prefix '${textOf(expected, 'generateName')}'`,
        );
      return true;
    }
    const domain = domainAt(path, expected);
    if (domain === undefined || isObject(there) || isObject(here)) return false;
    if (isLiteral(there) || isLiteral(here) || typeof there !== typeof here) return false;
    this.#compareChoice(domain, String(there), String(here), path, scope);
    return true;
  }

  #compareChoice(domain: Domain, there: string, here: string, path: JsonPath, scope: readonly [string, string]): void {
    const since = `${this.#since} ${pathText(path)}`;
    let mismatch: Mismatch | undefined;
    if (domain === 'list-version' || domain === 'position')
      this.#correspondence.remember(domain === 'position' ? domain : 'version', there, here);
    else if (domain === 'time' || domain === 'created') {
      const own = domain === 'time' && this.#correspondence.isSentTime(there);
      if ((own || !isTime(there) || !isTime(here)) && there !== here) this.#differ('value', path, there, here);
      else if (domain === 'created') mismatch = this.#correspondence.follow(domain, scope, there, here, since);
    } else mismatch = this.#correspondence.bind(domain, domain === 'uid' ? ['', ''] : scope, there, here, since);
    if (mismatch !== undefined) this.#differ('identity', path, there, here, noteOf(mismatch));
  }

  /** Compares the addresses in a cell of a table, such as those of a Service; `false` for other values. */
  #areAddresses(expected: Json, actual: Json, path: JsonPath, scope: readonly [string, string]): boolean {
    if (!isCell(path) || typeof expected !== 'string' || typeof actual !== 'string') return false;
    if (!ADDRESSES.test(expected) || expected.replace(ASSIGNED, '*') !== actual.replace(ASSIGNED, '*')) return false;
    const here = actual.match(ASSIGNED) ?? [];
    for (const [index, there] of (expected.match(ASSIGNED) ?? []).entries())
      this.#compareChoice('address', there, here[index] ?? '', path, scope);
    return true;
  }

  #compareLeaves(expected: Json, actual: Json, path: JsonPath): void {
    const redacted =
      typeof expected === 'string' && typeof actual === 'string'
        ? compareRedacted(expected, actual, this.#correspondence, `${this.#since} ${pathText(path)}`)
        : undefined;
    if (redacted?.as === 'mismatch') this.#differ('identity', path, expected, actual, noteOf(redacted.mismatch));
    else if (redacted?.as !== 'same' && !this.#sameLeaf(expected, actual, path))
      this.#differ('value', path, expected, actual);
  }

  #sameLeaf(expected: Json, actual: Json, path: JsonPath): boolean {
    if (Object.is(expected, actual)) return true;
    if (typeof expected !== 'string' || typeof actual !== 'string') return false;
    const inCell = isCell(path);
    if (inCell && AGE.test(expected) && AGE.test(actual)) return true;
    if (path.at(-1) === 'message' || (inCell && UID.test(expected)))
      return sameText(expected, actual, this.#correspondence, `${this.#since} ${pathText(path)}`);
    return this.#correspondence.translated(expected) === actual;
  }

  #differ(
    kind: ValueDifference['kind'],
    path: JsonPath,
    expected: Json | undefined,
    actual: Json | undefined,
    note?: string,
  ): void {
    this.differences.push({
      kind,
      place: pathText(path),
      path,
      expected: shown(expected),
      actual: shown(actual),
      values: [expected, actual],
      ...(note === undefined ? {} : { note }),
    });
  }
}

/** Identities are learned from the metadata of an object before its other members refer to them. */
function inOrder(members: ReadonlySet<string>): string[] {
  return members.has('metadata')
    ? ['metadata', ...[...members].filter((member) => member !== 'metadata')]
    : [...members];
}

type IndexPair = readonly [expected: number | undefined, actual: number | undefined];

function inPlace(expected: readonly Json[], actual: readonly Json[]): IndexPair[] {
  return Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) => [
    index < expected.length ? index : undefined,
    index < actual.length ? index : undefined,
  ]);
}

function keyed(expected: ReadonlyMap<string, number>, actual: ReadonlyMap<string, number>): IndexPair[] {
  const pairs: IndexPair[] = [...expected].map(([key, index]) => [index, actual.get(key)]);
  for (const [key, index] of actual) if (!expected.has(key)) pairs.push([undefined, index]);
  return pairs;
}

function noteOf({ how, other, since }: Mismatch): string {
  return how === 'broken'
    ? `it was ${other} in ${since}, and should be still`
    : `it stood for ${other} in ${since}, and should be another by now`;
}

/** The kind; for a Status also its message. */
function shownStatus(body: Json): string {
  const message = textOf(body, 'message');
  return message === '' ? shown(textOf(body, 'kind')) : `${shown(textOf(body, 'kind'))} (${message.slice(0, 160)})`;
}

/** A value on one line, shortened if it is long. */
export function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
