import type { Operation, OperationId } from '../../../spec/surface/operations.ts';
import { operationsIn } from '../../program/program-operations.ts';
import type { History } from '../../oracle/history.ts';
import { firstLapse, type Lapsed, lapseOf } from '../../oracle/exchanges/lapse.ts';
import { exercise } from '../../rules/exercise.ts';
import { type Condition, Conditions, kindOf, OWNER, type HangScope, subjectOf } from './conditions.ts';
import { type Death, inquest, isUnharmed } from './death.ts';
import type { ExaminedCase, LapsedCase, Trouble, VitalFinding, VitalIo } from './examined-case.ts';
import { CaseGate } from './gate.ts';
import { extentOf, type Hang, hangs, isKindDeaf } from './hang.ts';
import { Patience } from './patience.ts';
import { SpeedChange } from './speed.ts';
import { actualDeath, actualHang, actualLapse, detailOf } from './vital-text.ts';

/** Time-outs of an operation in a row, within the learned patience, before it is tried with the full one. */
const LATE_IN_A_ROW = 3;
/** Operations of which a case must hang while all others wait. Further ones count without that, to bound the time. */
const MOST_ALONE = 3;
/** Deaths of a server before the run gives up on the server, a kind, or an operation. */
const MOST_DEATHS = 12;
const MOST_DEATHS_BY_ONE_KIND = 4;
const MOST_DEATHS_BY_ONE_OPERATION = 2;

/**
 * Follows a server's responses while cases are sent. It learns how long to wait, notices an operation, a kind or a
 * server that stops responding, and finds out whose case caused it. Its findings belong to one rule,
 * `world/keeps-answering`; for all other rules, a case with an unanswered request is no evidence.
 */
export class Vitals {
  readonly patience: Patience;
  readonly gate = new CaseGate();
  readonly #io: VitalIo;
  readonly #conditions = new Conditions();
  readonly #speed: SpeedChange;
  readonly #late = new Map<OperationId, number>();
  readonly #hangs = new Map<OperationId, Promise<Hang>>();
  readonly #shown = new Map<string, VitalFinding>();
  readonly #deaths: Death[] = [];
  readonly #notes: string[] = [];
  #unreported: VitalFinding[] = [];
  #rechecking = false;
  /** Operations of which a case got no response while all others waited. */
  #hungAlone = 0;
  /** One answered operation of each kind. */
  readonly #asked = new Map<string, Operation>();
  #suspects: LapsedCase[] = [];
  #inquest: Promise<Death | undefined> | undefined;

  /** `firstMs`: the response time before the first case. */
  constructor(io: VitalIo, firstMs?: number) {
    this.#io = io;
    this.#speed = new SpeedChange(firstMs);
    this.patience = new Patience(io.timeoutMs, io.eventTimeoutMs);
  }

  /** Why the run gave up on the whole server; `undefined` if it did not. */
  get gone(): string | undefined {
    return this.#conditions.ofServer();
  }

  /** Further notes about the server's responses, a line each. */
  get notes(): readonly string[] {
    const slower = this.#speed.note();
    return slower === undefined ? this.#notes : [...this.#notes, slower];
  }

  /** Why the run sends nothing to any of these operations; `undefined` if it may. */
  obstacle(operations: Iterable<Operation>): string | undefined {
    return this.#conditions.obstacle(operations);
  }

  /** Waits while an operation of the program is being examined, and returns why the program may not be sent, if so. */
  async admit(program: ExaminedCase['program']): Promise<Trouble | undefined> {
    const operations = operationsIn(program);
    for (const { id } of operations) await this.#hangs.get(id);
    const reason = this.obstacle(operations);
    return reason === undefined ? undefined : { reason, again: false, forAll: true };
  }

  /** The findings since the last call. */
  takeFindings(): readonly VitalFinding[] {
    return this.#unreported.splice(0);
  }

  /**
   * Examines a case that has left the gate. Resolves with why it is no evidence; with `undefined` if every request
   * got a response.
   */
  async examine(sent: ExaminedCase): Promise<Trouble | undefined> {
    this.#noteResponses(sent.history);
    const lapsed = firstLapse(sent.history) ?? (await this.#cutWatch(sent.history));
    const operation = lapsed?.exchange.call?.operation;
    if (lapsed === undefined || operation === undefined) return undefined;
    const found: LapsedCase = { ...sent, ...lapsed, operation };
    if (lapsed.lapse === 'oversized')
      return this.#notedTrouble(found, detailOf(found.exchange), 'a response has no end');
    if (lapsed.lapse === 'late' || lapsed.lapse === 'busy') return this.#examineLate(found);
    return this.#examineLost(found);
  }

  /**
   * Tries the unresponsive parts again, and lifts the condition of each that responds; does nothing during another
   * such check.
   */
  async recheck(): Promise<void> {
    if (this.#rechecking) return;
    this.#rechecking = true;
    for (const condition of this.#conditions.all().filter(({ what }) => what === DOES_NOT_ANSWER))
      await this.#recheckOne(condition);
    this.#rechecking = false;
  }

  /** Asks each kind that has responded once more, to find a hang or death after the kind's last case. */
  async recheckKinds(): Promise<void> {
    await Promise.all([...this.#asked.values()].map((operation) => this.#recheckKind(operation)));
  }

  async #recheckKind(operation: Operation): Promise<void> {
    if (this.obstacle([operation]) !== undefined || !(await isKindDeaf(operation, this.#io))) return;
    await this.examine(await this.#io.resend({ id: OWNER }, exercise(operation)));
  }

  async #recheckOne(condition: Condition): Promise<void> {
    const { scope, operation } = condition;
    if (scope === 'kind' ? await isKindDeaf(operation, this.#io) : await hangs(operation, this.#io)) return;
    this.#conditions.lift(condition);
    this.patience.relent(operation.id);
    this.#notes.push(`${subjectOf(scope, operation)} responds again`);
  }

  /** A watch that a stopping server cut. Any server may cut a watch, so a cut alone is no sign. */
  async #cutWatch({ exchanges }: History): Promise<Lapsed | undefined> {
    const exchange = exchanges.find(({ call, end }) => call?.watching === true && end?.reason === 'server-abort');
    if (exchange === undefined) return undefined;
    return (await this.#isUp()) ? undefined : { exchange, lapse: 'unreachable' };
  }

  /** Whether the server is up and has kept its state. False while an inquest is held. */
  async #isUp(): Promise<boolean> {
    const isUp = this.#inquest === undefined && (await isUnharmed(this.#io));
    return isUp && this.#inquest === undefined;
  }

  #noteResponses({ exchanges }: History): void {
    for (const exchange of exchanges) {
      const { call, end, request, response } = exchange;
      if (
        call === undefined ||
        call.watching ||
        end === undefined ||
        response === undefined ||
        lapseOf(exchange) !== undefined
      )
        continue;
      // The time of a collection delete depends on how much it deletes.
      if (call.operation.verb !== 'deleteCollection') {
        this.patience.responded(end.t - request.t);
        this.#speed.responded(end.t - request.t);
      }
      this.#late.delete(call.operation.id);
      if (call.resource !== undefined) this.#asked.set(kindOf(call.operation), call.operation);
    }
  }

  /** The connection ended without a response: the server has stopped, or drops the connection at this request. */
  async #examineLost(found: LapsedCase): Promise<Trouble> {
    if (await this.#isUp()) return this.#examineDropped(found);
    this.#suspects.push(found);
    this.#inquest ??= this.#holdInquest();
    const death = await this.#inquest;
    const reason = this.gone ?? `blocked by ${OWNER}: the server stopped while the case was under way`;
    const isCulprit = death?.culprit.program === found.program;
    return { reason, again: !isCulprit && this.gone === undefined, forAll: this.gone !== undefined };
  }

  async #holdInquest(): Promise<Death | undefined> {
    let death: Death | undefined;
    await this.gate.alone(async () => {
      death = await inquest(() => this.#suspects.splice(0), this.#io);
      if (death !== undefined) this.#noteDeath(death);
      this.#inquest = undefined;
    });
    return death;
  }

  #noteDeath(death: Death): void {
    const { culprit, backAfterMs } = death;
    this.#deaths.push(death);
    this.#find(
      culprit,
      actualDeath(death),
      backAfterMs === undefined ? 'the server stops' : 'the server stops, and is started again',
    );
    const { operation } = culprit;
    const byIt = this.#deaths.filter((each) => each.culprit.operation.id === operation.id && each.underWay).length;
    const byItsKind = this.#deaths.filter(
      (each) => kindOf(each.culprit.operation) === kindOf(operation) && each.underWay,
    ).length;
    if (backAfterMs === undefined)
      this.#declare('server', culprit.operation, `stopped, and was not back within ${this.#io.timeoutMs} ms`);
    else if (this.#deaths.length >= MOST_DEATHS)
      this.#declare('server', culprit.operation, `has stopped ${this.#deaths.length} times`);
    else if (byItsKind >= MOST_DEATHS_BY_ONE_KIND) this.#declare('kind', operation, STOPS_THE_SERVER);
    else if (byIt >= MOST_DEATHS_BY_ONE_OPERATION) this.#declare('operation', operation, STOPS_THE_SERVER);
  }

  /** The server is up: repeating the case shows whether it always drops the connection. */
  async #examineDropped(found: LapsedCase): Promise<Trouble> {
    const cause = 'the connection is dropped';
    const known = this.#shown.has(`${found.operation.id} ${cause}`);
    if (!known && firstLapse((await this.#io.resend(found.rule, found.program)).history) === undefined)
      return { reason: 'a connection was dropped', again: true, forAll: false };
    const what =
      found.exchange.response === undefined ? 'the connection ended without a response' : 'the response is incomplete';
    return this.#notedTrouble(found, `${what} (${detailOf(found.exchange)}), twice`, cause);
  }

  async #examineLate(found: LapsedCase): Promise<Trouble> {
    const { operation, exchange } = found;
    const inARow = (this.#late.get(operation.id) ?? 0) + 1;
    this.#late.set(operation.id, inARow);
    const waited = (exchange.end?.t ?? 0) - exchange.request.t;
    // Cases whose content hangs would each cost the full patience. If other cases get responses in between, one finding
    // is enough.
    if (inARow < LATE_IN_A_ROW * 2 && this.#shown.has(`${operation.id} ${HANGS.case}`))
      return this.#notedTrouble(found, actualLapse(found, this.#io.timeoutMs), HANGS.case);
    if (inARow < LATE_IN_A_ROW && waited < this.#io.timeoutMs)
      return { reason: 'no response came in time', again: true, forAll: false };
    const asking = this.#hangs.get(operation.id) ?? this.#extentOf(found);
    this.#hangs.set(operation.id, asking);
    const hang = await asking;
    this.#hangs.delete(operation.id);
    return this.#noteHang(found, hang);
  }

  /**
   * How much hangs. A case alone counts if it gets no response either while all other cases wait: a busy server may
   * need long for a heavy one, such as a large list in YAML.
   */
  async #extentOf(found: LapsedCase): Promise<Hang> {
    const hang = await extentOf(found, this.#io);
    if (hang !== 'case' || this.#hungAlone >= MOST_ALONE) return hang;
    let responds = false;
    await this.gate.alone(async () => {
      responds = firstLapse((await this.#io.resend(found.rule, found.program)).history)?.lapse !== 'late';
    });
    if (responds) return undefined;
    this.#hungAlone += 1;
    return hang;
  }

  #noteHang(found: LapsedCase, hang: Hang): Trouble {
    const { operation } = found;
    this.#late.delete(operation.id);
    if (hang === undefined) {
      this.patience.relent(operation.id);
      return { reason: 'no response came in time', again: true, forAll: false };
    }
    const actual = actualHang(found, this.#io.timeoutMs, hang);
    if (hang === 'case') return this.#notedTrouble(found, actual, HANGS.case);
    this.#find(found, actual, HANGS[hang]);
    this.#declare(hang, operation, DOES_NOT_ANSWER);
    return { reason: this.obstacle([operation]) ?? DOES_NOT_ANSWER, again: false, forAll: true };
  }

  #declare(scope: HangScope, operation: Operation, what: string): void {
    this.#conditions.declare({ scope, operation, what });
  }

  #notedTrouble(found: LapsedCase, actual: string, cause: string): Trouble {
    this.#find(found, actual, cause);
    return { reason: `blocked by ${OWNER}: ${found.operation.id}: ${actual}`, again: false, forAll: false };
  }

  /** One finding for each operation and cause: the first shows it as well as any other. */
  #find(found: LapsedCase, actual: string, cause: string): void {
    const id = `${found.operation.id} ${cause}`;
    if (this.#shown.has(id)) return;
    const finding = { found, actual, cause };
    this.#shown.set(id, finding);
    this.#unreported.push(finding);
  }
}

const STOPS_THE_SERVER = 'stops the server';
const DOES_NOT_ANSWER = 'no longer responds';

const HANGS: Readonly<Record<Exclude<Hang, undefined>, string>> = {
  case: 'a sequence of requests hangs',
  operation: 'an operation hangs',
  kind: 'a kind hangs',
  server: 'the server hangs',
};
