import { type NamespaceNames, renamedTarget } from '../exchanges/namespace-map.ts';
import { append } from '../../../shared/group-by.ts';
import { align } from './align-events.ts';
import type { Pairing } from './compare-histories.ts';
import { Correspondence } from '../values/correspondence.ts';
import { isGenerated } from '../values/identities.ts';
import { elementsOf } from '../values/list-elements.ts';
import { isObject, type Json, memberOf, textOf } from '../values/json-value.ts';
import { inTermOrder } from '../../log/term-order.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';

/**
 * Pairs the exchanges of two recordings of the same client: by method and path, in order. Paths are compared without
 * values that the servers chose (generated names, versions), and with the `renamed` namespaces of each side. Exchanges
 * of one side only are unpaired.
 */
export function pairExchanges(
  expected: readonly LoggedExchange[],
  actual: readonly LoggedExchange[],
  renamed: { readonly expected?: NamespaceNames | undefined; readonly actual?: NamespaceNames | undefined } = {},
): Pairing {
  const there = namesOf(expected, renamed.expected);
  const here = namesOf(actual, renamed.actual);
  const cost = (one: number, other: number): number => (there[one] === here[other] ? 0 : 4);
  const pairs: { expected: LoggedExchange; actual: LoggedExchange }[] = [];
  const missing: LoggedExchange[] = [];
  const extra: LoggedExchange[] = [];
  const [head, tail] = sharedEnds(there, here);
  const middle = align(there.length - head - tail, here.length - head - tail, (one, other) =>
    cost(one + head, other + head),
  );
  const whole = [
    ...Array.from({ length: head }, (_, index) => [index, index] as const),
    ...middle.map(
      ([one, other]) =>
        [one === undefined ? undefined : one + head, other === undefined ? undefined : other + head] as const,
    ),
    ...Array.from({ length: tail }, (_, index) => [there.length - tail + index, here.length - tail + index] as const),
  ];
  for (const [one, other] of whole) {
    const left = one === undefined ? undefined : expected[one];
    const right = other === undefined ? undefined : actual[other];
    if (left !== undefined && right !== undefined && there[one ?? 0] === here[other ?? 0])
      pairs.push({ expected: left, actual: right });
    else {
      if (left !== undefined) missing.push(left);
      if (right !== undefined) extra.push(right);
    }
  }
  return pairOutOfOrder(
    { pairs, missing, extra },
    new Map([
      ...expected.map((each, index) => [each, there[index]] as const),
      ...actual.map((each, index) => [each, here[index]] as const),
    ]),
  );
}

/** The number of exchanges with the same names at the beginning and at the end: only the rest needs aligning. */
function sharedEnds(there: readonly string[], here: readonly string[]): [head: number, tail: number] {
  const most = Math.min(there.length, here.length);
  let head = 0;
  while (head < most && there[head] === here[head]) head += 1;
  let tail = 0;
  while (tail < most - head && there.at(-1 - tail) === here.at(-1 - tail)) tail += 1;
  return [head, tail];
}

/** Concurrent requests may come in another order: the remaining exchanges with the same name are paired in order. */
function pairOutOfOrder(
  { pairs, missing, extra }: Pairing,
  names: ReadonlyMap<LoggedExchange, string | undefined>,
): Pairing {
  const free = new Map<string | undefined, LoggedExchange[]>();
  for (const right of extra) append(free, names.get(right), right);
  const taken = new Set<LoggedExchange>();
  const still: LoggedExchange[] = [];
  const found = [...pairs];
  for (const left of missing) {
    const right = free.get(names.get(left))?.shift();
    if (right === undefined) still.push(left);
    else {
      found.push({ expected: left, actual: right });
      taken.add(right);
    }
  }
  return { pairs: found, missing: still, extra: extra.filter((right) => !taken.has(right)) };
}

/** A selector in a query. */
const SELECTOR = /(?<=[?&](?:field|label)Selector=)[^&]+/g;
/** What a server chooses in a query: positions in its history, and uids. */
const CHOSEN = /(?<=[?&](?:resourceVersion|continue)=)[^&]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * The name of each request: method and target, with generated names cut to their prefix, values of the server replaced,
 * and the terms of selectors in order.
 */
function namesOf(exchanges: readonly LoggedExchange[], namespaces: NamespaceNames = new Map()): string[] {
  const generated = new Correspondence();
  for (const object of exchanges.flatMap(objectsShown)) {
    const metadata = memberOf(object, 'metadata');
    const name = textOf(metadata, 'name');
    if (isObject(metadata) && isGenerated(metadata, name))
      generated.bindName(name, `${textOf(metadata, 'generateName')}*`);
  }
  return exchanges.map(
    ({ request: { method, target } }) =>
      `${method} ${withTermsInOrder(
        generated.translated(
          renamedTarget(target, namespaces)
            .replace(CHOSEN, '*')
            .replace(/redacted-[0-9a-f]{16}/g, 'redacted'),
        ),
      )}`,
  );
}

function objectsShown({ body }: LoggedExchange): readonly Json[] {
  if (body === undefined || !('json' in body)) return [];
  const json = body.json as Json;
  return elementsOf(json) ?? [json];
}

function withTermsInOrder(target: string): string {
  return target.replace(SELECTOR, (selector) =>
    inTermOrder(selector.replaceAll(/%(?:2C|28|29)/gi, decodeURIComponent)),
  );
}
