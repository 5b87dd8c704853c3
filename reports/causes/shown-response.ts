import type { Failure } from './failures.ts';

/** A shorter quotation, such as an error message, may come from several bugs. */
const LEAST_LENGTH = 24;
const QUOTED = /"(?:[^"\\]|\\.)*"/g;
/** Names and versions of one run have digits. */
const OF_THE_RUN = /[\w.-]*\d[\w.-]*/g;

/**
 * Whether two failures quote the same unusual response:
 *
 *     "{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"Conf" instead of an event, and the same text as the end of a watch   ->   true
 */
export function quoteAlike(one: Failure, other: Failure): boolean {
  const quoted = quotationsOf(other);
  return [...quotationsOf(one)].some((text) => quoted.has(text));
}

function quotationsOf({ violations }: Failure): ReadonlySet<string> {
  const texts = violations.flatMap(({ actual }) => actual.match(QUOTED) ?? []);
  return new Set(texts.map((text) => text.replaceAll(OF_THE_RUN, '#')).filter(({ length }) => length > LEAST_LENGTH));
}
