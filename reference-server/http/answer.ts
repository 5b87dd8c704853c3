import type { Answers } from '../../spec/dialects/index.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { ObjectEntry } from '../objects/stored-object.ts';
import { bodyOf, shownObject, viewOf } from '../objects/stored-object.ts';
import type { Listed } from '../objects/list-objects.ts';

/** What a handler answers: as compact JSON, shared where it is there already, or as a value for every other form. */
export interface Answer {
  /** HTTP status. */
  readonly code: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text where it is short and goes out with the head in one piece, bytes where it is long. */
  readonly json: () => string | Buffer;
  readonly value: () => unknown;
}

export function valueAnswer(code: number, value: unknown): Answer {
  return { code, json: () => JSON.stringify(value), value: () => value };
}

export function entryAnswer(code: number, entry: ObjectEntry, resource: Resource): Answer {
  return { code, json: () => viewOf(entry, resource).text, value: () => shownObject(entry, resource) };
}

/** `path` is that of the request: a list's selfLink. Dialects differ in whether items carry their type. */
export function listAnswer(listed: Listed, resource: Resource, path: string, itemTypes: Answers['list.item-types']): Answer {
  const typed = itemTypes !== 'absent';
  const head = {
    kind: `${resource.kind}List`,
    apiVersion: resource.apiVersion,
    metadata: { selfLink: path, resourceVersion: String(listed.revision) },
  };
  return {
    code: 200,
    json: () => listBytes(JSON.stringify(head), listed.entries, resource, typed),
    value: () => ({ ...head, items: listed.entries.map((entry) => itemOf(entry, resource, typed)) }),
  };
}

function itemOf(entry: ObjectEntry, resource: Resource, typed: boolean): unknown {
  const shown = shownObject(entry, resource);
  if (typed) return shown;
  const { kind: _, apiVersion: __, ...rest } = shown;
  return rest;
}

const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;

/** The list in JSON, put together from the encoded items; an item without its type is the same bytes from behind the type on. */
function listBytes(head: string, entries: readonly ObjectEntry[], resource: Resource, typed: boolean): Buffer {
  const opening = Buffer.from(`${head.slice(0, -1)},"items":[`);
  const skipped = typed ? 0 : typeLength(resource);
  const bodies = entries.map((entry) => bodyOf(viewOf(entry, resource)));
  let size = opening.length + 2;
  for (const body of bodies) size += body.length + 1;
  const list = Buffer.allocUnsafe(size);
  let at = opening.copy(list);
  for (const body of bodies) {
    list.set(typed ? body : body.subarray(skipped), at);
    if (!typed) list[at] = OPEN_BRACE;
    at += body.length - skipped;
    list[at] = COMMA;
    at += 1;
  }
  if (bodies.length > 0) at -= 1;
  at += list.write(']}', at, 'latin1');
  return list.subarray(0, at);
}

/** Bytes from the opening brace of an encoded object to the comma behind its type, without the comma, which becomes the brace. */
function typeLength({ kind, apiVersion }: Resource): number {
  return Buffer.byteLength(JSON.stringify({ kind, apiVersion })) - 1;
}
