import { awaitVersion, minimalObject, resourceOf } from '../cases.ts';
import { makeNamespace, stepsInNew } from '../new-namespace.ts';
import type { Operation, Program } from '../rule.ts';

/** Whether a watch by that operation can be of a namespace that the case makes. */
export function canWatchNewNamespace(operation: Operation): boolean {
  const { verb } = operation;
  return (verb === 'list' || verb === 'watchList') && resourceOf(operation).namespaced;
}

/**
 * Watches of a new namespace by that operation, opened before the first object is created there. No steps if the
 * operation is of one object or of all namespaces. `early`: a watch that is opened before the namespace exists, which a
 * server may refuse; it is closed after the first object.
 */
export function newNamespaceWatches(
  operation: Operation,
  names: readonly string[],
  early?: string,
): { readonly open: Program; readonly firstCreate: Program } {
  if (!canWatchNewNamespace(operation)) return { open: [], firstCreate: [] };
  const on = stepsInNew(resourceOf(operation));
  const via = operation.response === 'WatchEvent' ? 'path' : 'parameter';
  const first = early === undefined ? [] : [early];
  return {
    open: [
      ...first.map((as) => on.watchList(as, { via })),
      makeNamespace(),
      ...names.map((as) => on.watchList(as, { via })),
    ],
    firstCreate: [
      on.create(minimalObject(on.maker, '{{first}}'), { as: 'first-made' }),
      ...[...names, ...first].map((as) => awaitVersion(as, 'first-made')),
      ...first.map((watch) => ({ do: 'close', watch }) as const),
    ],
  };
}
