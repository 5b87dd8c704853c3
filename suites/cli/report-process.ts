import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { VerdictLogLine } from '../../shared/verdict-log/verdict-log.ts';

/** The process that turns verdict lines into reports as they come. */
export interface ReportProcess {
  write(line: VerdictLogLine): void;
  /** Ends the log and resolves after every report is written. */
  finish(): Promise<void>;
}

export interface ReportOptions {
  /** Folder for the files; created if missing. */
  readonly directory: string;
  /** `terminal`, `json`, `junit`, `html`. */
  readonly reporters: readonly string[];
  /** Receives the output of the process; default the standard streams of this one. */
  readonly output?: ReportOutput;
}

/** Receivers of the text for the standard streams. */
export interface ReportOutput {
  stdout(chunk: Buffer): void;
  stderr(chunk: Buffer): void;
}

const ENTRY = fileURLToPath(new URL('../../reports/cli/quick-start.mjs', import.meta.url));

/**
 * Starts `report live` with the verdict log on its standard input. It is a separate process, so a report is made
 * even if this process dies. It is detached, so a Ctrl-C at the terminal reaches only us, and it ends with its
 * input.
 */
export function startReports({ directory, reporters, output }: ReportOptions): ReportProcess {
  const stream = output === undefined ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [ENTRY, 'live', '--report-dir', directory, '--reporter', reporters.join(',')], {
    stdio: ['pipe', stream, stream],
    detached: true,
  });
  const closed = once(child, 'close');
  child.stdout?.on('data', (chunk: Buffer) => output?.stdout(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output?.stderr(chunk));
  child.stdin?.on('error', () => undefined);
  return {
    write: (line) => void child.stdin?.write(`${JSON.stringify(line)}\n`),
    async finish() {
      child.stdin?.end();
      await closed;
    },
  };
}
