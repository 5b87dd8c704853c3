import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** The path of a shrunk case in a report folder: one file for each rule, cause and operation. */
export function casePath(directory: string, rule: string, operation: string, fingerprint: string): string {
  const place = createHash('sha256').update(operation).digest('hex').slice(0, 6);
  return join(directory, 'cases', `${rule.replaceAll('/', '--')}-${fingerprint}-${place}.json`);
}
