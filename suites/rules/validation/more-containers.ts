import type { ObservedState } from '../../oracle/observed-state.ts';
import { allContainers } from '../../oracle/objects/pod-specs.ts';
import type { ResourceCalled } from '../judging.ts';
import { beforeWrite, wouldBe } from './would-be.ts';

/**
 * Whether a write would leave a stored pod with more containers. A server may drop such a container instead of refusing
 * the write.
 */
export function hasMoreContainers(exchange: ResourceCalled, observed: ObservedState): boolean {
  const { resource, name, verb } = exchange.call;
  if (resource.kind !== 'Pod' || verb === 'create' || name === undefined) return false;
  const [before, after] = [beforeWrite(exchange, observed), wouldBe(exchange, observed)];
  return (
    before !== undefined &&
    after !== undefined &&
    allContainers('Pod', after).length > allContainers('Pod', before.content).length
  );
}
