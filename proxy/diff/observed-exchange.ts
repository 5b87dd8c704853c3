import { load } from 'js-yaml';
import type { EndReason, LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import { headerValue } from '../engine/raw-headers.ts';
import { bodyBytes } from '../../fixtures/formats/body-bytes.ts';
import type { LoggedExchange } from '../log/logged-exchange.ts';
import { endedAt } from '../log/logged-exchange.ts';
import { streams } from '../record/event-stream.ts';
import type { Json } from './json-value.ts';
import { isObject, memberOf, textOf } from './json-value.ts';

/** A body as it is compared: as a value where its media type has one, else as text, else as bytes that only equality is known of. */
export type Content = { readonly value: Json } | { readonly text: string } | { readonly opaque: Buffer };

export interface WatchEvent {
  readonly n: number;
  readonly type: string;
  readonly object: Json;
}

/** One exchange, read as far as comparing needs. */
export interface ObservedExchange {
  readonly id: number;
  readonly began: number;
  readonly ended: number;
  readonly method: string;
  readonly target: string;
  readonly sent: Content | undefined;
  readonly status: number | undefined;
  /** Media type of the answer in one spelling: lower case, parameters sorted. */
  readonly mediaType: string;
  readonly content: Content | undefined;
  readonly streaming: boolean;
  readonly events: readonly WatchEvent[];
  /** Frames that are not JSON events. */
  readonly otherFrames: number;
  readonly end: EndReason | undefined;
}

/** Reads the bodies of an exchange of the log at `logPath`. Rejects with a `ExchangeLogError` where a body file cannot be used. */
export async function observed(exchange: LoggedExchange, logPath: string): Promise<ObservedExchange> {
  const { request, response, end } = exchange;
  const answered = headerValue(response?.headers ?? [], 'content-type');
  const frames = exchange.events.map(({ n, body }) => ({ n, value: jsonOf(body) }));
  const events = frames.flatMap(({ n, value }) => (isObject(value) && textOf(value, 'type') !== '' ? [{ n, type: textOf(value, 'type'), object: memberOf(value, 'object') ?? null }] : []));
  return {
    id: exchange.id,
    began: request.n,
    ended: endedAt(exchange),
    method: request.method,
    target: request.target,
    sent: request.body === undefined ? undefined : await contentOf(request.body, headerValue(request.headers, 'content-type'), logPath),
    status: response?.status,
    mediaType: mediaTypeOf(answered),
    content: exchange.body === undefined ? undefined : await contentOf(exchange.body, answered, logPath),
    streaming: response !== undefined && streams(request.method, request.target, response.status, response.headers),
    events,
    otherFrames: frames.length - events.length,
    end: end?.reason,
  };
}

async function contentOf(body: LoggedBody, contentType: string | undefined, logPath: string): Promise<Content> {
  if ('json' in body) return { value: body.json as Json };
  const bytes = await bodyBytes(logPath, body);
  const text = bytes.toString('utf8');
  const type = mediaTypeOf(contentType);
  if (!Buffer.from(text, 'utf8').equals(bytes) || type.includes('protobuf')) return { opaque: bytes };
  const value = type.includes('yaml') ? yamlOf(text) : jsonText(text);
  return value === undefined ? { text } : { value };
}

function jsonOf(body: LoggedBody): unknown {
  if ('json' in body) return body.json;
  return 'text' in body ? jsonText(body.text) : undefined;
}

function jsonText(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function yamlOf(text: string): Json | undefined {
  try {
    const value: unknown = load(text);
    return isObject(value) || Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** `Application/JSON; b=2;a=1` -> `application/json;a=1;b=2`. */
function mediaTypeOf(contentType: string | undefined): string {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';').map((part) => part.trim());
  return [type, ...parameters.filter((parameter) => parameter !== '').sort()].join(';');
}
