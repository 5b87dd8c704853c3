import { JSON_TYPE } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { isServed, refusedForms } from '../../checks/media/refused-forms.ts';
import { acceptedBy, responseType } from '../../oracle/exchanges/media-type.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc } from '../cases.ts';
import { responseOf, statusOf, held, show, violated } from '../judging.ts';
import type { Exchange, Finding, History, Rule } from '../rule.ts';
import { inEachForm } from './each-form.ts';

export const rule: Rule = {
  id: 'media-types/json-is-the-default',
  level: 'must',
  title: 'A request that names no media type, or accepts any, gets JSON.',
  cites: ['media-types.1'],
  operations: OPERATIONS,
  cases: (operation) => fc.constant(inEachForm(operation, FORMS)),
  check,
  sweep: true,
};

const FORMS = [{ accept: '' }, { accept: '*/*' }, { accept: JSON_TYPE }] as const;

function* check(history: History): Iterable<Finding> {
  const refused = refusedForms(history, rule.id, 'accept');
  for (const exchange of history.exchanges) {
    if (!isJudged(exchange) || !takesAnything(exchange)) continue;
    if (statusOf(exchange) === NOT_ACCEPTABLE || refused.has(exchange.id))
      yield violated(exchange, `a response in ${JSON_TYPE}`, responseOf(exchange), 'anything is refused');
    if (!isServed(exchange)) continue;
    if (responseType(exchange) !== JSON_TYPE)
      yield violated(exchange, `Content-Type ${JSON_TYPE}`, show(responseType(exchange)), 'content type');
    else if (exchange.call?.watching !== true && exchange.response?.body?.value === undefined)
      yield violated(exchange, 'a body that is JSON', show(exchange.response?.body?.text), 'body');
    else yield held(exchange, exchange.request.headers.has('accept') ? 'accepts anything' : 'names nothing');
  }
}

const NOT_ACCEPTABLE = 406;

/** Watches are judged only if they belong to the rule's own cases. */
function isJudged(exchange: Exchange): boolean {
  return exchange.call !== undefined && (!exchange.call.watching || sentFor(exchange, rule.id));
}

function takesAnything(exchange: Exchange): boolean {
  return acceptedBy(exchange).every(({ type, quality }) => type === '*/*' && quality > 0);
}
