import { load } from 'js-yaml';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import { parsedJson } from '../../shared/json.ts';
import { groupBy } from '../../shared/group-by.ts';
import {
  bytesOf,
  type HappeningLine,
  type HeaderPair,
  type LoggedBody,
} from '../../shared/exchange-log/exchange-log.ts';

/** One request of a case and its outcome. Positions are indexes among all lines; times are milliseconds. */
export interface WireExchange {
  /** The number of the exchange in the transcript. */
  readonly id: number;
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  /** Body of the request as text; absent without a body, or if it is no text. */
  readonly body?: string;
  /** The body of the request, if it is no text. */
  readonly bytes?: Buffer;
  /** Position of its request, of its response, and of its end; infinite if it has none. */
  readonly began: number;
  readonly responded: number;
  readonly ended: number;
  /** Time since the last request or end before it. */
  readonly pause: number;
  /** Time from the response to the end; absent if it has none of both. */
  readonly lasted?: number;
  /** Whether the target, and not the client, ended it. */
  readonly isEndedByTarget: boolean;
  /** Absent if no response came. */
  readonly status?: number;
  readonly type?: string;
  /** The body of the response, one character a byte if it is no text; absent without a body. */
  readonly text?: string;
  /** The body of the response, parsed; `undefined` if it is not JSON. */
  readonly json: unknown;
  /** The events of a watch, each with its position among all lines. */
  readonly events: readonly { readonly at: number; readonly json: unknown }[];
  readonly isWatch: boolean;
}

/** Target and body of a request, one character a byte if the body is no text. */
export function sentText({ target, body, bytes }: WireExchange): string {
  return `${target}\n${body ?? bytes?.toString('latin1') ?? ''}`;
}

/** The body of a request, parsed as JSON or YAML; throws if it is malformed. */
export function sentValue({ headers, body = '' }: WireExchange): unknown {
  const isYaml = headers.some(([name, value]) => /^content-type$/i.test(name) && value.includes('yaml'));
  return isYaml ? load(body) : JSON.parse(body);
}

/** The exchanges of a transcript, in the order of their requests. */
export function wireCase(lines: readonly HappeningLine[]): WireExchange[] {
  const places = new Map(lines.map((line, position) => [line, position]));
  const byExchange = linesByExchange(lines);
  let before: HappeningLine | undefined;
  return lines.flatMap((line, began): WireExchange[] => {
    const last = before;
    if (line.kind === 'request' || line.kind === 'end') before = line;
    if (line.kind !== 'request') return [];
    const own = byExchange.get(line.exchange) ?? [];
    const response = own.find((each) => each.kind === 'response');
    const responseBody = own.find((each) => each.kind === 'body')?.body;
    const end = own.find((each) => each.kind === 'end');
    const body = line.body === undefined ? undefined : textOf(line.body);
    const type = headerValue(response?.headers ?? [], 'content-type');
    const position = (each: HappeningLine | undefined): number =>
      (each === undefined ? undefined : places.get(each)) ?? Number.POSITIVE_INFINITY;
    return [
      {
        id: line.exchange,
        method: line.method,
        target: line.target,
        headers: line.headers,
        ...(body === undefined ? {} : { body }),
        ...(line.body === undefined || body !== undefined ? {} : { bytes: bytesOf(line.body) ?? Buffer.alloc(0) }),
        began,
        responded: position(response),
        ended: position(end),
        pause: last === undefined ? 0 : line.t - last.t,
        ...(response === undefined || end === undefined ? {} : { lasted: end.t - response.t }),
        isEndedByTarget: end?.reason === 'complete' || end?.reason === 'server-abort',
        ...(response === undefined ? {} : { status: response.status }),
        ...(type === undefined ? {} : { type }),
        ...(responseBody === undefined
          ? {}
          : { text: bytesOf(responseBody)?.toString('base64' in responseBody ? 'latin1' : 'utf8') ?? '' }),
        json: responseBody === undefined ? undefined : jsonOf(responseBody),
        events: own.flatMap((each) => (each.kind === 'event' ? [{ at: position(each), json: jsonOf(each.body) }] : [])),
        isWatch: /\/watch\/|[?&]watch=(?:true|1)\b/.test(line.target),
      },
    ];
  });
}

/** The lines of each exchange, by its number. */
export function linesByExchange(lines: readonly HappeningLine[]): ReadonlyMap<number, readonly HappeningLine[]> {
  return groupBy(lines, ({ exchange }) => exchange);
}

function textOf(body: LoggedBody): string | undefined {
  return 'base64' in body ? undefined : bytesOf(body)?.toString('utf8');
}

function jsonOf(body: LoggedBody): unknown {
  if ('json' in body) return body.json;
  return parsedJson(textOf(body) ?? '');
}
