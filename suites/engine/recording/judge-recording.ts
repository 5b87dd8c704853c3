import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { ExercisedOperation, VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import { needsProtobuf } from '../../rules/needs.ts';
import { admissible } from '../judging/history/admissible.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { isUnreadProtobuf, withoutProtobuf } from './without-protobuf.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import type { Rule } from '../../rules/rule.ts';
import { blame } from '../judging/history/blame.ts';
import { addExercise, type OperationExercise, exercisedOperations, exerciseOf } from '../judging/history/exercise.ts';
import { RecordingTally } from './recording-tally.ts';
import { RecordingWindow, type WindowSize } from './recording-window.ts';

/**
 * Judging takes many times the memory of its input: a window of this size, with all rules, stays below 300 MB. It
 * holds about two thousand exchanges, and neighbours overlap by seconds of traffic.
 */
const WINDOW: WindowSize = { bytes: 4 * 2 ** 20, overlap: 2 ** 20 };

/** The result of judging a recording. */
export interface RecordingVerdict {
  /**
   * One verdict for every rule on every operation that the recording exercised; one `skipped` line for each rule
   * that applied nowhere.
   */
  readonly verdicts: readonly VerdictLine[];
  readonly exercised: readonly ExercisedOperation[];
  readonly requests: number;
  /** The number of exchanges with a response. */
  readonly responses: number;
}

/**
 * Judges a recording line by line, in bounded memory (see `RecordingWindow`). A recording that fits into a window is
 * judged whole. In a longer one, violations that need events further apart than the overlap are missed; no false
 * violation is added.
 */
export class RecordingJudge {
  readonly #rules: readonly { readonly rule: Rule; readonly tally: RecordingTally }[];
  readonly #file: string;
  readonly #context: CheckContext;
  readonly #window: RecordingWindow;
  readonly #exercise: OperationExercise = new Map();
  /** The position before which everything was counted. */
  #counted = 0;
  #latest = 0;
  #requests = 0;
  #responses = 0;

  /** `file` is the path that evidence names. */
  constructor(rules: readonly Rule[], file: string, context: CheckContext, size: WindowSize = WINDOW) {
    this.#rules = rules.map((rule) => ({ rule, tally: new RecordingTally(rule) }));
    this.#file = file;
    this.#context = context;
    this.#window = new RecordingWindow(size);
  }

  /**
   * Adds the next line of the log, of this many bytes. No window ends between a body and the end of its exchange;
   * otherwise a large exchange would never be seen whole.
   */
  push(line: HappeningLine, bytes: number): void {
    if (line.kind === 'request') this.#requests += 1;
    if (line.kind === 'response') this.#responses += 1;
    this.#latest = Math.max(this.#latest, line.n);
    this.#window.push(line, bytes);
    if (!this.#window.isFull || line.kind === 'body') return;
    this.#judge(this.#window.next);
    this.#window.advance();
  }

  /** Marks missing lines: the lines before and after the gap are judged separately. */
  cut(): void {
    this.#judge(Number.POSITIVE_INFINITY);
    this.#window.cut();
    this.#counted = this.#latest + 1;
  }

  /** Judges the rest. No line may follow. */
  finish(): RecordingVerdict {
    this.#judge(Number.POSITIVE_INFINITY);
    return {
      verdicts: this.#rules.flatMap(({ tally }) => tally.verdicts()),
      exercised: exercisedOperations(this.#exercise),
      requests: this.#requests,
      responses: this.#responses,
    };
  }

  /** Judges the window; everything from `next` on is in the next window too. */
  #judge(next: number): void {
    const window = this.#window;
    const { exchanges } = window.history;
    const kept = new Set(
      next === Number.POSITIVE_INFINITY
        ? []
        : exchanges.filter(({ began, ended }) => began >= next || ended >= next).map(({ id }) => id),
    );
    const doubtful = doubtfulIn(window);
    const place = {
      file: this.#file,
      linesOf: (exchange: number) => window.linesOf(exchange),
      isKept: (exchange: number) => kept.has(exchange),
      isDoubtful: (exchange: number) => doubtful.has(exchange),
    };
    for (const { rule, tally } of this.#rules) {
      const history = admissible(window.history, this.#context.choices, rule);
      tally.take(ownFindings(rule, needsProtobuf(rule) ? history : withoutProtobuf(history), this.#context), place);
    }
    const counted = exchanges.filter(({ began }) => began >= this.#counted && began < next);
    addExercise(this.#exercise, exercisedOperations(exerciseOf({ exchanges: counted })));
    this.#counted = next;
  }
}

function ownFindings(rule: Rule, history: History, context: CheckContext): readonly Finding[] {
  return blame(rule, [...rule.check(history, context)], history, context).findings;
}

/**
 * The exchanges on objects that an unseen write may have changed: one with an unknown outcome, or an unreadable
 * request.
 */
function doubtfulIn({ history, anonymous: unanswered }: RecordingWindow): ReadonlySet<number> {
  const { exchanges } = withProtobufRead(history);
  const anonymous = new Set([
    ...unanswered,
    ...exchanges
      .filter((exchange) => exchange.request.body?.unread === true || isUnreadProtobuf(exchange))
      .map(({ id }) => id),
  ]);
  if (anonymous.size === 0) return new Set();
  const objects = new Set<string>();
  const collections = new Set<string>();
  for (const exchange of exchanges) {
    if (!anonymous.has(exchange.id)) continue;
    const name = nameIn(exchange);
    if (name === undefined) collections.add(placeOf(exchange));
    else objects.add(`${placeOf(exchange)}/${name}`);
  }
  const isTouched = (exchange: Exchange): boolean =>
    collections.has(placeOf(exchange)) || objects.has(`${placeOf(exchange)}/${nameIn(exchange) ?? ''}`);
  return new Set(exchanges.filter(isTouched).map(({ id }) => id));
}

function placeOf({ call }: Exchange): string {
  return `${call?.resource?.kind ?? ''} ${call?.namespace ?? ''}`;
}

function nameIn({ call, request }: Exchange): string | undefined {
  return call?.name ?? (call?.verb === 'create' ? textAt(request.body?.value, 'metadata', 'name') : undefined);
}
