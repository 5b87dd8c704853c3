import type { ExercisedOperation, Intermittent, VerdictLine } from '../../shared/verdict-log/verdict-log.ts';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { ResourceId } from '../../spec/surface/resources.ts';
import type { SlotNamespaces } from '../drivers/slot-namespaces.ts';
import type { BaselineEntry } from '../../shared/verdict-log/baseline.ts';
import type { Capabilities } from '../target/capabilities.ts';
import type { TargetOptions } from '../target/options.ts';
import type { LogPosition } from '../target/recorder.ts';

/** Everything that a run needs to know, as plain data: it crosses from the command line's process into vitest's worker. */
export interface RunConfig {
  /** Short name of the run, a DNS label; part of every name that it makes. */
  readonly run: string;
  readonly target: TargetOptions;
  /** How the command begins that judges the same target by the same expectation; default one that names the URL alone. */
  readonly again?: string;
  readonly choices: DialectChoices;
  readonly seed: number;
  /** Cases per rule, spread over its operations. */
  readonly runs: number;
  /** How often a generated case is sent until it fails, if its outcome depends on the order of concurrent steps; default once. */
  readonly raceTries?: number;
  /** Walks through many kinds at once that every rule reads besides; default none. */
  readonly walks?: number;
  /** The resources that `--kinds` leaves: cases and walks write to no others. Absent without it. */
  readonly kinds?: readonly ResourceId[];
  /** Cases that are under way at the same time; each has namespaces of its own. */
  readonly concurrency: number;
  /** How long to wait for what must come, in milliseconds. */
  readonly timeoutMs: number;
  /** How long after the first case others may start, in milliseconds. */
  readonly budgetMs?: number;
  /** Stop at the first must-rule that fails. */
  readonly bail: boolean;
  /** How long each counterexample is made smaller, in milliseconds, where that is not left to the engine. */
  readonly shrinkMs?: number;
  /** Leave what the cases create on the target. */
  readonly keep?: boolean;
  /** Where failing cases will be saved. */
  readonly reportDirectory: string;
  /** Exchange log to write besides, which the setting of the stage has begun. */
  readonly record?: { readonly path: string; readonly after: LogPosition };
  readonly capabilities: Capabilities;
  /** How long a response took while the namespaces were made, in milliseconds; absent where none were. */
  readonly firstMs?: number;
  readonly namespaces: readonly SlotNamespaces[];
  /** What to judge, in order. */
  readonly assignments: readonly Assignment[];
  /** All that the run judges together with its other shards; default `assignments`. It decides how many cases each pair gets. */
  readonly whole?: readonly Assignment[];
  readonly known?: KnownFailures;
  /** Where to ask for a reference server (`reference-request.ts`), on which what fails is tried as well; absent where it is not. */
  readonly reference?: { readonly channel: string };
  /** Saved cases instead of generated ones. */
  readonly replayed?: readonly SavedCase[];
}

/** The baseline of a run. */
export interface KnownFailures {
  readonly entries: readonly BaselineEntry[];
  /** The cases that show these failures. Each is sent again if the generated cases of its pair find nothing. */
  readonly cases: readonly StoredCase[];
  /** The day on which the failures are judged, `YYYY-MM-DD`. */
  readonly today: string;
}

export interface Assignment {
  readonly rule: string;
  readonly operation: string;
}

/** What was sent for cases, clean-up included in the requests alone. */
export interface Sent {
  readonly requests: number;
  readonly exercised: readonly ExercisedOperation[];
  /** What a person should know of how the server has answered so far, a line each. */
  readonly notes: readonly string[];
}

/** A shrunk case as it is kept beside the report. */
export interface SavedCase extends Assignment {
  readonly format: 1;
  readonly program: unknown;
  readonly expected: string;
  readonly actual: string;
  /** How often it failed; absent if it failed whenever it was sent. */
  readonly intermittent?: Intermittent;
}

/** A saved case that a baseline keeps, with the name of its file. */
export interface StoredCase extends SavedCase {
  readonly name: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the worker asks for the `RunConfig`. */
    channel: string;
  }
  interface TaskMeta {
    verdict?: VerdictLine;
    /** Verdicts on another rule, which came of what was sent meanwhile. */
    besides?: readonly VerdictLine[];
    /** Since the test before this one reported. */
    sent?: Sent;
  }
}
