import type { KindResources } from '../../generators/concurrent-programs.ts';
import { makerOf, resourceOf } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { Operation } from '../rule.ts';

/** The resources that serve the kind of an operation. */
export function waysOf(operation: Operation): KindResources {
  const resource = resourceOf(operation);
  return { resource, maker: makerOf(resource), gvrs: [...new Set([resource, otherGroupVersion(resource)])] };
}
