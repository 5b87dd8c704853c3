import type { ExercisedOperation, Intermittent, VerdictLine } from '../../shared/verdict-log/verdict-log.ts';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { ResourceId } from '../../spec/surface/resources.ts';
import type { SlotNamespaces } from '../drivers/namespaces/slot-namespaces.ts';
import type { BaselineEntry } from '../../shared/verdict-log/baseline.ts';
import type { Capabilities } from '../target/capabilities.ts';
import type { TargetOptions } from '../target/options.ts';
import type { LogPosition } from '../target/recorder.ts';

/** All settings of a run, as plain data: it crosses from the command line's process into vitest's worker. */
export interface RunConfig {
  /** Short name of the run, a DNS label; part of every name that the run creates. */
  readonly run: string;
  readonly target: TargetOptions;
  /**
   * The beginning of the command that judges the same target with the same options; the default names the URL alone.
   */
  readonly again?: string;
  readonly choices: DialectChoices;
  readonly seed: number;
  /** Cases per rule, spread over its operations. */
  readonly runs: number;
  /**
   * How often a generated case is sent until it fails, if its outcome depends on the order of concurrent steps; default
   * once.
   */
  readonly raceTries?: number;
  /** The number of mixed walks that every rule reads besides its cases; default none. */
  readonly walks?: number;
  /** The resources that `--kinds` selects: cases and walks write to no others. Absent without `--kinds`. */
  readonly kinds?: readonly ResourceId[];
  /** Cases that run at the same time; each has namespaces of its own. */
  readonly concurrency: number;
  /** How long to wait for a response or event, in milliseconds. */
  readonly timeoutMs: number;
  /** Time after the first case in which new cases may start, in milliseconds. */
  readonly budgetMs?: number;
  readonly bail: boolean;
  /** Shrinking time of each counterexample, in milliseconds; by default the engine decides. */
  readonly shrinkMs?: number;
  /** Leave the created objects on the target. */
  readonly keep?: boolean;
  /** Folder of failing cases. */
  readonly reportDirectory: string;
  /** Exchange log to write as well. The set-up of the run has begun it. */
  readonly record?: { readonly path: string; readonly after: LogPosition };
  readonly capabilities: Capabilities;
  /** Response time while the namespaces were made, in milliseconds; absent if none were made. */
  readonly firstMs?: number;
  /** The number of watches that the target leaves open at once; absent if it seems unlimited. */
  readonly watchRoom?: number;
  readonly namespaces: readonly SlotNamespaces[];
  /** The pairs to judge, in order. */
  readonly assignments: readonly Assignment[];
  /**
   * All pairs that the run judges together with its other shards; default `assignments`. They decide how many cases
   * each pair gets.
   */
  readonly whole?: readonly Assignment[];
  readonly known?: KnownFailures;
  /** Whether the failing cases become stored cases of a baseline; default no. */
  readonly storesCases?: boolean;
  /**
   * The channel on which to ask for a reference server (`reference-request.ts`) that tries failing cases; absent if
   * there is none.
   */
  readonly reference?: { readonly channel: string };
  /** Saved cases instead of generated ones. */
  readonly replayed?: readonly SavedCase[];
}

/** The baseline of a run. */
interface KnownFailures {
  readonly entries: readonly BaselineEntry[];
  /** The cases that show these failures. Each is sent again if the generated cases of its pair find nothing. */
  readonly cases: readonly StoredCase[];
  /** The date for expiry, `YYYY-MM-DD`. */
  readonly today: string;
}

export interface Assignment {
  readonly rule: string;
  readonly operation: string;
}

/** The number of cases and requests sent. Only requests include clean-up. */
export interface RunTraffic {
  readonly requests: number;
  readonly exercised: readonly ExercisedOperation[];
  /** Further notes about the server's responses so far, a line each. */
  readonly notes: readonly string[];
}

/** A shrunk case as it is kept beside the report. */
export interface SavedCase extends Assignment {
  readonly format: 1;
  readonly program: unknown;
  /** The id under which it was sent, if another rule or a mixed walk made it. */
  readonly sender?: string;
  readonly expected: string;
  readonly actual: string;
  /** How often it failed; absent if it failed every time. */
  readonly intermittent?: Intermittent;
  /** The time in which it must be over to fail, in milliseconds; absent if it fails also if it is slow. */
  readonly withinMs?: number;
}

/** A saved case that a baseline keeps, with the name of its file. */
export interface StoredCase extends SavedCase {
  readonly name: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The channel on which the worker asks for the `RunConfig`. */
    channel: string;
  }
  interface TaskMeta {
    verdict?: VerdictLine;
    /** Verdicts on other rules that came meanwhile. */
    besides?: readonly VerdictLine[];
    /** Since the previous test's report. */
    sent?: RunTraffic;
  }
}
