import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { createVitest, type Reporter, type TestCase, type TestModule } from 'vitest/node';
import { errorMessage } from '../../../shared/error-message.ts';
import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import { respondWithConfig } from './config-request.ts';
import type { RunConfig, RunTraffic } from '../run-config.ts';

/** Callbacks of the command line while vitest runs the rules. */
export interface RunListener {
  started(rule: string, operation: string): void;
  judged(verdict: VerdictLine): void;
  /** Adds to the number of cases and requests sent. */
  sent(sent: RunTraffic): void;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Path of the prebuilt bundle of modules that vitest runs, which starts faster: relative to the root, or absolute. */
declare const MADE_rules: string | undefined;
const RUN_FILE = typeof MADE_rules === 'undefined' ? 'suites/engine/run/conformance.run.ts' : MADE_rules;

/**
 * Nearly all allocations of a case die with it. With a larger young generation (in MB) the collector copies less and
 * runs seldom. The flag is for the worker, which starts later and gets no such limit from vitest.
 */
const YOUNG_GENERATION = '--max-semi-space-size=128';

/** How long running tests may take to end after an interrupt, in milliseconds: a check may have much to read. */
const CANCEL_MS = 3000;

/** Options that vitest needs while the run is still being set up. */
export interface VitestOptions {
  readonly run: string;
  readonly concurrency: number;
}

/**
 * Runs the assignments of a run and reports each verdict to the listener. Resolves with the errors that are faults
 * of our own.
 */
export type RunRules = (
  config: Promise<RunConfig | undefined>,
  options: VitestOptions,
  listener: RunListener,
  signal: AbortSignal,
) => Promise<readonly string[]>;

/**
 * Runs the assignments of a run in vitest, all in one worker: the cases wait on the network, not on each other, and
 * one event loop keeps one order of observation. The worker loads the rules while the run is still being set up, and
 * then waits for the `config`. If that never comes, nothing is judged. Resolves when the last pair is judged or
 * `signal` aborts.
 * @returns the errors that belong to no test: faults of our own
 */
export async function runInVitest(
  config: Promise<RunConfig | undefined>,
  options: VitestOptions,
  listener: RunListener,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (signal.aborted) return [];
  const ready = keepOwnSignalHandlers();
  const channel = `plumbline-config-${process.pid}-${options.run}`;
  const known = config.then(
    (made) => (signal.aborted ? undefined : made),
    () => undefined,
  );
  const responder = respondWithConfig(channel, known);
  setFlagsFromString(YOUNG_GENERATION);
  const making = createVitest(
    'test',
    {
      root: ROOT,
      config: false,
      include: [RUN_FILE],
      exclude: [],
      watch: false,
      cache: false,
      pool: 'threads',
      maxWorkers: 1,
      isolate: false,
      fileParallelism: false,
      maxConcurrency: options.concurrency,
      testTimeout: 0,
      hookTimeout: 0,
      teardownTimeout: 5_000,
      silent: false,
      provide: { channel },
      reporters: [forwardTo(listener)],
    },
    { logLevel: 'error' },
  );
  const aborted = once(signal, 'abort').then(() => undefined);
  const vitest = await Promise.race([making, aborted]);
  ready();
  // After an interrupt vitest takes up to a minute to start or to close: the process ends without it.
  if (vitest === undefined || signal.aborted) return [];
  const cancel = (): void => void vitest.cancelCurrentRun('keyboard-input');
  signal.addEventListener('abort', cancel, { once: true });
  await Promise.race([vitest.start(), aborted.then(() => sleep(CANCEL_MS))]);
  responder.close();
  if (signal.aborted) return [];
  const errors =
    (await known) !== undefined ? faultsOf(vitest.state.getTestModules(), vitest.state.getUnhandledErrors()) : [];
  await vitest.close();
  return errors;
}

const INTERRUPTS: ReadonlySet<string | symbol> = new Set(['SIGINT', 'SIGTERM']);

/**
 * Removes the signal handlers that vitest adds while it starts: it would end the process at the first interrupt, but
 * the command line first cleans up and writes its reports. Returns a function that stops the removing.
 */
function keepOwnSignalHandlers(): () => void {
  const refuse = (name: string | symbol, handler: () => void): void => {
    if (INTERRUPTS.has(name)) queueMicrotask(() => process.off(name as NodeJS.Signals, handler));
  };
  process.on('newListener', refuse);
  return () => process.off('newListener', refuse);
}

function forwardTo(listener: RunListener): Reporter {
  return {
    onTestCaseReady(test: TestCase) {
      const [rule = '', operation = ''] = test.name.split(' on ');
      listener.started(rule, operation);
    },
    onTestCaseResult(test: TestCase) {
      const { verdict, besides = [], sent } = test.meta();
      if (sent !== undefined) listener.sent(sent);
      for (const other of besides) listener.judged(other);
      if (verdict !== undefined) listener.judged(verdict);
      else if (test.result().state === 'failed') listener.judged(brokenTest(test));
    },
  };
}

/** A test that failed before it had a verdict: a fault of our own. */
function brokenTest(test: TestCase): VerdictLine {
  const [rule = '', operation = ''] = test.name.split(' on ');
  const reason = test.result().errors?.[0]?.message ?? 'the test ended without a verdict';
  return {
    kind: 'verdict',
    rule,
    operation,
    verdict: 'broken',
    cases: 0,
    shapes: 0,
    durationMs: 0,
    reason,
    violations: [],
  };
}

function faultsOf(modules: readonly TestModule[], unhandled: readonly unknown[]): string[] {
  const ofModules = modules.flatMap((module) => module.errors().map(({ message }) => message));
  return [...ofModules, ...unhandled.map(errorMessage)];
}
