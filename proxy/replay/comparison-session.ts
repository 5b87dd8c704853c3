import { randomBytes } from 'node:crypto';
import type { HappeningLine, LogHeader } from '../../shared/exchange-log/exchange-log.ts';
import type { ExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import type { HistoryComparison } from '../diff/compare/compare-histories.ts';
import type { ComparedNamespaces } from '../diff/exchanges/observed-exchange.ts';
import type { TrafficDifference } from '../diff/values/difference.ts';
import type { Skipped } from '../diff/report/difference-report.ts';
import type { Upstream } from '../engine/upstream.ts';
import { comparePairs, pairFiles, pairsById, type ComparedSide } from './compare-replay.ts';
import { type Losses, lossesOf, replayLossesOf, withMissing } from './losses.ts';
import { reachable, type ReplayedLog, replayLog, type ReplayOptions, skippedOf } from './replay-log.ts';

/** A second comparison of a part of a recording. */
interface Attempt {
  readonly differences: readonly TrafficDifference[];
  /** The traffic of the actual side. */
  readonly lines: readonly HappeningLine[];
  close(): void;
}

/** A comparison, and the means to investigate its differences. */
export interface ComparisonSession {
  readonly expected: string;
  readonly actual: string;
  readonly comparison: HistoryComparison;
  readonly skipped: Skipped;
  /** Why a part of the recording was not sent: one line for each server. */
  readonly stopped: readonly string[];
  /** The traffic of the actual side. */
  readonly lines: readonly HappeningLine[];
  /** The view of these lines, if the traffic was sent into other namespaces. */
  readonly namespaces?: ComparedNamespaces;
  /**
   * Whether the expected responses are those of the whole recording, so a part must keep everything that they depend
   * on.
   */
  readonly fixed: boolean;
  /** Compares a part of the recording anew: the exchanges with these ids. Live servers get it in scratch namespaces. */
  attempt(only: ReadonlySet<number>): Promise<Attempt>;
  /** The differences of live servers from themselves: each gets the same traffic again. */
  noise(): Promise<readonly TrafficDifference[]>;
  close(): void;
}

/** Two recordings of the same client. */
export async function compareRecordings(expectedLog: ExchangeLog, actualLog: ExchangeLog): Promise<ComparisonSession> {
  const [expected, actual] = await Promise.all([
    recordedSide(expectedLog, actualLog),
    recordedSide(actualLog, expectedLog),
  ]);
  const { pairing, skipped } = pairFiles(expected, actual);
  return {
    expected: expected.path,
    actual: actual.path,
    comparison: await comparePairs(pairing, expected, actual),
    skipped,
    stopped: [],
    lines: actual.lines,
    fixed: true,
    async attempt(only) {
      const pairs = pairing.pairs.filter((pair) => only.has(pair.expected.id));
      const missing = pairing.missing.filter(({ id }) => only.has(id));
      const { differences } = await comparePairs({ pairs, missing, extra: [] }, expected, actual);
      const ids = new Set(pairs.map((pair) => pair.actual.id));
      return { differences, lines: actual.lines.filter(({ exchange }) => ids.has(exchange)), close: () => undefined };
    },
    noise: async () => [],
    close: () => undefined,
  };
}

async function recordedSide(log: ExchangeLog, other: ExchangeLog): Promise<ComparedSide> {
  const namespaces = comparedNamespaces(log.header, other.header);
  return {
    path: log.path,
    lines: log.lines,
    losses: await lossesOf(log),
    ...(namespaces === undefined ? {} : { namespaces }),
  };
}

/** The view of one recording, if it or the other was replayed into other namespaces. */
function comparedNamespaces(own: LogHeader, other: LogHeader): ComparedNamespaces | undefined {
  if (own.namespaces !== undefined) {
    const names = new Map(Object.entries(own.namespaces));
    return { names, own: new Set(names.keys()) };
  }
  return other.namespaces && { names: new Map(), own: new Set(Object.values(other.namespaces)) };
}

export interface ReplayComparison extends ReplayOptions {
  /**
   * The names of the sides if the live server is the reference for the recorded one, instead of the other way round.
   */
  readonly judged?: { readonly expected: string; readonly actual: string };
}

/** Compares a recording with a live server's responses; `done` if it was replayed already. */
export async function compareReplay(
  log: ExchangeLog,
  against: Upstream,
  options: ReplayComparison,
  done?: ReplayedLog,
): Promise<ComparisonSession> {
  const replayed = done ?? (await replayLog(log, against, options));
  const losses = await replayLossesOf(log);
  const compare = (there: ReplayedLog, only?: ReadonlySet<number>): Promise<HistoryComparison> => {
    const recorded: ComparedSide = {
      path: log.path,
      losses: withMissing(losses, there.unfinished),
      lines: only === undefined ? log.lines : log.lines.filter(({ exchange }) => only.has(exchange)),
      ...(there.recordedNamespaces === undefined ? {} : { namespaces: there.recordedNamespaces }),
    };
    const [expected, actual] =
      options.judged === undefined ? [recorded, sideOf(there, log)] : [sideOf(there, log), recorded];
    return comparePairs(pairsById(expected, actual, recorded), expected, actual);
  };
  return {
    expected: log.path,
    actual: against.url.href,
    ...options.judged,
    comparison: await compare(replayed),
    skipped: replayed.skipped,
    stopped: stopsOf(replayed),
    lines: replayed.lines,
    ...(replayed.namespaces === undefined ? {} : { namespaces: replayed.namespaces }),
    fixed: true,
    async attempt(only) {
      const part = await replayLog(log, against, { ...quietly(options), only, ...inNewNamespace() });
      const lines = options.judged === undefined ? part.lines : log.lines.filter(({ exchange }) => only.has(exchange));
      return { differences: (await compare(part, only)).differences, lines, close: () => part.close() };
    },
    noise: () => noiseOf(log, against, options, replayed),
    close: () => replayed.close(),
  };
}

/** Compares the responses of two live servers to the requests of one recording. */
export async function compareServers(
  log: ExchangeLog,
  target: Upstream,
  reference: Upstream,
  options: ReplayOptions,
): Promise<ComparisonSession> {
  await Promise.all([reachable(reference, options.limits), reachable(target, options.limits)]);
  const began = performance.now();
  const half = options.budgetMs === undefined ? {} : { budgetMs: options.budgetMs / 2 };
  const here = await replayLog(log, target, { ...options, ...half });
  const rest = options.budgetMs === undefined ? {} : { budgetMs: options.budgetMs - (performance.now() - began) };
  const there = await replayLog(log, reference, {
    ...options,
    ...rest,
    ...(here.stopped === undefined ? {} : { only: sentTo(here) }),
  });
  const recorded = {
    lines: log.lines,
    losses: withMissing(withMissing(forBoth(await replayLossesOf(log)), there.unfinished), here.unfinished),
  };
  const compare = (expected: ReplayedLog, actual: ReplayedLog): Promise<HistoryComparison> =>
    comparePairs(
      pairsById(sideOf(expected, log), sideOf(actual, log), recorded),
      sideOf(expected, log),
      sideOf(actual, log),
    );
  return {
    expected: reference.url.href,
    actual: target.url.href,
    comparison: await compare(there, here),
    skipped: skippedOf(log.lines, recorded.losses),
    stopped: stopsOf(here, there),
    lines: here.lines,
    fixed: false,
    async attempt(only) {
      const scratch = inNewNamespace();
      const expected = await replayLog(log, reference, { ...quietly(options), only, ...scratch });
      const actual = await replayLog(log, target, { ...quietly(options), only, ...scratch });
      const { differences } = await compare(expected, actual);
      expected.close();
      return { differences, lines: actual.lines, close: () => actual.close() };
    },
    noise: async () => [
      ...(await noiseOf(log, reference, options, there)),
      ...(await noiseOf(log, target, options, here)),
    ],
    close() {
      there.close();
      here.close();
    },
  };
}

/** If two servers get the same recording, only its unsendable exchanges count as losses. */
function forBoth({ incomplete, unsendable }: Losses): Losses {
  return { incomplete: new Map([...incomplete].filter(([id]) => unsendable.has(id))), unsendable, holes: [] };
}

/** The lines that say why servers did not get everything. */
function stopsOf(...replays: readonly ReplayedLog[]): string[] {
  return replays.flatMap(({ stopped }) => (stopped === undefined ? [] : [stopped]));
}

/** The exchanges that a server received. */
function sentTo({ lines, unfinished }: ReplayedLog): ReadonlySet<number> {
  return new Set(lines.map(({ exchange }) => exchange).filter((id) => !unfinished.has(id)));
}

/** The options of auxiliary replays: without progress, and without the budget. */
function quietly(options: ReplayOptions): ReplayOptions {
  return { ...options, onProgress: () => undefined, budgetMs: Number.POSITIVE_INFINITY };
}

/** A namespace with a name of its own. */
export function inNewNamespace(): Required<Pick<ReplayOptions, 'namespace' | 'isNewName'>> {
  return { namespace: `plumbline-replay-${randomBytes(4).toString('hex')}`, isNewName: true };
}

async function noiseOf(
  log: ExchangeLog,
  server: Upstream,
  options: ReplayOptions,
  once: ReplayedLog,
): Promise<readonly TrafficDifference[]> {
  const again = await replayLog(log, server, {
    ...quietly(options),
    ...(once.stopped === undefined ? {} : { only: sentTo(once) }),
    ...inNewNamespace(),
  });
  try {
    const recorded = {
      lines: log.lines,
      losses: withMissing(withMissing(forBoth(await replayLossesOf(log)), once.unfinished), again.unfinished),
    };
    const { differences } = await comparePairs(
      pairsById(sideOf(once, log), sideOf(again, log), recorded),
      sideOf(once, log),
      sideOf(again, log),
    );
    return differences;
  } finally {
    again.close();
  }
}

function sideOf({ lines, namespaces }: ReplayedLog, log: ExchangeLog): ComparedSide {
  return { lines, path: log.path, ...(namespaces === undefined ? {} : { namespaces }) };
}
