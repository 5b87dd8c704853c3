import { at, type Json } from '../oracle/json.ts';
import type { MemberChange } from './member-writes.ts';

/** One list of containers of a pod and a position in it: the first container or a later one. */
export interface ContainerPlace {
  readonly list: 'containers' | 'initContainers';
  readonly index: 0 | 1;
}

export const CONTAINER_PLACES: readonly ContainerPlace[] = [
  { list: 'containers', index: 0 },
  { list: 'containers', index: 1 },
  { list: 'initContainers', index: 0 },
  { list: 'initContainers', index: 1 },
];

/** Names by position, so no two containers share one. */
export function containerName({ list, index }: ContainerPlace): string {
  return `${list === 'containers' ? 'c' : 'i'}-${index}`;
}

/**
 * Each change of one member at or below that path: to the value that `other` has there, or to a value of its own if
 * both have the same, and without it, unless it is false, 0 or empty text. Lists of scalars change as a whole.
 *
 *     { stdin: true, ports: [{ hostPort: 1 }] }   stdin: false | none   ports: other's | none   ports[0].hostPort: 2 | none
 */
export function memberChanges(value: Json, other: Json | undefined, path: readonly string[]): MemberChange[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]: [string, Json]): MemberChange[] => {
    const theirs = at(other, name);
    const below = memberChanges(inner, theirs, [...path, name]);
    if (Array.isArray(value)) return below;
    const another =
      JSON.stringify(theirs) === JSON.stringify(inner) ? otherScalar(inner) : (theirs ?? otherScalar(inner));
    const changes = [
      ...(another === undefined ? [] : [another]),
      // A server may show these and absence alike.
      ...([false, 0, ''].includes(inner as never) ? [] : [undefined]),
    ];
    return [...changes.map((to) => ({ owner: path, members: { [name]: to } })), ...below];
  });
}

/** `undefined` for lists and objects. */
function otherScalar(value: Json): Json | undefined {
  if (typeof value === 'string') return `${value}0`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : undefined;
}
