import { connect } from 'node:net';
import type { HappeningLine } from '../../fixtures/formats/exchange-log.ts';
import { hostOf, portOf } from '../engine/tls-options.ts';
import type { Upstream } from '../engine/upstream.ts';
import type { LoggedExchange } from '../log/logged-exchange.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import type { ExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import type { NamespaceNames } from '../diff/namespace-map.ts';
import { renamedValue, reversed } from '../diff/namespace-map.ts';
import type { View } from '../diff/observed-exchange.ts';
import { InterruptedError } from './interrupted-error.ts';
import { Lesson } from './lesson.ts';
import { growingLines, stepsOf } from './follow-traffic.ts';
import type { LiveExchange, Sender } from './live-exchange.ts';
import { senderTo } from './live-exchange.ts';
import { LiveLog } from './live-log.ts';
import type { Losses } from './losses.ts';
import { lossesOf } from './losses.ts';
import { rewritten } from './rewrite-request.ts';
import { toldBy, withNames } from './told.ts';
import type { Step } from './schedule.ts';
import { scheduleOf } from './schedule.ts';
import { makeScratchNamespaces } from './scratch-namespaces.ts';
import { UnreachableError } from './unreachable-error.ts';

/** How long a watch may take to show what it showed in the recording, before the replay goes on without. */
const PATIENCE_MS = 3000;
/** After this many waits in vain it is clear that this server is not one that will: the rest get a short wait. */
const VAIN_WAITS = 10;
const SHORT_PATIENCE_MS = 200;
/** How long an answer may take, beside the time that it took in the recording. */
const ANSWER_MS = 30_000;

export interface ReplayOptions {
  /** Put every namespace of the recording into a scratch one, which is removed afterwards: the name of the first. */
  readonly namespace?: string;
  /** Hears what could not be cleaned up. */
  readonly warn?: (line: string) => void;
  /** Stops the replay: what is under way is cut, and what was made is removed. */
  readonly signal?: AbortSignal;
  /** Exchanges to send; default all. */
  readonly only?: ReadonlySet<number>;
}

export interface Replayed {
  /** What crossed the wire, under the exchange ids of the recording. */
  readonly lines: readonly HappeningLine[];
  /** Exchanges that cannot be sent again, each with the reason. */
  readonly skipped: readonly { readonly exchange: number; readonly reason: string }[];
  /** How the lines, and those of the recording, are seen in a comparison: where scratch namespaces were used. */
  readonly view?: View;
  readonly recordedView?: View;
  /** Lets go of the bodies of the lines, which are on the disk. */
  close(): void;
}

/**
 * Sends the requests of a recording to another server in lock-step: one begins when all that had ended before it in the recording has
 * ended, and when every open watch has shown as much as it had then. Identities that the server chooses are learned from each answer
 * and put into later requests. Rejects with an `UnreachableError` where nobody listens, with a `UsageError` where a scratch namespace cannot be had,
 * with an `InterruptedError` where it was stopped.
 */
export async function replayLog(log: ExchangeLog, against: Upstream, options: ReplayOptions = {}): Promise<Replayed> {
  await reachable(against);
  const losses = await lossesOf(log);
  const recorded = exchangesOf(log.lines).filter(({ id }) => options.only?.has(id) ?? true);
  const scratch = options.namespace === undefined ? undefined : await makeScratchNamespaces(recorded, options.namespace, against);
  const live = new LiveLog();
  const sender = senderTo(against, live);
  const names: NamespaceNames = scratch?.names ?? new Map();
  const view = scratch === undefined ? undefined : viewOf(reversed(names), new Set(names.values()));
  const sent = recorded.filter((exchange) => maySend(exchange) && !losses.unsendable.has(exchange.id));
  const cut = (): void => sender.close();
  options.signal?.addEventListener('abort', cut);
  try {
    await new Replay({ path: log.path, recorded: new Map(sent.map((exchange) => [exchange.id, exchange])), growing: false, sender, live, names, view }).run(scheduleOf(sent), options.signal);
  } finally {
    options.signal?.removeEventListener('abort', cut);
    sender.close();
    const left = (await scratch?.remove()) ?? [];
    if (left.length > 0) options.warn?.(`left behind on ${against.url.origin}: namespace ${left.join(', ')}, which did not go within 15 s of its delete`);
  }
  const views = view === undefined ? {} : { view, recordedView: viewOf(new Map(), new Set(names.keys())) };
  return { lines: live.lines, skipped: skippedOf(log.lines, losses), ...views, close: () => live.close() };
}

/**
 * Sends what clients say to one server to another one too, as it happens: `path` is the exchange log that is being written of it. Resolves when
 * `stopped` holds and all that was written has been sent. Rejects with an `UnreachableError` where nobody listens.
 */
export async function replayTraffic(path: string, against: Upstream, stopped: () => boolean): Promise<Replayed> {
  await reachable(against);
  const live = new LiveLog();
  const sender = senderTo(against, live);
  const recorded = new Map<number, LoggedExchange>();
  try {
    await new Replay({ path, recorded, growing: true, sender, live, names: new Map(), view: undefined }).run(stepsOf(growingLines(path, stopped), recorded));
  } finally {
    sender.close();
  }
  return { lines: live.lines, skipped: [], close: () => live.close() };
}

/** A side whose namespaces are called otherwise, and of which only those count; after renaming they are called as in the recording. */
function viewOf(names: NamespaceNames, own: ReadonlySet<string>): View {
  const kept = new Set([...own].map((name) => names.get(name) ?? name));
  return { names, keeps: (namespace) => kept.has(namespace) };
}

/** The exchanges that cannot be compared, each with the reason. */
export function skippedOf(lines: readonly HappeningLine[], losses: Losses): Replayed['skipped'] {
  return exchangesOf(lines).flatMap((exchange) => {
    const reason = reasonToSkip(exchange, losses);
    return reason === undefined ? [] : [{ exchange: exchange.id, reason }];
  });
}

/** Why an exchange cannot be compared; `undefined` for one that can. */
export function reasonToSkip(exchange: LoggedExchange, { incomplete }: Losses): string | undefined {
  if (leavesHttp(exchange)) return 'it asked to leave HTTP';
  const lost = incomplete.get(exchange.id);
  if (lost !== undefined) return lost;
  return exchange.response === undefined ? 'the recording has no answer to it' : undefined;
}

/** A request whose client left before an answer may have had its effect; one that never reached its server has not. */
function maySend(exchange: LoggedExchange): boolean {
  return !leavesHttp(exchange) && (exchange.response !== undefined || exchange.end?.reason !== 'error');
}

function leavesHttp({ request }: LoggedExchange): boolean {
  return request.headers.some(([name, value]) => name.toLowerCase() === 'connection' && value.toLowerCase().includes('upgrade'));
}

/** Resolves where somebody listens; rejects with an `UnreachableError` else. */
export function reachable({ url }: Upstream): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostOf(url), port: portOf(url) });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', (error) => reject(new UnreachableError(`cannot reach ${url.origin}: ${error.message}; is the server running?`)));
  });
}

interface Means {
  /** Of the log, beside which body files stand. */
  readonly path: string;
  readonly recorded: ReadonlyMap<number, LoggedExchange>;
  /** Whether the recording is still being made. */
  readonly growing: boolean;
  readonly sender: Sender;
  readonly live: LiveLog;
  readonly names: NamespaceNames;
  readonly view: View | undefined;
}

class Replay {
  readonly #means: Means;
  readonly #lesson: Lesson;
  readonly #running = new Map<number, LiveExchange>();
  /** Events that a watch owes since a wait for it was given up: they are not waited for again. */
  readonly #owed = new Map<number, number>();
  #vain = 0;

  constructor(means: Means) {
    this.#means = means;
    this.#lesson = new Lesson(means);
  }

  async run(steps: Iterable<Step> | AsyncIterable<Step>, signal?: AbortSignal): Promise<void> {
    for await (const step of steps) {
      if (!leavesHttp(step.exchange)) await this.#take(step);
      if (signal?.aborted === true) throw new InterruptedError('stopped before the whole recording was sent; nothing was compared');
    }
  }

  async #take({ do: what, exchange, shown }: Step): Promise<void> {
    for (const [id, events] of shown) await this.#untilShown(id, events);
    const running = this.#running.get(exchange.id);
    if (what === 'send') {
      const { path, sender, live, names } = this.#means;
      await this.#lesson.take(live.lines);
      const request = await rewritten(exchange, path, { correspondence: this.#lesson.correspondence, names });
      this.#running.set(exchange.id, sender.send(exchange.id, request));
    } else if (what === 'await-head') await running?.until(() => running.answered, exchange.events.length > 0 ? PATIENCE_MS : ANSWER_MS);
    else if (what === 'leave') await this.#leave(exchange, running);
    else if (running !== undefined && !(await running.until(() => running.over, timeFor(exchange)))) running.leave();
    if (running?.over === true) this.#running.delete(exchange.id);
  }

  /** Leaves a watch once it has told all that it told then: events that came in addition must not stand for those that are still to come. */
  async #leave(exchange: LoggedExchange, running: LiveExchange | undefined): Promise<void> {
    if (running === undefined) return;
    if (running.events > 0 && !this.#owed.has(exchange.id)) {
      const { live, names } = this.#means;
      await this.#lesson.take(live.lines);
      const due = toldBy(exchange, (event) => renamedValue(withNames(event, this.#lesson.correspondence), names));
      await running.until(() => [...due].every(([name, count]) => (running.told.get(name) ?? 0) >= count), this.#patience());
    }
    running.leave();
  }

  async #untilShown(id: number, events: number): Promise<void> {
    const watch = this.#running.get(id);
    const due = events - (this.#owed.get(id) ?? 0);
    if (watch === undefined || (await watch.until(() => watch.events >= due, this.#patience()))) return;
    this.#vain += 1;
    this.#owed.set(id, events - watch.events);
  }

  #patience(): number {
    return this.#vain < VAIN_WAITS ? PATIENCE_MS : SHORT_PATIENCE_MS;
  }
}

/** How long to wait for the end of an answer that does not come by itself. */
function timeFor({ request, end }: LoggedExchange): number {
  return ANSWER_MS + (end === undefined ? 0 : end.t - request.t);
}
