import { NOT_SERVED, unserved } from '../../checks/unserved.ts';
import { streamFault } from '../../checks/watch/stream-fault.ts';
import { keyOf, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, versionOf } from '../cases.ts';
import { brokeDown, type Called, held, responseOf, show, statusOf, turnedDown, violated } from '../judging.ts';
import type { Exchange, Finding, History, Rule } from '../rule.ts';
import { newNamespaceWatches } from './new-namespace-watches.ts';
import { WATCHED, fence, listFirst, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/answers-a-stream',
  level: 'must',
  title: 'The response of a watch is a stream of WatchEvents, each with a type and an object.',
  cites: ['events.1.1', 'errors.1', 'other-shapes.watch-event.1', 'other-shapes.watch-event.2'],
  operations: WATCHED,
  needs: ['create', 'patch'],
  cases: (operation) =>
    inTurn({}, { resourceVersion: versionOf('list') }).map((query) => [
      ...made(operation, ['a']),
      listFirst(operation),
      watchBy(operation, 'seen', query),
      ...fence(operation, 'seen'),
      ...newNamespaceWatches(operation, ['new']).open,
    ]),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of history.exchanges) {
    if (exchange.call?.watching !== true) continue;
    const fault = streamFault(exchange);
    if (fault !== undefined) yield violated(exchange, 'a stream of WatchEvents', fault, 'no stream');
    else if (statusOf(exchange) === 200 && exchange.events.length > 0)
      yield held(exchange, show(exchange.events[0]?.type));
    else if (isPlain(exchange)) yield* refusals({ ...exchange, call: exchange.call }, observed);
  }
}

/** Whether the request has no parameter that a server may refuse. */
function isPlain({ request }: Exchange): boolean {
  return [...request.query.keys()].every((name) => name === 'watch');
}

/** A refused plain watch, or an unserved one although the document tabulates it and its object exists. */
function* refusals(exchange: Called, observed: ObservedState): Iterable<Finding> {
  const lacking = isThere(exchange, observed) ? unserved(exchange) : undefined;
  if (lacking !== undefined)
    yield {
      ...violated(exchange, 'GET is served here, as the document tabulates it', lacking, NOT_SERVED),
      formerCauses: ['refused'],
    };
  else if (turnedDown(exchange) || brokeDown(exchange))
    yield violated(exchange, 'a stream of WatchEvents', responseOf(exchange), 'refused');
}

function isThere({ call, began }: Called, observed: ObservedState): boolean {
  if (call.resource === undefined) return false;
  return call.name === undefined || observed.surelyExists(keyOf(call.resource, call.namespace, call.name), began);
}
