import { deletions, isUnheeded } from '../../checks/delete/deletes.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { responseOf, succeeded, observed, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Program, Rule, Step, Template } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/preconditions',
  level: 'silent',
  title:
    'This rule reports whether a delete whose preconditions name another uid is refused; a dialect can require a refusal.',
  cites: ['other-shapes.delete-options.1'],
  operations: DELETES_IN_NAMESPACES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const make = (as: string): Step => on.create(minimalObject(on.maker, '{{a}}'), { as });
    const removeIf = (uid: Template): Program => [
      on.remove('{{a}}', { body: { preconditions: { uid } } }),
      on.get('{{a}}'),
    ];
    return fc.constant([
      make('made'),
      ...removeIf('11111111-2222-3333-4444-555555555555'),
      on.remove('{{a}}'),
      make('again'),
      ...removeIf({ $from: 'made', at: '/metadata/uid' }),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const { exchange, before } of deletions(history)) {
    const uid = textAt(exchange.request.body?.value, 'preconditions', 'uid');
    if (uid === undefined || uid === before.uid) continue;
    const heeded = !succeeded(exchange);
    if (!heeded && context.choices['delete.preconditions'] === 'uid-is-heeded' && !isUnheeded(exchange, context))
      yield violated(
        exchange,
        `a refusal: the uid of the object is ${before.uid}`,
        responseOf(exchange),
        'the uid of the preconditions is not heeded',
      );
    else
      yield observed(
        exchange,
        heeded ? `another uid is refused: ${exchange.response?.status}` : 'another uid does not matter',
      );
  }
}
