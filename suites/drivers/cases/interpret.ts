import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../../spec/surface/operations.ts';
import type { StreamEvent } from '../../oracle/history.ts';
import { at, type Json, type JsonObject, textAt } from '../../oracle/json.ts';
import { ExchangeRecorder } from '../../target/recorder.ts';
import { isBusy, pauseBeforeAgain, TRIES_AGAIN } from '../../target/retry.ts';
import type { Response, Target, TargetRequest, WatchStream } from '../../target/target.ts';
import type { CaseContext, ProgramRun, SkippedStep } from './case-context.ts';
import { eventWait } from './event-wait.ts';
import { type Bindings, expand, expandText } from './expand.ts';
import type {
  AwaitStep,
  CallStep,
  NamespacePlace,
  NamespaceSlot,
  Program,
  Step,
  WatchStep,
} from '../../program/program.ts';
import { ProgramError } from '../../program/program-error.ts';
import { operationOf } from '../../program/program-operations.ts';
import { outOfBounds, selectionOf, trespass } from './bounds.ts';
import { isSuccess, removeAll, send } from '../removal/removal.ts';
import { isConfined, isNamed } from '../namespaces/slot-namespaces.ts';
import { callRequest, watchRequest, type WireCall } from './wire-call.ts';

/**
 * How long to wait for the head of a watch before the next step is sent anyway: servers may hold back the head of an
 * idle watch.
 */
const HEAD_GRACE_MS = 500;

/** Signs that an object may stay after its delete: finalizers, and delete policies that wait. */
const HOLDS_BACK = /finalizer|foreground|orphan/i;

/**
 * Sends a program step by step and returns the wire traffic. Refusals and failures of the target are lines, never
 * errors. A step whose placeholders have no value is skipped, with all dependent steps. At the end every watch is
 * closed and the created objects are removed. Throws a `ProgramError` for a program that is invalid for every
 * target.
 */
export async function runProgram(program: Program, context: CaseContext): Promise<ProgramRun> {
  return new CaseRun(context).run(program);
}

class CaseRun {
  readonly #context: CaseContext;
  readonly #recorder: ExchangeRecorder;
  readonly #labels: JsonObject;
  readonly #responses = new Map<string, Json>();
  readonly #watches = new Map<string, WatchStream>();
  readonly #created = new Set<string>();
  readonly #skipped: SkippedStep[] = [];
  readonly #watchedBy = new Map<string, OperationId>();
  readonly #hurried = new Set<OperationId>();
  #waitsInVain = 0;
  #held = false;
  /** Whether a request got no response: later exchanges would prove nothing. */
  #lapsed = false;
  /** Why the first barred step was out of bounds. */
  #barred: string | undefined;

  constructor(context: CaseContext) {
    this.#context = context;
    this.#recorder = this.#newRecorder();
    this.#labels = { 'plumbline-run': context.run, 'plumbline-case': context.caseId };
  }

  async run(program: Program): Promise<ProgramRun> {
    try {
      await this.#steps(program, []);
    } finally {
      for (const watch of this.#watches.values()) watch.close();
      // An unresponsive server gets no single deletes; the clean-up of the run removes the objects.
      if (this.#context.keep !== true && !this.#lapsed) await this.#cleanUp();
    }
    return {
      lines: this.#recorder.lines,
      skipped: this.#skipped,
      hurried: [...this.#hurried],
      ...(this.#barred === undefined ? {} : { barred: this.#barred }),
    };
  }

  async #steps(steps: Program, at: readonly number[]): Promise<void> {
    for (const [index, step] of steps.entries()) {
      if (this.#lapsed) return;
      const reason = await this.#step(step, [...at, index]);
      if (reason !== undefined) this.#skipped.push({ at: [...at, index], reason });
    }
  }

  /** Resolves with the reason if the step was skipped. */
  async #step(step: Step, at: readonly number[]): Promise<string | undefined> {
    if (step.do === 'call') return this.#call(step);
    if (step.do === 'watch') return this.#watch(step);
    if (step.do === 'await') return this.#await(step);
    if (step.do === 'stall' || step.do === 'resume' || step.do === 'close')
      return this.#handle(step.watch, (stream) => stream[step.do]());
    if (step.do === 'pause') return void (await sleep(step.ms));
    if (step.do === 'together')
      return void (await Promise.all(step.branches.map((branch, index) => this.#steps(branch, [...at, index]))));
    throw new ProgramError(`no step does '${String((step satisfies never as { do: unknown }).do)}'`);
  }

  async #call(step: CallStep): Promise<string | undefined> {
    const missing: string[] = [];
    const barred = this.#outOfBounds(step);
    if (barred !== undefined) return barred;
    const call = callRequest(step, this.#context.slot, this.#labels, this.#bindings(step.namespace), missing);
    if (missing.length > 0) return missing[0];
    const trespassing = await this.#trespassing(call);
    if (trespassing !== undefined) return trespassing;
    if (call.method !== 'GET') this.#foresee(call);
    const response = await this.#context.target.request(this.#inTime(call, step), this.#recorder);
    this.#lapsed ||= isLapse(response);
    if (call.method === 'POST') this.#noteCreation(call, response);
    if (step.verb === 'list' && call.target === call.path) this.#noteEmptiness(call, response);
    if (step.as !== undefined && isSuccess(response)) this.#keepResponse(step.as, response);
    return undefined;
  }

  #inTime(call: WireCall, step: CallStep): TargetRequest {
    const operation = operationOf(step);
    const { patience } = this.#context;
    return operation === undefined || patience === undefined
      ? call
      : { ...call, patienceMs: patience.forRequest(operation.id) };
  }

  #outOfBounds(step: CallStep | WatchStep): string | undefined {
    const reason = outOfBounds(step, this.#context.slot);
    this.#barred ??= reason;
    return reason;
  }

  /**
   * Why a write is not sent into a shared namespace. Before a collection delete, its selection is listed: a target
   * that ignores the selector would delete foreign objects.
   */
  async #trespassing(call: WireCall): Promise<string | undefined> {
    const { slot, run, caseId, target } = this.#context;
    if (!isConfined(slot)) return undefined;
    const reason =
      trespass(call, { run, caseId, created: this.#created }) ?? (await this.#selectsOthers(selectionOf(call), target));
    this.#barred ??= reason;
    return reason;
  }

  async #selectsOthers(selection: string | undefined, target: Target): Promise<string | undefined> {
    if (selection === undefined) return undefined;
    const response = await send(target, this.#newRecorder(), 'GET', selection);
    const items = isSuccess(response) ? at(response.body?.value, 'items') : undefined;
    const ours =
      Array.isArray(items) &&
      (items as readonly Json[]).every(
        (item) => textAt(item, 'metadata', 'labels', 'plumbline-run') === this.#context.run,
      );
    return ours || response.status === 400
      ? undefined
      : 'a list by the selector of a collection delete shows objects of others, which it could take';
  }

  #keepResponse(as: string, { body }: Response): void {
    const value = body?.value;
    if (value !== undefined) this.#responses.set(as, value);
  }

  async #watch(step: WatchStep): Promise<string | undefined> {
    const missing: string[] = [];
    const barred = this.#outOfBounds(step);
    if (barred !== undefined) return barred;
    const call = watchRequest(step, this.#context.slot, this.#bindings(step.namespace), missing);
    if (missing.length > 0) return missing[0];
    this.#watches.get(step.as)?.close();
    this.#watchedBy.set(step.as, operationOf(step)?.id ?? '');
    for (let left = TRIES_AGAIN; ; left -= 1) {
      const stream = await this.#context.target.stream(call, this.#recorder);
      this.#watches.set(step.as, stream);
      await stream.waitFor(({ status }) => status !== undefined, HEAD_GRACE_MS);
      const pause =
        left > 0 && isBusy(stream)
          ? pauseBeforeAgain('GET', stream.exchange, this.#recorder.lines, this.#context.timeoutMs)
          : undefined;
      if (pause === undefined) return this.#noteWatch(stream);
      await sleep(pause);
    }
  }

  #noteWatch({ status, ended }: WatchStream): undefined {
    this.#lapsed ||= (ended && status === undefined) || status === TOO_MANY;
  }

  async #await({ watch, until, within, isDue }: AwaitStep): Promise<string | undefined> {
    const stream = this.#watches.get(watch);
    if (stream === undefined) return `there is no watch '${watch}'`;
    const missing: string[] = [];
    const holds = this.#condition(until, missing);
    if (missing.length > 0) return missing[0];
    if (within !== undefined && isDue === undefined) await stream.waitFor(holds, within);
    else await this.#awaitEvent(stream, holds, this.#watchedBy.get(watch) ?? '', within);
    return undefined;
  }

  /**
   * Waits with the learned patience, or the full one if none is known, and for less after some vain waits in this case.
   * An event that is due within a time gets that time, unless the watches are known to be silent. Records a vain wait
   * for which the learned patience was shorter than the full one.
   */
  async #awaitEvent(
    stream: WatchStream,
    holds: (stream: WatchStream) => boolean,
    operation: OperationId,
    dueMs: number | undefined,
  ): Promise<void> {
    const { patience, timeoutMs } = this.#context;
    const fullMs = dueMs ?? timeoutMs;
    const learned = patience?.forEvent(operation, dueMs) ?? fullMs;
    const waitMs = eventWait(learned, fullMs, this.#waitsInVain);
    const began = performance.now();
    const came = await stream.waitFor(holds, waitMs);
    const isVain = !came && !stream.ended;
    if (dueMs === undefined) patience?.waited(operation, came ? { cameAfter: performance.now() - began } : {});
    else if (stream.events.length > 0) patience?.waited(operation, { cameAfter: 0 });
    else if (isVain && waitMs === dueMs && stream.received === 0) patience?.waited(operation, { wasSilent: true });
    if (!isVain) return;
    this.#waitsInVain += 1;
    if (learned < fullMs) this.#hurried.add(operation);
  }

  #condition(until: AwaitStep['until'], missing: string[]): (stream: WatchStream) => boolean {
    if ('ended' in until) return ({ ended }) => ended;
    if ('events' in until) return ({ events }) => events.length >= until.events;
    const bindings = this.#bindings(undefined);
    if ('version' in until) {
      const version = expand(until.version, bindings, missing);
      return someEvent(({ object }) => textAt(object, 'metadata', 'resourceVersion') === version);
    }
    const name = expandText(until.object, bindings, missing);
    return someEvent(
      (event) => textAt(event.object, 'metadata', 'name') === name && (until.type ?? event.type) === event.type,
    );
  }

  #handle(watch: string, act: (stream: WatchStream) => void): string | undefined {
    const stream = this.#watches.get(watch);
    if (stream === undefined) return `there is no watch '${watch}'`;
    act(stream);
    return undefined;
  }

  #bindings(place: NamespacePlace | undefined): Bindings {
    const { slot, caseId } = this.#context;
    return {
      text: (hole) => {
        if (hole === 'case') return caseId;
        if (hole === 'namespace') return place === undefined ? undefined : this.#namespaceAt(place);
        return isSlot(hole) ? slot[hole] : `${caseId}-${hole}`;
      },
      responseBody: (as) => this.#responses.get(as) ?? this.#eventsOf(as),
    };
  }

  #namespaceAt(place: NamespacePlace): string | undefined {
    const { slot, caseId } = this.#context;
    return isNamed(place) ? `${caseId}-${place.slice(2, -2)}` : slot[place];
  }

  #eventsOf(watch: string): Json | undefined {
    const stream = this.#watches.get(watch);
    return stream?.events.map(({ type, object = null }) => ({ type, object }));
  }

  #foresee(call: WireCall): void {
    this.#held ||= HOLDS_BACK.test(call.target) || HOLDS_BACK.test(call.body?.toString('latin1') ?? '');
  }

  /** Records an acknowledged create, or one with an unknown outcome: no response, or a server error. */
  #noteCreation(call: WireCall, response: Response): void {
    if (!isSuccess(response) && response.status !== undefined && response.status < 500) return;
    const name = this.#nameMade(call, response);
    if (name === undefined || !(isSuccess(response) || this.#mayRemove(name))) return;
    const path = `${call.path}/${encodeURIComponent(name)}`;
    this.#created.add(path);
    this.#context.ledger.created(path);
  }

  /**
   * Objects missing from a list of the whole collection need no removal: a case may have deleted a thousand objects
   * by one call.
   */
  #noteEmptiness({ path }: WireCall, response: Response): void {
    const items = isSuccess(response) ? at(response.body?.value, 'items') : undefined;
    if (!Array.isArray(items) || items.length > 0) return;
    for (const made of [...this.#created].filter((each) => each.startsWith(`${path}/`))) {
      this.#created.delete(made);
      this.#context.ledger.removed(made);
    }
  }

  /**
   * In a shared namespace, a create with an unknown outcome does not prove that an object with a common name is
   * ours.
   */
  #mayRemove(name: string): boolean {
    return !isConfined(this.#context.slot) || name.startsWith(this.#context.caseId);
  }

  /**
   * The requested name, or a name that the target chose if the object carries this case's label. Foreign objects are
   * never removed.
   */
  #nameMade(call: WireCall, response: Response): string | undefined {
    const asked = textAt(call.value, 'metadata', 'name') ?? '';
    if (asked !== '') return asked;
    const { caseId } = this.#context;
    const made = response.body?.value;
    const name = textAt(made, 'metadata', 'name');
    const ours =
      name?.startsWith(`${caseId}-`) === true || textAt(made, 'metadata', 'labels', 'plumbline-case') === caseId;
    return ours ? name : undefined;
  }

  async #cleanUp(): Promise<void> {
    const { target, ledger, cleaner = target } = this.#context;
    await removeAll(this.#created, cleaner, this.#newRecorder(), ledger, this.#held);
  }

  #newRecorder(): ExchangeRecorder {
    const { run, rule, caseId, order, sink } = this.#context;
    return new ExchangeRecorder({ run, rule, case: caseId }, order, sink);
  }
}

const TOO_MANY = 429;

/** Whether a request got no whole response, or must only be repeated later. */
function isLapse({ status, failure }: Response): boolean {
  return failure !== undefined || status === TOO_MANY;
}

const SLOTS: Readonly<Record<NamespaceSlot, true>> = { ns1: true, ns11: true, ns2: true };

function isSlot(hole: string): hole is NamespaceSlot {
  return Object.hasOwn(SLOTS, hole);
}

/** Whether a stream has delivered such an event; each event is tested once. */
function someEvent(such: (event: StreamEvent) => boolean): (stream: WatchStream) => boolean {
  let looked = 0;
  let found = false;
  return ({ events }) => {
    for (const event of events.slice(looked)) found ||= such(event);
    looked = events.length;
    return found;
  };
}
