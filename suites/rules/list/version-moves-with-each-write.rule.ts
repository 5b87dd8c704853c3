import type { Arbitrary } from 'fast-check';
import { constant } from 'fast-check';
import type { Operation } from '../../../spec/surface/operations.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import type { Listing } from '../../checks/listings.ts';
import { covers, listings } from '../../checks/listings.ts';
import type { Program, Step } from '../../program/program.ts';
import { markChange } from '../../generators/changes.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import { statusOf } from '../../generators/statuses.ts';
import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import type { ObservedState, Write } from '../../oracle/observed-state.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { WRITE_VERBS } from '../../oracle/writes.ts';
import { exercise } from '../exercise.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { writeStatus } from '../status/status-cases.ts';
import type { Steps } from '../steps.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { OWN_OBJECTS, edited, makeAndRead } from '../write-and-read.ts';

export const rule: Rule = {
  id: 'list/version-moves-with-each-write',
  level: 'must',
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
    return constant(
      between(on, madeAndRead(on), on.replace('{{a}}', edited('read', markChange(on.resource, 'moved')))),
    );
  const program = exercise(operation);
  return constant(between(on, program.slice(0, -1), ...program.slice(-1)));
}

const madeAndRead = (on: Steps): Program => makeAndRead(on, minimalObject(on.maker, '{{a}}'));

/** The write between two looks at its collection, and at all namespaces. */
function between(on: Steps, before: Program, ...write: readonly Step[]): Program {
  const reads = [on.list(), on.listAll({ query: OWN_OBJECTS })];
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

/** Lists of the same, one after the other. */
function* pairsAlike(history: History): Iterable<readonly [Listing, Listing]> {
  const last = new Map<string, Listing>();
  for (const listing of listings(history)) {
    const { target } = listing.exchange.request;
    const before = last.get(target);
    if (before !== undefined && listing.latest && before.exchange.ended < listing.exchange.began)
      yield [before, listing];
    last.set(target, listing);
  }
}

function versionOf({ response }: Listing): string | undefined {
  return textAt(response, 'metadata', 'resourceVersion');
}

/** The ids of the objects that only one of the lists shows, or that both show in another version. */
function differing(earlier: Listing, later: Listing): string[] {
  const ids = new Set([...earlier.byKey.keys(), ...later.byKey.keys()]);
  return [...ids].filter((id) => stateIn(earlier, id) !== stateIn(later, id));
}

function stateIn({ byKey }: Listing, id: string): string | undefined {
  const item = byKey.get(id);
  return item && JSON.stringify(['uid', 'resourceVersion'].map((member) => textAt(item, 'metadata', member)));
}

/** The acknowledged write that changed an object between two lists, if no other may have. */
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
