import { resourceById } from '../../../spec/surface/resources.ts';
import { creations } from '../../checks/create/creations.ts';
import { listings } from '../../checks/listings.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { observed, show } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

const EVENTS = resourceById('events');

export const rule: Rule = {
  id: 'create/events-that-it-records',
  level: 'silent',
  title: 'This rule reports whether an Event about a new object is recorded at once.',
  cites: ['events.7'],
  operations: CREATES.filter((operation) => resourceOf(operation).namespaced),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([on.createHere(minimalObject(on.resource, '{{a}}')), stepsOn(EVENTS).list()]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const lists = listings(history).filter(({ exchange }) => exchange.call.resource === EVENTS);
  for (const { exchange, made } of creations(history)) {
    const later = lists.filter((list) => list.exchange.began > exchange.ended).flatMap(({ items }) => items);
    if (!lists.some((list) => list.exchange.began > exchange.ended)) continue;
    const about = later.filter((event) => textAt(event, 'involvedObject', 'uid') === textAt(made, 'metadata', 'uid'));
    yield observed(
      exchange,
      about.length === 0
        ? 'no event is recorded at once'
        : `an event is recorded with reason ${show(textAt(about[0], 'reason'))}`,
    );
  }
}
