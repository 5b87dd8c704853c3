import { isObject, metadataOf } from '../bend.ts';
import type { Bendable } from '../fault.ts';

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
