import type { EndLine, HappeningLine, HeaderPair, LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import { isOwnEvent } from '../../script/content.ts';
import { neutralNames } from '../../script/neutral-names.ts';
import { linesByExchange, wireCase, type WireExchange } from '../../script/wire-case.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/** One exchange of a case in its form for pages. */
export interface ShownExchange {
  /** From 1, in the order of the requests. */
  readonly number: number;
  readonly wire: WireExchange;
  /** Milliseconds since the first request of the case. */
  readonly beganMs: number;
  readonly endedMs?: number;
  readonly sent?: LoggedBody;
  readonly headers: readonly HeaderPair[];
  readonly received?: LoggedBody;
  /** The shown events of `wire`; the others are left out. */
  readonly events: readonly ShownEvent[];
  /** The number of all events. */
  readonly delivered: number;
  /** Only if it did not end as HTTP requires. */
  readonly cut?: EndLine;
  /** Whether its response contradicts the rule. */
  readonly isAtIssue: boolean;
  /** Whether the contradiction also rests on it. */
  readonly isInvolved: boolean;
}

interface ShownEvent {
  readonly ms: number;
  readonly body: LoggedBody;
}

/** A watch of all namespaces delivers hundreds of events: the first and the last ones are shown. */
const MOST_EVENTS = 40;

/**
 * The exchanges of a transcript. Of a watch, only the events about objects of the case are shown, because other cases
 * write beside it. `atIssue`: numbers in the transcript, the one with the wrong response first; if
 * empty, the last exchange.
 */
export function shownExchanges(
  lines: readonly HappeningLine[],
  atIssue: readonly number[] | undefined,
): ShownExchange[] {
  const origin = lines[0]?.t ?? 0;
  const wires = wireCase(lines);
  const neutral = neutralNames(wires);
  const [wrong = wires.at(-1)?.id, ...others] = atIssue ?? [];
  const own = linesByExchange(lines);
  return wires.map((wire, index) => {
    const { events, ...more } = read(own.get(wire.id) ?? [], origin);
    const kept = shownEvents(wire, neutral);
    return {
      number: index + 1,
      wire: { ...wire, events: kept.flatMap((at) => wire.events[at] ?? []) },
      events: kept.flatMap((at) => events[at] ?? []),
      delivered: events.length,
      isAtIssue: wire.id === wrong,
      isInvolved: others.includes(wire.id),
      ...more,
    };
  });
}

/** The indexes of the shown events: the case's own, or all if no object is its own. */
function shownEvents({ events }: WireExchange, neutral: (text: string) => string): readonly number[] {
  const own = [...events.entries()].flatMap(([index, { json }]) => (isOwnEvent(json, neutral) ? [index] : []));
  const all = own.length === 0 ? [...events.keys()] : own;
  return all.length <= MOST_EVENTS ? all : [...all.slice(0, MOST_EVENTS / 2), ...all.slice(-MOST_EVENTS / 2)];
}

function read(
  lines: readonly HappeningLine[],
  origin: number,
): Omit<ShownExchange, 'number' | 'wire' | 'delivered' | 'isAtIssue' | 'isInvolved'> {
  const request = lines.find((line) => line.kind === 'request');
  const response = lines.find((line) => line.kind === 'response');
  const body = lines.find((line) => line.kind === 'body');
  const end = lines.find((line) => line.kind === 'end');
  return {
    beganMs: (request?.t ?? origin) - origin,
    headers: response?.headers ?? [],
    events: lines.flatMap((line) => (line.kind === 'event' ? [{ ms: line.t - origin, body: line.body }] : [])),
    ...(request?.body === undefined ? {} : { sent: request.body }),
    ...(body === undefined ? {} : { received: body.body }),
    ...(end === undefined ? {} : { endedMs: end.t - origin }),
    ...(end === undefined || end.reason === 'complete' ? {} : { cut: end }),
  };
}

/** The target of its request: the path without the prefix of the API and the namespaces of the run. */
export function shortTarget({ wire: { target } }: ShownExchange): string {
  const { path, query } = splitTarget(target);
  const short = path.replace(/^\/(?:api\/v1|apis\/[^/]+\/[^/]+)\//, '').replace(/namespaces\/plumbline-[^/]+\//, '');
  return query === '' ? short : `${short}?${query}`;
}
