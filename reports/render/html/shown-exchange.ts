import type { EndLine, HappeningLine, HeaderPair, LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
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
  readonly events: readonly ShownEvent[];
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

/**
 * The exchanges of a transcript. `atIssue`: numbers in the transcript, the one with the wrong response first; if
 * empty, the last exchange.
 */
export function shownExchanges(
  lines: readonly HappeningLine[],
  atIssue: readonly number[] | undefined,
): ShownExchange[] {
  const origin = lines[0]?.t ?? 0;
  const wires = wireCase(lines);
  const [wrong = wires.at(-1)?.id, ...others] = atIssue ?? [];
  const own = linesByExchange(lines);
  return wires.map((wire, index) => ({
    number: index + 1,
    wire,
    isAtIssue: wire.id === wrong,
    isInvolved: others.includes(wire.id),
    ...read(own.get(wire.id) ?? [], origin),
  }));
}

function read(
  lines: readonly HappeningLine[],
  origin: number,
): Omit<ShownExchange, 'number' | 'wire' | 'isAtIssue' | 'isInvolved'> {
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
