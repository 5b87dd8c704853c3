import type { Resource } from '../../spec/surface/resources.ts';
import type { ApiObject } from '../resources/api-object.ts';
import type { Change, Entry } from '../store/store.ts';

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** One object at one revision as one resource shows it, encoded once and shared by get, list and every watcher. */
export interface View {
  readonly resource: Resource;
  readonly revision: number;
  /** Compact JSON. */
  readonly body: Buffer;
  readonly frames: Map<EventType, Buffer>;
}

/** An object as the store holds it: without `resourceVersion` and `selfLink`, which depend on the revision and on who asks. */
export interface StoredObject {
  readonly object: ApiObject;
  /** Estimated bytes, for the bound on history. */
  readonly size: number;
  /** Encoded forms made so far: rarely more than two, the object's own and that of its removal. */
  readonly views: View[];
}

export function storedObject(object: ApiObject): StoredObject {
  return { object, size: roughSize(object), views: [] };
}

/** The object as this resource shows it: with its type, its path and its version. */
export function shownObject({ value, revision }: Entry<StoredObject>, resource: Resource): ApiObject {
  const { kind: _, apiVersion: __, metadata, ...rest } = value.object;
  const { name, generateName, namespace, uid, ...others } = metadata;
  return {
    kind: resource.kind,
    apiVersion: resource.apiVersion,
    metadata: {
      ...(name === undefined ? {} : { name }),
      ...(generateName === undefined ? {} : { generateName }),
      ...(namespace === undefined ? {} : { namespace }),
      selfLink: selfLink(resource, namespace, name ?? ''),
      ...(uid === undefined ? {} : { uid }),
      resourceVersion: String(revision),
      ...others,
    },
    ...rest,
  };
}

export function viewOf(entry: Entry<StoredObject>, resource: Resource): View {
  const { views } = entry.value;
  for (const view of views) if (view.revision === entry.revision && view.resource === resource) return view;
  const body = Buffer.from(JSON.stringify(shownObject(entry, resource)));
  const view: View = { resource, revision: entry.revision, body, frames: new Map() };
  views.push(view);
  return view;
}

const OPENINGS: Readonly<Record<EventType, Buffer>> = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
};
const CLOSING = Buffer.from('}\n');

/** The line of a watch stream that tells of the object: a WatchEvent in JSON and a newline. */
export function watchFrame(entry: Entry<StoredObject>, type: EventType, resource: Resource): Buffer {
  const view = viewOf(entry, resource);
  let frame = view.frames.get(type);
  if (frame === undefined) {
    frame = Buffer.concat([OPENINGS[type], view.body, CLOSING]);
    view.frames.set(type, frame);
  }
  return frame;
}

/** About as many bytes as its JSON. */
function roughSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [member, inner] of Object.entries(value)) size += member.length + 4 + roughSize(inner);
  return size;
}

/** Path of an object. */
function selfLink(resource: Resource, namespace: string | undefined, name: string): string {
  const scope = resource.namespaced ? `/namespaces/${namespace}` : '';
  return `${resource.prefix}${scope}/${resource.plural}/${name}`;
}

export type ObjectChange = Change<StoredObject>;
export type ObjectEntry = Entry<StoredObject>;
