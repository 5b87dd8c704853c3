import type { ServerResponse } from 'node:http';

/** What went wrong on the way to the upstream, in one clear line. */
export function unreachableLine(upstream: URL, error: NodeJS.ErrnoException): string {
  const code = error.code === undefined || error.message.includes(error.code) ? '' : ` (${error.code})`;
  return `cannot reach the upstream ${upstream.origin}: ${error.message || error.name}${code}`;
}

/** Answers for an upstream that gave no answer: 502 and a Status body, as clients of this API read errors; or cuts, where it is too late for that. */
export function answerUnreachable(response: ServerResponse, line: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: line, reason: 'BadGateway', code: 502 });
  response.writeHead(502, 'Bad Gateway', { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
