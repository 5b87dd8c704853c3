import { successfulLists } from '../../checks/listings.ts';
import { parseFieldSelector } from '../../oracle/objects/field-selector.ts';
import { at, textAt } from '../../oracle/json.ts';
import { fc } from '../cases.ts';
import { held, type ResourceCalled, show, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { listsOfEveryForm, LISTS } from './list-operations.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

export const rule: Rule = {
  id: 'list/carries-list-metadata',
  level: 'must',
  impact: 'form',
  title:
    'A list, even an empty one, carries its path as selfLink and a resourceVersion that is not empty; with items it is not 0.',
  cites: ['list-payload.3', 'pod-list.fields', 'deployment-list.fields', 'cron-job-list.fields', 'job-list.fields'],
  operations: LISTS,
  cases: (operation) => fc.constant(listsOfEveryForm(operation)),
  check,
  least: 2,
};

/** Whether a list selects one name: servers of some dialects send no version if the object does not exist. */
function mayLackVersion({ request: { query } }: ResourceCalled, { choices }: CheckContext): boolean {
  if (choices['list.absent-name'] === 'versioned') return false;
  return (
    parseFieldSelector(query.get('fieldSelector') ?? '')?.some(
      ({ field, operator }) => field === 'metadata.name' && operator === '=',
    ) === true
  );
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const { exchange, response } of successfulLists(history)) {
    const version = at(response, 'metadata', 'resourceVersion');
    const isAbsent = typeof version !== 'string' || version === '';
    if (isAbsent && !mayLackVersion(exchange, context))
      yield violated(
        exchange,
        'metadata.resourceVersion, a text that is not empty',
        show(version),
        'metadata.resourceVersion',
      );
    else if (version === '0' && at(response, 'items', '0') !== undefined)
      yield violated(
        exchange,
        'metadata.resourceVersion, the version of a list that has items',
        'version 0, which stands for any',
        'metadata.resourceVersion is 0',
      );
    else if (!isAbsent) yield held(exchange, 'resourceVersion');
    const [link, path] = [textAt(response, 'metadata', 'selfLink'), exchange.request.path.replace(/\/$/, '')];
    if (link !== undefined && splitTarget(link).path.endsWith(path)) yield held(exchange, 'selfLink');
    else yield violated(exchange, `metadata.selfLink ${show(path)}`, show(link), 'metadata.selfLink');
  }
}
