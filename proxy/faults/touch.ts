import { everyObject, isObject, metadataOf, objectPath } from './bend.ts';
import type { Bendable, FaultyRequest, Hooks, UpstreamClient } from './fault.ts';
import { MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';

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

/** Makes a new version of the object of a request, and changes nothing else of it. */
export type Touch = (request: FaultyRequest, upstream: UpstreamClient) => Promise<void>;

/** Hooks that touch objects beside requests: before the upstream sees one, or after it responded. */
export function touching(
  beside: (touch: Touch) => Pick<Hooks, 'request'> & { readonly response?: NonNullable<Hooks['response']> },
): Hooks {
  let touches = 0;
  const strip = everyObject(withoutTouch);
  const { request, response } = beside(async (request, upstream) => {
    touches += 1;
    await upstream.send('PATCH', objectPath(request), touchPatch(touches), MERGE_PATCH_TYPE).catch(() => undefined);
  });
  return {
    yaml: true,
    event: strip.event,
    ...(request === undefined ? {} : { request }),
    response: async (found, asked, upstream) => {
      await response?.(found, asked, upstream);
      strip.response(found, asked);
    },
  };
}
