import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as an interceptor sees it. */
export interface InterceptedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<IncomingMessage['headers']>;
}

/** What happens to a request instead of, or before, its answer. */
export type Fault =
  /** It is answered by that status, with a Status body that has that reason. */
  | { readonly fault: 'answer'; readonly code: number; readonly reason?: string; readonly message?: string; readonly headers?: Readonly<Record<string, string>> }
  /** Its connection is cut without an answer. */
  | { readonly fault: 'hang-up' }
  /** It is served after so many milliseconds of real time. */
  | { readonly fault: 'delay'; readonly milliseconds: number };

/** Looks at each request before it is served; `undefined` lets it pass. */
export type Interceptor = (request: InterceptedRequest) => Fault | undefined;

/** Does what the interceptor says; whether the request is over with that. */
export async function intercepted(interceptor: Interceptor, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const fault = interceptor({ method: request.method ?? '', path, query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)), headers: request.headers });
  if (fault === undefined) return false;
  if (fault.fault === 'delay') {
    // It may be longer than a reader may stall.
    response.setTimeout(0);
    await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
    return response.destroyed;
  }
  if (fault.fault === 'hang-up') response.destroy();
  else answer(response, fault);
  return true;
}

function answer(response: ServerResponse, { code, reason, message = 'a fault that was asked for', headers }: Extract<Fault, { fault: 'answer' }>): void {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, ...(reason === undefined ? {} : { reason }), code };
  const body = `${JSON.stringify(status)}\n`;
  response.writeHead(code, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers });
  response.end(body);
}
