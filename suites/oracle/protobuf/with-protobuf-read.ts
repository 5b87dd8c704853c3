import { cached } from '../../../shared/cached.ts';
import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import type { Exchange, History, StreamEvent, WireBody } from '../history.ts';
import { eventInFrame } from './event-in-frame.ts';
import { objectIn } from './object-bytes.ts';

const READ = new WeakMap<History, History>();

/**
 * The history, with protobuf bodies and events decoded. Elsewhere they stay opaque: a message only carries members of
 * the document's types, so rules that compare whole objects must not take it for everything that the server shows.
 */
export function withProtobufRead(history: History): History {
  return cached(READ, history, () =>
    history.exchanges.some((exchange) => speaksProtobuf(exchange))
      ? { exchanges: history.exchanges.map(read) }
      : history,
  );
}

/** Whether a `Content-Type` is protobuf, with or without parameters. */
export function isProtobuf(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === PROTOBUF_TYPE;
}

/** Whether the request or its response is protobuf. */
export function speaksProtobuf({ request, response }: Exchange): boolean {
  return isProtobuf(request.headers.get('content-type')) || isProtobuf(response?.headers.get('content-type'));
}

function read(exchange: Exchange): Exchange {
  if (!speaksProtobuf(exchange)) return exchange;
  const { request, response, events } = exchange;
  const { method, target, path, query, headers, t } = request;
  const asked = isProtobuf(headers.get('content-type'))
    ? { method, target, path, query, headers, t, body: readBody(request.body) }
    : request;
  if (response === undefined || !isProtobuf(response.headers.get('content-type')))
    return { ...exchange, request: asked };
  const { n, status } = response;
  return {
    ...exchange,
    request: asked,
    response: { n, status, headers: response.headers, t: response.t, body: readBody(response.body) },
    events: events.map(readEvent),
  };
}

function readBody(body: WireBody | undefined): WireBody | undefined {
  if (body === undefined) return undefined;
  const { bytes, text, unread } = body;
  return { bytes, text, value: objectIn(bytes), unread };
}

function readEvent(event: StreamEvent): StreamEvent {
  const { n, t, bytes, text } = event;
  const { type, object } = eventInFrame(bytes) ?? { type: '', object: undefined };
  return { n, t, bytes, text, type, object };
}
