import {
  type LookalikeLine,
  VERDICT_LOG_FORMAT,
  type VerdictLine,
  type VerdictLogLine,
} from '../../shared/verdict-log/verdict-log.ts';
import { worst } from '../../shared/verdict-log/verdict.ts';
import { summaryOf } from '../cli/describe.ts';
import { RULES } from '../rules/index.ts';

/** The judged server and its run. */
interface JudgedServer {
  readonly target: string;
  readonly dialect: string;
  readonly seed: number;
}

/** The verdict log of a server that was judged in this process, as text, for the programs that read verdict logs. */
export function verdictLogOf(
  judged: JudgedServer,
  verdicts: readonly VerdictLine[],
  compared: readonly LookalikeLine[] = [],
): string {
  const lines: readonly VerdictLogLine[] = [
    {
      kind: 'run',
      format: VERDICT_LOG_FORMAT,
      ...judged,
      startedAt: new Date().toISOString(),
      rules: RULES.map(summaryOf),
      planned: verdicts.length,
      command: 'judged in a process of its own',
    },
    ...verdicts,
    ...compared,
    {
      kind: 'done',
      verdict: worst(verdicts.map(({ verdict }) => verdict)),
      exitCode: 0,
      durationMs: 0,
      requests: 0,
      leftovers: [],
    },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
