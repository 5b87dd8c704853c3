import { cached } from '../../../shared/cached.ts';
import type { CaseOnFault } from '../../../shared/verdict-log/verdict-log.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { fingerprintOf } from '../judging/effort/fingerprint.ts';
import { type HistoryJudgement, judgeHistory } from '../judging/history/judge-history.ts';
import { openOwnServer, type OwnSender } from '../run/own-server.ts';
import type { FailingCase } from './run-findings.ts';
import { saysTheSame } from './same-words.ts';
import { ON_ONE_SERVER } from './try-cases.ts';

/** Servers that have one named fault each. */
export interface LookalikeServers {
  url(fault: string): string;
}

export interface LookalikeSettings {
  /** Short name of the run, a DNS label. */
  readonly run: string;
  readonly choices: DialectChoices;
  readonly timeoutMs: number;
}

/** How often a case is sent to one server until it fails alike, if it is a race. */
const RACE_TRIES = 3;

/** Connections to lookalikes, opened for the first case. */
export class Lookalikes {
  readonly #servers: LookalikeServers;
  readonly #settings: LookalikeSettings;
  readonly #open = new Map<string, Promise<OwnSender>>();

  constructor(servers: LookalikeServers, settings: LookalikeSettings) {
    this.#servers = servers;
    this.#settings = settings;
  }

  /**
   * How the case ends on the server with that fault; `undefined` if it never comes to where its rule applies. A race
   * that holds proves nothing, so its outcome is `undefined` too.
   */
  async outcome(failing: FailingCase, fault: string): Promise<CaseOnFault | undefined> {
    const server = await this.#on(fault).catch(() => undefined);
    if (server === undefined) return undefined;
    let found: CaseOnFault | undefined;
    for (let tries = failing.isRace ? RACE_TRIES : 1; tries > 0 && found !== 'alike'; tries -= 1) {
      const { history, trouble } = await server.send(failing.rule, failing.program);
      if (trouble !== undefined) return found;
      const once = outcomeOf(failing, judgeHistory(failing.rule, history, server, failing.operation));
      if (found === undefined || (once !== undefined && once !== 'holds')) found = once;
    }
    return failing.isRace && found === 'holds' ? undefined : found;
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#open.values());
    await Promise.all(opened.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)));
  }

  #on(fault: string): Promise<OwnSender> {
    const { run, ...settings } = this.#settings;
    return cached(this.#open, fault, () =>
      openOwnServer({
        ...settings,
        url: this.#servers.url(fault),
        run: `${run}${this.#open.size.toString(36)}`,
        slots: ON_ONE_SERVER,
      }),
    );
  }
}

/** A violation that rests on time alone may be due to the load of this comparison. */
function outcomeOf(
  { rule, violation }: FailingCase,
  { applied, violations }: HistoryJudgement,
): CaseOnFault | undefined {
  const certain = violations.filter(({ restsOnTime }) => restsOnTime !== true);
  if (certain.length === 0) return applied > 0 && violations.length === 0 ? 'holds' : undefined;
  const prints = new Set([violation.fingerprint, ...(violation.aliases ?? [])]);
  const isAlike = certain.some((other) => prints.has(fingerprintOf(rule.id, other)) && saysTheSame(violation, other));
  return isAlike ? 'alike' : 'otherwise';
}
