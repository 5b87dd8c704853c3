import { answerOf, statusOf, succeeded } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { acceptedBy, answerType, JSON_TYPE } from '../../checks/media-type.ts';
import { inTurn } from '../../generators/in-turn.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { exercise } from '../exercise.ts';
import type { Rule } from '../rule.ts';
import { ANSWERING } from './media-operations.ts';

export const rule: Rule = {
  id: 'media-types/json-is-the-default',
  level: 'must',
  title: 'Who names no media type, or accepts any, is answered in JSON.',
  cites: ['media-types.1'],
  operations: ANSWERING,
  cases: (operation) => inTurn({ accept: '' }, { accept: '*/*' }).map((extra) => exercise(operation, extra)),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    if (exchange.call === undefined || exchange.call.watching || !takesAnything(exchange)) continue;
    if (statusOf(exchange) === NOT_ACCEPTABLE)
      yield violated(exchange, `an answer in ${JSON_TYPE}`, answerOf(exchange), 'anything is refused');
    if (!succeeded(exchange)) continue;
    if (answerType(exchange) !== JSON_TYPE)
      yield violated(exchange, `Content-Type ${JSON_TYPE}`, show(answerType(exchange)), 'content type');
    else if (exchange.response?.body?.value === undefined)
      yield violated(exchange, 'a body that is JSON', show(exchange.response?.body?.text), 'body');
    else yield held(exchange, exchange.request.headers.has('accept') ? 'accepts anything' : 'names nothing');
  }
}

const NOT_ACCEPTABLE = 406;

function takesAnything(exchange: Exchange): boolean {
  return acceptedBy(exchange).every(({ type, quality }) => type === '*/*' && quality > 0);
}
