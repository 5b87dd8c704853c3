import { metadataOf } from '../bend.ts';
import type { Bendable } from '../fault.ts';

/** A written object that a controller acts on, and its path. */
export interface WrittenWorkload {
  readonly path: string;
  readonly object: Bendable;
  readonly spec: Bendable;
}

/** The reference by which what a controller makes names the object. */
export function ownerOf(object: Bendable): Bendable {
  const { name, uid } = metadataOf(object);
  return { apiVersion: object['apiVersion'], kind: object['kind'], name, uid, controller: true };
}
