import type { Comparison } from './compare-histories.ts';
import type { Difference } from './difference.ts';

/** Exchanges that were left out of a comparison, each with the reason. */
export type Skipped = readonly { readonly exchange: number; readonly reason: string }[];

/** A comparison as text: a summary line, then the differences of each exchange under its request. */
export function renderText({ differences, compared, opaque }: Comparison, skipped: Skipped): string {
  const lines = [summary(differences, compared)];
  if (opaque > 0) lines.push(`${opaque} bodies could not be read (protobuf or binary): only their status and media type were compared`);
  for (const { exchange, reason } of skipped) lines.push(`exchange ${exchange} was left out: ${reason}`);
  for (const [heading, group] of byExchange(differences)) {
    lines.push('', heading);
    for (const { kind, place, expected, actual, note } of group) {
      lines.push(`  ${kind}  ${place}`, `    expected: ${expected}`, `    actual:   ${actual}`);
      if (note !== undefined) lines.push(`    ${note}`);
    }
  }
  return lines.join('\n');
}

/** A comparison as one JSON document. */
export function renderJson({ differences, compared, opaque }: Comparison, skipped: Skipped, sides: { readonly expected: string; readonly actual: string }): string {
  return JSON.stringify({ schemaVersion: 1, ...sides, compared, opaque, skipped, differences }, undefined, 2);
}

function summary(differences: readonly Difference[], compared: number): string {
  if (differences.length === 0) return `no difference in ${compared} exchanges`;
  const touched = new Set(differences.map(({ exchange }) => exchange)).size;
  return `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'} in ${touched} of ${compared} exchanges`;
}

function byExchange(differences: readonly Difference[]): Map<string, Difference[]> {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const heading = `exchange ${difference.exchange}: ${difference.request}`;
    const group = groups.get(heading);
    if (group === undefined) groups.set(heading, [difference]);
    else group.push(difference);
  }
  return groups;
}
