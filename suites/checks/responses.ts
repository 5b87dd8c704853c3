import { keyOf, type ObjectKey } from '../oracle/state/object-key.ts';
import { cached } from '../../shared/cached.ts';
import type { Call, Exchange, History } from '../oracle/history.ts';
import { isObject, type Json, type JsonObject, textAt } from '../oracle/json.ts';
import type { Verb } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { show } from './findings.ts';

/** An exchange that is an API call. */
export interface Called extends Exchange {
  readonly call: Call;
}

/** A call on a resource: every call except discovery. */
export interface ResourceCalled extends Called {
  readonly call: Call & { readonly resource: Resource };
}

export function isResourceCall(exchange: Exchange): exchange is ResourceCalled {
  return exchange.call?.resource !== undefined;
}

/** The calls of these verbs on resources, without streams. */
export function callsOf(exchanges: readonly Exchange[], ...verbs: readonly Verb[]): readonly ResourceCalled[] {
  const known = cached(CALLS, exchanges, () => new Map());
  return cached(known, verbs.join(' '), () =>
    exchanges.filter((exchange): exchange is ResourceCalled => isCall(exchange) && verbs.includes(exchange.call.verb)),
  );
}

/** Caches `callsOf`: every check calls it, and a recording may be long. */
const CALLS = new WeakMap<readonly Exchange[], Map<string, readonly ResourceCalled[]>>();

/** Every watch request, whatever its response. */
export function watchesAsked({ exchanges }: History): readonly ResourceCalled[] {
  return exchanges.filter(
    (exchange): exchange is ResourceCalled => exchange.call?.resource !== undefined && exchange.call.watching,
  );
}

function isCall(exchange: Exchange): exchange is ResourceCalled {
  return exchange.call?.resource !== undefined && !exchange.call.watching;
}

/** The response is 2xx and complete. */
export function succeeded(exchange: Exchange): boolean {
  return exchange.end?.reason === 'complete' && statusOf(exchange) >= 200 && statusOf(exchange) < 300;
}

/** The response is 4xx. */
export function refused(exchange: Exchange): boolean {
  return statusOf(exchange) >= 400 && statusOf(exchange) < 500;
}

/**
 * The response is an error, 4xx or 5xx. The document leaves error codes open (document, Errors 6). For requests that
 * must be refused.
 */
export function rejected(exchange: Exchange): boolean {
  return statusOf(exchange) >= 400;
}

/** Statuses about permissions or load. */
const FORBIDDEN: ReadonlySet<number> = new Set([401, 403, 408, 429]);
/** Statuses about permissions, load or served paths, not about errors in the request. */
const NOT_ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([...FORBIDDEN, 404, 405, 406]);

const TOO_LARGE = 413;

/** Bodies that every server takes, in characters. The document names no limit, but servers have one, some of 8 KiB. */
const SMALL_BODY = 4 * 1024;

/** The response is 4xx because of the request's content, not for permission, path, load or size. */
export function turnedDown(exchange: Exchange): boolean {
  return refused(exchange) && !NOT_ABOUT_THE_REQUEST.has(statusOf(exchange)) && !isBeyondLimit(exchange);
}

/** The server refused a body for its size, which is more than every server takes. */
export function isBeyondLimit(exchange: Exchange): boolean {
  return statusOf(exchange) === TOO_LARGE && (exchange.request.body?.text.length ?? 0) > SMALL_BODY;
}

/** Refused by a policy, such as one against host networks, or because of load. It proves nothing about the request. */
export function forbidden(exchange: Exchange): boolean {
  return FORBIDDEN.has(statusOf(exchange));
}

/**
 * The response is 4xx because the object is absent, as far as the code shows: not for permission, media type or
 * load.
 */
export function deniesTheObject(exchange: Exchange): boolean {
  return refused(exchange) && (statusOf(exchange) === 404 || (statusOf(exchange) !== 415 && turnedDown(exchange)));
}

/** The status code; 0 without a response. */
export function statusOf(exchange: Exchange): number {
  return exchange.response?.status ?? 0;
}

/**
 * The response says by 410 that the version in the query has expired. Version 0 is any version, and none of them
 * expires.
 */
export function hasExpired(exchange: Exchange): boolean {
  const version = exchange.request.query.get('resourceVersion') ?? '';
  return statusOf(exchange) === 410 && version !== '' && version !== '0';
}

/** Codes of refusals because of concurrent writes. */
const CONFLICTS: ReadonlySet<number> = new Set([409, 412]);

/** Refused because of concurrent writes. It proves nothing about the request itself. */
export function conflicted(exchange: Exchange): boolean {
  return CONFLICTS.has(statusOf(exchange));
}

/**
 * The response blames the request or is a server error, and not because of concurrent writes. A valid request gets
 * no such response.
 */
export function foundWrong(exchange: Exchange): boolean {
  return (turnedDown(exchange) && !conflicted(exchange)) || brokeDown(exchange);
}

/** The response is 5xx. A dropped connection does not count here: `world/keeps-answering` judges it. */
export function brokeDown(exchange: Exchange): boolean {
  return statusOf(exchange) >= 500;
}

/**
 * Statuses that say that the server does not support this, or that a gateway cannot do it now. They are not a fault
 * in handling the request.
 */
const UNABLE: ReadonlySet<number> = new Set([501, 502, 503, 504]);

/** The response is a server error: a 5xx, except those that say that the server is unable to do this now. */
export function isServerError(exchange: Exchange): boolean {
  return brokeDown(exchange) && !UNABLE.has(statusOf(exchange));
}

/** The response in a few words. */
export function responseOf(exchange: Exchange): string {
  if (exchange.response === undefined)
    return `no response (${exchange.end?.detail ?? exchange.end?.reason ?? 'still waiting'})`;
  const message = textAt(exchange.response.body?.value, 'message');
  const said = message === undefined ? `${exchange.response.status}` : `${exchange.response.status} ${show(message)}`;
  return exchange.end?.reason === 'server-abort' ? `${said}, then the connection was cut` : said;
}

/** The object in a complete 2xx response. */
export function received(exchange: Exchange): JsonObject | undefined {
  return succeeded(exchange) ? objectIn(exchange.response?.body?.value) : undefined;
}

/** The object in the request's body. */
export function sent(exchange: Exchange): JsonObject | undefined {
  return objectIn(exchange.request.body?.value);
}

/** The key of the object that a call names: in its path, or in the body of a create. */
export function keyCalled({ call, request }: ResourceCalled): ObjectKey {
  return keyOf(call.resource, call.namespace, call.name ?? textAt(request.body?.value, 'metadata', 'name') ?? '');
}

/** The version that the body of a write names. `0` does not count: the document does not define it. */
export function versionNamed({ request }: Exchange): string | undefined {
  const version = textAt(request.body?.value, 'metadata', 'resourceVersion') ?? '';
  return version === '' || version === '0' ? undefined : version;
}

function objectIn(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}
