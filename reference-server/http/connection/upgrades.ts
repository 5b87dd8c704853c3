import type { IncomingMessage, Server } from 'node:http';
import { ApiError } from '../../resources/api-error.ts';
import { accepted, type Accepted, loaded } from '../media/negotiation.ts';
import { callOf } from '../routing/call-of.ts';
import { isWatch, matchOf } from '../routing/matched-route.ts';
import { targetOf } from '../routing/request-target.ts';
import type { Serving } from '../serving.ts';
import { prepareWatch, type ReadyWatch } from '../watch/watch.ts';
import { asksForWebSocket, streamWebSocket, type Upgrade } from '../watch/websocket-watch.ts';
import { serveWithoutUpgrade } from './not-upgraded.ts';

interface PreparedWatch {
  readonly watch: ReadyWatch;
  readonly form: Accepted;
}

/**
 * Continues a watch as a WebSocket if the client asks for it. Every other request, errors included, is served as if it
 * had not asked.
 */
export async function upgrade(asked: Upgrade, server: Server, serving: Serving): Promise<void> {
  const { options, watches } = serving;
  const prepared = asksForWebSocket(asked.request) ? await preparedWatch(asked.request, serving) : undefined;
  if (prepared === undefined) await serveWithoutUpgrade(server, asked, options.maxBody);
  else await streamWebSocket(prepared.watch, prepared.form, asked, watches).catch(options.report);
}

async function preparedWatch(request: IncomingMessage, serving: Serving): Promise<PreparedWatch | undefined> {
  const { choices, options, router, offers, watches } = serving;
  try {
    const target = targetOf(request.url ?? '/', choices);
    options.tokens?.require(request.headers.authorization);
    const match = matchOf(router, request.method ?? '', target.path, choices);
    if (match === undefined || !isWatch(match, target.query) || watches.ends.size >= options.maxWatches)
      return undefined;
    const form = await loaded(accepted(request.headers.accept, false, offers.stream));
    return { watch: await prepareWatch(callOf(request, target, match, form, options)), form };
  } catch (error) {
    if (!(error instanceof ApiError)) options.report(error);
    return undefined;
  }
}
