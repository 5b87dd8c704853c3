import { JSON_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { isServed, refusedForms } from '../../checks/media/refused-forms.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc } from '../cases.ts';
import { responseOf, held, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { inEachForm } from './each-form.ts';

export const rule: Rule = {
  id: 'media-types/content-type-of-a-read-is-no-matter',
  level: 'must',
  title:
    'A read with a Content-Type, which many clients send with every request, gets the same response as one without.',
  cites: ['media-types.requests.1', 'media-types.discovery'],
  operations: OPERATIONS.filter(({ method }) => method === 'GET'),
  cases: (operation) => fc.constant(inEachForm(operation, FORMS)),
  check,
  sweep: true,
};

const FORMS = [{}, { contentType: JSON_TYPE }, { contentType: YAML_TYPE }] as const;

function* check(history: History): Iterable<Finding> {
  const refused = refusedForms(history, rule.id, 'content-type');
  for (const exchange of history.exchanges) {
    const { request, call } = exchange;
    if (request.method !== 'GET' || call === undefined || !request.headers.has('content-type')) continue;
    if (call.watching && !sentFor(exchange, rule.id)) continue;
    const type = requestType(exchange);
    if (refused.has(exchange.id))
      yield violated(
        exchange,
        'success: a read has no body',
        responseOf(exchange),
        `a read with Content-Type ${type} is refused`,
      );
    else if (isServed(exchange)) yield held(exchange, type);
  }
}
