import { createHash } from 'node:crypto';
import type { Violated } from '../checks/finding.ts';

/** Names a violation across runs: rule, operation and cause, none of which carries a value that the server chose. */
export function fingerprintOf(rule: string, violation: Violated): string {
  return createHash('sha256').update(`${rule}\n${violation.operation}\n${violation.cause}`).digest('hex').slice(0, 12);
}
