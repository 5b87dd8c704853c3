import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { isUpdate } from '../../../spec/surface/operations.ts';
import { everyObject, isObject, metadataOf, objectPath } from '../bend.ts';
import type { Bendable, FaultyRequest, Hooks, UpstreamClient } from '../fault.ts';

const TOUCH = 'server.invalid/touched';

/** A merge patch that only makes a new version of an object; `withoutTouch` hides its change. */
export function touchPatch(turn: number): Bendable {
  return { metadata: { annotations: { [TOUCH]: String(turn) } } };
}

/** Hides the change of `touchPatch`: only the version is new. */
export function withoutTouch(object: Bendable): void {
  const annotations = metadataOf(object)['annotations'];
  if (!isObject(annotations) || !Object.hasOwn(annotations, TOUCH)) return;
  delete annotations[TOUCH];
  if (Object.keys(annotations).length === 0) delete metadataOf(object)['annotations'];
}

/** A controller writes just before one write in this many, and just after as many. */
const RACED = 4;

/** A controller that writes the unchanged object just before some writes, and just after as many. */
export function touchingBesideWrites(): Hooks {
  let writes = 0;
  let touches = 0;
  const strip = everyObject(withoutTouch);
  const touch = (path: string, upstream: UpstreamClient): Promise<unknown> => {
    touches += 1;
    return upstream.send('PATCH', path, touchPatch(touches), MERGE_PATCH_TYPE).catch(() => undefined);
  };
  const isWatched = ({ call }: FaultyRequest): boolean => call?.resource?.hasStatus === true && isUpdate(call.verb);
  return {
    yaml: true,
    ...strip,
    request: async (request, upstream) => {
      if (!isWatched(request)) return;
      writes += 1;
      if (writes % RACED === 0) await touch(objectPath(request), upstream);
    },
    response: async (response, request, upstream) => {
      if (isWatched(request) && writes % RACED === 1) await touch(objectPath(request), upstream);
      strip.response(response, request);
    },
  };
}
