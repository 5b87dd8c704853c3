import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { deletions, isUnheeded, queryCounts } from '../../checks/delete/deletes.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import { finalizersOf, ownersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { addsOrphanFinalizer, judgeUnwantedOrphaning, ORPHAN } from '../../checks/delete/unwanted-orphaning.ts';
import { freshReadsAfter, stateBefore } from '../../checks/fresh-reads.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { type Extra, inTurn, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { succeeded, held, observed, type ResourceCalled, violated } from '../judging.ts';
import { dependant, mayOwn, referenceTo, WAIT_FOR_THE_COLLECTOR } from '../reference-to.ts';
import type { CheckContext, Finding, History, Program, Rule, Template } from '../rule.ts';
import { DELETES_IN_NAMESPACES, TYPED, watchedDeletes } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/orphan-dependents-false-removes-the-orphan-finalizer',
  level: 'must',
  title:
    'A delete with orphanDependents=false removes the orphan finalizer from the object, which a delete with orphanDependents=true adds and one with propagationPolicy Background or Foreground does not. Its dependants do not become orphans.',
  cites: ['parameters.delete.orphan-dependents.1', 'parameters.delete.propagation-policy.1'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn('body', 'query').map((place) => [
      ...watchedDeletes(on, DELETED),
      ...notOrphaned(on, place === 'body'),
    ]);
  },
  check,
  least: 1,
};

function inYaml(options: { readonly [option: string]: Template }): Extra {
  return { body: { ...TYPED, gracePeriodSeconds: 0, ...options }, contentType: YAML_TYPE };
}

/** Objects that stay readable, and the options of their deletes: only the first one orphans. */
const DELETED = [
  ['{{b}}', { body: { gracePeriodSeconds: 0, orphanDependents: true } }],
  ['{{body-false}}', { body: { gracePeriodSeconds: 0, orphanDependents: false } }],
  ['{{yaml-false}}', inYaml({ orphanDependents: false })],
  ['{{query-false}}', { body: { gracePeriodSeconds: 0 }, query: { orphanDependents: 'false' } }],
  ...['Background', 'Foreground'].flatMap(
    (propagationPolicy) =>
      [
        [`{{body-${propagationPolicy.toLowerCase()}}}`, { body: { gracePeriodSeconds: 0, propagationPolicy } }],
        [`{{yaml-${propagationPolicy.toLowerCase()}}}`, inYaml({ propagationPolicy })],
        [
          `{{query-${propagationPolicy.toLowerCase()}}}`,
          { body: { gracePeriodSeconds: 0 }, query: { propagationPolicy } },
        ],
      ] as const,
  ),
] as const;

function notOrphaned(on: Steps, inBody: boolean): Program {
  const object: Template = { ...minimalObject(on.maker, '{{a}}'), metadata: { name: '{{a}}', finalizers: [ORPHAN] } };
  const deletion = inBody
    ? { body: { gracePeriodSeconds: 0, orphanDependents: false } }
    : { body: {}, query: { gracePeriodSeconds: '0', orphanDependents: 'false' } };
  const children = stepsOn(resourceById('configmaps'));
  const child: Program = mayOwn(on.maker)
    ? [children.create(dependant(children, '{{child}}', referenceTo(on.maker, '{{a}}', 'made')))]
    : [];
  return [
    on.create(object, { as: 'made' }),
    on.get('{{a}}'),
    ...child,
    on.remove('{{a}}', deletion),
    on.get('{{a}}'),
    ...(child.length === 0 ? [] : [WAIT_FOR_THE_COLLECTOR, children.get('{{child}}')]),
  ];
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  yield* judgeUnwantedOrphaning(history, context);
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
    if (isUnheeded(exchange, context) || !addsOrphanFinalizer(observedState)) {
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
    yield* judgeDependants(history, observedState, exchange, before.uid, options.given);
  }
}

/** Judges that dependants of that object alone, which no client wrote since, name it while they exist. */
function* judgeDependants(
  history: History,
  observedState: ObservedState,
  exchange: ResourceCalled,
  owner: string | undefined,
  given: string,
): Iterable<Finding> {
  if (owner === undefined) return;
  for (const key of observedState.keysNear(exchange.began)) {
    const before = stateBefore(observedState, key, exchange);
    if (before === undefined || ownersOf(before.content).join() !== owner) continue;
    for (const { seen, where } of freshReadsAfter(history, observedState, key, exchange)) {
      if (seen !== undefined && seen.uid === before.uid && !ownersOf(seen.content).includes(owner))
        yield violated(
          exchange,
          `${key.name} is no orphan: it goes, or still names its owner`,
          `it names no such owner in ${where}`,
          'dependants become orphans',
        );
      else yield held(exchange, given);
    }
  }
}
