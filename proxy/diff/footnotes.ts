import type { DifferenceReport } from './difference-report.ts';

/** What a comparison left out or took away, one sentence each: nothing is hidden silently. */
export function footnotesOf({ opaque, skipped, rules, noise, unsettled, gone }: DifferenceReport): string[] {
  return [
    ...(opaque > 0 ? [`${opaque} bodies could not be read (protobuf or binary): only their status and media type were compared`] : []),
    ...skipped.map(({ exchange, reason }) => `exchange ${exchange} was left out: ${reason}`),
    ...rules.map(({ rule, reason, count }) => (count === 0 ? `rule '${rule}' took nothing away; is it still needed? (${reason})` : `rule '${rule}' took away ${count} (${reason})`)),
    ...rules.flatMap(({ rule, hides = [] }) => (hides.length === 0 ? [] : [`rule '${rule}' would hide these mistakes too: ${hides.join('; ')}`])),
    ...noise.map(({ operation, kind, field, count }) => `noise: ${kind} at ${field} of ${operation} differs on one server from itself; ${count} taken away`),
    ...unsettled.map(({ exchanges, reason, count }) => `chance: ${count} more ${count === 1 ? 'hangs' : 'hang'} on ${reason}: exchanges ${exchanges.slice(0, 12).join(', ')}${exchanges.length > 12 ? `, ... (${exchanges.length})` : ''}`),
    ...gone.map(({ cause, what }) => `accepted cause ${cause} (${what}) is gone; take it out with --update-baseline`),
  ];
}
