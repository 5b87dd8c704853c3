import { type Dispatcher, Pool } from 'undici';
import { median } from './ratio.ts';

/** A client with so many keep-alive connections, one open request on each. */
export interface Load extends AsyncDisposable {
  /** Sends the calls of `next` on every connection for `ms` milliseconds. @returns responses per second */
  throughput(ms: number, next: (count: number) => LoadCall): Promise<number>;
  /**
   * Sends one request after the other on one connection for `ms` milliseconds. @returns the median time of one, in
   * microseconds
   */
  latency(ms: number, next: (count: number) => LoadCall): Promise<number>;
  /** Sends each of these once, as many at a time as there are connections. @returns responses per second */
  all(calls: readonly LoadCall[]): Promise<number>;
  /** One request. @returns its status and body */
  call(call: LoadCall): Promise<{ readonly status: number; readonly body: string }>;
  /** Opens a stream and calls back with the number of lines in each chunk. @returns a function that closes it */
  stream(path: string, onLines: (lines: number) => void): Promise<() => void>;
}

export interface LoadCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string;
}

/** A load on the server at that base URL. */
export function loadOn(url: string, connections: number): Load {
  const pool = new Pool(url, { connections, pipelining: 1, bodyTimeout: 0 });
  const streams = new Pool(url, { pipelining: 1, bodyTimeout: 0 });
  const send = async (call: LoadCall): Promise<{ status: number; body: string }> => {
    const { statusCode, body } = await pool.request(requestOf(call));
    return { status: statusCode, body: await body.text() };
  };
  const responseTo = async (call: LoadCall): Promise<void> => {
    const { statusCode, body } = await pool.request(requestOf(call));
    await body.dump({ limit: Number.MAX_SAFE_INTEGER });
    if (statusCode >= 300) throw new Error(`${call.method} ${call.path} returned ${statusCode}`);
  };
  return {
    call: send,
    async all(calls) {
      let sent = 0;
      const began = performance.now();
      const worker = async (): Promise<void> => {
        for (let call = calls[sent++]; call !== undefined; call = calls[sent++]) await responseTo(call);
      };
      await Promise.all(Array.from({ length: connections }, worker));
      return (calls.length * 1000) / (performance.now() - began);
    },
    async throughput(ms, next) {
      let sent = 0;
      let count = 0;
      const began = performance.now();
      const worker = async (): Promise<void> => {
        while (performance.now() - began < ms) {
          await responseTo(next(sent++));
          count += 1;
        }
      };
      await Promise.all(Array.from({ length: connections }, worker));
      return (count * 1000) / (performance.now() - began);
    },
    async latency(ms, next) {
      const times: number[] = [];
      const began = performance.now();
      while (performance.now() - began < ms) {
        const asked = performance.now();
        const { body } = await pool.request(requestOf(next(times.length)));
        await body.dump({ limit: Number.MAX_SAFE_INTEGER });
        times.push((performance.now() - asked) * 1000);
      }
      return median(times);
    },
    async stream(path, onLines) {
      const { body } = await streams.request({ method: 'GET', path });
      body.on('data', (chunk: Buffer) => onLines(linesIn(chunk)));
      body.on('error', () => undefined);
      return () => body.destroy();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pool.destroy(), streams.destroy()]);
    },
  };
}

function requestOf({ method, path, body }: LoadCall): Dispatcher.RequestOptions {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  // Without `reset` undici would hang up after every DELETE with a body.
  return body === undefined
    ? { method, path }
    : { method, path, body, headers: { 'content-type': type }, reset: false };
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}
