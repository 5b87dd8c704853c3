import type { HappeningLine, RequestLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { isGivingUp, watchesIn } from '../../checks/watch/watches.ts';
import { streamEvent } from '../../oracle/body.ts';
import { historyOf } from '../../oracle/history-of.ts';
import type { Exchange, History } from '../../oracle/history.ts';

/** How much of a recording is judged at a time, in bytes of its lines, and how much of that again with what follows. */
export interface WindowSize {
  readonly bytes: number;
  readonly overlap: number;
}

/** A line beside its text takes about so much: what is short is not free. */
const LINE_COST = 500;
/** Writes of which nobody knows whether they were done that are remembered; of a server that leaves more of them open, the latest. */
const MOST_UNSETTLED = 1000;

/** What was seen of an exchange that goes on beside the window: only when it is settled, and whether. */
interface Unheard {
  status: number;
}

/**
 * The part of a recording that is judged at a time. Hours of traffic do not fit into memory, and need not: a check is sound on any history, so
 * on what a recorder would have seen that was started later and stopped earlier. Windows overlap, so that what happens close to a border
 * is seen whole in one of them.
 *
 *     lines       1 ........ q ........ p ........ r
 *     window 1    [----------+---------]                 stopped at p
 *     window 2               [---------+---------]       started at q: what was answered by then is not in it
 *
 * A recorder that was started at q would not see what was under way then. Of that, a window has
 *
 *   - streams, from q on: which events they had before is not known, but what is written after q is later than all of those, so that `joined`
 *     says from where on the stream owes everything. Where a stream has given up, that is kept: it owes nothing any more.
 *   - writes, as ones that were never answered, of a client of which nothing else is known: they may have been done at any time. So are those
 *     that never were, for ever.
 *
 * Reads that were under way are left out, which only takes evidence away.
 */
export class RecordingWindow {
  readonly #size: WindowSize;
  #lines: { readonly line: HappeningLine; readonly cost: number }[] = [];
  /** Cost of the lines that no window had before. */
  #fresh = 0;
  #joined: ReadonlyMap<number, NonNullable<Exchange['joined']>> = new Map();
  #anonymous: ReadonlySet<number> = new Set();
  /** Exchanges of which no further line is kept. */
  readonly #unheard = new Map<number, Unheard>();
  /** When a write that stands in the window as one without an answer was really settled. */
  readonly #settled = new Map<number, number>();
  #history: History | undefined;
  #next: number | undefined;

  constructor(size: WindowSize) {
    this.#size = size;
  }

  /** Whether it is to be judged, and moved on. */
  get isFull(): boolean {
    return this.#fresh >= this.#size.bytes - this.#size.overlap;
  }

  /** Adds a line, which took so many bytes. */
  push(line: HappeningLine, bytes: number): void {
    const unheard = this.#unheard.get(line.exchange);
    if (unheard !== undefined && line.kind !== 'request') return this.#listen(unheard, line);
    const cost = bytes + LINE_COST;
    this.#lines.push({ line, cost });
    this.#fresh += cost;
    this.#forget();
  }

  /** The lines of an exchange, as far as they are in the window. */
  linesOf(exchange: number): readonly HappeningLine[] {
    return this.#lines.flatMap(({ line }) => (line.exchange === exchange ? [line] : []));
  }

  /** The writes that stand in it as ones without an answer: to overlap with them is no evidence, for they may have been settled long before. */
  get anonymous(): ReadonlySet<number> {
    return this.#anonymous;
  }

  /** What is judged: the same value until a line comes. */
  get history(): History {
    this.#history ??= this.#fold();
    return this.#history;
  }

  /** The position from which on the next window has everything: where the fewest writes are under way, in the first half of what it shares with this one. */
  get next(): number {
    this.#next ??= this.#quietest(this.#shared());
    return this.#next;
  }

  /** Moves on: forgets what was over by `next`. */
  advance(): void {
    this.#moveOn(this.next, true);
  }

  /** Moves on past lines that were lost: of what was under way nothing is known any more, but that writes may have been done, or may be yet. */
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

  /** The lines of which the next window may begin with one: those of the overlap, but for its second half. */
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

  /** A stream that has told nothing yet goes on as it is, unless what it was asked to start from is forgotten with its evidence. */
  #keepStream(
    exchange: Exchange,
    next: number,
    watch: Watch | undefined,
    kept: Map<number, (line: HappeningLine) => boolean>,
    joined: Map<number, NonNullable<Exchange['joined']>>,
  ): void {
    kept.set(exchange.id, (line) => line.kind !== 'event' || line.n >= next || tellsTheEnd(line));
    const from = watch?.start.from;
    const isAhead = exchange.events.every(({ n }) => n >= next) && exchange.joined === undefined;
    if (from === undefined || (isAhead && (from === 'existing' || from === 'unknown'))) return;
    joined.set(exchange.id, { from, after: next });
  }

  /** Whether it is open what a write did, or was at that position. */
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

/** A request without the marks by which the suite's own are known: what it would have known of the object is not in the window. */
function anonymously(line: HappeningLine): HappeningLine {
  return line.kind === 'request'
    ? { ...line, headers: line.headers.filter(([name]) => !name.toLowerCase().startsWith('x-plumbline-')) }
    : line;
}

/** Whether a status says what became of a write. */
function isConclusive(status: number): boolean {
  return status >= 100 && status < 500;
}

function tellsTheEnd(line: HappeningLine): boolean {
  if (line.kind !== 'event') return false;
  const { type, object } = streamEvent(line.n, line.t, line.body);
  return isGivingUp(type, object);
}

/**
 * A history without what says nothing of the server: reads that ended before an answer came. Of writes that did, it is open whether
 * they were done, so they stay, without an end.
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
