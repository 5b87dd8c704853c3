import type { Kind } from '../../../spec/surface/resources.ts';
import { at, isObject, type JsonObject, textAt } from '../../oracle/json.ts';
import { containersIn, NOT_OF_INIT_CONTAINERS, POD_SPEC, podSpecOf } from '../../oracle/objects/pod-specs.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';

const STRATEGY = ['spec', 'strategy'] as const;

/**
 * The paths of the members of an object that the document forbids beside others, without saying that a server refuses
 * them. It may also store the object without them:
 *
 *     { spec: { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } } }   ->   /spec/strategy/rollingUpdate
 */
export function droppable(kind: Kind, object: JsonObject): readonly string[] {
  const isRecreate = kind === 'Deployment' && textAt(object, ...STRATEGY, 'type') === 'Recreate';
  const init = containersIn(podSpecOf(kind, object), 'initContainers');
  return [
    ...(isRecreate && isObject(at(object, ...STRATEGY, 'rollingUpdate'))
      ? [pointer([...STRATEGY, 'rollingUpdate'])]
      : []),
    ...NOT_OF_INIT_CONTAINERS.filter((member) => init.some((container) => isObject(container[member]))).map((member) =>
      pointer([...(POD_SPEC[kind] ?? []), 'initContainers', '*', member]),
    ),
  ];
}
