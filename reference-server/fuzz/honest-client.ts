import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../shared/error-message.ts';

/** How an honest client fared beside the hostile ones. */
export interface Experience {
  readonly rounds: number;
  /** The longest response time, in milliseconds. */
  readonly slowest: number;
  /** Forbidden behaviour, in words. */
  readonly faults: readonly string[];
}

export interface HonestClient {
  /** The experience so far. */
  readonly experience: Experience;
  /** Ends after the current round, and takes the remaining events of its watch. */
  stop(): Promise<Experience>;
}

/** Name of a namespace that no hostile request uses. */
const NAMESPACE = 'honest';
const MAPS = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
const PAUSE_MS = 20;
const PATIENCE_MS = 10_000;

/**
 * Creates, reads, changes and deletes a config map again and again, and watches its own writes. Each response must
 * come within `mostWaitMs`. Rejects if it cannot begin.
 */
export async function honestClient(url: string, mostWaitMs: number): Promise<HonestClient> {
  const faults: string[] = [];
  const deliveredNames: string[] = [];
  const over = new AbortController();
  let [rounds, slowest] = [0, 0];

  async function ask(method: string, path: string, body?: object): Promise<string> {
    const began = performance.now();
    const payload =
      body === undefined
        ? {}
        : {
            headers: { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
            body: JSON.stringify(body),
          };
    const response = await fetch(`${url}${path}`, { method, signal: AbortSignal.timeout(PATIENCE_MS), ...payload });
    const text = await response.text();
    const took = performance.now() - began;
    slowest = Math.max(slowest, took);
    if (!response.ok) throw new Error(`returned ${response.status} ${text.slice(0, 200)}`);
    if (took > mostWaitMs) throw new Error(`responded after ${took.toFixed(0)} ms`);
    return text;
  }

  async function expects(part: string, method: string, path: string, body?: object): Promise<void> {
    try {
      const text = await ask(method, path, body);
      if (!text.includes(part) || text.includes('"polluted"')) throw new Error(`returned ${text.slice(0, 200)}`);
    } catch (error) {
      faults.push(`an honest ${method} ${path} ${errorMessage(error)}`);
    }
  }

  async function run(): Promise<void> {
    for (; !over.signal.aborted && faults.length === 0; rounds += 1) {
      const name = `round-${rounds}`;
      await expects(name, 'POST', MAPS, { metadata: { name }, data: { a: name } });
      await expects(`"b":"${name}"`, 'PATCH', `${MAPS}/${name}`, { data: { b: name } });
      await expects(`"a":"${name}"`, 'GET', `${MAPS}/${name}`);
      await expects('Success', 'DELETE', `${MAPS}/${name}`);
      await sleep(PAUSE_MS);
    }
  }

  /** Reads three events of each round, until it is stopped. */
  async function watch(response: Response): Promise<void> {
    let open = '';
    for await (const chunk of response.body ?? []) {
      const lines = (open + Buffer.from(chunk).toString('utf8')).split('\n');
      open = lines.pop() ?? '';
      for (const line of lines) deliveredNames.push(line);
    }
  }

  await ask('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
  const leave = new AbortController();
  const watching = watch(await fetch(`${url}${MAPS}?watch=true`, { signal: leave.signal })).catch(() => undefined);
  const running = run();
  return {
    get experience() {
      return { rounds, slowest, faults };
    },
    async stop() {
      over.abort();
      await running;
      for (let waited = 0; deliveredNames.length < 3 * rounds && waited < mostWaitMs; waited += PAUSE_MS)
        await sleep(PAUSE_MS);
      leave.abort();
      await watching;
      if (faults.length === 0 && deliveredNames.length !== 3 * rounds)
        faults.push(`an honest watch received ${deliveredNames.length} of ${3 * rounds} events`);
      return { rounds, slowest, faults };
    },
  };
}
