import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportedCause, Report } from '../../../shared/verdict-log/verdict-log.ts';
import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import { run, startListening } from '../listening-process.ts';

/** One server with some named faults, judged by a run, and the causes that its report names. */
export interface Trial {
  readonly faults: readonly string[];
  readonly causes: readonly Pick<ReportedCause, 'rule' | 'like'>[];
}

export interface Effort {
  readonly seed: number;
  readonly runs: number;
}

const PROXY = 'proxy/cli/quick-start.mjs';

/** Starts a reference server with these faults, one in front of the other, judges it, and reads the causes from its report. */
export async function trialOf(faults: readonly string[], { seed, runs }: Effort): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-diagnosis-'));
  const started: ListeningProcess[] = [];
  try {
    for (const name of faults) {
      const behind = started.at(-1);
      const target = behind === undefined ? [] : ['--target', behind.url];
      started.push(await startListening(PROXY, 'faults', '--fault', name, '--port', '0', ...target));
    }
    const amount = ['--seed', String(seed), '--runs', String(runs), '--report-dir', folder, '--reporter', 'json'];
    await run('suites/cli/quick-start.mjs', '--target', started.at(-1)?.url ?? '', ...amount);
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report;
    return {
      faults,
      causes: (report.causes ?? []).map(({ rule, like }) => (like === undefined ? { rule } : { rule, like })),
    };
  } finally {
    for (const process of started.reverse()) await process[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  }
}
