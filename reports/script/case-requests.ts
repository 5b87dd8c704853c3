import { isChunked } from '../../shared/exchange-log/chunked-header.ts';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import { singleQuoted } from '../../shared/process/shell-word.ts';
import { chainsOf } from './chains.ts';
import { ownEvents } from './content.ts';
import type { Deviation } from './deviation.ts';
import type { ScriptValues } from './script-values.ts';
import { doubleQuoted, expandable } from './shell-text.ts';
import type { WireExchange } from './wire-case.ts';

/** Milliseconds without a request that belong to the case. */
const PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** Headers that curl sets, or that only name the run. */
const NOISE = /^(?:user-agent|host|content-length|connection|x-plumbline-.*)$/i;

/** Writes the part of a script that sends the requests of a case as they were sent, in parallel if they overlapped. */
export class CaseRequests {
  readonly #exchanges: readonly WireExchange[];
  readonly #values: ScriptValues;
  readonly #deviation: Deviation;
  /** The number of events of the whole case for each watch: the larger one of both servers. */
  readonly #events: readonly number[];
  #quoted: ReadonlySet<number> | undefined;
  /** The first steps of chains in the background, and the positions of their ends. */
  readonly #running = new Map<number, number>();
  /** The events of each watch for which the script waited. */
  readonly #awaitedEvents = new Map<number, number>();

  constructor(
    exchanges: readonly WireExchange[],
    values: ScriptValues,
    deviation: Deviation,
    events: readonly number[],
  ) {
    this.#exchanges = exchanges;
    this.#values = values;
    this.#deviation = deviation;
    this.#events = events;
  }

  /** Lines that send all requests, and close the watches that the client closed. */
  send(): string[] {
    const chains = chainsOf(this.#exchanges, (step) => this.#values.quotedIn(step), PAUSE_MS);
    return chains.flatMap((chain) => this.#sending(chain));
  }

  /** Lines that write the bodies of requests that quote no response. */
  bodies(): string[] {
    return this.#exchanges.flatMap((_, step) => (this.#values.quotedIn(step).length === 0 ? this.#body(step) : []));
  }

  /** The requests of one chain. They are sent in the background if another begins before they end. */
  #sending(chain: readonly number[]): string[] {
    const [step = -1] = chain;
    const [first, last] = [this.#exchanges[step], this.#exchanges[chain.at(-1) ?? -1]];
    if (first === undefined || last === undefined) return [];
    const isParallel =
      first.isWatch ||
      this.#exchanges.some(
        ({ began, isWatch }, other) => !chain.includes(other) && began > first.began && began < last.ended && !isWatch,
      );
    const before = [
      ...this.#awaited(first),
      ...(first.pause < PAUSE_MS ? [] : [`sleep ${Math.min(first.pause, LONGEST_PAUSE_MS) / 1000}`]),
      ...chain.flatMap((each) => this.#values.captures(each)),
    ];
    if (isParallel) this.#running.set(step, last.ended);
    return [
      ...before.map((line) => `  ${line}`),
      ...chain.flatMap((each) => (this.#values.quotedIn(each).length === 0 ? [] : this.#body(each))),
      `  ${first.isWatch ? 'watch' : 'send'} ${chain.map((each) => this.#call(each)).join(' \\\n    --then ')}${isParallel ? ` &\n  p${step}=$!` : ''}`,
      ...chain.flatMap((each) => this.#made(each)),
    ];
  }

  #body(step: number): string[] {
    const [, sent] = this.#values.requestOf(step);
    if (this.#exchanges[step]?.bytes !== undefined) return [`  unhex "${sent}" > "$TMP/${step}.request"`];
    if (this.#exchanges[step]?.body === undefined) return [];
    if (sent === '') return [`  : > "$TMP/${step}.request"`];
    return [`  cat > "$TMP/${step}.request" <<BODY`, expandable(sent), 'BODY'];
  }

  #call(step: number): string {
    const exchange = this.#exchanges[step];
    if (exchange === undefined) return '';
    const hasBody = exchange.body !== undefined || exchange.bytes !== undefined;
    const sent = exchange.headers.filter((header) => !NOISE.test(header[0]) && (hasBody || !isChunked(header)));
    // An empty header keeps curl from adding its own.
    const unsent = (!hasBody ? ['Accept'] : ['Accept', 'Content-Type']).filter(
      (each) => !sent.some(([name]) => name.toLowerCase() === each.toLowerCase()),
    );
    const headers = [...sent, ...unsent.map((name) => [name, ''] as const)].map(
      ([name, value]) => ` \\\n    -H ${singleQuoted(`${name}: ${value}`.trimEnd())}`,
    );
    const decoding = headerValue(sent, 'accept-encoding') === undefined ? '' : ' \\\n    --compressed';
    const body = !hasBody ? '' : ` \\\n    --data-binary "@$TMP/${step}.request"`;
    return `${step} ${exchange.method} ${doubleQuoted(this.#values.requestOf(step)[0])}${headers.join('')}${decoding}${body}`;
  }

  #made(step: number): string[] {
    const [path] = this.#values.requestOf(step);
    return this.#exchanges[step]?.method === 'POST'
      ? [`  MADE="$MADE ${step}:${expandable(path.replace(/\?.*$/, ''))}"`]
      : [];
  }

  /** Waits for everything before this request: ends of parallel requests, and events of watches. */
  #awaited({ began }: WireExchange): string[] {
    return [...this.#running].flatMap(([step, ended]) => {
      const running = this.#exchanges[step];
      if (running?.isWatch === true) return this.#awaitedWatch(step, running, began);
      if (ended > began) return [];
      this.#running.delete(step);
      return [`wait "$p${step}"`];
    });
  }

  /** Whether the script reads the events of a watch: it shows the bug, or a request quotes it. */
  #isRead(step: number): boolean {
    this.#quoted ??= new Set(this.#exchanges.flatMap((_, other) => this.#values.quotedIn(other)));
    return step === this.#deviation.step || this.#quoted.has(step);
  }

  /**
   * A watch is open, has delivered as many events as in the case if the script reads them, and ends if its client
   * closed it.
   */
  #awaitedWatch(step: number, watch: WireExchange, began: number): string[] {
    const isOpen = this.#awaitedEvents.has(step);
    const delivered = this.#isRead(step) ? ownEvents(watch, this.#values.neutral, began) : 0;
    const lines = [
      ...(isOpen || watch.responded > began ? [] : [`wait_for_response ${step}`]),
      ...(delivered <= (this.#awaitedEvents.get(step) ?? 0) ? [] : [`wait_for_events ${step} ${delivered}`]),
    ];
    if (watch.responded <= began) this.#awaitedEvents.set(step, delivered);
    if (watch.ended > began || this.#deviation.kind === 'duration') return lines;
    this.#running.delete(step);
    return [...lines, ...this.#end(step)];
  }

  /** Lines that wait for all requests and watches that are still open. */
  finish(): string[] {
    return [...this.#running.keys()].flatMap((step) =>
      this.#exchanges[step]?.isWatch === true ? this.#end(step) : [`wait "$p${step}"`],
    );
  }

  /** Waits for the rest of a watch that the script reads. If its duration is at issue, its end is awaited. */
  #end(step: number): string[] {
    const isTimed = this.#deviation.kind === 'duration' && this.#deviation.step === step;
    if (isTimed) return [`wait "$p${step}"`];
    const events = this.#isRead(step) ? (this.#events[step] ?? 0) : 0;
    return [
      ...(events === 0 ? [`wait_for_response ${step}`] : [`wait_for_events ${step} ${events} last`]),
      `kill "$p${step}" 2>/dev/null`,
    ];
  }
}
