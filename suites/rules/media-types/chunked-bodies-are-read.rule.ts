import { refusedForms } from '../../checks/media/refused-forms.ts';
import { storedFinding } from '../../checks/media/stored-as-sent.ts';
import { distinctChange } from '../../generators/changes.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { edited, fc, makeAndRead, minimalObject, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, observed as noted, responseOf, statusOf, violated } from '../judging.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';

const HEADER = 'transfer-encoding';

/** HTTP lets a server ask for the length of each body (RFC 9110, section 15.5.12). */
const LENGTH_REQUIRED = 411;

export const rule: Rule = {
  id: 'media-types/chunked-bodies-are-read',
  level: 'must',
  impact: 'content',
  title:
    'A body that travels in chunks, without its length (RFC 9112, section 7.1), is stored like one with its length.',
  cites: ['media-types.requests.2', 'media-types.requests.1'],
  operations: operationsOf(['create', 'replace', 'patch']),
  cases: (operation) => fc.constant(program(operation)),
  check,
  least: 1,
};

/** The same write of other contents, with its length and then in chunks. */
function program(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const chunked = { chunked: true } as const;
  if (operation.verb === 'create')
    return [
      on.createHere(minimalObject(on.resource, '{{a}}')),
      on.createHere(minimalObject(on.resource, '{{b}}'), chunked),
      on.get('{{b}}'),
    ];
  if (operation.verb === 'patch')
    return [
      on.create(minimalObject(on.maker, '{{a}}')),
      on.patch('{{a}}', { metadata: { labels: { travels: 'whole' } } }),
      on.patch('{{a}}', { metadata: { labels: { travels: 'in-chunks' } } }, chunked),
      on.get('{{a}}'),
    ];
  return [
    ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
    on.replace('{{a}}', edited('read', distinctChange(on.resource, 'whole'))),
    on.get('{{a}}', { as: 'then' }),
    on.replace('{{a}}', edited('then', distinctChange(on.resource, 'in-chunks')), chunked),
    on.get('{{a}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const refused = refusedForms(history, rule.id, HEADER);
  for (const exchange of callsOf(history.exchanges, 'create', 'replace', 'patch')) {
    if (!exchange.request.headers.has(HEADER) || !sentFor(exchange, rule.id)) continue;
    if (statusOf(exchange) === LENGTH_REQUIRED) yield noted(exchange, 'the server wants the length of a body');
    else if (refused.has(exchange.id))
      yield violated(
        exchange,
        'success, as for the same body with its length',
        responseOf(exchange),
        'a chunked body is refused',
      );
    else {
      const stored = storedFinding(exchange, observed);
      if (stored !== undefined) yield stored;
    }
  }
}
