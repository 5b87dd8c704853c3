import { counted } from '../../shared/counted.ts';
import type { RecordedExchange } from './exchange/recorded-exchange.ts';

/** How a served recording was used. */
export interface Usage {
  /** Requests received. */
  readonly requests: number;
  /** Requests that got a recorded response. */
  readonly recorded: number;
  /** Requests that got a response made from the state. */
  readonly made: number;
  /** One line for each request without a matching exchange: the request, the nearest exchange, and the differences. */
  readonly missed: readonly string[];
  readonly exchanges: number;
  /** Recorded exchanges that were never requested, in order. */
  readonly unused: readonly RecordedExchange[];
}

/** The most unused exchanges in the summary. */
const NAMED = 10;

/** The summary at the end of serving, one line each. */
export function usageText({ requests, recorded, made, missed, exchanges, unused }: Usage): string[] {
  const counts = [
    `${recorded} from the recording`,
    ...(made === 0 ? [] : [`${made} from the state of the recording`]),
    `${missed.length} without a match`,
  ];
  const more = unused.length > NAMED ? [`  and ${unused.length - NAMED} more`] : [];
  return [
    `responded to ${counted(requests, 'request')}: ${counts.join(', ')}`,
    `used ${exchanges - unused.length} of ${counted(exchanges, 'recorded exchange')}${unused.length === 0 ? '' : '; never asked for:'}`,
    ...unused.slice(0, NAMED).map(({ id, request: { method, target } }) => `  ${id}  ${method} ${target}`),
    ...more,
  ];
}
