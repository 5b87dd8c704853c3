import { connect } from 'node:net';
import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import { hostOf, portOf } from '../engine/tls-options.ts';
import type { Upstream } from '../engine/upstream.ts';
import { exchangesOf, type LoggedExchange } from '../log/logged-exchange.ts';
import type { ExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { type NamespaceNames, reversed } from '../diff/exchanges/namespace-map.ts';
import type { ComparedNamespaces } from '../diff/exchanges/observed-exchange.ts';
import { durationText } from './server/amounts.ts';
import { failureOf, noResponse } from './server/failure.ts';
import { growingLines, stepsOf } from './steps/follow-traffic.ts';
import { type ReplayLimits, USUAL_LIMITS } from './server/limits.ts';
import { senderTo } from './sending/live-exchange.ts';
import { LiveLog } from './sending/live-log.ts';
import { type Losses, replayLossesOf, withMissing } from './losses.ts';
import { type ReplayEnd, ReplaySteps } from './steps/replay-steps.ts';
import { scheduleOf } from './steps/schedule.ts';
import { makeScratchNamespaces } from './server/scratch-namespaces.ts';
import { leavesHttp, maySend } from './steps/sendable.ts';
import { Silence } from './waits/silence.ts';
import { UnreachableError } from './server/unreachable-error.ts';

export interface ReplayOptions {
  /**
   * Move every namespace of the recording into a scratch one, which is removed afterwards; this is the name of the
   * first.
   */
  readonly namespace?: string;
  /** Whether no server ever had a namespace with that name. */
  readonly isNewName?: boolean;
  /** Gets a line about each object that could not be cleaned up. */
  readonly warn?: (line: string) => void;
  /** Stops the replay: open requests are cut, and created objects are removed. */
  readonly signal?: AbortSignal;
  /** Exchanges to send; default all. */
  readonly only?: ReadonlySet<number>;
  /** Default `USUAL_LIMITS`. */
  readonly limits?: ReplayLimits;
  /** Milliseconds for the whole replay; requests that were not sent by then are not compared. */
  readonly budgetMs?: number;
  /** Gets the number of exchanges that have ended, that of all, and the URL of the server. */
  readonly onProgress?: (over: number, all: number, server: string) => void;
}

export interface ReplayedLog {
  /** The traffic, under the exchange ids of the recording. */
  readonly lines: readonly HappeningLine[];
  /** Exchanges that cannot be sent again, each with the reason. */
  readonly skipped: readonly { readonly exchange: number; readonly reason: string }[];
  /** The namespaces to compare, of these lines and of the recording, if scratch namespaces were used. */
  readonly namespaces?: ComparedNamespaces;
  readonly recordedNamespaces?: ComparedNamespaces;
  /** Why a part was not sent, in one line. */
  readonly stopped: string | undefined;
  /** Exchanges that the replay did not finish, each with the reason. */
  readonly unfinished: ReadonlyMap<number, string>;
  /** Releases the bodies of the lines, which are on the disk. */
  close(): void;
}

/**
 * Sends the requests of a recording to another server in lock-step. A request begins when all exchanges have ended
 * that had ended before it in the recording, and when every open watch has delivered as many events as it had then.
 * Identities chosen by the server are learned from each response and put into later requests. An unresponsive
 * server, and a budget, end the replay early. Rejects with an `UnreachableError` if the server does not respond at
 * all, with a `UsageError` if a scratch namespace cannot be created, with an `InterruptedError` if it was stopped.
 */
export async function replayLog(
  log: ExchangeLog,
  against: Upstream,
  options: ReplayOptions = {},
): Promise<ReplayedLog> {
  const { limits = USUAL_LIMITS, onProgress } = options;
  const began = performance.now();
  await reachable(against, limits);
  const losses = await replayLossesOf(log);
  const recorded = exchangesOf(log.lines).filter(({ id }) => options.only?.has(id) ?? true);
  const scratch =
    options.namespace === undefined
      ? undefined
      : await makeScratchNamespaces(
          recorded,
          { name: options.namespace, isNewName: options.isNewName === true },
          { upstream: against, limits },
        );
  const live = new LiveLog();
  const sender = senderTo(against, live);
  const names: NamespaceNames = scratch?.names ?? new Map();
  const namespaces = scratch === undefined ? undefined : { names: reversed(names), own: new Set(names.values()) };
  const sent = recorded.filter((exchange) => maySend(exchange) && !losses.unsendable.has(exchange.id));
  const cut = (): void => sender.close();
  options.signal?.addEventListener('abort', cut);
  let ended: ReplayEnd;
  try {
    const means = {
      upstream: against,
      path: log.path,
      recorded: byId(sent),
      growing: false,
      sender,
      live,
      limits,
      silence: new Silence({ upstream: against, limits }),
      names,
      namespaces,
    };
    ended = await new ReplaySteps(means).run(scheduleOf(sent), {
      signal: options.signal,
      ended: () => spent(options.budgetMs, began),
      onProgress: (over) => onProgress?.(over, sent.length, against.url.origin),
    });
  } finally {
    options.signal?.removeEventListener('abort', cut);
    sender.close();
    const left = (await scratch?.remove()) ?? [];
    if (left.length > 0)
      options.warn?.(
        `left behind on ${against.url.origin}: namespace ${left.join(', ')}, which did not go within 15 s of its delete`,
      );
  }
  const compared =
    namespaces === undefined
      ? {}
      : { namespaces, recordedNamespaces: { names: new Map(), own: new Set(names.keys()) } };
  const unfinished = unfinishedOf(sent, ended);
  return {
    lines: live.lines,
    skipped: skippedOf(log.lines, withMissing(losses, unfinished)),
    ...compared,
    stopped: ended.stopped,
    unfinished,
    close: () => live.close(),
  };
}

/**
 * Sends the traffic between clients and one server to another server as it happens: `path` is the growing exchange
 * log of the traffic. Resolves when `stopped` holds and everything is sent. Rejects with an `UnreachableError` if
 * nobody listens.
 */
export async function replayTraffic(
  path: string,
  against: Upstream,
  stopped: () => boolean,
  limits: ReplayLimits = USUAL_LIMITS,
): Promise<ReplayedLog> {
  await reachable(against, limits);
  const live = new LiveLog();
  const sender = senderTo(against, live);
  const recorded = new Map<number, LoggedExchange>();
  let ended: ReplayEnd;
  try {
    const means = {
      upstream: against,
      path,
      recorded,
      growing: true,
      sender,
      live,
      limits,
      silence: new Silence({ upstream: against, limits }),
      names: new Map(),
      namespaces: undefined,
    };
    ended = await new ReplaySteps(means).run(stepsOf(growingLines(path, stopped), recorded));
  } finally {
    sender.close();
  }
  const unfinished = unfinishedOf([...recorded.values()], ended);
  const skipped = [...unfinished].map(([exchange, reason]) => ({ exchange, reason }));
  return { lines: live.lines, skipped, stopped: ended.stopped, unfinished, close: () => live.close() };
}

function byId(exchanges: readonly LoggedExchange[]): Map<number, LoggedExchange> {
  return new Map(exchanges.map((exchange) => [exchange.id, exchange]));
}

/** The message that the time of a replay is over. */
function spent(budgetMs: number | undefined, began: number): string | undefined {
  if (budgetMs === undefined || performance.now() - began < budgetMs) return undefined;
  return `the ${durationText(budgetMs)} of the budget were over. Give a longer --budget to compare all`;
}

function unfinishedOf(sent: readonly LoggedExchange[], { stopped, over }: ReplayEnd): ReadonlyMap<number, string> {
  if (stopped === undefined) return new Map();
  return new Map(sent.filter(({ id }) => !over.has(id)).map(({ id }) => [id, stopped]));
}

/** The exchanges that cannot be compared, each with the reason. */
export function skippedOf(lines: readonly HappeningLine[], losses: Losses): ReplayedLog['skipped'] {
  return exchangesOf(lines).flatMap((exchange) => {
    const reason = reasonToSkip(exchange, losses);
    return reason === undefined ? [] : [{ exchange: exchange.id, reason }];
  });
}

/** Why an exchange cannot be compared; `undefined` if it can. */
export function reasonToSkip(exchange: LoggedExchange, { incomplete }: Losses): string | undefined {
  if (leavesHttp(exchange)) return 'it asked to leave HTTP';
  const lost = incomplete.get(exchange.id);
  if (lost !== undefined) return lost;
  return exchange.response === undefined ? 'the recording has no response to it' : undefined;
}

/** Resolves if a server listens; rejects with an `UnreachableError` if not. */
export function reachable({ url }: Upstream, { timeoutMs }: ReplayLimits = USUAL_LIMITS): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostOf(url), port: portOf(url), timeout: timeoutMs });
    const refuse = (failure: string): void => {
      socket.destroy();
      reject(new UnreachableError(noResponse(url, failure)));
    };
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('timeout', () => refuse(`no connection within ${durationText(timeoutMs)}`));
    socket.once('error', (error) => refuse(failureOf(error)));
  });
}
