import { endedAt, type LoggedExchange } from '../../log/logged-exchange.ts';
import { isObject, type Json, memberOf, textOf } from '../values/json-value.ts';
import { isWide, related, subjectOf } from '../values/subjects.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/** By id, the exchanges that each exchange of a recording needs directly. */
export type Needs = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * The dependency graph of a recording. An exchange needs the one that created its object, the one that created its
 * namespace, and those whose responses supplied the uids and versions that it sends. With `responsesToo`, it also
 * needs every write that may show in its response, so the recorded response stays right without the rest.
 *
 *     1 POST a; 2 POST b; 3 PUT a, with the version of 1; 4 GET list      3 needs 1; 4 needs nothing, and with `responsesToo` 1, 2, 3
 */
export function dependenciesOf(exchanges: readonly LoggedExchange[], responsesToo: boolean): Needs {
  const needs = new Map<number, Set<number>>();
  const makers = new Map<string, number>();
  const givers = new Map<string, number>();
  const writes: { readonly id: number; readonly subject: string; readonly n: number }[] = [];
  for (const exchange of exchanges) {
    const { id, request, response } = exchange;
    const responseBody = jsonOf(exchange.body);
    const accepted = response !== undefined && response.status < 300;
    const subject = subjectOf(request.method, request.target, accepted ? responseBody : jsonOf(request.body));
    const own = new Set<number>();
    needs.set(id, own);
    for (const key of [subject, namespaceOf(subject)]) addDefined(own, makers.get(key));
    for (const identity of identitiesIn(request)) addDefined(own, givers.get(identity));
    if (responsesToo) for (const write of writes) if (related(write.subject, subject)) own.add(write.id);
    if (request.method !== 'GET') writes.push({ id, subject, n: request.n });
    if (request.method === 'POST' && accepted && !isWide(subject)) makers.set(subject, id);
    for (const identity of identitiesOf(responseBody)) if (!givers.has(identity)) givers.set(identity, id);
  }
  if (responsesToo) for (const exchange of exchanges) if (exchange.events.length > 0) addLater(exchange, writes, needs);
  for (const [id, own] of needs) own.delete(id);
  return needs;
}

/** Some exchanges and all that they need, transitively. */
export function closureOf(ids: Iterable<number>, needs: Needs): Set<number> {
  const closed = new Set<number>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (closed.has(id)) continue;
    closed.add(id);
    open.push(...(needs.get(id) ?? []));
  }
  return closed;
}

/** A watch shows later writes while it runs. */
function addLater(
  watch: LoggedExchange,
  writes: readonly { readonly id: number; readonly subject: string; readonly n: number }[],
  needs: ReadonlyMap<number, Set<number>>,
): void {
  const subject = subjectOf(watch.request.method, watch.request.target, undefined);
  for (const write of writes)
    if (write.n > watch.request.n && write.n < endedAt(watch) && related(write.subject, subject))
      needs.get(watch.id)?.add(write.id);
}

function namespaceOf(subject: string): string {
  const [, namespace = ''] = /^\S+ ([^/]*)\//.exec(subject) ?? [];
  return `namespaces /${namespace}`;
}

function addDefined(set: Set<number>, id: number | undefined): void {
  if (id !== undefined) set.add(id);
}

/** The uids and versions in a response: of an object, and of a list and its items. */
function* identitiesOf(response: Json | undefined): Generator<string> {
  const metadata = memberOf(response, 'metadata');
  for (const member of ['uid', 'resourceVersion', 'continue']) {
    const value = textOf(metadata, member);
    if (value !== '' && value !== '0') yield `${member} ${value}`;
  }
  const items = memberOf(response, 'items');
  if (Array.isArray(items)) for (const item of items) yield* identitiesOf(item as Json);
}

/** The uids and versions that a request sends. */
function* identitiesIn(request: LoggedExchange['request']): Generator<string> {
  const query = new URLSearchParams(splitTarget(request.target).query);
  for (const member of ['resourceVersion', 'continue']) {
    const value = query.get(member);
    if (value !== null) yield `${member} ${value}`;
  }
  yield* membersIn(jsonOf(request.body));
}

function* membersIn(value: Json | undefined): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* membersIn(each as Json);
  if (!isObject(value)) return;
  for (const [member, each] of Object.entries(value)) {
    if (typeof each === 'string' && (member === 'uid' || member === 'resourceVersion')) yield `${member} ${each}`;
    else yield* membersIn(each);
  }
}

/** The value of a JSON body. */
export function jsonOf(body: LoggedExchange['body']): Json | undefined {
  return body !== undefined && 'json' in body ? (body.json as Json) : undefined;
}
