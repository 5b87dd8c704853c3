import type { Edit, Template } from '../../program/program.ts';
import { ONE_CONTAINER } from '../objects/minimal-objects.ts';
import { pointer } from '../values/json-pointer.ts';

/**
 * Three ways to add these members to a container of a minimal object, by the path of the pod spec: to its only
 * container, to a second container that is added, and to an init container.
 */
export function containerEdits(
  spec: readonly string[],
  members: Readonly<Record<string, Template>>,
): readonly (readonly Edit[])[] {
  const added = (name: string): Template => ({ ...ONE_CONTAINER, name, ...members });
  return [
    Object.entries(members).map(([member, to]) => ({ set: pointer([...spec, 'containers', '0', member]), to })),
    [{ set: pointer([...spec, 'containers', '1']), to: added('later') }],
    [{ set: pointer([...spec, 'initContainers']), to: [added('init')] }],
  ];
}
