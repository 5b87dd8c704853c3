import { isDeepStrictEqual } from 'node:util';
import { MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import { copyOf, isObject, metadataOf, objectAt, objectPath, succeeded } from './bend.ts';
import type { Bendable, FaultyRequest, UpstreamClient } from './fault.ts';
import { isOne, isPatch, isWrite } from './requests.ts';

/** The version of an object as a number: the reference counts its writes. */
export const versionOf = (object: unknown): number => Number(metadataOf(object)['resourceVersion']);

/** The uid of an object. */
export const uidOf = (object: unknown): string => String(metadataOf(object)['uid']);

/** The labels or annotations of an object; empty if it has none. */
export function textsOf(object: unknown, member: 'labels' | 'annotations'): Bendable {
  const texts = metadataOf(object)[member];
  return isObject(texts) ? texts : {};
}

/** The finalizers of an object. */
export function finalizersOf(object: unknown): readonly unknown[] {
  const { finalizers } = metadataOf(object);
  return Array.isArray(finalizers) ? finalizers : [];
}

/** The phase of an object. */
export const phaseOf = (object: unknown): unknown => objectAt(object, 'status')?.['phase'];

/** Whether a PUT or a merge patch says which finalizers an object has. */
export function saysFinalizers(request: FaultyRequest): boolean {
  if (isOne(request, 'replace')) return true;
  const isMergePatch = isOne(request, 'patch') && isPatch(request, MERGE_PATCH_TYPE);
  return isMergePatch && Object.hasOwn(metadataOf(request.json), 'finalizers');
}

/** The object of a request as it is stored; `undefined` if there is none. */
export async function storedOf(request: FaultyRequest, upstream: UpstreamClient): Promise<Bendable | undefined> {
  const stored = await upstream.send('GET', objectPath(request));
  return succeeded(stored) && isObject(stored.json) ? stored.json : undefined;
}

/** What a client can see of an object except its version, its generation and such members of its metadata. */
export function contentOf(object: Bendable, ...without: readonly string[]): Bendable {
  const copy = copyOf(object);
  for (const member of ['resourceVersion', 'generation', ...without]) delete metadataOf(copy)[member];
  return copy;
}

/** Whether two states of an object differ, and in nothing except that member of their metadata. */
export function differOnlyIn(member: string, one: Bendable, other: Bendable): boolean {
  return (
    isDeepStrictEqual(contentOf(one, member), contentOf(other, member)) &&
    !isDeepStrictEqual(contentOf(one), contentOf(other))
  );
}

/** Whether a request writes one object that has a name. */
export const writesAnObject = (request: FaultyRequest): boolean =>
  isWrite(request) && request.call?.name !== undefined && request.method !== 'DELETE';

/** The states of objects before the writes under way. */
export function beforeWrites(): {
  readonly read: (request: FaultyRequest, upstream: UpstreamClient) => Promise<Bendable | undefined>;
  readonly of: (request: FaultyRequest) => Bendable | undefined;
} {
  const states = new WeakMap<FaultyRequest, Bendable>();
  return {
    read: async (request, upstream) => {
      const stored = await storedOf(request, upstream);
      if (stored !== undefined) states.set(request, stored);
      return stored;
    },
    of: (request) => states.get(request),
  };
}

/** The requirements of a selector; commas within parentheses separate none. */
export const requirementsOf = (selector: string): string[] => selector.split(/,(?![^(]*\))/);

/** The label and value of a selector that is one equality. */
export function equalityOf({ query }: FaultyRequest): readonly [key: string, value: string] | undefined {
  const [, key, value] = /^([^=!,()\s]+)==?([^=!,()\s]*)$/.exec(query.get('labelSelector') ?? '') ?? [];
  return key === undefined || value === undefined ? undefined : [key, value];
}
