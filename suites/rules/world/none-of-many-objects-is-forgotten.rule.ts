import { judgeExactDeletions } from '../../checks/delete/exact-deletions.ts';
import { judgeWholeLists } from '../../checks/list/whole-lists.ts';
import { judgeInitialState } from '../../checks/watch/initial-state.ts';
import {
  AT_ONCE,
  awaitEvents,
  awaitVersion,
  fc,
  minimalObject,
  operationsOf,
  resourceOf,
  type Steps,
  stepsOn,
} from '../cases.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';

/** The operations that are about every object of a namespace. */
const OF_MANY: readonly Operation[] = operationsOf(
  ['list', 'listAll', 'watchList', 'watchAll', 'deleteCollection'],
  ({ namespaced }) => namespaced,
);

/** Concurrent clients; together they create more than two pages of 500, and more than 1,100 objects of each kind. */
const CLIENTS = 29;
const EACH = 38;

export const rule: Rule = {
  id: 'world/none-of-many-objects-is-forgotten',
  level: 'must',
  title: 'Lists and watches show every object, and a collection delete removes every object, however many there are.',
  cites: ['semantics.7.1', 'semantics.7.3', 'events.2.2', 'rules.4'],
  operations: OF_MANY,
  needs: ['create', 'list'],
  cases: (operation) => fc.constant(amongMany(stepsOn(resourceOf(operation)))),
  check,
  least: 1,
  shared: true,
};

function amongMany(on: Steps): Program {
  const made = (client: number): Program =>
    Array.from({ length: EACH }, (_, index) => on.create(minimalObject(on.maker, `{{m${client}-${index}}}`)));
  return [
    { do: 'together', branches: Array.from({ length: CLIENTS }, (_, client) => made(client)) },
    on.list(),
    on.listAll(),
    on.watchList('list'),
    on.watchAll('all'),
    awaitEvents('list', CLIENTS * EACH),
    awaitEvents('all', CLIENTS * EACH),
    on.patch('{{m0-0}}', { metadata: { annotations: { last: 'yes' } } }, { as: 'last' }),
    { do: 'together', branches: ['list', 'all'].map((watch) => [awaitVersion(watch, 'last')]) },
    ...['list', 'all'].map((watch) => ({ do: 'close', watch }) as const),
    on.removeAll({ body: AT_ONCE }),
    on.list(),
    ...(on.maker === on.resource ? [] : [stepsOn(on.maker).list()]),
  ];
}

function* check(history: History): Iterable<Finding> {
  yield* judgeWholeLists(history);
  yield* judgeInitialState(history);
  yield* judgeExactDeletions(history);
}
