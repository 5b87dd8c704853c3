import { constantFrom, oneof, tuple } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Resource } from '../../spec/surface/resources.ts';
import type { Edit } from '../drivers/program.ts';
import { pointer } from '../oracle/json-pointer.ts';
import { image } from './images.ts';
import { MUTABLE } from './mutable-members.ts';

/**
 * Edits of a stored object that a client may PUT back, as every conformant server accepts them: one to three, in metadata and body.
 * They need not change anything; `markChange` does.
 */
export function changeOf(resource: Resource): Arbitrary<readonly Edit[]> {
  const one = oneof(...edits(resource));
  return oneof(tuple(one), tuple(one, one), tuple(one, one, one));
}

/**
 * An edit that makes the object differ from one that carries another mark. It is one of what the client describes beside
 * metadata where the kind lets that change (`markOf(...).inBody`), else an annotation. Marks are DNS labels.
 */
export function markChange(resource: Resource, mark: string): readonly Edit[] {
  const { path } = markOf(resource);
  return [{ set: pointer(path), to: markValue(resource, mark) }];
}

/** Where `markChange` writes, and whether that is outside of metadata. */
export function markOf(resource: Resource): { readonly path: readonly string[]; readonly inBody: boolean } {
  const { mark } = MUTABLE[resource.kind];
  return mark === undefined ? { path: ['metadata', 'annotations', 'plumbline-mark'], inBody: false } : { path: mark.path, inBody: true };
}

/** What `markChange` writes there for that mark. */
export function markValue(resource: Resource, mark: string): string {
  return MUTABLE[resource.kind].mark?.form === 'base64' ? Buffer.from(mark, 'utf8').toString('base64') : mark;
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
    ...(template === undefined ? [] : [image().map((to): Edit => ({ set: pointer([...template, 'spec', 'containers', '0', 'image']), to }))]),
  ];
}
