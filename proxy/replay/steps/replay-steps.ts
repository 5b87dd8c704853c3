import { kindAt, type NamespaceNames, renamedValue } from '../../diff/exchanges/namespace-map.ts';
import type { Upstream } from '../../engine/upstream.ts';
import type { ComparedNamespaces } from '../../diff/exchanges/observed-exchange.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import { InterruptedError } from '../server/interrupted-error.ts';
import { LONGEST_LAG_MS } from '../../diff/races/controlled-side.ts';
import { IdentityMapping } from '../sending/identity-mapping.ts';
import { isWatch, type ReplayLimits, limitsOf } from '../server/limits.ts';
import type { LiveExchange, ExchangeSender } from '../sending/live-exchange.ts';
import type { LiveLog } from '../sending/live-log.ts';
import { DeletionWaits } from '../waits/deletion-waits.ts';
import { rewritten } from '../sending/rewrite-request.ts';
import type { ReplayStep } from './schedule.ts';
import { leavesHttp } from './sendable.ts';
import type { Silence } from '../waits/silence.ts';
import { deliveredBy, withNames } from '../sending/delivered-events.ts';
import { ControllerWaits } from '../waits/controller-waits.ts';
import { LateEvents } from '../waits/late-events.ts';
import { WatchWaits } from '../waits/watch-waits.ts';

/** The tools of a replay. */
export interface Means {
  readonly upstream: Upstream;
  /** The path of the log, with its body files beside it. */
  readonly path: string;
  readonly recorded: ReadonlyMap<number, LoggedExchange>;
  /** Whether the recording is still growing. */
  readonly growing: boolean;
  readonly sender: ExchangeSender;
  readonly live: LiveLog;
  readonly limits: ReplayLimits;
  readonly silence: Silence;
  readonly names: NamespaceNames;
  readonly namespaces: ComparedNamespaces | undefined;
}

/** Early ends and progress of a replay. */
export interface Course {
  /** Stops the replay with an `InterruptedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Checked between two steps: a reason stops the replay, `undefined` continues it. */
  readonly ended?: () => string | undefined;
  /** Gets the number of ended exchanges after each of them. */
  readonly onProgress?: ((over: number) => void) | undefined;
}

/** The end of a replay. */
export interface ReplayEnd {
  /** Why it stopped before its last step, in one line. */
  readonly stopped: string | undefined;
  /** Exchanges that were sent and have ended, or were waited for. */
  readonly over: ReadonlySet<number>;
}

/** Executes the steps of a recording on a live server, one after the other. */
export class ReplaySteps {
  readonly #means: Means;
  readonly #mapping: IdentityMapping;
  readonly #waits: WatchWaits;
  readonly #removals: DeletionWaits;
  readonly #controllers: ControllerWaits;
  readonly #late = new LateEvents(LONGEST_LAG_MS);
  readonly #running = new Map<number, LiveExchange>();
  readonly #over = new Set<number>();

  constructor(means: Means) {
    this.#means = means;
    this.#mapping = new IdentityMapping(means);
    this.#waits = new WatchWaits(means.limits.timeoutMs);
    this.#removals = new DeletionWaits(means);
    this.#controllers = new ControllerWaits(means);
  }

  /**
   * Rejects with an `UnreachableError` if the server never responded, with an `InterruptedError` if the signal is
   * aborted.
   */
  async run(
    steps: Iterable<ReplayStep> | AsyncIterable<ReplayStep>,
    { signal, ended, onProgress }: Course = {},
  ): Promise<ReplayEnd> {
    for await (const step of steps) {
      const silent = leavesHttp(step.exchange) ? undefined : await this.#take(step);
      if (signal?.aborted === true)
        throw new InterruptedError('stopped before the whole recording was sent; nothing was compared');
      const stopped = silent ?? ended?.();
      if (stopped !== undefined)
        return { stopped: silent === undefined ? stopped : `${stopped}${this.#underWay()}`, over: this.#over };
      onProgress?.(this.#over.size);
    }
    return { stopped: undefined, over: this.#over };
  }

  /** Resolves with the reason if the server counts as unresponsive. */
  async #take({ do: what, exchange, shown }: ReplayStep): Promise<string | undefined> {
    if (what === 'leave') await this.#removals.beforeLeaving(exchange);
    for (const [id, events] of shown) {
      const watch = this.#running.get(id);
      if (watch !== undefined) await this.#waits.untilShown(watch, events);
    }
    if (what === 'send') return this.#send(exchange);
    const running = this.#running.get(exchange.id);
    if (running === undefined) return undefined;
    if (what === 'await-head') return this.#awaitHead(exchange, running);
    await (what === 'leave' ? this.#leave(exchange, running) : this.#awaitEnd(exchange, running));
    this.#running.delete(exchange.id);
    this.#over.add(exchange.id);
    return this.#means.silence.note(exchange, running);
  }

  /** Names the other open exchanges of a server that stopped responding: one of them may be the reason. */
  #underWay(): string {
    const unanswered = [...this.#running]
      .filter(([, { hasHead, failure }]) => failure !== undefined && !hasHead)
      .map(([id]) => id);
    return unanswered.length === 0 ? '' : ` Also without a response: exchanges ${unanswered.slice(0, 12).join(', ')}.`;
  }

  async #send(exchange: LoggedExchange): Promise<undefined> {
    const { path, sender, live, limits, names, silence } = this.#means;
    await this.#mapping.take(live.lines);
    const request = await rewritten(exchange, path, { correspondence: this.#mapping.correspondence, names });
    await this.#removals.before(exchange, request.target);
    await this.#controllers.before(exchange, request.target);
    this.#running.set(
      exchange.id,
      sender.send(exchange.id, request, limitsOf(exchange, { ...limits, timeoutMs: silence.patienceFor(exchange) })),
    );
  }

  async #awaitHead(exchange: LoggedExchange, running: LiveExchange): Promise<undefined> {
    if (isWatch(exchange)) await this.#waits.untilHead(running);
    else await running.until(() => running.hasHead);
  }

  /** Closes a watch after it has delivered every recorded event: additional events must not count for missing ones. */
  async #leave(exchange: LoggedExchange, running: LiveExchange): Promise<void> {
    if (running.events > 0) {
      const { live, names } = this.#means;
      await this.#mapping.take(live.lines);
      const kind = kindAt(exchange.request.target);
      const due = deliveredBy(exchange, (event) =>
        renamedValue(withNames(event, this.#mapping.correspondence), names, kind),
      );
      await this.#waits.beforeLeaving(running, () =>
        [...due].every(([name, count]) => (running.delivered.get(name) ?? 0) >= count),
      );
    }
    await this.#late.beforeLeaving(exchange, running);
    running.leave();
  }

  /** Waits for the end of a response. A watch that does not end by itself is closed. */
  async #awaitEnd(exchange: LoggedExchange, running: LiveExchange): Promise<void> {
    if (!isWatch(exchange)) {
      await running.until(() => running.over);
      return this.#late.responded(exchange);
    }
    const { request, end } = exchange;
    await this.#waits.untilEnded(running, end === undefined ? 0 : end.t - request.t);
    running.leave();
  }
}
