import { cached } from '../../../../shared/cached.ts';
import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';

/** The most lines and characters of a transcript. */
export interface TranscriptSize {
  readonly lines: number;
  readonly characters: number;
}

/** How long a transcript may be to be kept whole, and to what size a longer one is cut. */
export interface TranscriptLimits {
  readonly whole: TranscriptSize;
  readonly cut: TranscriptSize;
}

/** Characters of all transcripts of a run: a report fits into memory, however many cases fail. */
const OF_A_RUN = 100_000_000;

/**
 * The room that is left for transcripts in the reports of a run. Each takes a share of it, so the first ones may be
 * long, and the last ones still have some.
 */
export class TranscriptRoom {
  #left = OF_A_RUN;

  /** The limits for the next violation. The script of the first one of a cause sends every request of its case. */
  limits(isFirst: boolean): TranscriptLimits {
    const cut = { lines: 400, characters: this.#left / 1_000 };
    return { cut, whole: isFirst ? { lines: 4_000, characters: this.#left / 25 } : cut };
  }

  /** Takes the room of these lines. */
  take(lines: readonly HappeningLine[]): void {
    for (const line of lines) this.#left = Math.max(0, this.#left - lengthOf(line));
  }
}

const LENGTHS = new WeakMap<HappeningLine, number>();

/** The length of a line in a report, in characters; counted once, though several limits are compared with it. */
export function lengthOf(line: HappeningLine): number {
  return cached(LENGTHS, line, () => JSON.stringify(line).length);
}
