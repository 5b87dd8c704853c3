import * as fc from 'fast-check';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { answerOf, callsOf, statusOf, succeeded } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { answerType, JSON_TYPE } from '../../checks/media-type.ts';
import type { History } from '../../oracle/history.ts';
import { exercise } from '../exercise.ts';
import type { Rule } from '../rule.ts';

const STREAM = `${JSON_TYPE};stream=watch`;

export const rule: Rule = {
  id: 'media-types/lists-accept-the-stream-type',
  level: 'must',
  title: 'A list that is asked for as application/json;stream=watch is answered with the list in JSON.',
  cites: ['media-types.2'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'list' || verb === 'listAll'),
  cases: (operation) => fc.constant(exercise(operation, { accept: STREAM })),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'list', 'listAll')) {
    if (exchange.request.headers.get('accept')?.replaceAll(' ', '') !== STREAM) continue;
    if (statusOf(exchange) === 406)
      yield violated(exchange, 'the list in JSON', answerOf(exchange), 'stream type is refused');
    if (!succeeded(exchange)) continue;
    if (answerType(exchange) === JSON_TYPE) yield held(exchange, 'answered in JSON');
    else
      yield violated(
        exchange,
        `Content-Type ${JSON_TYPE}, with or without stream=watch`,
        show(answerType(exchange)),
        'content type',
      );
  }
}
