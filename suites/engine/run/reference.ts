import { cached } from '../../../shared/cached.ts';
import { needsControllers } from '../../rules/needs.ts';
import type { Rule } from '../../rules/rule.ts';
import type { CaseSender } from '../judging/sending/case-runner.ts';
import type { RunConfig } from '../run-config.ts';
import { openOwnServer, type OwnSender } from './own-server.ts';
import { askForReference, type ReferenceControllers } from './reference-request.ts';

/** Failing cases are few, and may be long. */
const SLOTS = 4;

/** The reference servers of a run, one for each choice of controllers, started for the first case that needs it. */
export class Reference {
  readonly #config: RunConfig;
  readonly #ready = new Map<ReferenceControllers, Promise<CaseSender | string>>();
  readonly #servers: OwnSender[] = [];

  constructor(config: RunConfig) {
    this.#config = config;
  }

  /**
   * A sender of cases to the reference server for the rule. Workload controllers run only for rules about them,
   * because other rules use quiet objects. A text says why there is none; `undefined` if the run has no channel to
   * ask on.
   */
  async sender(rule: Pick<Rule, 'needs'>): Promise<CaseSender | string | undefined> {
    const { reference } = this.#config;
    if (reference === undefined) return undefined;
    const controllers = needsControllers(rule) ? 'on' : 'cleanup';
    return cached(this.#ready, controllers, () =>
      this.#open(reference.channel, controllers).catch(
        (error: Error) => `the reference server cannot be used: ${error.message}`,
      ),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
  }

  async #open(channel: string, controllers: ReferenceControllers): Promise<CaseSender | string> {
    const { run, choices, timeoutMs } = this.#config;
    const response = await askForReference(channel, controllers);
    if ('unavailable' in response) return response.unavailable;
    const server = await openOwnServer({ url: response.url, run, choices, timeoutMs, slots: SLOTS });
    this.#servers.push(server);
    return server;
  }
}
