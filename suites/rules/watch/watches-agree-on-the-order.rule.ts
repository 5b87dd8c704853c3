import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import type { Watch, WatchedEvent } from '../../checks/watches.ts';
import { watchesIn } from '../../checks/watches.ts';
import type { Step } from '../../drivers/program.ts';
import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { COLLECTIONS, fence, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/watches-agree-on-the-order',
  level: 'must',
  title: 'Two watches of one collection tell the changes that both tell in one order, under parallel writers too.',
  cites: ['events.1.1', 'semantics.8'],
  operations: COLLECTIONS,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const writer = (name: string, times: number): Step[] => Array.from({ length: times }, (_, index) => on.patch(name, { metadata: { annotations: { turn: `${index}` } } }));
    return fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })).map(([first, second]) => [
      ...made(operation, ['a', 'ab']),
      watchBy(operation, 'one'),
      watchBy(operation, 'two'),
      { do: 'together', branches: [writer('{{a}}', first), writer('{{ab}}', second)] },
      ...fence(operation, 'one', 'two'),
    ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  const streams = watchesIn(history).filter(({ selects, start }) => !selects && start.from !== 'unknown');
  for (const [index, watch] of streams.entries()) {
    const other = streams.slice(0, index).find((earlier) => isSameScope(earlier, watch));
    if (other === undefined) continue;
    const common = changesOfBoth(watch, other, (event) => world.writesTo(event.key).some(({ began, answer }) => answer?.version === event.version && began > Math.max(headOf(watch), headOf(other))));
    const swapped = common.find(([, there], position) => position > 0 && there < (common[position - 1]?.[1] ?? 0));
    if (swapped !== undefined) yield violated(watch.exchange, 'the order in which another watch tells the same changes', `${swapped[0].key.name} at version ${swapped[0].version ?? ''} in another place`, 'two watches disagree');
    else if (common.length > 1) yield held(watch.exchange, watch.form);
  }
}

function isSameScope(a: Watch, b: Watch): boolean {
  const [one, two] = [a.exchange.call, b.exchange.call];
  return one.resource.kind === two.resource.kind && one.namespace === two.namespace && one.name === two.name && a.exchange.ended > b.exchange.began;
}

function headOf({ exchange }: Watch): number {
  return exchange.response?.n ?? exchange.began;
}

/** The changes that both tell, in the first one's order, with their place in the second. */
function changesOfBoth(one: Watch, other: Watch, live: (event: WatchedEvent) => boolean): (readonly [WatchedEvent, number])[] {
  return one.events.filter(live).flatMap((event) => {
    const twin = other.events.find(({ uid, version, type }) => uid === event.uid && version === event.version && type === event.type);
    return twin === undefined ? [] : [[event, twin.index] as const];
  });
}
