import {
  bytesOf,
  type HappeningLine,
  type HeaderPair,
  type LoggedBody,
} from '../../shared/exchange-log/exchange-log.ts';

/** One request of a case and its outcome. */
export interface WireExchange {
  /** Its number in the transcript. */
  readonly id: number;
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  /** As text; absent without a body, or if it is no text. */
  readonly body?: string;
  /** Position of its request, and of its end, among all lines; infinite if it did not end. */
  readonly began: number;
  readonly ended: number;
  /** Absent if no response came. */
  readonly status?: number;
  readonly type?: string;
  /** The body of the response; `undefined` if it is not JSON. */
  readonly json: unknown;
  /** The events of a watch, each with its position among all lines. */
  readonly events: readonly { readonly at: number; readonly json: unknown }[];
  readonly isWatch: boolean;
}

/** The exchanges of a transcript, in the order of their requests. */
export function wireCase(lines: readonly HappeningLine[]): WireExchange[] {
  return lines.flatMap((line, index): WireExchange[] => {
    if (line.kind !== 'request') return [];
    const own = lines.filter((each) => each.exchange === line.exchange);
    const response = own.find((each) => each.kind === 'response');
    const answer = own.find((each) => each.kind === 'body');
    const ended = lines.findIndex((each) => each.kind === 'end' && each.exchange === line.exchange);
    const body = line.body === undefined ? undefined : textOf(line.body);
    const type = response?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    return [
      {
        id: line.exchange,
        method: line.method,
        target: line.target,
        headers: line.headers,
        ...(body === undefined ? {} : { body }),
        began: index,
        ended: ended === -1 ? Number.POSITIVE_INFINITY : ended,
        ...(response === undefined ? {} : { status: response.status }),
        ...(type === undefined ? {} : { type }),
        json: answer === undefined ? undefined : jsonOf(answer.body),
        events: own.flatMap((each) =>
          each.kind === 'event' ? [{ at: lines.indexOf(each), json: jsonOf(each.body) }] : [],
        ),
        isWatch: /\/watch\/|[?&]watch=(?:true|1)\b/.test(line.target),
      },
    ];
  });
}

/** The content of a response file of the script: the body, or the list of events. */
export function contentOf({ isWatch, json, events }: WireExchange): unknown {
  return isWatch ? events.map((event) => event.json) : json;
}

function textOf(body: LoggedBody): string | undefined {
  return 'base64' in body ? undefined : bytesOf(body)?.toString('utf8');
}

function jsonOf(body: LoggedBody): unknown {
  if ('json' in body) return body.json;
  try {
    return JSON.parse(textOf(body) ?? '');
  } catch {
    return undefined;
  }
}
