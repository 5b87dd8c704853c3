import * as fc from 'fast-check';
import { creations } from '../../checks/creations.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { createAndLook, CREATES } from './create-and-look.ts';

export const rule: Rule = {
  id: 'create/created-object-is-announced',
  level: 'must',
  title: 'The first that a watch shows of an object that is made while it is open is an ADDED event.',
  cites: ['events.2.1', 'events.1.2'],
  operations: CREATES,
  needs: ['watchList'],
  cases: (operation) => fc.constant(createAndLook(stepsOn(resourceOf(operation)), minimalObject(resourceOf(operation), '{{a}}'))),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const watches = history.exchanges.filter(({ call, response }) => call?.watching === true && response?.status === 200);
  for (const { exchange, made } of creations(history)) {
    const uid = textAt(made, 'metadata', 'uid');
    if (uid === undefined) continue;
    for (const watch of watches.filter((each) => each.began < exchange.began && !each.request.query.has('labelSelector'))) {
      const first = firstOf(watch, uid);
      if (first === undefined) continue;
      if (first.type === 'ADDED') yield held(exchange, watch.call?.verb ?? '');
      else yield violated(exchange, `an ADDED event for ${textAt(made, 'metadata', 'name')} first`, `type ${show(first.type)}`, 'type of the first event');
    }
  }
}

/** The first event of an object in a stream. Of those that the stream missed, nothing is said here: the watch rules do that. */
function firstOf(watch: Exchange, uid: string): Exchange['events'][number] | undefined {
  return watch.events.find(({ object }) => textAt(object, 'metadata', 'uid') === uid);
}
