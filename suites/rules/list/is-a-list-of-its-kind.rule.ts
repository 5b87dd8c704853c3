import { successfulLists } from '../../checks/listings.ts';
import { at, listAt } from '../../oracle/json.ts';
import { fc } from '../cases.ts';
import { held, type ResourceCalled, show, violated } from '../judging.ts';
import type { Finding, History, Json, Rule } from '../rule.ts';
import { listsOfEveryForm, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/is-a-list-of-its-kind',
  level: 'must',
  title: 'A list returns the list type of its kind, in the apiVersion of its path.',
  cites: [
    'list-payload.1',
    'list-payload.2',
    'events.5.1',
    'pod-list.fields',
    'deployment-list.fields',
    'cron-job-list.fields',
    'job-list.fields',
  ],
  operations: LISTS,
  cases: (operation) => fc.constant(listsOfEveryForm(operation)),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const { exchange, response } of successfulLists(history)) {
    const { resource } = exchange.call;
    for (const [member, expected] of [
      ['kind', `${resource.kind}List`],
      ['apiVersion', resource.apiVersion],
    ] as const) {
      const actual = at(response, member);
      if (actual === expected) yield held(exchange, member);
      else yield violated(exchange, `${member} ${show(expected)}`, show(actual), member);
    }
    yield* judgeItems(exchange, listAt(response, 'items'));
  }
}

/** Items need not carry their type, but one that they carry is that of the list. */
function* judgeItems(exchange: ResourceCalled, items: readonly Json[]): Iterable<Finding> {
  const { kind, apiVersion } = exchange.call.resource;
  for (const item of items)
    for (const [member, expected] of [
      ['kind', kind],
      ['apiVersion', apiVersion],
    ] as const) {
      const actual = at(item, member) ?? expected;
      if (actual !== expected)
        yield violated(exchange, `no ${member} or ${show(expected)} in an item`, show(actual), `${member} of an item`);
    }
}
