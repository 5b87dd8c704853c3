import type { RunRules } from '../engine/run/vitest-run.ts';
import type { LookalikeServers } from '../engine/lookalikes/lookalikes.ts';
import type { TargetOptions } from '../target/options.ts';
import type { BaselineWatch } from './baseline/baseline.ts';
import type { Footprint } from './clean-up/footprint.ts';
import type { Intent } from './intent.ts';
import type { ReportProcess } from './report-process.ts';
import type { RunTally } from './run-tally.ts';

/** The runner of the rules, the listener to its verdicts, and servers to compare the target with. */
export interface RunMeans {
  readonly reports: ReportProcess;
  readonly runRules: RunRules;
  /** Starts servers with named faults for that dialect; without them, failing cases are not tried on lookalikes. */
  readonly startLookalikes?: (dialect: string) => Promise<LookalikeServers & AsyncDisposable>;
}

/** A run under way: its intent, its target, and its state so far. */
export interface RunScene extends RunMeans {
  readonly intent: Intent;
  readonly options: TargetOptions;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly watch: BaselineWatch | undefined;
  readonly tally: RunTally;
  readonly footprint: Footprint;
}
