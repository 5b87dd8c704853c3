import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { responseOf, callsOf, statusOf, succeeded, held, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/success-has-the-stated-status',
  level: 'must',
  impact: 'form',
  title: 'A successful create returns the status that the document states for every success: 200.',
  cites: ['endpoints.success-status', 'errors.1'],
  operations: CREATES,
  needs: [],
  cases: (operation) =>
    fc.constant([stepsOn(resourceOf(operation)).createHere(minimalObject(resourceOf(operation), '{{a}}'))]),
  check,
  least: 2,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const expected = Number(choices['create.status']);
  for (const exchange of callsOf(history.exchanges, 'create')) {
    if (!succeeded(exchange)) continue;
    if (statusOf(exchange) === expected) yield held(exchange, 'created');
    else yield violated(exchange, `status ${expected}`, responseOf(exchange), `status ${statusOf(exchange)}`);
  }
}
