import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { keptBody, keptLine, type ObjectEntry, shownObject, shownText } from '../objects/stored-object.ts';
import type { Aspect } from '../objects/update-object.ts';
import type { Page } from '../objects/list-page.ts';

/**
 * A handler's response: as compact JSON with a newline, shared if it exists already, or as a value for every other
 * format.
 */
export interface HandlerResponse {
  /** HTTP status. */
  readonly code: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text if it is short and sent with the head in one piece, pieces of bytes if it is long. */
  readonly json: () => string | readonly Buffer[];
  readonly value: () => unknown;
}

export function valueResponse(code: number, value: unknown): HandlerResponse {
  return { code, json: () => `${JSON.stringify(value)}\n`, value: () => value };
}

/** A written object, which may change before anybody reads it again. */
export function entryResponse(code: number, entry: ObjectEntry, resource: Resource): HandlerResponse {
  return { code, json: () => `${shownText(entry, resource)}\n`, value: () => shownObject(entry, resource) };
}

/** A read object. */
export function foundResponse(entry: ObjectEntry, resource: Resource): HandlerResponse {
  return { code: 200, json: () => keptLine(entry, resource), value: () => shownObject(entry, resource) };
}

/** The object in the response of a subresource; in some dialects it has the link of that path. */
export function partResponse(
  entry: ObjectEntry,
  resource: Resource,
  part: 'status' | 'finalize',
  selfLink: DialectChoices['status.self-link'],
): HandlerResponse {
  if (selfLink !== 'of-path') return foundResponse(entry, resource);
  const shown = shownObject(entry, resource);
  return valueResponse(200, {
    ...shown,
    metadata: { ...shown.metadata, selfLink: `${shown.metadata.selfLink ?? ''}/${part}` },
  });
}

/** The response to a write of an aspect of the object. */
export function aspectResponse(
  entry: ObjectEntry,
  resource: Resource,
  aspect: Aspect,
  selfLink: DialectChoices['status.self-link'],
): HandlerResponse {
  return aspect === 'object' || selfLink !== 'of-path'
    ? entryResponse(200, entry, resource)
    : partResponse(entry, resource, aspect, selfLink);
}

/** `path` is that of the request: a list's selfLink. Dialects differ in whether items carry their type. */
export function listResponse(
  listed: Page,
  resource: Resource,
  path: string,
  itemTypes: DialectChoices['list.item-types'],
): HandlerResponse {
  const typed = itemTypes !== 'absent';
  const head = {
    kind: `${resource.kind}List`,
    apiVersion: resource.apiVersion,
    metadata: listMeta(listed, path),
  };
  return {
    code: 200,
    json: () => listPieces(JSON.stringify(head), listed.entries, resource, typed),
    value: () => ({ ...head, items: listed.entries.map((entry) => itemOf(entry, resource, typed)) }),
  };
}

function listMeta({ revision, continue: token, remainingItemCount, isUnversioned }: Page, path: string): object {
  const more =
    token === undefined ? {} : { continue: token, ...(remainingItemCount === undefined ? {} : { remainingItemCount }) };
  return { selfLink: path, ...(isUnversioned === true ? {} : { resourceVersion: String(revision) }), ...more };
}

function itemOf(entry: ObjectEntry, resource: Resource, typed: boolean): unknown {
  const shown = shownObject(entry, resource);
  if (typed) return shown;
  const { kind: _, apiVersion: __, ...rest } = shown;
  return rest;
}

const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;

/** Shorter lists are sent as text. */
const SHORT = 16;

/** The items of longer lists, by group-version: lists of the same entries share the same bytes. */
const ITEMS = new WeakMap<readonly ObjectEntry[], Map<string, Buffer>>();

/** The list in JSON, composed of the encoded items. */
function listPieces(
  head: string,
  entries: readonly ObjectEntry[],
  resource: Resource,
  typed: boolean,
): string | readonly Buffer[] {
  const opening = `${head.slice(0, -1)},"items":[`;
  if (entries.length <= SHORT)
    return `${opening}${entries.map((entry) => itemText(entry, resource, typed)).join(',')}]}\n`;
  let known = ITEMS.get(entries);
  if (known === undefined) {
    known = new Map();
    ITEMS.set(entries, known);
  }
  const key = `${resource.id} ${typed}`;
  let items = known.get(key);
  if (items === undefined) {
    items = itemBytes(entries, resource, typed);
    known.set(key, items);
  }
  return [Buffer.from(opening), items, LIST_END];
}

const LIST_END = Buffer.from(']}\n');

/** An item without its type is the suffix of the same text after the type. */
function itemText(entry: ObjectEntry, resource: Resource, typed: boolean): string {
  const text = shownText(entry, resource);
  return typed ? text : `{${text.slice(typeLength(resource) + 1)}`;
}

/** The encoded items with commas between; an item without its type is the suffix of the same bytes. */
function itemBytes(entries: readonly ObjectEntry[], resource: Resource, typed: boolean): Buffer {
  const skipped = typed ? 0 : typeLength(resource);
  const bodies = entries.map((entry) => keptBody(entry, resource));
  let size = 0;
  for (const body of bodies) size += body.length - skipped + 1;
  const items = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const body of bodies) {
    items.set(typed ? body : body.subarray(skipped), at);
    if (!typed) items[at] = OPEN_BRACE;
    at += body.length - skipped;
    items[at] = COMMA;
    at += 1;
  }
  return items.subarray(0, size - 1);
}

/**
 * Bytes from the opening brace of an encoded object to the comma after its type. The comma is excluded, because it
 * becomes the brace.
 */
function typeLength({ kind, apiVersion }: Resource): number {
  return Buffer.byteLength(JSON.stringify({ kind, apiVersion })) - 1;
}
