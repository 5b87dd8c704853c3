import { type Json, textAt } from '../json.ts';

/** Whether a delete of the object has begun: it has a `metadata.deletionTimestamp`. */
export function isTerminating(object: Json | undefined): boolean {
  return textAt(object, 'metadata', 'deletionTimestamp') !== undefined;
}
