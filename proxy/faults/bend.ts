import type { FaultyRequest, Bendable, FaultyResponse, WatchFrame } from './fault.ts';

export function isObject(value: unknown): value is Bendable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a path of own members, or `undefined`. */
export function objectAt(value: unknown, ...path: readonly string[]): Bendable | undefined {
  let current = value;
  for (const member of path) {
    if (!isObject(current) || !Object.hasOwn(current, member)) return undefined;
    current = current[member];
  }
  return isObject(current) ? current : undefined;
}

/** The metadata of an object; empty if it has none. */
export function metadataOf(object: unknown): Bendable {
  return objectAt(object, 'metadata') ?? {};
}

export function succeeded(response: FaultyResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

/** The items of a list response; `undefined` if the response is no list. */
export function itemsOf(response: FaultyResponse): Bendable[] | undefined {
  const items = isObject(response.json) ? response.json['items'] : undefined;
  return Array.isArray(items) ? (items as Bendable[]) : undefined;
}

/** Every object of the API in a response: the object itself, or the items of a list. */
export function objectsOf(response: FaultyResponse): Bendable[] {
  if (!succeeded(response) || !isObject(response.json)) return [];
  const items = itemsOf(response);
  if (items !== undefined) return items;
  return response.json['kind'] === 'Status' ? [] : [response.json];
}

/** Hooks that bend every object that leaves the server: in responses, lists and watch events. */
export function everyObject(bend: (object: Bendable, request: FaultyRequest) => void): {
  response: (response: FaultyResponse, request: FaultyRequest) => void;
  event: (frame: WatchFrame, request: FaultyRequest) => readonly WatchFrame[];
} {
  return {
    response: (response, request) => objectsOf(response).forEach((object) => bend(object, request)),
    event: (frame, request) => {
      bend(frame.object, request);
      return [frame];
    },
  };
}

/** A JSON response. */
export function jsonResponse(status: number, json: unknown): FaultyResponse {
  return { status, headers: { 'content-type': 'application/json' }, json, raw: Buffer.alloc(0) };
}

/** A Status of success, as a delete returns it. */
export function successStatus(): Bendable {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 };
}

export function failureStatus(code: number, reason: string, message: string): Bendable {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, message, code };
}

/** A response of a server that broke down. */
export function brokenDown(message: string): FaultyResponse {
  return jsonResponse(500, failureStatus(500, 'InternalError', message));
}

/** Identity of an object within its kind. */
export function keyOf(object: Bendable): string {
  const metadata = metadataOf(object);
  return `${String(metadata['namespace'] ?? '')}/${String(metadata['name'] ?? '')}`;
}

/** A deep copy. */
export function copyOf<T>(value: T): T {
  return structuredClone(value);
}

/** Whether a value is all there in another one that may have further members; lists have the same length. */
export function isPart(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      part.length === whole.length &&
      part.every((element: unknown, index) => isPart(element, (whole as readonly unknown[])[index]))
    );
  if (!isObject(part)) return part === whole;
  return (
    isObject(whole) &&
    Object.entries(part).every(([member, value]) => Object.hasOwn(whole, member) && isPart(value, whole[member]))
  );
}

/** Path of one object, from the path of its collection or of one of its subresources. */
export function objectPath(request: FaultyRequest): string {
  return request.path.replace(/\/status\/?$/, '').replace(/\/$/, '');
}

/** Path of the object that a create makes, from the body or from the response. */
export function madePath(request: FaultyRequest, object: unknown): string {
  return `${request.path.replace(/\/$/, '')}/${String(metadataOf(object)['name'])}`;
}

/** Every object in the value, depth first, itself included. */
export function walk(value: unknown, visit: (object: Bendable) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
    return;
  }
  if (!isObject(value)) return;
  for (const member of Object.values(value)) walk(member, visit);
  visit(value);
}

/** The containers of a pod or of the pod template of any kind. */
export function containersOf(object: unknown): Bendable[] {
  const found: Bendable[] = [];
  walk(object, (inner) => {
    const containers = inner['containers'];
    if (Array.isArray(containers)) found.push(...containers.filter(isObject));
  });
  return found;
}

/** Changes the texts in a map of a body, if it is one. */
export function eachText(map: unknown, bend: (text: string) => string): void {
  if (!isObject(map)) return;
  for (const [key, value] of Object.entries(map)) if (typeof value === 'string') map[key] = bend(value);
}

/** Changes the words of the commands and arguments of the containers in a body. */
export function eachWord(body: unknown, bend: (word: string) => string): void {
  for (const container of containersOf(body))
    for (const member of ['command', 'args']) {
      const words = container[member];
      if (Array.isArray(words))
        container[member] = words.map((word: unknown) => (typeof word === 'string' ? bend(word) : word));
    }
}

/** The time of day of a timestamp with an offset, and the offset. */
const OFFSET = /(T\d\d:\d\d:\d\d(?:\.\d+)?)[+-]\d\d:\d\d$/;

/** Takes the offsets of the timestamps in a value for `Z`. */
export function ignoreOffsets(value: unknown): void {
  walk(value, (inner) => {
    for (const [key, time] of Object.entries(inner))
      if (/Time(?:stamp)?$/.test(key) && typeof time === 'string') inner[key] = time.replace(OFFSET, '$1Z');
  });
}
