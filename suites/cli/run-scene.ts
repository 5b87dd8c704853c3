import type { RunRules } from '../engine/run/vitest-run.ts';
import type { TargetOptions } from '../target/options.ts';
import type { BaselineWatch } from './baseline.ts';
import type { Footprint } from './footprint.ts';
import type { Intent } from './intent.ts';
import type { ReportProcess } from './report-process.ts';
import type { RunTally } from './run-tally.ts';

/** Who runs the rules of a run, and who hears its verdicts. */
export interface RunMeans {
  readonly reports: ReportProcess;
  readonly runRules: RunRules;
}

/** A run under way: what it is to do, where, and what it has done so far. */
export interface RunScene extends RunMeans {
  readonly intent: Intent;
  readonly options: TargetOptions;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly watch: BaselineWatch | undefined;
  readonly tally: RunTally;
  readonly footprint: Footprint;
}
