import type { IncomingMessage, ServerResponse } from 'node:http';
import { intercepted, type Interceptor } from './connection/intercept.ts';
import { serve } from './pipeline/index.ts';
import { refuse } from './pipeline/refusal.ts';
import { asksForPretty } from './response/pretty.ts';
import { targetOf } from './routing/request-target.ts';
import type { ServedExchange, Serving } from './serving.ts';

/** Responses that an interceptor holds back: a server that closes does not wait for them. */
export type HeldResponses = Set<ServerResponse>;

/** Serves one request, or refuses it. Never rejects for what a client sent. */
export async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
  held: HeldResponses,
): Promise<void> {
  const { choices, options } = serving;
  let exchange: ServedExchange | undefined;
  try {
    if (options.intercept !== undefined && (await isOver(options.intercept, request, response, held))) return;
    // Writers of responses read from this header whether the client takes compressed bodies.
    if (choices['media-types.compression'] === 'never') delete request.headers['accept-encoding'];
    const target = targetOf(request.url ?? '/', choices);
    const pretty = asksForPretty(target.query, request.headers['user-agent'], choices);
    exchange = { request, response, target, pretty, form: undefined };
    await serve(exchange, serving);
  } catch (error) {
    await refuse(request, response, error, exchange?.form, serving);
  }
}

async function isOver(
  interceptor: Interceptor,
  request: IncomingMessage,
  response: ServerResponse,
  held: HeldResponses,
): Promise<boolean> {
  held.add(response);
  try {
    return await intercepted(interceptor, request, response);
  } finally {
    held.delete(response);
  }
}
