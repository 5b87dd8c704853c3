import { covers, type Listing, listings } from '../../checks/listings.ts';
import { distinctChange } from '../../generators/changes.ts';
import { statusOf } from '../../generators/statuses.ts';
import { textAt } from '../../oracle/json.ts';
import { type ObservedState, observedStateOf, type Write } from '../../oracle/observed-state.ts';
import { WRITE_VERBS } from '../../../spec/surface/operations.ts';
import {
  edited,
  exercise,
  fc,
  makeAndRead,
  minimalObject,
  operationsOf,
  OWN_OBJECTS,
  resourceOf,
  type Steps,
  stepsOn,
} from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Arbitrary, Finding, History, Operation, Program, Rule, Step } from '../rule.ts';
import { writeStatus } from '../status/status-cases.ts';

export const rule: Rule = {
  id: 'list/version-moves-with-each-write',
  level: 'must',
  impact: 'events',
  title: 'Two lists of one collection have different versions if a visible write of any kind lies between them.',
  cites: ['list-payload.3', 'parameters.list.resource-version.1', 'parameters.list.resource-version.5'],
  operations: operationsOf(WRITE_VERBS, ({ namespaced }) => namespaced),
  needs: ['create', 'list'],
  cases: programsFor,
  check,
  sweep: true,
};

function programsFor(operation: Operation): Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const { verb } = operation;
  if (verb === 'replaceStatus' || verb === 'patchStatus')
    return statusOf(on.resource).map((status) => between(on, madeAndRead(on), writeStatus(operation, on, status)));
  if (verb === 'replace')
    return fc.constant(
      between(on, madeAndRead(on), on.replace('{{a}}', edited('read', distinctChange(on.resource, 'moved')))),
    );
  const program = exercise(operation);
  return fc.constant(between(on, program.slice(0, -1), ...program.slice(-1)));
}

const madeAndRead = (on: Steps): Program => makeAndRead(on, minimalObject(on.maker, '{{a}}'));

/** The write between two reads of its collection, also from a cache, and of all namespaces. */
function between(on: Steps, before: Program, ...write: readonly Step[]): Program {
  const reads = [on.list(), on.list({ query: { resourceVersion: '0' } }), on.listAll({ query: OWN_OBJECTS })];
  return [...before, ...reads, ...write, ...reads];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const [earlier, later] of pairsAlike(history)) {
    const changed = differing(earlier, later).flatMap((key) => soleWriteBetween(observed, key, earlier, later) ?? []);
    for (const { exchange } of new Set(changed)) {
      const version = versionOf(earlier);
      if (version !== versionOf(later)) yield held(exchange, 'another version');
      else
        yield violated(
          exchange,
          `another version of GET ${later.exchange.request.target} than ${show(version)}, because its items changed`,
          show(versionOf(later)),
          'the version of the list stays',
        );
    }
  }
}

/** Lists with the same parameters, one after the other. A list from a cache may be old, but then so is its version. */
function* pairsAlike(history: History): Iterable<readonly [Listing, Listing]> {
  const last = new Map<string, Listing>();
  for (const listing of listings(history)) {
    const { target } = listing.exchange.request;
    const before = last.get(target);
    if (before !== undefined && before.exchange.ended < listing.exchange.began) yield [before, listing];
    last.set(target, listing);
  }
}

function versionOf({ response }: Listing): string | undefined {
  return textAt(response, 'metadata', 'resourceVersion');
}

/** The ids of the objects that only one of the lists shows, or that they show in different versions. */
function differing(earlier: Listing, later: Listing): string[] {
  const ids = new Set([...earlier.byKey.keys(), ...later.byKey.keys()]);
  return [...ids].filter((id) => stateIn(earlier, id) !== stateIn(later, id));
}

function stateIn({ byKey }: Listing, id: string): string | undefined {
  const item = byKey.get(id);
  return item && JSON.stringify(['uid', 'resourceVersion'].map((member) => textAt(item, 'metadata', member)));
}

/** The acknowledged write that changed an object between two lists, if no other write can have. */
function soleWriteBetween(
  observed: ObservedState,
  id: string,
  { exchange: from }: Listing,
  later: Listing,
): Write | undefined {
  const { exchange: to } = later;
  const key = observed.keysNear(to.began).find((each) => each.id === id && covers(later, each));
  if (key === undefined) return undefined;
  const [write, ...others] = observed
    .writesTo(key)
    .filter(({ outcome, began, settled }) => outcome !== 'refused' && settled > from.began && began < to.ended);
  const isBetween = write?.outcome === 'acknowledged' && write.began > from.ended && write.settled < to.began;
  return isBetween && others.length === 0 ? write : undefined;
}
