import { connect } from 'node:net';
import type { HappeningLine } from '../../fixtures/formats/exchange-log.ts';
import { hostOf, portOf } from '../engine/tls-options.ts';
import type { Upstream } from '../engine/upstream.ts';
import type { LoggedExchange } from '../log/logged-exchange.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import type { ExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import { Lesson } from './lesson.ts';
import type { LiveExchange, Sender } from './live-exchange.ts';
import { senderTo } from './live-exchange.ts';
import { LiveLog } from './live-log.ts';
import { rewritten } from './rewrite-request.ts';
import type { Step } from './schedule.ts';
import { scheduleOf } from './schedule.ts';
import { UnreachableError } from './unreachable-error.ts';

/** How long a watch may take to show what it showed in the recording, before the replay goes on without. */
const PATIENCE_MS = 3000;
/** After this many waits in vain it is clear that this server is not one that will: the rest get a short wait. */
const VAIN_WAITS = 10;
const SHORT_PATIENCE_MS = 200;
/** How long an answer may take, beside the time that it took in the recording. */
const ANSWER_MS = 30_000;

export interface Replayed {
  /** What crossed the wire, under the exchange ids of the recording. */
  readonly lines: readonly HappeningLine[];
  /** Exchanges that cannot be sent again, each with the reason. */
  readonly skipped: readonly { readonly exchange: number; readonly reason: string }[];
}

/**
 * Sends the requests of a recording to another server in lock-step: one begins when all that had ended before it in the recording has
 * ended, and when every open watch has shown as much as it had then. Identities that the server chooses are learned from each answer
 * and put into later requests. Rejects with an `UnreachableError` where nobody listens.
 */
export async function replayLog(log: ExchangeLog, against: Upstream): Promise<Replayed> {
  await reachable(against);
  const live = new LiveLog();
  const sender = senderTo(against, live);
  const recorded = exchangesOf(log.lines);
  try {
    const replay = new Replay(log.path, recorded.filter(maySend), sender, live);
    await replay.run();
  } finally {
    sender.close();
  }
  const skipped = recorded.flatMap((exchange) => {
    const reason = reasonToSkip(exchange);
    return reason === undefined ? [] : [{ exchange: exchange.id, reason }];
  });
  return { lines: live.lines, skipped };
}

/** Why an exchange cannot be compared; `undefined` for one that can. */
export function reasonToSkip(exchange: LoggedExchange): string | undefined {
  if (leavesHttp(exchange)) return 'it asked to leave HTTP';
  return exchange.response === undefined ? 'the recording has no answer to it' : undefined;
}

/** A request whose client left before an answer may have had its effect; one that never reached its server has not. */
function maySend(exchange: LoggedExchange): boolean {
  return !leavesHttp(exchange) && (exchange.response !== undefined || exchange.end?.reason !== 'error');
}

function leavesHttp({ request }: LoggedExchange): boolean {
  return request.headers.some(([name, value]) => name.toLowerCase() === 'connection' && value.toLowerCase().includes('upgrade'));
}

function reachable({ url }: Upstream): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostOf(url), port: portOf(url) });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', (error) => reject(new UnreachableError(`cannot reach ${url.origin}: ${error.message}; is the server running?`)));
  });
}

class Replay {
  readonly #logPath: string;
  readonly #recorded: readonly LoggedExchange[];
  readonly #sender: Sender;
  readonly #live: LiveLog;
  readonly #lesson: Lesson;
  readonly #running = new Map<number, LiveExchange>();
  /** Events that a watch owes since a wait for it was given up: they are not waited for again. */
  readonly #owed = new Map<number, number>();
  #vain = 0;

  constructor(logPath: string, recorded: readonly LoggedExchange[], sender: Sender, live: LiveLog) {
    this.#logPath = logPath;
    this.#recorded = recorded;
    this.#sender = sender;
    this.#live = live;
    this.#lesson = new Lesson(recorded, logPath);
  }

  async run(): Promise<void> {
    for (const step of scheduleOf(this.#recorded)) await this.#take(step);
  }

  async #take({ do: what, exchange, shown }: Step): Promise<void> {
    for (const [id, events] of shown) await this.#untilShown(id, events);
    const running = this.#running.get(exchange.id);
    if (what === 'send') {
      await this.#lesson.take(this.#live.lines);
      const request = await rewritten(exchange, this.#logPath, this.#lesson.correspondence);
      this.#running.set(exchange.id, this.#sender.send(exchange.id, request));
    } else if (what === 'await-head') await running?.until(() => running.answered, exchange.events.length > 0 ? PATIENCE_MS : ANSWER_MS);
    else if (what === 'leave') running?.leave();
    else if (running !== undefined && !(await running.until(() => running.over, timeFor(exchange)))) running.leave();
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
