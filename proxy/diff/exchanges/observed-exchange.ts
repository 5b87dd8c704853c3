import { load } from 'js-yaml';
import { parsedJson } from '../../../shared/json.ts';
import type { EndReason, LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import { headerValue } from '../../../shared/exchange-log/header-value.ts';
import { bodyBytes } from '../../../shared/exchange-log/body-bytes.ts';
import { endedAt, type LoggedExchange } from '../../log/logged-exchange.ts';
import { streams } from '../../record/event-stream.ts';
import { kindAt, type NamespaceNames, namespaceOf, renamedTarget, renamedValue } from './namespace-map.ts';
import { elementsOf, inOrderOfNames, withoutElements } from '../values/list-elements.ts';
import { identitiesIn } from '../../../shared/protobuf/identities.ts';
import { isDeep, isObject, type Json, type JsonObject, memberOf, textOf } from '../values/json-value.ts';

/** A body for comparison: a value if its media type has one, else a text, else opaque bytes. */
export type ObservedContent =
  | { readonly value: Json }
  | { readonly text: string }
  | {
      readonly opaque: Buffer;
      readonly isTooLarge?: true;
      /** Kind and metadata of an object or a list, if the body is protobuf. */
      readonly identities?: JsonObject | undefined;
    };

/** The object in a body, or the part of it that is known. */
export function objectIn(content: ObservedContent | undefined): Json | undefined {
  if (content === undefined) return undefined;
  return 'value' in content ? content.value : 'opaque' in content ? content.identities : undefined;
}

/**
 * Larger bodies are not parsed: strings and values take many times their length, and beyond half a gigabyte no
 * string holds them.
 */
export const LARGEST_COMPARED = 64 * 1024 * 1024;

export interface WatchEvent {
  readonly n: number;
  readonly type: string;
  readonly object: Json;
}

/** One exchange, read as far as a comparison needs it. */
export interface ObservedExchange {
  readonly id: number;
  readonly began: number;
  readonly ended: number;
  /** End of the exchange in milliseconds since the log began; infinite if it was still open when the log ended. */
  readonly endedAfter: number;
  readonly method: string;
  readonly target: string;
  readonly sent: ObservedContent | undefined;
  readonly status: number | undefined;
  /** Media type of the response in one spelling: lower case, parameters sorted. */
  readonly mediaType: string;
  readonly content: ObservedContent | undefined;
  readonly streaming: boolean;
  readonly events: readonly WatchEvent[];
  /** Frames that are not JSON events. */
  readonly otherFrames: number;
  readonly end: EndReason | undefined;
  /** The error, if it ended in one. */
  readonly detail: string | undefined;
}

/** The view of one side: with namespaces renamed, and objects of some namespaces left out. */
export interface ComparedNamespaces {
  /** The name of each namespace in the comparison. */
  readonly names: NamespaceNames;
  /** The names on this side of the namespaces whose objects are compared; objects without a namespace always are. */
  readonly own: ReadonlySet<string>;
}

/**
 * Reads the bodies of an exchange of the log at `logPath`. Rejects with an `ExchangeLogError` if a body file cannot
 * be used.
 */
export async function observed(
  exchange: LoggedExchange,
  logPath: string,
  namespaces?: ComparedNamespaces,
): Promise<ObservedExchange> {
  const { request, response, end } = exchange;
  const mediaType = headerValue(response?.headers ?? [], 'content-type');
  const seen = new SeenObjects(namespaces, request.target);
  const frames = exchange.events
    .map(({ n, body }) => ({ n, value: jsonOf(body) }))
    .filter(({ value }) => seen.keepsEvent(value))
    .map(({ n, value }) => ({ n, value: seen.value(value) }));
  const events = frames.flatMap(({ n, value }) =>
    isObject(value) && textOf(value, 'type') !== ''
      ? [{ n, type: textOf(value, 'type'), object: memberOf(value, 'object') ?? null }]
      : [],
  );
  return {
    id: exchange.id,
    began: request.n,
    ended: endedAt(exchange),
    endedAfter: end?.t ?? Number.POSITIVE_INFINITY,
    method: request.method,
    target: namespaces === undefined ? request.target : renamedTarget(request.target, namespaces.names),
    sent:
      request.body === undefined
        ? undefined
        : seen.content(await contentOf(request.body, headerValue(request.headers, 'content-type'), logPath)),
    status: response?.status,
    mediaType: mediaTypeOf(mediaType),
    content: exchange.body === undefined ? undefined : seen.content(await contentOf(exchange.body, mediaType, logPath)),
    streaming: response !== undefined && streams(request.method, request.target, response.status, response.headers),
    events,
    otherFrames: frames.length - events.length,
    end: end?.reason,
    detail: end?.detail,
  };
}

/** The view of the objects at one target. */
class SeenObjects {
  readonly #namespaces: ComparedNamespaces | undefined;
  readonly #kind: string;

  constructor(namespaces: ComparedNamespaces | undefined, target: string) {
    this.#namespaces = namespaces;
    this.#kind = kindAt(target);
  }

  value(value: Json | undefined): Json | undefined {
    return this.#namespaces === undefined || value === undefined
      ? value
      : renamedValue(value, this.#namespaces.names, this.#kind);
  }

  content(content: ObservedContent): ObservedContent {
    if (this.#namespaces === undefined || 'text' in content) return content;
    if ('opaque' in content)
      return { ...content, identities: this.value(content.identities) as JsonObject | undefined };
    const own = withoutElements(content.value, (object) => !this.#keeps(object));
    return { value: inOrderOfNames(own, renamedValue(own, this.#namespaces.names, this.#kind)) };
  }

  /** Whether an event is compared: it is about one object, or about the objects of a table. */
  keepsEvent(event: Json | undefined): boolean {
    const object = memberOf(event, 'object');
    const objects = elementsOf(object) ?? [object];
    return objects.length === 0 || objects.some((each) => this.#keeps(each));
  }

  #keeps(object: Json | undefined): boolean {
    if (this.#namespaces === undefined || !isObject(object)) return true;
    const namespace = namespaceOf(object, this.#kind);
    return namespace === '' || this.#namespaces.own.has(namespace);
  }
}

async function contentOf(body: LoggedBody, contentType: string | undefined, logPath: string): Promise<ObservedContent> {
  if ('json' in body) return { value: body.json as Json };
  if ('file' in body && body.bytes > LARGEST_COMPARED)
    return { opaque: Buffer.from(body.sha256, 'hex'), isTooLarge: true };
  const bytes = await bodyBytes(logPath, body);
  const text = bytes.toString('utf8');
  const type = mediaTypeOf(contentType);
  if (!Buffer.from(text, 'utf8').equals(bytes) || type.includes('protobuf'))
    return { opaque: bytes, identities: identitiesIn(bytes) };
  const value = type.includes('yaml') ? yamlOf(text) : jsonText(text);
  return value === undefined ? { text } : { value };
}

function jsonOf(body: LoggedBody): Json | undefined {
  if ('json' in body) return body.json as Json;
  return 'text' in body ? jsonText(body.text) : undefined;
}

function jsonText(text: string): Json | undefined {
  const value = parsedJson(text) as Json | undefined;
  return value === undefined || isDeep(value) ? undefined : value;
}

function yamlOf(text: string): Json | undefined {
  try {
    const value: unknown = load(text);
    return (isObject(value) || Array.isArray(value)) && !isDeep(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** `Application/JSON; b=2;a=1` -> `application/json;a=1;b=2`. */
function mediaTypeOf(contentType: string | undefined): string {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  return [type, ...parameters.filter((parameter) => parameter !== '').sort()].join(';');
}
