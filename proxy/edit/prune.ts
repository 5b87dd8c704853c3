import { createHash } from 'node:crypto';
import type { GapLine, HappeningLine, RequestLine, ResponseLine } from '../../shared/exchange-log/exchange-log.ts';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import type { FlowingLog } from '../log/flowing-log.ts';
import { type ExchangeSelection, selects } from '../record/selection.ts';

/** The parts to drop from a recording. */
export interface Pruning {
  /** Drops the selected exchanges; if absent, none. */
  readonly without?: ExchangeSelection;
  /** Whether to drop reads with the same response as the same read before. */
  readonly duplicates: boolean;
}

/** The remaining exchanges of a recording. */
export interface Pruned {
  /** The number of exchanges dropped by selection and as duplicates, and of those that stay. */
  readonly selected: number;
  readonly repeated: number;
  readonly kept: number;
  /** The remaining lines, with their numbers and times; gaps stay too. */
  lines(): AsyncGenerator<HappeningLine | GapLine>;
}

/**
 * Drops some exchanges of a recording; watches are never duplicates. The log is read twice and never held: memory
 * holds a number for each dropped exchange, and two digests for each distinct read.
 */
export async function prune(log: FlowingLog, { without, duplicates }: Pruning): Promise<Pruned> {
  const out = new Set<number>();
  const repeats = new Repeats();
  let [selected, repeated, requests] = [0, 0, 0];
  for await (const line of log.lines()) {
    if (line.kind === 'gap') continue;
    if (line.kind === 'request') {
      requests += 1;
      if (without !== undefined && selects(without, line)) {
        selected += 1;
        out.add(line.exchange);
      }
    }
    if (!duplicates || out.has(line.exchange) || !repeats.isRepeated(line)) continue;
    repeated += 1;
    out.add(line.exchange);
  }
  return { selected, repeated, kept: requests - selected - repeated, lines: () => linesWithout(log, out) };
}

async function* linesWithout(log: FlowingLog, out: ReadonlySet<number>): AsyncGenerator<HappeningLine | GapLine> {
  for await (const line of log.lines()) if (line.kind === 'gap' || !out.has(line.exchange)) yield line;
}

interface PrunedRead {
  readonly asked: string;
  response: string | undefined;
  body: string;
}

/** Finds reads whose response equals, except for its date, the previous response to the same request. */
class Repeats {
  readonly #open = new Map<number, PrunedRead>();
  /** The last response to each request. */
  readonly #last = new Map<string, string>();

  /** Takes the lines of a log in order; returns whether this one completes a duplicate read. */
  isRepeated(line: HappeningLine): boolean {
    if (line.kind === 'request') this.#begin(line);
    const read = this.#open.get(line.exchange);
    if (read === undefined || line.kind === 'request') return false;
    if (line.kind === 'response') read.response = headOf(line);
    else if (line.kind === 'body') read.body = digest(line.body);
    else this.#open.delete(line.exchange);
    if (line.kind !== 'end' || line.reason !== 'complete' || read.response === undefined) return false;
    const response = read.response + read.body;
    const repeats = this.#last.get(read.asked) === response;
    this.#last.set(read.asked, response);
    return repeats;
  }

  #begin({ exchange, method, target, headers }: RequestLine): void {
    if (method !== 'GET' && method !== 'HEAD') return;
    this.#open.set(exchange, {
      asked: digest([method, target, headerValue(headers, 'accept')]),
      response: undefined,
      body: '',
    });
  }
}

function headOf({ status, headers }: ResponseLine): string {
  return digest([status, headers.filter(([name]) => name.toLowerCase() !== 'date')]);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}
