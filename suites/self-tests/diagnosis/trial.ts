import { join } from 'node:path';
import type { ListedVariant, MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import type { ReportedCause } from '../../../shared/verdict-log/verdict-log.ts';
import { dialectNamed } from '../../../spec/dialects/index.ts';
import { run, startListening } from '../listening-process.ts';
import type { Servers } from '../servers.ts';
import type { Effort } from './judged-log.ts';
import { judgedLog } from './judged-log.ts';

/** A server with some named faults, or a legal variant. */
export interface Server {
  readonly faults: readonly MeasuredFault[];
  readonly variant?: ListedVariant;
}

/** What the report of a server says. */
export interface Trial {
  readonly server: Server;
  readonly causes: readonly Pick<ReportedCause, 'rule' | 'like'>[];
}

/** The name of a server: `put-ignored+watch-lags`. */
export function nameOf({ faults, variant }: Server): string {
  return [...faults.map(({ name }) => name), ...(variant === undefined ? [] : [variant.name])].join('+');
}

/** Judges a server, which leaves its verdict log in the folder. */
export async function judge(
  server: Server,
  index: number,
  effort: Effort,
  servers: Servers,
  folder: string,
): Promise<void> {
  const dialect = dialectNamed(server.variant?.dialect ?? 'spec');
  if (dialect === undefined) throw new RangeError(`'${nameOf(server)}' speaks an unknown dialect`);
  const chained: ListeningProcess[] = [];
  try {
    const [first, ...others] = [
      ...server.faults.map(({ name }) => name),
      ...(server.variant === undefined ? [] : [server.variant.name]),
    ];
    let url = servers.url(dialect.name, first ?? '');
    for (const name of others) {
      const behind = ['--target', url, '--port', '0'];
      const process = await startListening('proxy/cli/quick-start.mjs', 'faults', '--fault', name, ...behind);
      chained.unshift(process);
      url = process.url;
    }
    const operations = server.faults.flatMap(({ caughtBy, fires }) => fires[caughtBy] ?? []);
    const subject = { url, run: `d${index.toString(36)}`, dialect, operations };
    await judgedLog(subject, effort, join(folder, nameOf(server)));
  } finally {
    for (const process of chained) await process[Symbol.asyncDispose]();
  }
}

/** Reads the causes from the verdict log of a server, as they are matched today. */
export async function diagnose(server: Server, folder: string): Promise<Trial> {
  const log = join(folder, nameOf(server), 'verdicts.jsonl');
  const { stdout, stderr } = await run('reports/cli/quick-start.mjs', 'diagnose', log, '--json');
  if (stdout === '') throw new Error(`${log}: ${stderr}`);
  const causes = JSON.parse(stdout) as readonly ReportedCause[];
  return { server, causes: causes.map(({ rule, like }) => (like === undefined ? { rule } : { rule, like })) };
}
