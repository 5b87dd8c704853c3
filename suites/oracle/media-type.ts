import type { Exchange } from './history.ts';

export const JSON_TYPE = 'application/json';
export const YAML_TYPE = 'application/yaml';

/** One entry of an `Accept` header. */
export interface Accepted {
  /** Without parameters, lower case. */
  readonly type: string;
  /** From 0 to 1; 1 where none is given. */
  readonly quality: number;
}

/** The type of a media type text, without parameters, in lower case. */
export function bareType(text: string | undefined): string {
  return (text ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** What the request accepts, in the order given; empty where it says nothing. */
export function acceptedBy(exchange: Exchange): Accepted[] {
  const header = exchange.request.headers.get('accept') ?? '';
  return header
    .split(',')
    .filter((clause) => clause.trim() !== '')
    .map(acceptedOf);
}

/** The media type of the answer. */
export function answerType(exchange: Exchange): string {
  return bareType(exchange.response?.headers.get('content-type'));
}

/** The media type of the request's body; absent means JSON. */
export function requestType(exchange: Exchange): string {
  return bareType(exchange.request.headers.get('content-type') ?? JSON_TYPE);
}

function acceptedOf(clause: string): Accepted {
  const q = clause
    .split(';')
    .slice(1)
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('q='));
  const quality = q === undefined ? 1 : Number(q.slice(2));
  return { type: bareType(clause), quality: Number.isNaN(quality) ? 0 : quality };
}
