import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseBaseline } from '../../../shared/verdict-log/baseline.ts';
import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import { run } from '../listening-process.ts';

/** The outcome of one run of `pnpm conformance` beside a baseline. */
export interface GateRun {
  readonly exitCode: number;
  readonly stale: readonly string[];
  /** Pairs that failed, and why pairs came to nothing. */
  readonly red: readonly string[];
}

/** The gate of one server: a baseline file, and the rules that it judges. */
export class Gate {
  readonly #folder: string;
  readonly #arguments: readonly string[];

  /** `folder` is the gate's own. */
  constructor(folder: string, rules: readonly string[], runs: number) {
    this.#folder = folder;
    this.#arguments = [
      '--rules',
      rules.join(','),
      '--runs',
      String(runs),
      '--report-dir',
      join(folder, 'report'),
      '--reporter',
      'json',
      '--baseline',
      this.#file,
    ];
  }

  /** Judges the server at `url`; `more` are further flags: `--gate`, `--seed 3`. */
  async run(url: string, ...more: readonly string[]): Promise<GateRun> {
    const { exitCode, stderr } = await run('suites/cli/quick-start.mjs', '--target', url, ...this.#arguments, ...more);
    if (exitCode === 2) throw new Error(stderr);
    const report = JSON.parse(await readFile(join(this.#folder, 'report', 'report.json'), 'utf8')) as Report;
    return { exitCode, stale: report.stale ?? [], red: exitCode === 0 ? [] : redPairs(report) };
  }

  /** How many entries the baseline has. */
  async entries(): Promise<number> {
    return parseBaseline(await readFile(this.#file, 'utf8'), this.#file).entries.length;
  }

  get #file(): string {
    return join(this.#folder, 'known.yaml');
  }
}

function redPairs({ rules }: Report): string[] {
  return rules.flatMap(({ id, operations, violations }) =>
    operations
      .filter(({ verdict }) => ['failed', 'broken', 'blocked', 'inconclusive'].includes(verdict))
      .map(({ operation, verdict, reason = '' }) => {
        const fingerprint = violations.find((violation) => violation.operation === operation)?.fingerprint ?? '';
        return `${verdict} ${id} on ${operation} ${fingerprint} ${reason}`.trim();
      }),
  );
}
