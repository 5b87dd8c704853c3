import { textAt } from '../oracle/json.ts';
import type { World } from '../oracle/world.ts';
import { keyOf } from '../oracle/world.ts';
import type { ResourceCalled } from './answers.ts';
import { sent } from './answers.ts';

/** Whether a client may have made a mistake: it names an object that may be gone, makes one that may exist, or names a version that is not the current one. */
export function mayBeMistaken(world: World, exchange: ResourceCalled): boolean {
  const { resource, namespace, name, verb } = exchange.call;
  if (verb !== 'create' && name === undefined) return false;
  const key = keyOf(resource, namespace, name ?? textAt(sent(exchange), 'metadata', 'name') ?? '');
  if (verb === 'create')
    return world.writesTo(key).some((write) => write.exchange !== exchange && write.began < exchange.ended);
  const version = textAt(sent(exchange), 'metadata', 'resourceVersion');
  return (
    !world.surelyExists(key, exchange.began) ||
    (version !== undefined && version !== world.expectedAt(key, exchange.began)?.version)
  );
}
