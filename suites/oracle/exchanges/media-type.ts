import { JSON_TYPE } from '../../../spec/surface/media-types.ts';
import type { Exchange } from '../history.ts';

/** One entry of an `Accept` header. */
export interface AcceptedType {
  /** Lower case, without parameters. */
  readonly type: string;
  /** From 0 to 1; default 1. */
  readonly quality: number;
}

/** The type of a media type text, lower case, without parameters. */
function bareType(text: string | undefined): string {
  return (text ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The media types that the request accepts, in order; empty without an `Accept` header. */
export function acceptedBy(exchange: Exchange): AcceptedType[] {
  const header = exchange.request.headers.get('accept') ?? '';
  return header
    .split(',')
    .filter((clause) => clause.trim() !== '')
    .map(acceptedOf);
}

/** The media type of the response. */
export function responseType(exchange: Exchange): string {
  return bareType(exchange.response?.headers.get('content-type'));
}

/** The media type of the request's body; JSON if absent. */
export function requestType(exchange: Exchange): string {
  return bareType(exchange.request.headers.get('content-type') ?? JSON_TYPE);
}

function acceptedOf(clause: string): AcceptedType {
  const q = clause
    .split(';')
    .slice(1)
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('q='));
  const quality = q === undefined ? 1 : Number(q.slice(2));
  return { type: bareType(clause), quality: Number.isNaN(quality) ? 0 : quality };
}
