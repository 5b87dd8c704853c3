import type { Call, Exchange, History } from '../oracle/history.ts';
import type { Json, JsonObject } from '../oracle/json.ts';
import { isObject, textAt } from '../oracle/json.ts';
import type { Verb } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { show } from './findings.ts';

/** An exchange that is a call of the API. */
export interface Called extends Exchange {
  readonly call: Call;
}

/** A call on a resource, which is every call but discovery. */
export interface ResourceCalled extends Called {
  readonly call: Call & { readonly resource: Resource };
}

/** The calls of these verbs on resources, streams aside. */
export function callsOf(exchanges: readonly Exchange[], ...verbs: readonly Verb[]): readonly ResourceCalled[] {
  const known = CALLS.get(exchanges) ?? new Map<string, readonly ResourceCalled[]>();
  CALLS.set(exchanges, known);
  const id = verbs.join(' ');
  const calls =
    known.get(id) ??
    exchanges.filter((exchange): exchange is ResourceCalled => isCall(exchange) && verbs.includes(exchange.call.verb));
  known.set(id, calls);
  return calls;
}

/** The calls that were asked for before: every check asks, and a recording may be long. */
const CALLS = new WeakMap<readonly Exchange[], Map<string, readonly ResourceCalled[]>>();

/** Every watch that was asked for, whatever it was answered. */
export function watchesAsked({ exchanges }: History): readonly ResourceCalled[] {
  return exchanges.filter(
    (exchange): exchange is ResourceCalled => exchange.call?.resource !== undefined && exchange.call.watching,
  );
}

function isCall(exchange: Exchange): exchange is ResourceCalled {
  return exchange.call?.resource !== undefined && !exchange.call.watching;
}

/** Answered 2xx, and the whole of the answer came. */
export function succeeded(exchange: Exchange): boolean {
  return exchange.end?.reason === 'complete' && statusOf(exchange) >= 200 && statusOf(exchange) < 300;
}

/** Answered 4xx. */
export function refused(exchange: Exchange): boolean {
  return statusOf(exchange) >= 400 && statusOf(exchange) < 500;
}

/** Answered with an error, 4xx or 5xx: which codes errors have is left open (document, Errors 6). For requests that must be refused. */
export function rejected(exchange: Exchange): boolean {
  return statusOf(exchange) >= 400;
}

/** Statuses that say who may ask, what is served or how often, rather than that the request is wrong. */
const NOT_ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([401, 403, 404, 405, 406, 408, 429]);

/** Answered 4xx for what the request says: neither for want of permission, nor of a place, nor of capacity. */
export function turnedDown(exchange: Exchange): boolean {
  return refused(exchange) && !NOT_ABOUT_THE_REQUEST.has(statusOf(exchange));
}

/** Answered 4xx for want of the object, as far as the code tells: neither of permission, nor of a media type, nor of capacity. */
export function deniesTheObject(exchange: Exchange): boolean {
  return refused(exchange) && (statusOf(exchange) === 404 || (statusOf(exchange) !== 415 && turnedDown(exchange)));
}

/** The status code; 0 where no answer came. */
export function statusOf(exchange: Exchange): number {
  return exchange.response?.status ?? 0;
}

/** Codes by which a server refuses a write for what others wrote meanwhile. */
const CONFLICTS: ReadonlySet<number> = new Set([409, 412]);

/** Refused for what others wrote meanwhile: it tells nothing of the request itself. */
export function conflicted(exchange: Exchange): boolean {
  return CONFLICTS.has(statusOf(exchange));
}

/** Answered as a mistake in the request or as a fault of the server, and not for what others wrote: a sound request is not. */
export function foundWrong(exchange: Exchange): boolean {
  return (turnedDown(exchange) && !conflicted(exchange)) || brokeDown(exchange);
}

/** Answered 5xx. A connection that was dropped is no evidence here: `world/keeps-answering` judges it. */
export function brokeDown(exchange: Exchange): boolean {
  return statusOf(exchange) >= 500;
}

/** Statuses by which a server says that it does not do this, or a gateway that it cannot do it now: no fault in how the request was taken. */
const UNABLE: ReadonlySet<number> = new Set([501, 502, 503, 504]);

/** Answered as a fault of the server: a 5xx that does not say that it is unable to do this now. */
export function isServerError(exchange: Exchange): boolean {
  return brokeDown(exchange) && !UNABLE.has(statusOf(exchange));
}

/** How the server answered, in a few words. */
export function responseOf(exchange: Exchange): string {
  if (exchange.response === undefined)
    return `no answer (${exchange.end?.detail ?? exchange.end?.reason ?? 'still waiting'})`;
  const message = textAt(exchange.response.body?.value, 'message');
  const said = message === undefined ? `${exchange.response.status}` : `${exchange.response.status} ${show(message)}`;
  return exchange.end?.reason === 'server-abort' ? `${said}, then the connection was cut` : said;
}

/** The object of a whole 2xx answer. */
export function answered(exchange: Exchange): JsonObject | undefined {
  return succeeded(exchange) ? objectIn(exchange.response?.body?.value) : undefined;
}

/** The object in the body of the request. */
export function sent(exchange: Exchange): JsonObject | undefined {
  return objectIn(exchange.request.body?.value);
}

function objectIn(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}
