import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { hostOf, portOf, tlsOptions } from '../../engine/tls-options.ts';
import { prefixOf, type Upstream } from '../../engine/upstream.ts';
import { durationText, sizeText } from './amounts.ts';
import { failureOf, noResponse } from './failure.ts';
import type { ReplayLimits } from './limits.ts';
import { UnreachableError } from './unreachable-error.ts';

/** A server, and the limits of one response. */
export interface AskedServer {
  readonly upstream: Upstream;
  readonly limits: ReplayLimits;
}

/** A whole response to a request of our own. */
export interface WholeResponse {
  readonly status: number;
  /** Without its parameters; absent if the server names none. */
  readonly mediaType?: string | undefined;
  readonly text: string;
}

/**
 * Sends one request of our own to a server, beside the replayed ones. Rejects with an `UnreachableError` if no whole
 * response comes within the limits.
 */
export async function ask(
  { upstream, limits }: AskedServer,
  method: string,
  path: string,
  body?: unknown,
): Promise<WholeResponse> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  try {
    const response = await responseTo(upstream, { method, path, body, signal });
    return {
      status: response.statusCode ?? 0,
      mediaType: response.headers['content-type']?.split(';')[0]?.trim(),
      text: await textOf(response, limits.maxBody),
    };
  } catch (error) {
    throw new UnreachableError(
      noResponse(
        upstream.url,
        signal.aborted
          ? `no complete response to ${method} ${path} came within ${durationText(limits.timeoutMs)}`
          : failureOf(error as Error),
      ),
    );
  }
}

interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

function responseTo(upstream: Upstream, { method, path, body, signal }: AskedRequest): Promise<IncomingMessage> {
  const secure = upstream.url.protocol === 'https:';
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = {
    Accept: 'application/json',
    ...(sent === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': sent.length }),
    ...(upstream.authorization === undefined ? {} : { Authorization: upstream.authorization }),
  };
  const at = {
    host: hostOf(upstream.url),
    port: portOf(upstream.url),
    method,
    path: prefixOf(upstream) + path,
    headers,
    signal,
    agent: false as const,
  };
  return new Promise((resolve, reject) => {
    const outgoing = secure ? httpsRequest({ ...at, ...tlsOptions(upstream) }) : httpRequest(at);
    outgoing.on('error', reject);
    outgoing.once('response', resolve);
    outgoing.end(sent);
  });
}

async function textOf(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) throw new Error(`the body is larger than ${sizeText(most)} (--max-body)`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
