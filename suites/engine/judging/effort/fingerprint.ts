import { createHash } from 'node:crypto';
import { OPERATIONS } from '../../../../spec/surface/operations.ts';
import { PARAMETERS } from '../../../../spec/surface/parameters.ts';
import { RESOURCES } from '../../../../spec/surface/resources.ts';
import type { Violated } from '../../../checks/finding.ts';

/** A JSON pointer in a cause. Its members depend on the generated object. */
const POINTER = /(?<=^|\s)\/\S*/g;

/** A pointer or dotted path that follows a word: `Status/metadata/uid`, `metadata.uid`. */
const PATH = /(?<=\b(?:metadata|spec|status|data|Status))[./][\w./*-]+/g;

/** An HTTP status. Only its class identifies the cause: 409 and 422 are one cause, 500 is another. */
const STATUS_CODE = /\b([1-5])\d\d\b/g;

const NUMBER = /(?<![\w.])\d+\b/g;

/** One verb, or several in sequence. The generated case determines which writes are concurrent. */
const VERBS = wordsOf(OPERATIONS.map(({ verb }) => verb));

/** Kinds and plurals of resources: one code path of a server handles many. */
const KINDS = wordsOf(RESOURCES.flatMap(({ kind, plural }) => [kind, plural]));

/**
 * Delete options, request parameters or selector operators, two or more in sequence. The generated case determines
 * their combination.
 */
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
 * Identifies the cause of a violation across runs, seeds and operations: the rule and the cause's text, without
 * words that depend on the generated case. One cause on several kinds has one fingerprint, so that one baseline
 * entry covers all.
 *
 *     create/keeps-every-field-that-was-sent, '/data/a is dropped' and '/metadata/labels/app is dropped'   ->   one fingerprint
 *     concurrency/put-keeps-marks, 'lost beside patch' and 'lost beside patch replace'                     ->   one fingerprint
 */
export function fingerprintOf(rule: string, { cause }: Pick<Violated, 'cause'>): string {
  return digest(rule, withoutChance(cause));
}

/** The fingerprints of the same cause in earlier releases, except the present one. Baselines may name them. */
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

/** Matches one of the words, or several in sequence. */
function wordsOf(words: readonly string[]): RegExp {
  const any = [...new Set(words)].toSorted((a, b) => b.length - a.length).join('|');
  return new RegExp(String.raw`\b(?:${any})\b(?: (?:${any})\b)*`, 'g');
}

function digest(rule: string, cause: string): string {
  return createHash('sha256').update(`${rule}\n${cause}`).digest('hex').slice(0, 12);
}
