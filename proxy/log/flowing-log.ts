import type { GapLine, HappeningLine, LogHeader } from '../../shared/exchange-log/exchange-log.ts';
import { ExchangeLogError } from '../../shared/exchange-log/exchange-log-error.ts';
import { placedLines } from '../../shared/exchange-log/read-exchange-log.ts';

/** An exchange log that is read line by line, repeatedly if necessary, and never held. */
export interface FlowingLog {
  readonly path: string;
  readonly header: LogHeader;
  /**
   * The lines in the order of the file, gaps included; lines of an exchange come after its request. Rejects with an
   * `ExchangeLogError` at an invalid line. A cut last line is reported as a gap, so logs made from this one report it
   * too.
   */
  lines(): AsyncGenerator<HappeningLine | GapLine>;
  /** A sentence about missing lines, as far as the file was read. */
  readonly torn: string | undefined;
}

/** Opens a log and reads its header. Rejects with an `ExchangeLogError` if it has none. */
export async function openFlowingLog(path: string): Promise<FlowingLog> {
  let torn: string | undefined;
  for await (const { line } of placedLines(path, () => undefined)) {
    if (line.kind === 'header')
      return {
        path,
        header: line,
        lines: () => linesOf(path, (message) => (torn = message)),
        get torn() {
          return torn;
        },
      };
    break;
  }
  throw new ExchangeLogError(`${path}: empty; an exchange log begins with a header line`);
}

async function* linesOf(path: string, onTorn: (message: string) => void): AsyncGenerator<HappeningLine | GapLine> {
  const gaps: GapLine[] = [];
  const keep = ({ kind, n, t, lost, reason }: GapLine): void => void gaps.push({ kind, n, t, lost, reason });
  for await (const { line } of placedLines(path, onTorn, keep)) {
    yield* gaps.splice(0);
    if (line.kind !== 'header') yield line;
  }
  yield* gaps;
}
