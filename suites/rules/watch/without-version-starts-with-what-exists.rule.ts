import * as fc from 'fast-check';
import { answerOf, brokeDown, turnedDown } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import { initialState } from '../../checks/initial-state.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { WATCHED, deeds, fence, made, told, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/without-version-starts-with-what-exists',
  level: 'must',
  title: 'A watch that names no version begins with what exists: each object appears, first as ADDED.',
  cites: ['events.2.2', 'events.4.1', 'parameters.list.resource-version.2', 'parameters.list.watch.2'],
  operations: WATCHED,
  cases: (operation) =>
    fc.record({ before: deeds(operation, 0, 3) }).map(({ before }) => [
      ...made(operation, ['a', 'ab']),
      ...told(operation, before.filter(({ what }) => what !== 'remove'), ['a', 'ab']),
      watchBy(operation, 'seen'),
      ...fence(operation, 'seen'),
    ]),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  yield* refusals(history);
  for (const { watch, last, first, overdue } of initialState(history, worldOf(history))) {
    const name = last.key.name;
    if (first === undefined && overdue) yield violated(watch.exchange, `${name}, which existed before the watch was opened, in it`, `no event of it among ${watch.events.length}`, 'existing object is missing');
    else if (first !== undefined && first.type !== 'ADDED') yield violated(watch.exchange, `an ADDED event first for ${name}`, `type "${first.type}"`, 'type of the first event');
    else if (first !== undefined) yield held(watch.exchange, watch.form);
  }
}

/** A watch of what is served, asked for with nothing unusual, is answered with a stream. */
function* refusals(history: History): Iterable<Finding> {
  const plain = ({ call, request }: Exchange): boolean => call?.watching === true && [...request.query.keys()].every((name) => name === 'watch');
  for (const exchange of history.exchanges.filter(plain)) {
    if (turnedDown(exchange) || brokeDown(exchange)) yield violated(exchange, 'a stream of events', answerOf(exchange), 'refused');
    else if (isAnsweredOtherwise(exchange)) yield violated(exchange, 'a stream of events', 'an answer that is no stream', 'no stream');
  }
}

/** A list in the stream's place is one frame that is no event. */
function isAnsweredOtherwise({ response, events }: Exchange): boolean {
  return response?.status === 200 && events.some(({ object, type }) => object === undefined && type === '');
}
