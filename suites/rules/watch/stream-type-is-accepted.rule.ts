import { JSON_STREAM_TYPE, JSON_TYPE } from '../../../spec/surface/media-types.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { awaitEvents, fc } from '../cases.ts';
import { responseOf, held, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { WATCHED, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/stream-type-is-accepted',
  level: 'must',
  title: 'A watch requested as application/json;stream=watch returns a stream of JSON.',
  cites: ['events.3', 'media-types.2'],
  operations: WATCHED,
  cases: (operation) =>
    fc.constant([
      ...made(operation, ['a']),
      { ...watchBy(operation, 'seen'), accept: JSON_STREAM_TYPE },
      awaitEvents('seen', 1),
    ]),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    if (
      exchange.call?.watching !== true ||
      exchange.request.headers.get('accept') !== JSON_STREAM_TYPE ||
      exchange.response === undefined
    )
      continue;
    const type = exchange.response.headers.get('content-type') ?? '';
    if (exchange.response.status !== 200) yield violated(exchange, 'a stream', responseOf(exchange), 'refused');
    else if (responseType(exchange) !== JSON_TYPE)
      yield violated(exchange, 'a stream of JSON', type, 'another media type');
    else if (exchange.events.length > 0)
      yield held(exchange, type.includes('stream') ? 'with the parameter' : 'without the parameter');
  }
}
