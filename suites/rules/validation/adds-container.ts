import { keyCalled } from '../../checks/responses.ts';
import { knownAt } from '../../checks/known-state.ts';
import type { ObservedState } from '../../oracle/observed-state.ts';
import { allContainers } from '../../oracle/objects/pod-specs.ts';
import type { ResourceCalled } from '../judging.ts';
import { wouldBe } from './would-be.ts';

/**
 * Whether a write adds a container to a stored pod. A server may drop such a container instead of refusing the write.
 */
export function addsContainer(exchange: ResourceCalled, observed: ObservedState): boolean {
  const { resource, name, verb } = exchange.call;
  if (resource.kind !== 'Pod' || verb === 'create' || name === undefined) return false;
  const before = knownAt(observed, keyCalled(exchange), exchange.began);
  const after = wouldBe(exchange, observed);
  return (
    before !== undefined &&
    after !== undefined &&
    allContainers('Pod', after).length > allContainers('Pod', before.content).length
  );
}
