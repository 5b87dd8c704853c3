import { deletions, finalizersOf, isUnheeded, queryCounts } from '../../checks/delete/deletes.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { awaitEvents, fc, minimalObject, OWN_OBJECTS, resourceOf, type Steps, stepsOn, versionOf } from '../cases.ts';
import { succeeded, held, observed, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Program, Rule, Template } from '../rule.ts';
import { DELETES_IN_NAMESPACES, heldObject } from './delete-cases.ts';

/**
 * The orphan finalizer's name on most servers. A server is judged by it only if it was seen to add this finalizer
 * itself.
 */
const ORPHAN = 'orphan';

export const rule: Rule = {
  id: 'delete/orphan-dependents-false-removes-the-orphan-finalizer',
  level: 'must',
  title:
    'A delete with orphanDependents=false removes the orphan finalizer from the object, which a delete with orphanDependents=true adds.',
  cites: ['parameters.delete.orphan-dependents.1'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constantFrom('body', 'query').map((place) => [...orphaned(on), ...notOrphaned(on, place === 'body')]);
  },
  check,
  least: 1,
};

/** An object that stays readable, and a watch that shows the finalizer that its delete adds. */
function orphaned(on: Steps): Program {
  return [
    on.create(heldObject(on, '{{b}}')),
    on.list({ as: 'list' }),
    on.watchList('seen', { via: 'parameter', query: { ...OWN_OBJECTS, resourceVersion: versionOf('list') } }),
    on.remove('{{b}}', { body: { gracePeriodSeconds: 0, orphanDependents: true } }),
    on.get('{{b}}'),
    awaitEvents('seen', 1),
  ];
}

function notOrphaned(on: Steps, inBody: boolean): Program {
  const object: Template = { ...minimalObject(on.maker, '{{a}}'), metadata: { name: '{{a}}', finalizers: [ORPHAN] } };
  const deletion = inBody
    ? { body: { gracePeriodSeconds: 0, orphanDependents: false } }
    : { body: {}, query: { gracePeriodSeconds: '0', orphanDependents: 'false' } };
  return [on.create(object), on.get('{{a}}'), on.remove('{{a}}', deletion), on.get('{{a}}')];
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  const observedState = observedStateOf(history);
  for (const { exchange, key, before, options } of deletions(history)) {
    if (
      options.orphan !== false ||
      options.policy !== undefined ||
      !finalizersOf(before.content).includes(ORPHAN) ||
      !succeeded(exchange) ||
      !queryCounts(exchange, context.choices)
    )
      continue;
    if (isUnheeded(exchange, context) || !isItsOrphanFinalizer(observedState)) {
      yield observed(exchange, 'no object was seen to be given the finalizer "orphan"');
      continue;
    }
    for (const { seen, where } of freshReadsAfter(history, observedState, key, exchange)) {
      if (seen !== undefined && seen.uid === before.uid && finalizersOf(seen.content).includes(ORPHAN))
        yield violated(
          exchange,
          `${key.name} without the finalizer "${ORPHAN}", or gone`,
          `it has the finalizer in ${where}`,
          'the orphan finalizer stays',
        );
      else yield held(exchange, options.given);
    }
  }
}

/** Whether the server itself adds that finalizer: to an object for which no client wrote it. */
function isItsOrphanFinalizer(observedState: ObservedState): boolean {
  return observedState.keys.some((key) => {
    const wroteIt = observedState
      .writesTo(key)
      .some(({ verb, exchange }) => verb !== 'delete' && exchange.request.body?.text.includes(ORPHAN) === true);
    return !wroteIt && observedState.observationsOf(key).some(({ content }) => finalizersOf(content).includes(ORPHAN));
  });
}
