import type { EndReason, HappeningLine, HeaderPair, LoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import type { History } from '../oracle/history.ts';
import { historyOf } from '../oracle/exchanges/history-of.ts';

/**
 * A history from short literals, for tests of checks. Each literal is a whole exchange after the previous one,
 * except in `together`. Requests carry the run header of the suite, so `observedStateOf` knows that no other client
 * writes the objects that they create. `foreign` requests lack it, like those of another client in a recording.
 *
 *     historyFrom([
 *       { open: 'GET /api/v1/watch/namespaces/a/secrets', as: 'w' },
 *       { send: 'POST /api/v1/namespaces/a/secrets', body: { ... }, response: [200, { ... }] },
 *       { event: 'w', type: 'ADDED', object: { ... } },
 *       { together: [{ send: 'PUT ...', ... }, { send: 'PUT ...', ... }] },
 *       { end: 'w' },
 *     ])
 */
export type Literal = ExchangeLiteral | OpenLiteral | EventLiteral | EndLiteral | TogetherLiteral;

/** Overlapping requests: first all requests, then the events, then the responses. */
interface TogetherLiteral {
  readonly together: readonly ExchangeLiteral[];
  readonly events?: readonly EventLiteral[];
}

export interface ExchangeLiteral {
  /** Method and target. */
  readonly send: string;
  readonly foreign?: true;
  readonly headers?: readonly HeaderPair[];
  /** Sent as JSON; a string or bytes are sent unchanged. */
  readonly body?: unknown;
  /**
   * Status, body (a string or bytes unchanged, other values as JSON) and headers. Absent: the connection was dropped
   * before a response.
   */
  readonly response?: readonly [status: number, body?: unknown, headers?: readonly HeaderPair[]];
}

interface OpenLiteral {
  readonly open: string;
  readonly as: string;
  readonly headers?: readonly HeaderPair[];
  /** Media type of the stream; default JSON. */
  readonly type?: string;
}

/** An event in JSON, or a raw frame. */
export type EventLiteral =
  | { readonly event: string; readonly type: string; readonly object: unknown }
  | { readonly event: string; readonly frame: Buffer };

/** The end of a watch: normal, by the client, or by a dropped connection. */
type EndLiteral = { readonly end: string } | { readonly hangUp: string } | { readonly cut: string };

const OURS: HeaderPair = ['X-Plumbline-Run', 'test'];
const JSON_TYPE: HeaderPair = ['Content-Type', 'application/json'];

export function historyFrom(literals: readonly Literal[]): History {
  return historyOf(linesFrom(literals));
}

/** The lines of an exchange log with these exchanges. */
export function linesFrom(literals: readonly Literal[]): HappeningLine[] {
  const lines: HappeningLine[] = [];
  const streams = new Map<string, { readonly exchange: number; index: number }>();
  let exchanges = 0;
  const next = (): { n: number; t: number } => ({ n: lines.length + 1, t: lines.length + 1 });

  const ask = (
    literal: { readonly headers?: readonly HeaderPair[]; readonly body?: unknown; readonly foreign?: true },
    request: string,
  ): number => {
    const [method = 'GET', target = '/'] = request.split(' ');
    const exchange = ++exchanges;
    const sent = literal.body === undefined ? {} : { body: bodyOf(literal.body) };
    const typed = literal.headers ?? (literal.body === undefined ? [] : [JSON_TYPE]);
    const headers = literal.foreign === true ? typed : [...typed, OURS];
    lines.push({ kind: 'request', ...next(), exchange, method, target, headers, ...sent });
    return exchange;
  };
  const response = (exchange: number, literal: ExchangeLiteral): void => {
    if (literal.response === undefined) {
      lines.push({ kind: 'end', ...next(), exchange, reason: 'error', detail: 'socket closed' });
      return;
    }
    const [status, body, headers = [JSON_TYPE]] = literal.response;
    lines.push({ kind: 'response', ...next(), exchange, status, headers });
    if (body !== undefined) lines.push({ kind: 'body', ...next(), exchange, body: bodyOf(body) });
    lines.push({ kind: 'end', ...next(), exchange, reason: 'complete' });
  };

  const deliver = (literal: EventLiteral): void => {
    const stream = streams.get(literal.event);
    if (stream === undefined) throw new RangeError(`no watch '${literal.event}' is open`);
    const body: LoggedBody =
      'frame' in literal
        ? bodyOf(literal.frame)
        : { json: { type: literal.type, object: literal.object }, newline: true };
    lines.push({ kind: 'event', ...next(), exchange: stream.exchange, index: stream.index++, body });
  };

  for (const literal of literals) {
    if ('send' in literal) response(ask(literal, literal.send), literal);
    else if ('together' in literal) {
      const asked = literal.together.map((each) => ({ each, exchange: ask(each, each.send) }));
      for (const event of literal.events ?? []) deliver(event);
      for (const { each, exchange } of asked) response(exchange, each);
    } else if ('open' in literal) {
      const exchange = ask(literal, literal.open);
      streams.set(literal.as, { exchange, index: 0 });
      lines.push({
        kind: 'response',
        ...next(),
        exchange,
        status: 200,
        headers: [literal.type === undefined ? JSON_TYPE : ['Content-Type', literal.type]],
      });
    } else if ('event' in literal) deliver(literal);
    else {
      const [as, reason] = endOf(literal);
      const stream = streams.get(as);
      if (stream === undefined) throw new RangeError(`no watch '${as}' is open`);
      lines.push({ kind: 'end', ...next(), exchange: stream.exchange, reason });
    }
  }
  return lines;
}

function endOf(literal: EndLiteral): readonly [as: string, reason: EndReason] {
  if ('hangUp' in literal) return [literal.hangUp, 'client-abort'];
  return 'cut' in literal ? [literal.cut, 'server-abort'] : [literal.end, 'complete'];
}

function bodyOf(body: unknown): LoggedBody {
  if (Buffer.isBuffer(body)) return { base64: body.toString('base64') };
  return typeof body === 'string' ? { text: body } : { json: body };
}
