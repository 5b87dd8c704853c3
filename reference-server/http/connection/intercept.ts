import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, Interceptor } from '../../embed/reference-server.d.ts';
import { inNextTurn } from '../../store/next-turn.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

export type { Interceptor } from '../../embed/reference-server.d.ts';

type FaultOf<Name extends Fault['fault']> = Extract<Fault, { fault: Name }>;

/** Applies the interceptor; returns whether it has handled the request. Rejects for an unknown fault. */
export async function intercepted(
  interceptor: Interceptor,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = request.url ?? '/';
  const { path, query } = splitTarget(url);
  const fault = await interceptor({
    method: request.method ?? '',
    path,
    query: new URLSearchParams(query),
    headers: request.headers,
  });
  return fault === undefined ? response.destroyed : injected(fault, response);
}

async function injected(fault: Fault, response: ServerResponse): Promise<boolean> {
  switch (fault.fault) {
    case 'answer':
      respondWith(response, fault);
      return true;
    case 'error-event':
      errorEvent(response, fault);
      return true;
    case 'hang-up':
      response.destroy();
      return true;
    case 'cut':
      cutAfter(response, fault.afterBytes);
      return false;
    case 'delay':
      await delayed(response, fault.milliseconds);
      return response.destroyed;
    default:
      throw new TypeError(
        `an interceptor returned ${JSON.stringify(fault)}; there are the faults answer, error-event, hang-up, cut and delay`,
      );
  }
}

function statusOf({
  code,
  reason,
  message = 'a fault injected by the test',
}: FaultOf<'answer'> | FaultOf<'error-event'>): object {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === undefined ? {} : { reason }),
    code,
  };
}

function respondWith(response: ServerResponse, fault: FaultOf<'answer'>): void {
  const body = `${JSON.stringify(statusOf(fault))}\n`;
  response.writeHead(fault.code, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...fault.headers,
  });
  response.end(body);
}

function errorEvent(response: ServerResponse, fault: FaultOf<'error-event'>): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(`${JSON.stringify({ type: 'ERROR', object: statusOf(fault) })}\n`);
}

/** Resolves after that time, or when the client disconnects or the server closes. */
function delayed(response: ServerResponse, milliseconds: number): Promise<void> {
  // The delay may exceed the time limit for stalled readers.
  response.setTimeout(0);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    response.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Sends this many bytes of the body, and then cuts the connection. */
function cutAfter(response: ServerResponse, bytes: number): void {
  const write = response.write.bind(response) as (chunk: Buffer, done: () => void) => boolean;
  let left = Math.max(0, bytes);
  const passOn = (chunk: unknown, encoding: unknown, isLast: boolean): boolean => {
    const data =
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
        : Buffer.isBuffer(chunk)
          ? chunk
          : Buffer.alloc(0);
    const part = data.subarray(0, left);
    left -= part.length;
    const cuts = isLast || left === 0;
    if (part.length === 0) response.flushHeaders();
    else write(part, () => cuts && response.destroy());
    if (cuts) {
      while (response.writableCorked > 0) response.uncork();
      if (part.length === 0) inNextTurn(() => response.destroy());
    }
    return true;
  };
  response.write = ((chunk: unknown, encoding?: unknown) => passOn(chunk, encoding, false)) as ServerResponse['write'];
  response.end = ((chunk?: unknown, encoding?: unknown) => {
    passOn(chunk, encoding, true);
    return response;
  }) as ServerResponse['end'];
}
