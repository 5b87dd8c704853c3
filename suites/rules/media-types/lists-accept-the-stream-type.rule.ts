import { JSON_STREAM_TYPE, JSON_TYPE } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { isServed, refusedForms } from '../../checks/media/refused-forms.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc } from '../cases.ts';
import { responseOf, statusOf, held, show, violated } from '../judging.ts';
import type { Exchange, Finding, History, Rule } from '../rule.ts';
import { inEachForm } from './each-form.ts';
import { isWatch } from './media-operations.ts';

export const rule: Rule = {
  id: 'media-types/lists-accept-the-stream-type',
  level: 'must',
  title: 'A list or watch that accepts application/json;stream=watch gets JSON.',
  cites: ['media-types.2'],
  operations: OPERATIONS.filter(
    (operation) => operation.verb === 'list' || operation.verb === 'listAll' || isWatch(operation),
  ),
  cases: (operation) => fc.constant(inEachForm(operation, [{ accept: JSON_TYPE }, { accept: JSON_STREAM_TYPE }])),
  check,
  sweep: true,
};

function* check(history: History): Iterable<Finding> {
  const refused = refusedForms(history, rule.id, 'accept');
  for (const exchange of history.exchanges.filter(isJudged)) {
    if (statusOf(exchange) === 406 || refused.has(exchange.id))
      yield violated(exchange, 'a response in JSON', responseOf(exchange), 'stream type is refused');
    if (!isServed(exchange)) continue;
    if (responseType(exchange) === JSON_TYPE) yield held(exchange, 'in JSON');
    else
      yield violated(
        exchange,
        `Content-Type ${JSON_TYPE}, with or without stream=watch`,
        show(responseType(exchange)),
        'content type',
      );
  }
}

/** Watches are judged only if they belong to the rule's own cases. */
function isJudged(exchange: Exchange): boolean {
  const { call, request } = exchange;
  if (request.headers.get('accept')?.replaceAll(' ', '') !== JSON_STREAM_TYPE) return false;
  return call?.watching === true ? sentFor(exchange, rule.id) : call?.verb === 'list' || call?.verb === 'listAll';
}
