import { fc, minimalObject, stepsOn, resourceOf } from '../cases.ts';
import { responseOf, callsOf, statusOf, observed, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/without-a-body',
  level: 'silent',
  title: 'This rule reports the response to a delete without a body; a dialect can require that it is carried out.',
  cites: ['parameters.delete.body'],
  operations: DELETES_IN_NAMESPACES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      on.remove('{{a}}', { text: '', contentType: '' }),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'delete')) {
    if ((exchange.request.body?.text ?? '') !== '' || exchange.request.query.size > 0) continue;
    const isAboutTheBody = statusOf(exchange) === 400 || statusOf(exchange) === 422;
    if (isAboutTheBody && choices['delete.without-body'] === 'accepted')
      yield violated(exchange, 'a delete without a body is carried out', responseOf(exchange), 'refused');
    else yield observed(exchange, `returned ${statusOf(exchange)}`);
  }
}
