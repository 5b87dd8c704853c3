import { cached } from '../../shared/cached.ts';
import type { Failure } from './failures.ts';

/** A quotation that begins what was seen. */
const QUOTED = /^"(?:[^"\\]|\\.)*/;
/** A quotation with quotation marks in it is the raw text of a response, not the message of an error. */
const IS_RAW = /\\"/;
/** Names and versions of one run have digits. */
const OF_THE_RUN = /[\w.-]*\d[\w.-]*/g;
/** The member that a violation is about: `/metadata/generation 1, as a list shows it`. */
const MEMBER = /^\/[\w[\]=*~./-]+(?= )/;

/** What identifies the evidence of a failure. */
interface Evidence {
  readonly rawTexts: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
}

const EVIDENCE = new WeakMap<Failure, Evidence>();

/**
 * Whether two failures have the same evidence: both quote the same raw text, or one is about the media type of a
 * member that is wrong in the other:
 *
 *     "{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"Conf" instead of an event, and the same text at the end of a watch
 *     /metadata/generation above 1, and /metadata/generation 1 in protobuf, as JSON shows it
 */
export function haveSameEvidence(one: Failure, other: Failure): boolean {
  const [own, others] = [evidenceOf(one), evidenceOf(other)];
  const isOfForm = [one, other].some(({ rule }) => rule.family === 'media-types');
  return shareOne(own.rawTexts, others.rawTexts) || (isOfForm && shareOne(own.members, others.members));
}

function evidenceOf(failure: Failure): Evidence {
  return cached(EVIDENCE, failure, () => {
    const quoted = failure.violations.flatMap(({ actual }) => QUOTED.exec(actual) ?? []);
    return {
      rawTexts: new Set(quoted.filter((text) => IS_RAW.test(text)).map((text) => text.replaceAll(OF_THE_RUN, '#'))),
      members: new Set(failure.violations.flatMap(({ expected }) => MEMBER.exec(expected) ?? [])),
    };
  });
}

function shareOne(all: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...all].some((each) => others.has(each));
}
