import { Bail } from './bail.ts';
import { casePath } from './case-path.ts';
import type { CaseRunner, Stop } from './case-runner.ts';
import type { Exercise } from './exercise.ts';
import { addExercise, exercisedOperations, exerciseOf } from './exercise.ts';
import { Reference } from './reference.ts';
import type { RunConfig, Sent } from './run-config.ts';
import type { Walk } from './walks.ts';
import { sendWalks } from './walks.ts';
import { runProgram } from '../drivers/interpret.ts';
import { Ledger } from '../drivers/ledger.ts';
import { PatientSender } from '../drivers/patient-sender.ts';
import { SlotPool } from '../drivers/slot-pool.ts';
import { historyOf } from '../oracle/history-of.ts';
import { connect } from '../target/connect.ts';
import { curlConnection } from '../target/printed-connection.ts';
import { ExchangeLogFile } from '../target/exchange-log-file.ts';
import { ObservationOrder } from '../target/recorder.ts';

/** A run with its target connected: what judging needs, and the means to end it. */
export interface OpenRun extends CaseRunner {
  /** What was sent since this was last asked. */
  sentSince(): Sent;
  /** From now on no case may start. */
  stop(stop: Stop): void;
  /** Ends what the cases have open on the target; nothing more is sent there. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Time in milliseconds to shrink the first, second, ... counterexample of a rule, the last for all that follow: a rule that fails on
 * every kind is shown well once, and the run still ends in minutes.
 */
const SHRINK_MS = [10_000, 3_000, 1_000, 300];

/** Cases in a row without any answer after which a target is taken to be gone. */
const GONE_AFTER = 25;
const GONE: Stop = { verdict: 'blocked', reason: 'the target has stopped answering' };
const OUT_OF_TIME: Stop = { verdict: 'inconclusive', reason: 'the budget was used up' };

/** Connects to the target of a run. */
export function openRun(config: RunConfig): OpenRun {
  const target = connect(config.target);
  const order = new ObservationOrder(config.record?.after);
  const log = config.record === undefined ? undefined : new ExchangeLogFile(config.record.path);
  const slots = new SlotPool(config.namespaces);
  const ledger = new Ledger();
  const cleaner = new PatientSender(target);
  const shrunk = new Map<string, number>();
  const withheld = new Map<string, string>();
  let cases = 0;
  let deadline = Number.POSITIVE_INFINITY;
  let counted = 0;
  let exercise: Exercise = new Map();
  let stop: Stop | undefined;
  let unanswered = 0;
  const reference = new Reference(config);
  let walks: Promise<readonly Walk[]> | undefined;
  return {
    answers: config.answers,
    seed: config.seed,
    baseUrl: target.baseUrl,
    again: config.again ?? `pnpm conformance --target ${target.baseUrl}`,
    curl: curlConnection(config.target),
    ...(config.bail ? { bail: new Bail() } : {}),
    casePath: (rule, operation, fingerprint) => casePath(config.reportDirectory, rule, operation, fingerprint),
    notOffered(operation) {
      const capability = config.capabilities[operation];
      return capability?.offer === 'unsupported' ? capability.evidence : undefined;
    },
    stopped() {
      if (unanswered >= GONE_AFTER) stop ??= GONE;
      if (Date.now() >= deadline) stop ??= OUT_OF_TIME;
      return stop;
    },
    withheldFrom: (rule) => withheld.get(rule),
    shrinkMs(rule) {
      const earlier = shrunk.get(rule) ?? 0;
      shrunk.set(rule, earlier + 1);
      return config.shrinkMs ?? SHRINK_MS[Math.min(earlier, SHRINK_MS.length - 1)] ?? 0;
    },
    async send(rule, program) {
      const slot = await slots.acquire();
      try {
        cases += 1;
        if (cases === 1 && config.budgetMs !== undefined) deadline = Date.now() + config.budgetMs;
        const caseId = `${config.run}-${cases.toString(36)}`;
        const context = { target, slot, run: config.run, rule: rule.id, caseId, order, timeoutMs: config.timeoutMs, ledger, cleaner, keep: config.keep === true };
        const { lines, barred } = await runProgram(program, log === undefined ? context : { ...context, sink: log });
        if (barred !== undefined) withheld.set(rule.id, barred);
        if (lines.length > 0) unanswered = lines.some(({ kind }) => kind === 'response') ? 0 : unanswered + 1;
        const history = historyOf(lines);
        addExercise(exercise, exercisedOperations(exerciseOf(history)));
        return { lines, history };
      } finally {
        slots.release(slot);
      }
    },
    async walks() {
      if (walks === undefined && this.stopped() !== undefined) return [];
      walks ??= sendWalks(this, config.walks ?? 0, config.kinds);
      return walks;
    },
    reference: (rule) => reference.sender(rule),
    sentSince() {
      const since = { requests: target.requests - counted, exercised: exercisedOperations(exercise) };
      counted = target.requests;
      exercise = new Map();
      return since;
    },
    stop(why) {
      stop ??= why;
    },
    cut() {
      void target.close();
    },
    async close() {
      await reference.close();
      await target.close();
      log?.close();
    },
  };
}
