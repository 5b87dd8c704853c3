import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import type { Listing } from '../../checks/listings.ts';
import { existingThrough, listings } from '../../checks/listings.ts';
import { knownAt } from '../../checks/known-state.ts';
import { selectorOf } from '../../checks/selection.ts';
import type { History } from '../../oracle/history.ts';
import type { World } from '../../oracle/world.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { selectionCases, SELECTING } from './selection-cases.ts';

const NEGATED = { in: 'notin', notin: 'in', exists: 'absent', absent: 'exists' } as const;

export const rule: Rule = {
  id: 'selectors/selector-and-negation-part-the-list',
  level: 'must',
  title: 'Every object is shown by a selector or by its negation, and none by both.',
  cites: ['parameters.list.label-selector'],
  operations: SELECTING,
  cases: (operation) =>
    selectionCases(operation, (near) =>
      near.chain(({ key, value }) =>
        fc.constantFrom([`${key}=${value}`, `${key}!=${value}`], [`${key} in (${value},x)`, `${key} notin (${value},x)`], [key, `!${key}`]),
      ),
    ),
  check,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  const all = listings(history).filter(({ latest, fields }) => latest && fields?.length === 0);
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) {
      if (one.exchange.request.path !== other.exchange.request.path || !areNegations(one, other)) continue;
      const odd = unchangedThrough(world, one, other).find(({ id }) => one.byKey.has(id) === other.byKey.has(id));
      if (odd === undefined) yield held(other.exchange, one.labels?.[0]?.operator ?? '');
      else yield violated(other.exchange, `${odd.name} in one of ${selectorOf(one)} and ${selectorOf(other)}`, one.byKey.has(odd.id) ? 'in both' : 'in neither', `${one.byKey.has(odd.id) ? 'in both' : 'in neither'}`);
    }
  }
}

function areNegations({ labels: one }: Listing, { labels: other }: Listing): boolean {
  const [a, b] = [one?.[0], other?.[0]];
  if (a === undefined || b === undefined || one?.length !== 1 || other?.length !== 1) return false;
  return a.key === b.key && NEGATED[a.operator] === b.operator && [...a.values].sort().join() === [...b.values].sort().join();
}

/** Objects that existed, unchanged, from before the one list began until after the other had ended. */
function unchangedThrough(world: World, one: Listing, other: Listing): ReturnType<typeof existingThrough> {
  return existingThrough(world, one).filter((key) => {
    const version = knownAt(world, key, one.exchange.began)?.version;
    return version !== undefined && world.surelyExists(key, other.exchange.ended) && knownAt(world, key, other.exchange.ended)?.version === version;
  });
}
