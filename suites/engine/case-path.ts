import { join } from 'node:path';

/** Where a report directory keeps the shrunk case of a violation. */
export function casePath(directory: string, rule: string, fingerprint: string): string {
  return join(directory, 'cases', `${rule.replaceAll('/', '--')}-${fingerprint}.json`);
}
