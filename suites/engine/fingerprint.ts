import { createHash } from 'node:crypto';
import type { Violated } from '../checks/finding.ts';

/**
 * Names the cause of a violation across runs, seeds and operations: the rule and what differed, none of which carries a value that the
 * server chose. One cause on several kinds has one fingerprint, so that one entry of a baseline can list it for all of them.
 */
export function fingerprintOf(rule: string, violation: Violated): string {
  return createHash('sha256').update(`${rule}\n${violation.cause}`).digest('hex').slice(0, 12);
}
