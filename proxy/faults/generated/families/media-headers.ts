import type { FaultyRequest } from '../../fault.ts';

/**
 * Whether a request accepts what a sample value of `accept` does: the same type alone, the same with parameters, or
 * several types; no header is the same as any type.
 */
export function acceptedIn(sample: string): (request: FaultyRequest) => boolean {
  const wanted = sortOf(sample);
  return ({ headers }) => sortOf(headers['accept'] ?? '*/*') === wanted;
}

/** Whether the body of a request is of the media type of a sample value, with parameters if that has some. */
export function sentIn(sample: string): (request: FaultyRequest) => boolean {
  const wanted = sortOf(sample);
  return ({ headers }) => sortOf(headers['content-type'] ?? '') === wanted;
}

/**
 * The form of a header, which a server that parses headers by hand distinguishes: `application/json`,
 * `application/json;charset`, `several`, `weighted`.
 */
function sortOf(value: string): string {
  if (value.includes('q=')) return 'weighted';
  if (value.includes(',')) return 'several';
  const [type = '', ...parameters] = value.split(';').map((part) => part.trim());
  return [type, ...parameters.map((parameter) => parameter.split('=')[0])].join(';').toLowerCase();
}
