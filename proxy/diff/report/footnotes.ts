import { counted } from '../../../shared/counted.ts';
import { append } from '../../../shared/group-by.ts';
import type { DifferenceReport, Skipped } from './difference-report.ts';
import type { PriorCount } from '../races/prior-objects.ts';

/** One sentence for each group of differences and exchanges that a comparison left out: nothing is hidden silently. */
export function footnotesOf({
  opaque,
  skipped,
  behindHoles,
  prior,
  rules,
  noise,
  unsettled,
  gone,
}: DifferenceReport): string[] {
  return [
    ...(opaque > 0
      ? [
          `${opaque} bodies could not be read whole (protobuf, binary, or beyond 64 MiB): only their status and media type were compared, and kind, name, uid and version of an object in protobuf`,
        ]
      : []),
    ...reasonsOf(skipped).map(
      ([reason, exchanges]) =>
        `${exchanges.length === 1 ? `exchange ${exchanges[0] ?? 0} was not compared: ${reason}` : `${exchanges.length} exchanges were not compared: ${reason}: exchanges ${listed(exchanges)}`}`,
    ),
    ...(behindHoles.count > 0
      ? [
          `${notCounted(behindHoles.count)}: requests that the recording lost before may explain ${behindHoles.count === 1 ? 'it' : 'them'}: exchanges ${listed(behindHoles.exchanges)}`,
        ]
      : []),
    ...priorNotes(prior),
    ...rules.map(({ rule, reason, count }) =>
      count === 0
        ? `rule '${rule}' took nothing away; is it still needed? (${reason})`
        : `rule '${rule}' took away ${count} (${reason})`,
    ),
    ...rules.flatMap(({ rule, hides = [] }) =>
      hides.length === 0 ? [] : [`rule '${rule}' would hide these mistakes too: ${hides.join('; ')}`],
    ),
    ...noise.map(
      ({ operation, kind, field, count }) =>
        `${notCounted(count)}: ${kind} at ${field} of ${operation} differs between two runs on one server`,
    ),
    ...chanceNotes(unsettled),
    ...gone.map(({ cause, what }) => `accepted cause ${cause} (${what}) is gone; take it out with --update-baseline`),
  ];
}

/**
 * `12 differences are not counted: about objects that were there before the traffic began: on the actual side
 * configmaps a/x`.
 */
function priorNotes({ expected, actual, count }: PriorCount): string[] {
  if (count === 0) return [];
  const sides = [
    ...(actual.length === 0 ? [] : [`on the actual side ${listed(actual)}`]),
    ...(expected.length === 0 ? [] : [`on the expected side ${listed(expected)}`]),
  ];
  return [
    `${notCounted(count)}: about objects that were there before the traffic began, ${sides.join('; ')}. A replay with --namespace NAME does not meet them`,
  ];
}

/** One sentence for each reason: a recording of parallel clients has hundreds of races. */
function chanceNotes(unsettled: DifferenceReport['unsettled']): string[] {
  return [...new Set(unsettled.map(({ reason }) => reason))].map((reason) => {
    const alike = unsettled.filter((each) => each.reason === reason);
    const count = alike.reduce((sum, each) => sum + each.count, 0);
    const places = listed(
      alike.map(({ exchanges }) => listed(exchanges)),
      '; ',
    );
    return `${notCounted(count)}: ${count === 1 ? 'it depends' : 'they depend'} on ${reason}: exchanges ${places}`;
  });
}

function notCounted(count: number): string {
  return `${counted(count, 'difference')} ${count === 1 ? 'is' : 'are'} not counted`;
}

/** The exchanges that were left out, by reason. */
function reasonsOf(skipped: Skipped): [reason: string, exchanges: number[]][] {
  const reasons = new Map<string, number[]>();
  for (const { exchange, reason } of skipped) append(reasons, reason, exchange);
  return [...reasons];
}

function listed(items: readonly (number | string)[], separator = ', '): string {
  return `${items.slice(0, 12).join(separator)}${items.length > 12 ? `${separator}... (${items.length})` : ''}`;
}
