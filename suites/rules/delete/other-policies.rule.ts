import { deletions } from '../../checks/delete/deletes.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { statusOf, succeeded, observed } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

const KNOWN: ReadonlySet<string> = new Set(['Orphan', 'Background', 'Foreground']);

export const rule: Rule = {
  id: 'delete/other-policies',
  level: 'silent',
  title:
    'This rule reports whether a delete whose propagationPolicy is none of Orphan, Background and Foreground is refused.',
  cites: ['parameters.delete.propagation-policy.1'],
  operations: DELETES_IN_NAMESPACES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn('Sometimes', 'background', '').map((propagationPolicy) => [
      on.create(minimalObject(on.maker, '{{a}}')),
      on.remove('{{a}}', { body: { propagationPolicy } }),
      on.get('{{a}}'),
    ]);
  },
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  for (const { exchange, options } of deletions(history)) {
    if (typeof options.policy !== 'string' || KNOWN.has(options.policy)) continue;
    const shown = options.policy === '' ? 'an empty policy' : 'an unknown policy';
    yield observed(
      exchange,
      succeeded(exchange) ? `${shown} does not matter` : `${shown} is refused: ${statusOf(exchange)}`,
    );
  }
}
