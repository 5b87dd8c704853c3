import { roomText } from '../judging/history/bounded-rule.ts';
import { typedCommand } from '../../../shared/process/command-name.ts';
import { withBaseline } from '../../../shared/verdict-log/known-failures.ts';
import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import type { Operation } from '../../../spec/surface/operations.ts';
import { historyOf } from '../../oracle/exchanges/history-of.ts';
import { connect } from '../../target/connect.ts';
import { curlConnection } from '../../target/printed-connection.ts';
import { ExchangeLogFile } from '../../target/exchange-log-file.ts';
import { ObservationOrder } from '../../target/recorder.ts';
import { Bail } from '../judging/effort/bail.ts';
import { casePath } from './case-path.ts';
import type { CaseRunner, SentCase, Stop, Walk } from '../judging/sending/case-runner.ts';
import { CaseSending } from './case-sending.ts';
import { Causes } from '../judging/effort/causes.ts';
import { addExercise, type OperationExercise, exercisedOperations, exerciseOf } from '../judging/history/exercise.ts';
import { FailedPreconditions } from '../judging/effort/failed-preconditions.ts';
import { Reference } from './reference.ts';
import type { RunConfig, RunTraffic } from '../run-config.ts';
import { SharedCases } from '../judging/sending/shared-cases.ts';
import { Shares } from '../judging/effort/shares.ts';
import { TranscriptRoom } from '../judging/effort/transcript-room.ts';
import { vitalVerdict } from './vital-verdicts.ts';
import { vitalIo } from './vital-io.ts';
import { Vitals } from '../vitals/vitals.ts';
import { Waits } from '../vitals/waits.ts';
import { sendWalks } from '../judging/sending/walks.ts';

/** A run with its target connected: everything that judging needs, and the means to end it. */
export interface OpenRun extends CaseRunner {
  /** The numbers of cases and requests sent since the last call. */
  sentSince(): RunTraffic;
  /**
   * New verdicts since the last call on other rules than the judged ones: on unanswered requests, and on owners of
   * preconditions.
   */
  verdictsBesides(): readonly VerdictLine[];
  /** Checks whether every kind that responded still does, unless the run was stopped. */
  recheckKinds(): Promise<void>;
  /** From now on no case may start. */
  stop(stop: Stop): void;
  /** Closes the cases' connections to the target; nothing more is sent there. */
  cut(): void;
  close(): Promise<void>;
}

const OUT_OF_TIME: Stop = { verdict: 'inconclusive', reason: 'the budget was used up (a longer --budget settles it)' };

/** Shrinking time for the one failure of a run with `--bail`, in milliseconds: the user wants it soon. */
const SHRINK_MS_OF_BAIL = 500;

/** One line if the target limits the number of open watches. */
function roomNotes({ watchRoom }: RunConfig): string[] {
  return watchRoom === undefined ? [] : [`${roomText(watchRoom)}, so cases open no more`];
}

/** How often a case is repeated after a request without a response that may get one the next time. */
const RESENDS = 3;

export function openRun(config: RunConfig): OpenRun {
  const target = connect(config.target);
  const order = new ObservationOrder(config.record?.after);
  const log = config.record === undefined ? undefined : new ExchangeLogFile(config.record.path);
  const sending = new CaseSending({ config, target, order, log, onSent });
  const vitals = new Vitals(vitalIo(config, target, order, sending), config.firstMs);
  const reference = new Reference(config);
  const rechecking = setInterval(() => void vitals.recheck(), Math.max(1_000, config.timeoutMs / 2));
  rechecking.unref();
  let deadline = Number.POSITIVE_INFINITY;
  const judged = new Set((config.whole ?? config.assignments).map(({ rule }) => rule));
  const besides: VerdictLine[] = [];
  let counted = 0;
  let exercise: OperationExercise = new Map();
  let stop: Stop | undefined;
  let walks: Promise<readonly Walk[]> | undefined;

  function onSent({ history }: SentCase): void {
    addExercise(exercise, exercisedOperations(exerciseOf(history)));
  }

  const runner: OpenRun = {
    choices: config.choices,
    seed: config.seed,
    runs: config.runs,
    raceTries: config.raceTries ?? 1,
    storesCases: config.storesCases === true,
    baseUrl: target.baseUrl,
    again: config.again ?? `${typedCommand('conformance')} --target ${target.baseUrl}`,
    curl: curlConnection(config.target),
    ...(config.bail ? { bail: new Bail() } : {}),
    causes: new Causes(
      config.shrinkMs ?? (config.bail ? SHRINK_MS_OF_BAIL : undefined),
      config.known?.entries.filter(({ cases = [] }) => cases.length > 0).map(({ fingerprint }) => fingerprint),
    ),
    shared: new SharedCases(),
    room: new TranscriptRoom(),
    shares: new Shares(),
    preconditions: new FailedPreconditions(),
    waits: new Waits(vitals.patience),
    casePath: (rule, operation, fingerprint) => casePath(config.reportDirectory, rule, operation, fingerprint),
    notOffered(operation) {
      const capability = config.capabilities[operation];
      return capability?.offer === 'unsupported' || capability?.offer === 'absent' ? capability.evidence : undefined;
    },
    obstacle: (operations: Iterable<Operation>) => vitals.obstacle(operations),
    stopped() {
      if (vitals.gone !== undefined) stop ??= { verdict: 'blocked', reason: vitals.gone };
      if (Date.now() >= deadline) stop ??= OUT_OF_TIME;
      return stop;
    },
    withheldFrom: (rule) => sending.withheldFrom(rule),
    async send(rule, program, patient = false) {
      for (let resent = 0; ; resent += 1) {
        const barred = await vitals.admit(program);
        if (barred !== undefined) return { lines: [], history: historyOf([]), trouble: barred };
        await vitals.gate.enter();
        if (config.budgetMs !== undefined && sending.begun === 0) deadline = Date.now() + config.budgetMs;
        const sent = await sending
          .send(rule, program, patient ? undefined : vitals.patience)
          .finally(() => vitals.gate.leave());
        if (stop !== undefined) return { ...sent, trouble: { reason: stop.reason, again: false, forAll: true } };
        const trouble = await vitals.examine(sent);
        if (trouble === undefined) return sent;
        if (!trouble.again || resent >= RESENDS) return { ...sent, trouble };
      }
    },
    async walks() {
      if (walks === undefined && runner.stopped() !== undefined) return [];
      walks ??= sendWalks(runner, config.walks ?? 0, config.kinds);
      return walks;
    },
    reference: (rule) => reference.sender(rule),
    sentSince() {
      const since = {
        requests: target.requests - counted,
        exercised: exercisedOperations(exercise),
        notes: [...roomNotes(config), ...vitals.notes],
      };
      counted = target.requests;
      exercise = new Map();
      return since;
    },
    judges: (rule) => judged.has(rule),
    async report(verdict) {
      const line = await verdict;
      if (line !== undefined) besides.push(line);
    },
    verdictsBesides() {
      const found = [...vitals.takeFindings().map((finding) => vitalVerdict(finding, runner)), ...besides.splice(0)];
      const { known } = config;
      return known === undefined ? found : found.map((line) => withBaseline(known.entries, line, known.today));
    },
    async recheckKinds() {
      if (runner.stopped() === undefined) await vitals.recheckKinds();
    },
    stop(why) {
      stop ??= why;
    },
    cut() {
      void target.close();
    },
    async close() {
      clearInterval(rechecking);
      await reference.close();
      await target.close();
      log?.close();
    },
  };
  return runner;
}
