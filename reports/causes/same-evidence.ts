import type { Failure } from './failures.ts';

/** A shorter quotation, such as an error message, may come from several bugs. */
const LEAST_LENGTH = 24;
const QUOTED = /"(?:[^"\\]|\\.)*"/g;
/** Names and versions of one run have digits. */
const OF_THE_RUN = /[\w.-]*\d[\w.-]*/g;
/** The member that a violation is about, with its parent: labels and data of any name are about their maps. */
const MEMBER = /^\/\w+\/\w+(?:\/[\w[\]=*-]+)*(?= |$)/;

/**
 * Whether two failures quote the same unusual response, or are about the same member:
 *
 *     "{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"Conf" instead of an event, and the same text as the end of a watch   ->   true
 *     /metadata/generation above 1, and /metadata/generation 1, as a list shows it                                        ->   true
 */
export function haveSameEvidence(one: Failure, other: Failure): boolean {
  const evidence = evidenceOf(other);
  return [...evidenceOf(one)].some((text) => evidence.has(text));
}

function evidenceOf({ violations }: Failure): ReadonlySet<string> {
  const quotations = violations.flatMap(({ actual }) => actual.match(QUOTED) ?? []);
  const members = violations.flatMap(({ expected }) => MEMBER.exec(expected) ?? []);
  return new Set([
    ...quotations.map((text) => text.replaceAll(OF_THE_RUN, '#')).filter(({ length }) => length > LEAST_LENGTH),
    ...members,
  ]);
}
