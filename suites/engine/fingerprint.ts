import { createHash } from 'node:crypto';
import type { Violated } from '../checks/finding.ts';

/** A JSON pointer in a cause: where in an object it was. Which member it is depends on the object that happened to be generated. */
const PLACE = /(?<=^|\s)\/\S*/g;

/**
 * Names the cause of a violation across runs, seeds and operations: the rule and what kind of thing differed, without values that the
 * server or the generator chose. One cause on several kinds has one fingerprint, so that one entry of a baseline can list it for all.
 *
 *     create/keeps-every-field-that-was-sent, '/data/a is dropped' and '/metadata/labels/app is dropped'   ->   one fingerprint
 */
export function fingerprintOf(rule: string, violation: Violated): string {
  return createHash('sha256').update(`${rule}\n${violation.cause.replaceAll(PLACE, '/')}`).digest('hex').slice(0, 12);
}
