import type {
  EndReason,
  EventLine,
  HappeningLine,
  HeaderPair,
  LoggedBody,
} from '../../shared/exchange-log/exchange-log.ts';

/** A second destination of lines besides memory: a file. */
export interface LineSink {
  write(line: HappeningLine): void;
}

/** The sender. Every request carries these tags in `X-Plumbline-*` headers. */
export interface Tags {
  readonly run: string;
  readonly rule?: string;
  readonly case?: string;
}

/** The end of one order, where the next order (perhaps in another thread) continues. */
export interface LogPosition {
  /** Wall clock of `t` = 0, ISO 8601. */
  readonly startedAt: string;
  /** `n` and `t` of the last line. */
  readonly n: number;
  readonly t: number;
  /** At least the highest id of an exchange. */
  readonly exchange: number;
}

/**
 * Numbers happenings and exchanges in the order in which this process observes them. All recorders of a run share
 * one order, so their lines can be merged into one log. `t` counts from its creation, or continues from the position
 * of an earlier order.
 */
export class ObservationOrder {
  /** Wall clock of `t` = 0, ISO 8601. */
  readonly startedAt: string;
  readonly #origin: number;
  #happenings: number;
  #exchanges: number;

  constructor(after: LogPosition = { startedAt: new Date().toISOString(), n: 0, t: 0, exchange: 0 }) {
    this.startedAt = after.startedAt;
    this.#origin = performance.now() - Math.max(after.t, Date.now() - Date.parse(after.startedAt));
    this.#happenings = after.n;
    this.#exchanges = after.exchange;
  }

  nextHappening(): number {
    return ++this.#happenings;
  }

  nextExchange(): number {
    return ++this.#exchanges;
  }

  /** Milliseconds since the order began, with microsecond precision. */
  elapsed(): number {
    return Math.round((performance.now() - this.#origin) * 1000) / 1000;
  }

  /** The position from which a next order continues. */
  position(): LogPosition {
    return { startedAt: this.startedAt, n: this.#happenings, t: this.elapsed(), exchange: this.#exchanges };
  }

  /** The number of exchanges that have begun. */
  get exchanges(): number {
    return this.#exchanges;
  }
}

/**
 * Records the wire traffic of one case (or one other purpose) as lines of the exchange log, in order of observation.
 */
export class ExchangeRecorder {
  readonly tags: Tags;
  /** In wire form: `X-Plumbline-Run` and so on. */
  readonly headers: readonly HeaderPair[];
  readonly lines: HappeningLine[] = [];
  readonly #order: ObservationOrder;
  readonly #sink: LineSink | undefined;

  constructor(tags: Tags, order: ObservationOrder, sink?: LineSink) {
    this.tags = tags;
    this.headers = headersOf(tags);
    this.#order = order;
    this.#sink = sink;
  }

  /** Begins an exchange and returns its id. */
  request(method: string, target: string, headers: readonly HeaderPair[], body: LoggedBody | undefined): number {
    const exchange = this.#order.nextExchange();
    this.#keep({
      kind: 'request',
      ...this.#now(exchange),
      method,
      target,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return exchange;
  }

  response(exchange: number, status: number, headers: readonly HeaderPair[]): void {
    this.#keep({ kind: 'response', ...this.#now(exchange), status, headers });
  }

  body(exchange: number, body: LoggedBody): void {
    this.#keep({ kind: 'body', ...this.#now(exchange), body });
  }

  /** Records one frame of a watch; `index` is its position in the stream, from 0. */
  event(exchange: number, index: number, body: LoggedBody): EventLine {
    return this.#keep({ kind: 'event', ...this.#now(exchange), index, body });
  }

  end(exchange: number, reason: EndReason, detail?: string): void {
    this.#keep({ kind: 'end', ...this.#now(exchange), reason, ...(detail === undefined ? {} : { detail }) });
  }

  #now(exchange: number): { readonly n: number; readonly t: number; readonly exchange: number } {
    return { n: this.#order.nextHappening(), t: this.#order.elapsed(), exchange };
  }

  #keep<L extends HappeningLine>(line: L): L {
    this.lines.push(line);
    this.#sink?.write(line);
    return line;
  }
}

function headersOf(tags: Tags): HeaderPair[] {
  const pairs: [string, string | undefined][] = [
    ['X-Plumbline-Run', tags.run],
    ['X-Plumbline-Rule', tags.rule],
    ['X-Plumbline-Case', tags.case],
  ];
  return pairs.filter((pair): pair is [string, string] => pair[1] !== undefined);
}
