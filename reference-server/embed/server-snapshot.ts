import { storedText } from '../objects/stored-object.ts';
import type { StoreContents } from '../objects/store-contents.ts';
import { SnapshotError } from '../store/snapshot-error.ts';
import type { ServerSnapshot } from './reference-server.d.ts';

/** The contents of a store, as tests keep them. */
export function snapshotOf(contents: StoreContents): ServerSnapshot {
  return { format: 1, objects: [...contents] };
}

/** The contents of a snapshot, which may come from a file. Throws `SnapshotError` for an invalid one. */
export function contentsIn(snapshot: unknown): StoreContents {
  const { format, objects } = Object(snapshot) as Partial<ServerSnapshot>;
  if (format !== 1 || !Array.isArray(objects))
    throw new SnapshotError(
      `a snapshot is an object with format 1 and objects, as snapshot() returns it; this is ${typeof snapshot}`,
    );
  return new Map(objects.map(pair));
}

function pair(entry: unknown, index: number): [string, string] {
  const [key, text] = Array.isArray(entry) ? entry : [];
  if (typeof key === 'string' && typeof text === 'string' && isObject(text)) return [key, text];
  throw new SnapshotError(`objects[${index}] of the snapshot is not a key and the text of an object`);
}

function isObject(text: string): boolean {
  try {
    storedText(text);
    return true;
  } catch {
    return false;
  }
}
