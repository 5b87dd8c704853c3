import { type Arbitrary, constantFrom, oneof, tuple } from 'fast-check';
import type { Resource } from '../../spec/surface/resources.ts';
import type { Edit } from '../program/program.ts';
import type { Json } from '../oracle/json.ts';
import { pointer } from '../oracle/values/json-pointer.ts';
import { image } from './images.ts';
import { MUTABLE } from './mutable-members.ts';

/**
 * One to three legal edits of a stored object for a PUT, in metadata and body. They may leave the object as it was;
 * `distinctChange` never does.
 */
export function changeOf(resource: Resource): Arbitrary<readonly Edit[]> {
  const one = oneof(...edits(resource));
  return oneof(tuple(one), tuple(one, one), tuple(one, one, one));
}

/** A member whose value identifies a write. */
export interface IdentifyingMember {
  readonly path: readonly string[];
  readonly value: Json;
  /** Whether the member is outside of metadata, in the part that the client describes. */
  readonly inBody: boolean;
}

/**
 * The member that `distinctChange` sets to that text, a DNS label, or to a value with it. The member is outside of
 * metadata if the kind lets such a member change, else it is an annotation.
 */
export function identifyingMember(resource: Resource, text: string): IdentifyingMember {
  const found = MUTABLE[resource.kind].identifier;
  if (found === undefined) return { path: ['metadata', 'annotations', 'plumbline-mark'], value: text, inBody: false };
  return { path: found.path, value: found.value(text), inBody: true };
}

/** Edits that make the object differ from one with another text, or with none. */
export function distinctChange(resource: Resource, text: string): readonly Edit[] {
  const { path, value } = identifyingMember(resource, text);
  return [{ set: pointer(path), to: value }];
}

function edits(resource: Resource): Arbitrary<Edit>[] {
  const { maps, members, wholes, template } = MUTABLE[resource.kind];
  return [
    ...maps.flatMap(({ path, key, value }) => [
      tuple(key, value).map(([name, to]): Edit => ({ set: pointer([...path, name]), to })),
      key.map((name): Edit => ({ remove: pointer([...path, name]) })),
    ]),
    ...[...members, ...wholes].map(({ path, value }) => value.map((to): Edit => ({ set: pointer(path), to }))),
    ...members.filter(({ removable }) => removable).map(({ path }) => constantFrom<Edit>({ remove: pointer(path) })),
    ...(template === undefined
      ? []
      : [image().map((to): Edit => ({ set: pointer([...template, 'spec', 'containers', '0', 'image']), to }))]),
  ];
}
