import type { MemberPlace } from './member-place.ts';

/** Why no later write changes a member. */
export interface Fixed {
  readonly clause: string;
  readonly applies: (place: MemberPlace) => boolean;
}

const isPods = ({ resource, inStatus }: MemberPlace): boolean => resource.kind === 'Pod' && !inStatus;

/**
 * Document, Container and PodSpec: no field of a container of a pod is updated once it is made, and no container comes
 * or goes.
 */
export const FIXED: readonly Fixed[] = [
  {
    clause: 'container.name.3',
    applies: (place) => isPods(place) && place.type === 'core/v1.Container' && place.member === 'name',
  },
  {
    clause: 'container.image.2',
    applies: (place) => isPods(place) && place.type === 'core/v1.Container' && place.member === 'image',
  },
  {
    clause: 'pod-spec.containers.2',
    applies: (place) => isPods(place) && place.type === 'core/v1.PodSpec' && place.member === 'containers',
  },
  {
    clause: 'container.immutable',
    applies: (place) => isPods(place) && /\/(?:containers|initContainers)\//.test(place.pattern.join('/')),
  },
];
