import { JSON_TYPE, MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { isServed, refusedForms } from '../../checks/media/refused-forms.ts';
import { judgeStoredAsSent } from '../../checks/media/stored-as-sent.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc, operationsOf } from '../cases.ts';
import { held, observed, responseOf, statusOf, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { inEachFormAndRead } from './each-form.ts';

/** The header whose value tells the two forms of a body apart. */
const HEADER = 'transfer-encoding';

/** HTTP lets a server ask for the length of each body (RFC 9110, section 15.5.12). */
const LENGTH_REQUIRED = 411;

export const rule: Rule = {
  id: 'media-types/chunked-bodies-are-read',
  level: 'must',
  impact: 'content',
  title:
    'A body that travels in chunks, without its length, has the same effect as one with its length (RFC 9112, section 7.1).',
  cites: ['media-types.requests.2', 'media-types.requests.1'],
  operations: operationsOf(['create', 'replace', 'replaceStatus', 'delete', 'patch', 'patchStatus']),
  cases: (operation) => {
    const type = operation.method === 'PATCH' ? { contentType: MERGE_PATCH_TYPE } : {};
    return fc.constant(inEachFormAndRead(operation, [type, { ...type, chunked: true }]));
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const refused = refusedForms(history, rule.id, HEADER);
  const own = history.exchanges.filter(
    (exchange) => exchange.call !== undefined && exchange.request.headers.has(HEADER) && sentFor(exchange, rule.id),
  );
  for (const exchange of own) {
    if (statusOf(exchange) === LENGTH_REQUIRED) yield observed(exchange, 'the server wants the length of a body');
    else if (refused.has(exchange.id))
      yield violated(
        exchange,
        'success, as for the same body with its length',
        responseOf(exchange),
        'a chunked body is refused',
      );
    else if (isServed(exchange)) yield held(exchange, exchange.request.method);
  }
  const served = new Set(own.filter(isServed).map(({ id }) => id));
  for (const finding of judgeStoredAsSent(history, { type: JSON_TYPE, name: 'a chunked body' }))
    if (finding.outcome === 'violated' && served.has(finding.exchange)) yield finding;
}
