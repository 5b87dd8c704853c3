import type { History } from '../oracle/history.ts';
import { textAt } from '../oracle/json.ts';
import { callsOf, type ResourceCalled, succeeded } from './responses.ts';

/**
 * The successful lists whose version is that one, of the kind of a call, in the same namespace or a wider scope. A list
 * may itself name a version.
 */
export function listsAtVersion(
  { exchanges }: History,
  { call }: Pick<ResourceCalled, 'call'>,
  version: string,
): readonly ResourceCalled[] {
  return callsOf(exchanges, 'list', 'listAll').filter(
    (list) =>
      succeeded(list) &&
      list.call.resource.kind === call.resource.kind &&
      (list.call.namespace === undefined || list.call.namespace === call.namespace) &&
      textAt(list.response?.body?.value, 'metadata', 'resourceVersion') === version,
  );
}
