import type { DifferenceReport, Skipped } from './difference-report.ts';

/** What a comparison left out or took away, one sentence each: nothing is hidden silently. */
export function footnotesOf({ opaque, skipped, behindHoles, rules, noise, unsettled, gone }: DifferenceReport): string[] {
  return [
    ...(opaque > 0 ? [`${opaque} bodies could not be read (protobuf, binary, or beyond 64 MiB): only their status and media type were compared`] : []),
    ...reasonsOf(skipped).map(([reason, exchanges]) => `${exchanges.length === 1 ? `exchange ${exchanges[0] ?? 0} was not compared: ${reason}` : `${exchanges.length} exchanges were not compared: ${reason}: exchanges ${named(exchanges)}`}`),
    ...(behindHoles.count > 0 ? [`${behindHoles.count} ${behindHoles.count === 1 ? 'difference does' : 'differences do'} not count, as the recording has a gap before: what it lost may show in ${behindHoles.exchanges.length === 1 ? 'exchange' : 'exchanges'} ${named(behindHoles.exchanges)}`] : []),
    ...rules.map(({ rule, reason, count }) => (count === 0 ? `rule '${rule}' took nothing away; is it still needed? (${reason})` : `rule '${rule}' took away ${count} (${reason})`)),
    ...rules.flatMap(({ rule, hides = [] }) => (hides.length === 0 ? [] : [`rule '${rule}' would hide these mistakes too: ${hides.join('; ')}`])),
    ...noise.map(({ operation, kind, field, count }) => `noise: ${kind} at ${field} of ${operation} differs on one server from itself; ${count} taken away`),
    ...unsettled.map(({ exchanges, reason, count }) => `chance: ${count} more ${count === 1 ? 'hangs' : 'hang'} on ${reason}: exchanges ${named(exchanges)}`),
    ...gone.map(({ cause, what }) => `accepted cause ${cause} (${what}) is gone; take it out with --update-baseline`),
  ];
}

/** The exchanges that were left out, by the reason. */
function reasonsOf(skipped: Skipped): [reason: string, exchanges: number[]][] {
  const reasons = new Map<string, number[]>();
  for (const { exchange, reason } of skipped) reasons.set(reason, [...(reasons.get(reason) ?? []), exchange]);
  return [...reasons];
}

function named(exchanges: readonly number[]): string {
  return `${exchanges.slice(0, 12).join(', ')}${exchanges.length > 12 ? `, ... (${exchanges.length})` : ''}`;
}
