import { creations } from '../../checks/create/creations.ts';
import { groupBy } from '../../../shared/group-by.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Exchange, Finding, History, Rule } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/created-object-is-announced',
  level: 'must',
  impact: 'events',
  title: 'The first event that a watch delivers about an object created while the watch is open is ADDED.',
  cites: ['events.2.1', 'events.1.2'],
  operations: CREATES,
  needs: ['watchList'],
  cases: (operation) =>
    fc.constant(createAndRead(stepsOn(resourceOf(operation)), minimalObject(resourceOf(operation), '{{a}}'))),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const shown = firstEvents(history);
  for (const { exchange, made } of creations(history)) {
    const uid = textAt(made, 'metadata', 'uid');
    for (const { watch, type } of uid === undefined ? [] : (shown.get(uid) ?? [])) {
      if (watch.began > exchange.began) continue;
      if (type === 'ADDED') yield held(exchange, watch.call?.verb ?? '');
      else
        yield violated(
          exchange,
          `an ADDED event for ${textAt(made, 'metadata', 'name')} first`,
          `type ${show(type)}`,
          'type of the first event',
        );
    }
  }
}

interface FirstEvent {
  readonly watch: Exchange;
  readonly type: string;
}

/** By uid, the first event of the object in each stream. The watch rules judge missing events. */
function firstEvents({ exchanges }: History): ReadonlyMap<string, readonly FirstEvent[]> {
  const watches = exchanges.filter(
    ({ call, request, response }) =>
      call?.watching === true && response?.status === 200 && !request.query.has('labelSelector'),
  );
  const all = watches.flatMap((watch) => {
    const types = new Map<string, string>();
    for (const { type, object } of watch.events) {
      const uid = textAt(object, 'metadata', 'uid');
      if (uid !== undefined && !types.has(uid)) types.set(uid, type);
    }
    return [...types].map(([uid, type]) => ({ watch, uid, type }));
  });
  return groupBy(all, ({ uid }) => uid);
}
