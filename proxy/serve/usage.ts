import type { RecordedExchange } from './recorded-exchange.ts';

/** What a served recording was used for. */
export interface Usage {
  /** Requests that came. */
  readonly requests: number;
  /** Of those, answered with a recorded answer. */
  readonly recorded: number;
  /** Of those, answered from the world that the recording tells of. */
  readonly made: number;
  /** One line for each request that nothing recorded fits: the request, what is nearest, and what differs. */
  readonly missed: readonly string[];
  readonly exchanges: number;
  /** Recorded exchanges that were never asked for, in order. */
  readonly unused: readonly RecordedExchange[];
}

/** Unused exchanges that are named. */
const NAMED = 10;

/** The summary at the end of serving, one line each. */
export function usageText({ requests, recorded, made, missed, exchanges, unused }: Usage): string[] {
  const counts = [
    `${recorded} from the recording`,
    ...(made === 0 ? [] : [`${made} from the world it tells of`]),
    `${missed.length} without a match`,
  ];
  const more = unused.length > NAMED ? [`  and ${unused.length - NAMED} more`] : [];
  return [
    `answered ${requests} ${requests === 1 ? 'request' : 'requests'}: ${counts.join(', ')}`,
    `used ${exchanges - unused.length} of ${exchanges} recorded ${exchanges === 1 ? 'exchange' : 'exchanges'}${unused.length === 0 ? '' : '; never asked for:'}`,
    ...unused.slice(0, NAMED).map(({ id, request: { method, target } }) => `  ${id}  ${method} ${target}`),
    ...more,
  ];
}
