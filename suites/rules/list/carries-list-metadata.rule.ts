import type { ResourceCalled } from '../../checks/answers.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { answeredLists } from '../../checks/listings.ts';
import { inTurn } from '../../generators/in-turn.ts';
import { parseFieldSelector } from '../../oracle/field-selector.ts';
import type { History } from '../../oracle/history.ts';
import { at, textAt } from '../../oracle/json.ts';
import { exercise } from '../exercise.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/carries-list-metadata',
  level: 'must',
  title: 'A list, of nothing too, carries a resourceVersion that is not empty, and as its selfLink the path that was listed.',
  cites: ['list-payload.3', 'pod-list.fields', 'deployment-list.fields', 'cron-job-list.fields', 'job-list.fields'],
  operations: LISTS,
  cases: (operation) => inTurn(exercise(operation), [listBy(operation, stepsOn(resourceOf(operation), 'ns2'), { query: { labelSelector: 'plumbline-none=selected' } })]),
  check,
  least: 2,
};

/** Whether a list asks for one name alone: servers of some dialects show no version where no object has it. */
function mayLackVersion({ request: { query } }: ResourceCalled, { answers }: CheckContext): boolean {
  if (answers['list.absent-name'] === 'versioned') return false;
  return parseFieldSelector(query.get('fieldSelector') ?? '')?.some(({ field, operator }) => field === 'metadata.name' && operator === '=') === true;
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const { exchange, answer } of answeredLists(history)) {
    const version = at(answer, 'metadata', 'resourceVersion');
    if (typeof version === 'string' && version !== '') yield held(exchange, 'resourceVersion');
    else if (!mayLackVersion(exchange, context)) yield violated(exchange, 'metadata.resourceVersion, a text that is not empty', show(version), 'metadata.resourceVersion');
    const [link, path] = [textAt(answer, 'metadata', 'selfLink'), exchange.request.path.replace(/\/$/, '')];
    if (link?.split('?')[0]?.endsWith(path) === true) yield held(exchange, 'selfLink');
    else yield violated(exchange, `metadata.selfLink ${show(path)}`, show(link), 'metadata.selfLink');
  }
}
