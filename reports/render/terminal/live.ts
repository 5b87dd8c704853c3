import type { ProgressLine, RunLine, VerdictLine, VerdictLogLine } from '../../../shared/verdict-log/verdict-log.ts';
import { type Verdict, VERDICTS } from '../../../shared/verdict-log/verdict.ts';
import type { Paint } from './paint.ts';
import { actualOf } from '../../words/actual-of.ts';
import { expectedOf } from '../../words/expected-of.ts';
import { counted } from '../../../shared/counted.ts';
import { SIGNS } from '../verdict-signs.ts';

/** A terminal, or a substitute for one. */
export interface Screen {
  readonly write: (text: string) => void;
  /** Whether lines can be overwritten. */
  readonly tty: boolean;
  readonly columns: () => number;
}

/** Interval of updates of the status line, in milliseconds. */
const FRAME_MS = 80;
/** What a run with failures does after its last verdict. */
const COMPARES = 'sends failing cases to servers with known faults';
/** The most rules whose failures are shown as they come: the causes at the end explain all of them. */
const TOLD_RULES = 10;
/** The most lines of progress in a pipe, and the least interval between them in milliseconds: a short run has none. */
const PIPE_LINES = 10;
const PIPE_MS = 1_000;

/**
 * Shows a run in progress: one updated status line on a terminal, a line now and then in a pipe; failures as they
 * come.
 */
export class LiveView {
  readonly #screen: Screen;
  readonly #paint: Paint;
  readonly #began = performance.now();
  readonly #counts = new Map<Verdict, number>();
  readonly #told = new Set<string>();
  #heading = '';
  #planned = 0;
  #judged = 0;
  #current = '';
  #drawnAt = 0;
  #shown = 0;

  constructor(screen: Screen, paint: Paint) {
    this.#screen = screen;
    this.#paint = paint;
  }

  show(line: VerdictLogLine): void {
    if (line.kind === 'run') this.#start(line);
    else if (line.kind === 'done') this.#clear();
    else if (line.kind !== 'lookalike') this.#tell(line);
    if (line.kind !== 'done') this.#draw();
  }

  #tell(line: VerdictLine | ProgressLine): void {
    this.#head();
    if (line.kind === 'verdict') this.#verdict(line);
    else this.#current = line.rule;
  }

  #start(line: RunLine): void {
    this.#planned = line.planned;
    this.#heading = `${this.#paint.bold('plumbline')} judges ${line.target} by ${counted(line.rules.length, 'rule')} on ${counted(line.planned, 'pair')} of rule and operation\n`;
    this.#current = line.pairs === undefined ? `reads ${line.target}` : `probes which operations ${line.target} serves`;
  }

  /** Written with the first rule: a run that is blocked before it has one line only. */
  #head(): void {
    if (this.#heading === '') return;
    this.#clear();
    this.#screen.write(this.#heading);
    this.#heading = '';
  }

  #verdict(line: VerdictLine): void {
    this.#judged += 1;
    this.#counts.set(line.verdict, (this.#counts.get(line.verdict) ?? 0) + 1);
    if (this.#judged === this.#planned && this.#counts.has('failed')) this.#current = COMPARES;
    if (line.verdict === 'failed' || line.verdict === 'broken') this.#failure(line);
  }

  /** The first failure of each rule, of the first rules. */
  #failure({ rule, operation, verdict, reason = '', violations: [violation] }: VerdictLine): void {
    const key = `${rule} ${verdict}`;
    if (this.#told.has(key) || this.#told.size > TOLD_RULES) return;
    this.#told.add(key);
    this.#clear();
    if (this.#told.size > TOLD_RULES) {
      this.#screen.write(this.#paint.dim('more rules fail: their causes come at the end\n'));
      return;
    }
    const why = violation === undefined ? reason : `expected ${expectedOf(violation)}, actual ${actualOf(violation)}`;
    this.#screen.write(`${this.#paint.verdict(verdict, `${SIGNS[verdict]} ${rule}`)} on ${operation}: ${why}\n`);
  }

  #draw(): void {
    if (!this.#screen.tty) {
      this.#tellNowAndThen();
      return;
    }
    const now = performance.now();
    if (now - this.#drawnAt < FRAME_MS && this.#current !== COMPARES) return;
    this.#drawnAt = now;
    const text = this.#status().slice(0, Math.max(20, this.#screen.columns() - 1));
    this.#screen.write(`\r\u001b[2K${this.#paint.dim(text)}`);
  }

  #clear(): void {
    if (this.#screen.tty) this.#screen.write('\r\u001b[2K');
  }

  #tellNowAndThen(): void {
    const due = this.#planned === 0 ? 0 : Math.floor((PIPE_LINES * this.#judged) / this.#planned);
    const now = performance.now();
    const isEarly = now - Math.max(this.#drawnAt, this.#began) < PIPE_MS && this.#current !== COMPARES;
    if (due <= this.#shown || isEarly) return;
    this.#shown = due;
    this.#drawnAt = now;
    this.#screen.write(`${this.#status()}\n`);
  }

  #status(): string {
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(0);
    const counts = VERDICTS.toReversed().flatMap((verdict) => {
      const count = this.#counts.get(verdict);
      return count === undefined ? [] : [`${count} ${verdict}`];
    });
    return `${this.#judged}/${this.#planned}  ${counts.join(', ')}  ${seconds} s  ${this.#current}`;
  }
}
