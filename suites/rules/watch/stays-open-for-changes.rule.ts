import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import type { Watch } from '../../checks/watches.ts';
import { mayTakeIn, watchesIn } from '../../checks/watches.ts';
import { dueChanges } from '../../checks/told.ts';
import type { History } from '../../oracle/history.ts';
import { groupBy } from '../../oracle/group-by.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { versionOf } from '../write-and-look.ts';
import { WATCHED, changeOnce, fence, listFirst, made, watchBy, watchesOfNothing } from './watch-steps.ts';

/** A server may end a watch at any time; one that ends this many, each within this time, has none that streams changes. */
const SEVERAL = 3;
const AT_ONCE_MS = 180;

/** How long the watches are open before the change comes, in milliseconds. */
const QUIET_MS = 160;

export const rule: Rule = {
  id: 'watch/stays-open-for-changes',
  level: 'must',
  title:
    'A watch without timeoutSeconds stays open for the changes that come after what exists, if anything: of several, not each ends at once.',
  cites: ['semantics.8', 'parameters.list.watch.1', 'events.1.2'],
  operations: WATCHED,
  needs: ['create', 'list', 'patch'],
  cases: (operation) => {
    const nothing = watchesOfNothing(operation, 'new-first', 'new-second', 'new-third');
    return fc.constant([
      ...nothing.open,
      ...made(operation, ['a']),
      listFirst(operation),
      watchBy(operation, 'first'),
      watchBy(operation, 'second', { resourceVersion: versionOf('list') }),
      watchBy(operation, 'third'),
      { do: 'pause', ms: QUIET_MS },
      ...changeOnce(operation),
      ...nothing.first,
      ...fence(operation, 'first', 'second', 'third'),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  const untimed = watchesIn(history).filter(
    ({ exchange, gaveUp }) => !gaveUp && !exchange.request.query.has('timeoutSeconds'),
  );
  const streaming = untimed.filter((watch) =>
    dueChanges(watch, world).some(({ write, told }) => told !== undefined && !mayTakeIn(watch, write.began)),
  );
  for (const watch of streaming) yield held(watch.exchange, watch.form);
  for (const alike of groupBy(untimed, ({ exchange }) => exchange.request.path).values()) {
    const [first] = alike;
    if (first === undefined || alike.length < SEVERAL || !alike.every(endedAtOnce) || !servesAfter(history, alike))
      continue;
    yield violated(
      first.exchange,
      `one of ${alike.length} watches of ${first.exchange.request.path} to stay open for changes`,
      `each ended in good order within ${AT_ONCE_MS} ms`,
      'every watch ends at once',
    );
  }
}

/** Whether the server ended a watch in good order, before a change could come. */
function endedAtOnce({ exchange: { response, end } }: Watch): boolean {
  return response !== undefined && end?.reason === 'complete' && end.t - response.t < AT_ONCE_MS;
}

/** Whether the server answered a request that was sent when the last of the watches had ended: it did not shut down. */
function servesAfter({ exchanges }: History, watches: readonly Watch[]): boolean {
  const last = Math.max(...watches.map(({ exchange }) => exchange.ended));
  return exchanges.some(({ began, response }) => began > last && response !== undefined);
}
