import { createHash } from 'node:crypto';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { PARAMETERS } from '../../../spec/surface/parameters.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import type { Violated } from '../../checks/finding.ts';

/** A JSON pointer in a cause: the member depends on the object that was generated. */
const POINTER = /(?<=^|\s)\/\S*/g;

/** The same for a pointer or a dotted path that follows a word: `Status/metadata/uid`, `metadata.uid`. */
const PATH = /(?<=\b(?:metadata|spec|status|data|Status))[./][\w./*-]+/g;

/** An HTTP status: its class is the cause, so 409 and 422 are one cause and 500 is another. */
const STATUS_CODE = /\b([1-5])\d\d\b/g;

const NUMBER = /(?<![\w.])\d+\b/g;

/** One verb, or several in a row: which writes ran side by side depends on the case. */
const VERBS = wordsOf(OPERATIONS.map(({ verb }) => verb));

/** Kinds and plurals of resources: one code path serves many. */
const KINDS = wordsOf(RESOURCES.flatMap(({ kind, plural }) => [kind, plural]));

/** Options of a delete, parameters of a request or operators of a selector, two or more in a row: which ones come together depends on the case. */
const PARAMETER_NAMES = [
  ...new Set(
    Object.values(PARAMETERS)
      .flat()
      .map(({ name }) => name),
  ),
].join('|');
const OPTION = String.raw`(?:(?:${PARAMETER_NAMES})\b(?: in the (?:body|query))?|[\w.]*!?=(?=\s|$)|\b(?:in|notin|exists|absent)\b)`;
const OPTIONS = new RegExp(`(?<=with |: )${OPTION}(?:,? ${OPTION})+$`);

/**
 * Names the cause of a violation across runs, seeds and operations: the rule and the text of the cause, without the words that depend on the
 * generated case. One cause on several kinds has one fingerprint, so that one entry of a baseline lists it for all.
 *
 *     create/keeps-every-field-that-was-sent, '/data/a is dropped' and '/metadata/labels/app is dropped'   ->   one fingerprint
 *     concurrency/put-keeps-marks, 'lost beside patch' and 'lost beside patch replace'                     ->   one fingerprint
 */
export function fingerprintOf(rule: string, { cause }: Pick<Violated, 'cause'>): string {
  return digest(rule, withoutChance(cause));
}

/** The fingerprints that earlier releases gave the same cause, except the present one: baselines may name them. */
export function formerFingerprintsOf(
  rule: string,
  { cause, formerCauses = [] }: Pick<Violated, 'cause' | 'formerCauses'>,
): string[] {
  const former = [cause, ...formerCauses].map((text) => digest(rule, text.replaceAll(POINTER, '/')));
  return [...new Set(former)].filter((fingerprint) => fingerprint !== fingerprintOf(rule, { cause }));
}

function withoutChance(cause: string): string {
  const placed = cause.replace(OPTIONS, 'OPTIONS').replaceAll(POINTER, '/').replaceAll(PATH, '.');
  return placed
    .replaceAll(VERBS, 'VERB')
    .replaceAll(KINDS, 'KIND')
    .replaceAll(STATUS_CODE, '$1xx')
    .replaceAll(NUMBER, 'N');
}

/** Matches one of the words, or several that follow one another. */
function wordsOf(words: readonly string[]): RegExp {
  const any = [...new Set(words)].toSorted((a, b) => b.length - a.length).join('|');
  return new RegExp(String.raw`\b(?:${any})\b(?: (?:${any})\b)*`, 'g');
}

function digest(rule: string, cause: string): string {
  return createHash('sha256').update(`${rule}\n${cause}`).digest('hex').slice(0, 12);
}
