import { textAt } from '../oracle/json.ts';
import type { ObservedState } from '../oracle/observed-state.ts';
import { keyOf } from '../oracle/observed-state.ts';
import type { ResourceCalled } from './responses.ts';
import { sent } from './responses.ts';

/**
 * Whether a call may be a client's mistake. It names an object that may be gone, creates one that may exist, or
 * names a version that is not current.
 */
export function mayBeMistaken(observed: ObservedState, exchange: ResourceCalled): boolean {
  const { resource, namespace, name, verb } = exchange.call;
  if (verb !== 'create' && name === undefined) return false;
  const key = keyOf(resource, namespace, name ?? textAt(sent(exchange), 'metadata', 'name') ?? '');
  if (verb === 'create')
    return observed.writesTo(key).some((write) => write.exchange !== exchange && write.began < exchange.ended);
  const version = textAt(sent(exchange), 'metadata', 'resourceVersion');
  return (
    !observed.surelyExists(key, exchange.began) ||
    (version !== undefined && version !== observed.expectedAt(key, exchange.began)?.version)
  );
}
