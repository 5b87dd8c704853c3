import { SPEC } from '../../spec/dialects/index.ts';
import { SYSTEM_CLOCK } from '../objects/clock.ts';
import { RANDOM_IDS } from '../objects/id-source.ts';
import { type RunningServer, type StartOptions, startServer } from '../start.ts';

/** A response, read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; `undefined` if it is none. */
  readonly body: Body;
}

/** The parts of an object that tests read. */
export interface Body {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: Record<string, unknown> & {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly items: readonly Body[];
  readonly data?: Record<string, unknown>;
  readonly spec?: Record<string, unknown>;
  readonly status?: unknown;
  readonly code?: number;
  readonly reason?: string;
  readonly message: string;
  readonly details?: {
    readonly name?: string;
    readonly group?: string;
    readonly kind?: string;
    readonly causes?: readonly { readonly field: string; readonly reason: string }[];
  };
}

export interface SendOptions {
  readonly headers?: Record<string, string>;
  /** Sent unchanged, instead of a JSON body. */
  readonly text?: string;
}

export interface TestServer extends RunningServer {
  send(method: string, path: string, body?: unknown, options?: SendOptions): Promise<Reply>;
  /** Reported faults of the server. A test that leaves something here fails when the server is disposed. */
  readonly faults: readonly unknown[];
}

/** A server in this process on a free port, over real sockets. */
export async function testServer(options: Partial<StartOptions> = {}): Promise<TestServer> {
  const faults: unknown[] = [];
  const running = await startServer({
    port: 0,
    host: '127.0.0.1',
    dialect: SPEC,
    history: 1000,
    maxBody: 1024 * 1024,
    clock: SYSTEM_CLOCK,
    ids: RANDOM_IDS,
    report: (error) => faults.push(error),
    ...options,
  });
  return {
    url: running.url,
    context: running.context,
    faults,
    endWatches: running.endWatches,
    close: running.close,
    settled: running.settled,
    save: running.save,
    send: (method, path, body, options) => send(`${running.url}${path}`, method, body, options),
    async [Symbol.asyncDispose]() {
      await running.close();
      if (faults.length > 0) throw faults[0];
    },
  };
}

async function send(
  url: string,
  method: string,
  body: unknown,
  { headers = {}, text }: SendOptions = {},
): Promise<Reply> {
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const typed = body === undefined ? headers : { 'Content-Type': 'application/json', ...headers };
  const response = await fetch(url, {
    method,
    headers: typed,
    ...(payload === undefined ? {} : { body: new TextEncoder().encode(payload) }),
  });
  const answered = await response.text();
  return { status: response.status, headers: response.headers, text: answered, body: parsed(answered) };
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined as unknown as Body;
  }
}
