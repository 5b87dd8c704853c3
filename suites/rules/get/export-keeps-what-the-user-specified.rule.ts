import { creations } from '../../checks/create/creations.ts';
import { knownAt } from '../../checks/known-state.ts';
import { isTyped } from '../../checks/validation/wrong-types.ts';
import { missing, SYSTEM_WRITTEN } from '../../oracle/values/comparison.ts';
import { textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { fc, inTurn, objectOf, resourceOf, stepsOn } from '../cases.ts';
import { received, callsOf, held, show, violated, keyCalled } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { asksFor } from './export.ts';
import { GETS } from './get-operations.ts';

/** Cluster-specific or system members: an export may leave them out. */
const NOT_THE_USERS = [
  '/metadata/namespace',
  '/spec/clusterIP',
  '/spec/ports/*/nodePort',
  '/spec/finalizers',
  '/metadata/finalizers',
  '/metadata/ownerReferences',
];

export const rule: Rule = {
  id: 'get/export-keeps-what-the-user-specified',
  level: 'must',
  title: 'A get with export=true returns every field that the user specified: labels, annotations, spec and data.',
  cites: ['parameters.read.export'],
  operations: GETS,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(objectOf(on.maker), inTurn({ export: 'true' }, { export: 'true', exact: 'true' }))
      .map(([body, query]) => [on.create(body), on.get('{{a}}', { query })]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const made = creations(history);
  for (const exchange of callsOf(history.exchanges, 'get')) {
    const object = received(exchange);
    if (object === undefined || !asksFor(exchange, 'export')) continue;
    const { resource } = exchange.call;
    const creation = made.findLast(
      ({ key, exchange: create }) => key.id === keyCalled(exchange).id && create.ended < exchange.began,
    );
    const current = knownAt(observed, keyCalled(exchange), exchange.began);
    if (creation === undefined || current?.version !== textAt(creation.made, 'metadata', 'resourceVersion')) continue;
    const first = missing(creation.sent, object, {
      schema: resource.schema,
      ignore: [...SYSTEM_WRITTEN, ...NOT_THE_USERS, '/apiVersion', ...unshown(creation.sent)],
    }).find(({ path }) => isTyped(resource.schema, path));
    if (first === undefined) yield held(exchange, asksFor(exchange, 'exact') ? 'exact' : 'export');
    else
      yield violated(
        exchange,
        `${first.path} ${show(first.expected)}, as the user specified`,
        show(first.actual),
        `${first.path} is dropped`,
      );
  }
}
