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
}

const ENTRY = fileURLToPath(new URL('../../reports/cli/quick-start.mjs', import.meta.url));

/**
 * Starts `report live` with the verdict log on its standard input. It is a separate process, so a report is made
 * even if this process dies. It is detached, so a Ctrl-C at the terminal reaches only us, and it ends with its
 * input.
 */
export function startReports(options: ReportOptions): ReportProcess {
  const child = spawn(
    process.execPath,
    [ENTRY, 'live', '--report-dir', options.directory, '--reporter', options.reporters.join(',')],
    { stdio: ['pipe', 'inherit', 'inherit'], detached: true },
  );
  const exited = once(child, 'exit');
  child.stdin.on('error', () => undefined);
  return {
    write: (line) => void child.stdin.write(`${JSON.stringify(line)}\n`),
    async finish() {
      child.stdin.end();
      await exited;
    },
  };
}
