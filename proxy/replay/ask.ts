import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { hostOf, portOf, tlsOptions } from '../engine/tls-options.ts';
import type { Upstream } from '../engine/upstream.ts';
import { prefixOf } from '../engine/upstream.ts';

/** Milliseconds that an answer may take. */
const PATIENCE_MS = 30_000;

/** Sends one request of our own to a server, beside the replayed ones, and resolves with the status and the text of its answer. Rejects with node's error. */
export function ask(upstream: Upstream, method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly text: string }> {
  const secure = upstream.url.protocol === 'https:';
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = {
    Accept: 'application/json',
    ...(sent === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': sent.length }),
    ...(upstream.authorization === undefined ? {} : { Authorization: upstream.authorization }),
  };
  const at = { host: hostOf(upstream.url), port: portOf(upstream.url), method, path: prefixOf(upstream) + path, headers, timeout: PATIENCE_MS, agent: false as const };
  return new Promise((resolve, reject) => {
    const outgoing = secure ? httpsRequest({ ...at, ...tlsOptions(upstream) }) : httpRequest(at);
    outgoing.once('error', reject);
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)));
    outgoing.once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
    });
    outgoing.end(sent);
  });
}
