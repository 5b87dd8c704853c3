import { isObject, type Json, textAt, listAt } from '../json.ts';

/** `metadata.finalizers` of an object; empty if the member is absent or no list. */
export function finalizersOf(content: Json | undefined): readonly Json[] {
  return listAt(content, 'metadata', 'finalizers');
}

/** The finalizers that only clients remove: no controller has the domain `example.com`. */
export function clientFinalizersOf(content: Json | undefined): readonly string[] {
  return finalizersOf(content).filter(
    (name): name is string => typeof name === 'string' && name.startsWith('example.com/'),
  );
}

/** The uids of the owners of an object. */
export function ownersOf(content: Json | undefined): readonly (string | undefined)[] {
  return listAt(content, 'metadata', 'ownerReferences')
    .filter(isObject)
    .map((owner) => textAt(owner, 'uid'));
}
