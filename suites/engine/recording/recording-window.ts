import type { HappeningLine, RequestLine } from '../../../shared/exchange-log/exchange-log.ts';
import { isGivingUp, type Watch, watchesIn } from '../../checks/watch/watches.ts';
import { streamEvent } from '../../oracle/exchanges/body.ts';
import { historyOf } from '../../oracle/exchanges/history-of.ts';
import type { Exchange, History } from '../../oracle/history.ts';

/** The size of a window, in bytes of its lines, and the size of its overlap with the next one. */
export interface WindowSize {
  readonly bytes: number;
  readonly overlap: number;
}

/** The approximate cost of a line besides its text: short lines are not free. */
const LINE_COST = 500;
/**
 * The most writes with an unknown outcome that are remembered. If a server leaves more of them open, the latest are
 * kept.
 */
const MOST_UNSETTLED = 1000;

/** The state of an exchange that continues outside of the window: whether and when it was settled. */
interface Unheard {
  status: number;
}

/**
 * The part of a recording that is judged at a time, because hours of traffic do not fit into memory. A check is
 * sound on any history, so also on the history of a recorder that was started later and stopped earlier. Windows
 * overlap, so events close to a border are seen whole in one of them.
 *
 *     lines       1 ........ q ........ p ........ r
 *     window 1    [----------+---------]                 stopped at p
 *     window 2               [---------+---------]       started at q: exchanges that ended before q are not in it
 * A recorder started at q would not see the requests that were under way then. The window has of those
 *
 *   - streams, from q on. Their earlier events are unknown, but every write after q is later than those, so `joined` says from where on the
 *     stream owes every event. A stream that has given up is kept as such: it owes nothing any more.
 *   - writes, as unanswered writes of an unknown client: they may have been applied at any time. Writes that never got a response stay for ever.
 * Reads that were under way are left out, which only removes evidence.
 */
export class RecordingWindow {
  readonly #size: WindowSize;
  #lines: { readonly line: HappeningLine; readonly cost: number }[] = [];
  /** Cost of the lines that no earlier window had. */
  #fresh = 0;
  #joined: ReadonlyMap<number, NonNullable<Exchange['joined']>> = new Map();
  #anonymous: ReadonlySet<number> = new Set();
  /** Exchanges whose further lines are dropped. */
  readonly #unheard = new Map<number, Unheard>();
  /** When a write that the window shows as unanswered was really settled. */
  readonly #settled = new Map<number, number>();
  #history: History | undefined;
  #next: number | undefined;

  constructor(size: WindowSize) {
    this.#size = size;
  }

  /** Whether the window should be judged and moved on. */
  get isFull(): boolean {
    return this.#fresh >= this.#size.bytes - this.#size.overlap;
  }

  /** Adds a line of this many bytes. */
  push(line: HappeningLine, bytes: number): void {
    const unheard = this.#unheard.get(line.exchange);
    if (unheard !== undefined && line.kind !== 'request') return this.#listen(unheard, line);
    const cost = bytes + LINE_COST;
    this.#lines.push({ line, cost });
    this.#fresh += cost;
    this.#forget();
  }

  /** The lines of an exchange that are in the window. */
  linesOf(exchange: number): readonly HappeningLine[] {
    return this.#lines.flatMap(({ line }) => (line.exchange === exchange ? [line] : []));
  }

  /**
   * The writes that the window shows as unanswered. Overlap with them is no evidence, because they may have been
   * settled long before.
   */
  get anonymous(): ReadonlySet<number> {
    return this.#anonymous;
  }

  /** The history to judge: the same object until the next line. */
  get history(): History {
    this.#history ??= this.#fold();
    return this.#history;
  }

  /**
   * The position at which the next window begins: within the first half of the overlap, where the fewest writes are
   * under way.
   */
  get next(): number {
    this.#next ??= this.#quietest(this.#shared());
    return this.#next;
  }

  /** Moves on: forgets everything that was over by `next`. */
  advance(): void {
    this.#moveOn(this.next, true);
  }

  /**
   * Moves on past lost lines. Of the requests under way, only writes are kept: they may have been applied, or may
   * still be.
   */
  cut(): void {
    this.#moveOn(Number.POSITIVE_INFINITY, false);
  }

  #moveOn(next: number, keepsStreams: boolean): void {
    const starts = new Map(watchesIn(this.history).map((watch) => [watch.exchange.id, watch]));
    const joined = new Map<number, NonNullable<Exchange['joined']>>();
    const kept = new Map<number, (line: HappeningLine) => boolean>();
    const unsettled: Exchange[] = [];
    for (const exchange of this.history.exchanges) {
      if (exchange.began >= next) kept.set(exchange.id, () => true);
      else if (keepsStreams && exchange.call?.watching === true && exchange.ended >= next)
        this.#keepStream(exchange, next, starts.get(exchange.id), kept, joined);
      else if (exchange.request.method !== 'GET' && this.#isOpen(exchange, next)) unsettled.push(exchange);
      else if (exchange.end === undefined) this.#unheard.set(exchange.id, { status: 0 });
    }
    for (const exchange of unsettled.slice(-MOST_UNSETTLED)) this.#keepUnanswered(exchange, kept);
    this.#joined = joined;
    const anonymous = new Set(unsettled.map(({ id }) => id));
    this.#anonymous = anonymous;
    this.#lines = this.#lines
      .filter(({ line }) => kept.get(line.exchange)?.(line) === true)
      .map((held) => (anonymous.has(held.line.exchange) ? { ...held, line: anonymously(held.line) } : held));
    for (const exchange of this.#settled.keys()) if (!kept.has(exchange)) this.#settled.delete(exchange);
    this.#fresh = 0;
    this.#forget();
  }

  #forget(): void {
    this.#history = undefined;
    this.#next = undefined;
  }

  /** The lines at which the next window may begin: the first half of the overlap. */
  #shared(): readonly HappeningLine[] {
    this.#sort();
    const shared: HappeningLine[] = [];
    let cost = 0;
    for (let index = this.#lines.length - 1; index >= 0; index -= 1) {
      const held = this.#lines[index];
      cost += held?.cost ?? 0;
      if (held === undefined || cost > this.#size.overlap) break;
      if (2 * cost > this.#size.overlap || shared.length === 0) shared.push(held.line);
    }
    return shared.reverse();
  }

  #quietest(lines: readonly HappeningLine[]): number {
    const first = lines[0]?.n ?? Number.POSITIVE_INFINITY;
    const writes = new Map(
      this.history.exchanges.filter(({ request }) => request.method !== 'GET').map((write) => [write.id, write]),
    );
    let underWay = [...writes.values()].filter(({ began, ended }) => began < first && ended >= first).length;
    let best = { position: first, underWay };
    for (const { n, kind, exchange } of lines) {
      if (underWay < best.underWay) best = { position: n, underWay };
      if (kind === 'request' && writes.has(exchange)) underWay += 1;
      if (kind === 'end' && writes.get(exchange)?.ended === n) underWay -= 1;
    }
    return best.position;
  }

  #listen(unheard: Unheard, line: HappeningLine): void {
    if (line.kind === 'response') unheard.status = line.status;
    if (line.kind !== 'end') return;
    this.#unheard.delete(line.exchange);
    if (line.reason === 'complete' && isConclusive(unheard.status)) this.#settled.set(line.exchange, line.n);
  }

  #sort(): void {
    this.#lines.sort((a, b) => a.line.n - b.line.n);
  }

  #fold(): History {
    this.#sort();
    const { exchanges } = withoutFailures(historyOf(this.#lines.map(({ line }) => line)));
    if (this.#joined.size === 0) return { exchanges };
    return {
      exchanges: exchanges.map((exchange) => {
        const joined = this.#joined.get(exchange.id);
        return joined === undefined ? exchange : { ...exchange, joined };
      }),
    };
  }

  /** A stream without events continues as it is, unless the evidence for its start version is forgotten. */
  #keepStream(
    exchange: Exchange,
    next: number,
    watch: Watch | undefined,
    kept: Map<number, (line: HappeningLine) => boolean>,
    joined: Map<number, NonNullable<Exchange['joined']>>,
  ): void {
    kept.set(exchange.id, (line) => line.kind !== 'event' || line.n >= next || isEnd(line));
    const from = watch?.start.from;
    const isAhead = exchange.events.every(({ n }) => n >= next) && exchange.joined === undefined;
    if (from === undefined || (isAhead && (from === 'existing' || from === 'unknown'))) return;
    joined.set(exchange.id, { from, after: next });
  }

  /** Whether the outcome of a write is unknown, or was unknown at that position. */
  #isOpen({ id, ended, end, response }: Exchange, position: number): boolean {
    const settled = this.#settled.get(id);
    if (settled !== undefined) return settled >= position;
    return ended >= position || end?.reason !== 'complete' || !isConclusive(response?.status ?? 0);
  }

  #keepUnanswered({ id, ended, end, response }: Exchange, kept: Map<number, (line: HappeningLine) => boolean>): void {
    kept.set(id, (line): line is RequestLine => line.kind === 'request');
    if (end?.reason === 'complete' && isConclusive(response?.status ?? 0)) this.#settled.set(id, ended);
    if (end === undefined && !this.#settled.has(id) && !this.#unheard.has(id))
      this.#unheard.set(id, { status: response?.status ?? 0 });
  }
}

/**
 * A request without the tags of the suite's own requests: the window lacks the suite's earlier knowledge of the
 * object.
 */
function anonymously(line: HappeningLine): HappeningLine {
  return line.kind === 'request'
    ? { ...line, headers: line.headers.filter(([name]) => !name.toLowerCase().startsWith('x-plumbline-')) }
    : line;
}

/** Whether a status settles the outcome of a write. */
function isConclusive(status: number): boolean {
  return status >= 100 && status < 500;
}

function isEnd(line: HappeningLine): boolean {
  if (line.kind !== 'event') return false;
  const { type, object } = streamEvent(line.n, line.t, line.body);
  return isGivingUp(type, object);
}

/**
 * A history without exchanges that prove nothing about the server: reads that ended before a response. Writes
 * without a response stay, without an end, because they may have been applied.
 */
export function withoutFailures({ exchanges }: History): History {
  return {
    exchanges: exchanges.flatMap((exchange) => {
      if (exchange.response !== undefined || exchange.end?.reason !== 'error') return [exchange];
      return exchange.request.method === 'GET'
        ? []
        : [{ ...exchange, end: undefined, ended: Number.POSITIVE_INFINITY }];
    }),
  };
}
