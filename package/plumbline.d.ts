/** The types of `plumbline` for users' compilers; this file imports nothing. Every option is the flag of `plumbline conformance` with its name. */

export type Level = 'must' | 'should' | 'may' | 'silent';

/** From best to worst. */
export type Verdict =
  | 'skipped'
  | 'unsupported'
  | 'informational'
  | 'passed'
  | 'deviation'
  | 'blocked'
  | 'inconclusive'
  | 'broken'
  | 'failed';

export interface JudgeOptions {
  /** Base URL of the server; by default a reference server is started and judged. */
  readonly target?: string;
  /** `spec`, `kubernetes-1.7`, or the path of a dialect file. */
  readonly dialect?: string;
  /** Ids, families or globs: `replace`, `watch/*`, `!control-loops`. */
  readonly rules?: readonly string[];
  /** Ids of clauses of the document: `semantics.1` is every clause below it too. */
  readonly clause?: readonly string[];
  readonly level?: readonly Level[];
  /** Plural names: `pods`. The run writes to no other kinds. */
  readonly kinds?: readonly string[];
  /** Cases for each rule. */
  readonly runs?: number;
  /** Start no new case after this time: `30s`. */
  readonly budget?: string;
  readonly seed?: number | 'random';
  /** Use the seed of the baseline, or 1. */
  readonly gate?: boolean;
  /** A failed should-rule fails the run too. */
  readonly strict?: boolean;
  /** Path of the known failures. */
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly tokenFile?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  /** Paths of PEM files. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecureSkipTlsVerify?: boolean;
  /** Time limit of one exchange: `10s`. */
  readonly timeout?: string;
  readonly concurrency?: number;
  readonly namespace?: string;
  readonly bail?: boolean;
  /** Path of the settings; by default `plumbline.yaml` in the working folder or the nearest above, `false` for none. */
  readonly config?: string | false;
  /** Folder that keeps the reports; by default nothing is kept. */
  readonly reportDir?: string;
  /** Which reports to keep in `reportDir`; `report.json` always is. */
  readonly reporter?: readonly ('json' | 'junit' | 'html' | 'markdown' | 'sarif' | 'badge')[];
  /** Ends the run, which then removes its objects. */
  readonly signal?: AbortSignal;
}

/** The content of `report.json`. */
export interface Judgement {
  readonly target: string;
  readonly dialect: string;
  readonly seed: number;
  readonly durationMs: number;
  readonly verdict: Verdict;
  /** 0 if the server conforms, or the baseline lists all its failures. */
  readonly exitCode: number;
  /** Why the run ended early, if it did. */
  readonly stopped?: string;
  /** The stale entries of the baseline. */
  readonly stale?: readonly string[];
  /** The objects that the run left on the server. */
  readonly leftovers: readonly string[];
  /** The command that repeats the run. */
  readonly command: string;
  /** The bugs that explain the failures, the most harmful first. */
  readonly causes: readonly Cause[];
  readonly rules: readonly JudgedRule[];
}

/** One bug of the server. */
export interface Cause {
  /** The bug as a sentence. */
  readonly title: string;
  readonly impact: 'data' | 'content' | 'events' | 'form';
  /** How much clients suffer, from 4 (`data`) to 1 (`form`). */
  readonly weight: number;
  /** The rule whose failure shows the bug best. */
  readonly rule: string;
  readonly level: Level;
  readonly fingerprint: string;
  readonly operation: string;
  readonly expected: string;
  readonly actual: string;
  /** Command that sends the smallest case again. */
  readonly replay: string;
  /** Path of a script that shows the bug with curl and jq alone. */
  readonly script?: string;
  /** The reason why there is no script. */
  readonly noScript?: string;
  /** The known fault with the same symptoms, and other candidates. */
  readonly like?: {
    readonly fault: string;
    readonly summary: string;
    readonly confidence: number;
    readonly or?: readonly string[];
  };
  /** All failures that the bug explains. */
  readonly explains: readonly {
    readonly rule: string;
    readonly fingerprint: string;
    readonly operations: readonly string[];
  }[];
}

export interface JudgedRule {
  readonly id: string;
  readonly level: Level;
  readonly family: string;
  /** The sentence that the rule checks. */
  readonly title: string;
  readonly verdict: Verdict;
  readonly cases: number;
  readonly violations: readonly Violation[];
}

export interface Violation {
  readonly operation: string;
  readonly expected: string;
  readonly actual: string;
  /** Commands that show it by hand. */
  readonly curl: readonly string[];
  /** Command that sends the smallest case again. */
  readonly replay: string;
  /** Identifies the cause across runs. */
  readonly fingerprint: string;
}

/**
 * Judges a server in a process of its own and resolves with the findings.
 *
 *     const { exitCode, rules } = await judge({ target: 'http://127.0.0.1:8080', kinds: ['pods'] });
 *
 * Rejects with a `JudgeError` if the options cannot be used, or if the process ended without a report.
 */
export declare function judge(options?: JudgeOptions): Promise<Judgement>;

/** A run could not begin, or left no report. The message is the line that the command printed. */
export declare class JudgeError extends Error {
  readonly name: 'JudgeError';
  readonly code: 'ERR_JUDGE';
  constructor(message?: string, options?: { cause?: unknown });
}
