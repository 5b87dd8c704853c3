import type { CallStep, NamespaceSlot, QueryTemplate, WatchStep } from '../../program/program.ts';
import { distinctChange } from '../../generators/changes.ts';
import {
  awaitEvents,
  awaitVersion,
  minimalObject,
  operationsOf,
  OWN_LABEL,
  resourceOf,
  type Steps,
  stepsOn,
} from '../cases.ts';
import type { Operation, Resource, Step, Template } from '../rule.ts';

/** The names of the objects that most cases watch; one is a prefix of the other. */
export type WatchedName = 'a' | 'ab';

/** Every watch operation: the `/watch/` paths, and `watch=true` on the lists. */
export const WATCHED: readonly Operation[] = operationsOf(['watch', 'watchList', 'watchAll', 'list', 'listAll']);

/** The watches of collections. */
export const COLLECTIONS: readonly Operation[] = WATCHED.filter(({ verb }) => verb !== 'watch');

/**
 * The watches of a kind of which a case may make many large changes: no controller acts on it, and it holds any
 * text.
 */
export const BULKY: readonly Operation[] = WATCHED.filter(({ resource }) => resource === 'configmaps');

/** The watches of kinds whose objects a case may delete: a namespace takes its contents with it. */
export const NAMESPACED: readonly Operation[] = WATCHED.filter((operation) => resourceOf(operation).namespaced);

/** The watch operations of the operation's resource: rules that share a case open all of them in it. */
export function ofOneKind({ resource }: Operation): readonly Operation[] {
  return WATCHED.filter((each) => each.resource === resource);
}

/** Opens the watch of that operation, in that namespace; a watch of one object watches `{{a}}`. */
export function watchBy(
  operation: Operation,
  as: string,
  query: QueryTemplate = {},
  place: NamespaceSlot = 'ns1',
): WatchStep {
  const on = stepsOn(resourceOf(operation), place);
  if (operation.verb === 'watch') return on.watch(as, '{{a}}', { query });
  const via = operation.response === 'WatchEvent' ? 'path' : 'parameter';
  return operation.verb === 'watchAll' || operation.verb === 'listAll'
    ? on.watchAll(as, { via, query })
    : on.watchList(as, { via, query });
}

/** A list of the watch's collection, as `list`: the watch can start from its version. */
export function listFirst(operation: Operation): Step {
  const on = stepsOn(resourceOf(operation));
  return operation.verb === 'watchAll' || operation.verb === 'listAll'
    ? on.listAll({ as: 'list' })
    : on.list({ as: 'list' });
}

/** Creates objects before a watch is opened, each as `made-<name>`, and each with more than the required members. */
export function made(operation: Operation, names: readonly WatchedName[], labels?: Template): Step[] {
  const on = stepsOn(resourceOf(operation));
  return names.map((name) => on.create(distinctObject(on.maker, `{{${name}}}`, labels), { as: `made-${name}` }));
}

/** Lists from whose versions each watch of a kind can start, as `list` and `listAll`. */
export function listBoth(operation: Operation): Step[] {
  const on = stepsOn(resourceOf(operation));
  return on.resource.namespaced ? [on.list({ as: 'list' }), on.listAll({ as: 'listAll' })] : [on.list({ as: 'list' })];
}

/** The smallest object of that name with one more member, and with these labels in place of those of the case. */
export function distinctObject(maker: Resource, name: string, labels?: Template): Template {
  const labelled = labels === undefined ? [] : [{ set: '/metadata/labels', to: labels }];
  return { $edit: minimalObject(maker, name), with: [...distinctChange(maker, 'made'), ...labelled] };
}

/** A change of `{{a}}` after a story. It restores the label by which a watch selects this case's objects. */
export function lastChange(on: Steps, order: string, extra: Pick<CallStep, 'as'> = {}): Step {
  const metadata = { labels: OWN_LABEL, annotations: { 'plumbline-fence': order } };
  return on.patch('{{a}}', { metadata }, extra);
}

/**
 * A last change of `{{a}}`, created if necessary, and the wait until each stream delivers it: by then all earlier
 * events must have been delivered. It is sent after each stream has delivered an event, because before that a stream
 * without a version may not have read the existing objects.
 */
export function fence(operation: Operation, ...streams: readonly string[]): Step[] {
  const on = stepsOn(resourceOf(operation));
  return [
    on.create(minimalObject(on.maker, '{{a}}')),
    lastChange(on, 'last but one'),
    ...streams.map((watch) => awaitEvents(watch, 1)),
    lastChange(on, 'last', { as: 'fence' }),
    ...streams.map((watch) => awaitVersion(watch, 'fence')),
  ];
}

/** Whether other cases write to the collection of the watch too: all namespaces, or the namespaces themselves. */
export function isShared(operation: Operation): boolean {
  const { verb } = operation;
  return verb === 'watchAll' || verb === 'listAll' || (verb !== 'watch' && !resourceOf(operation).namespaced);
}

export function changeOnce(operation: Operation): Step[] {
  return [stepsOn(resourceOf(operation)).patch('{{a}}', { metadata: { annotations: { turn: '1' } } })];
}
