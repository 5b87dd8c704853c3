import { ApiError } from '../../resources/api-error.ts';
import { HANDLERS, type ObjectVerb } from '../handlers/index.ts';
import { negotiate } from './negotiate.ts';
import type { Accepted } from '../media/negotiation.ts';
import { renderContext } from '../response/render-context.ts';
import { rendered } from '../media/rendering.ts';
import type { RoutedCall } from '../call.ts';
import { callOf } from '../routing/call-of.ts';
import type { RouteMatch } from '../routing/router.ts';
import { isWatch, matchOf } from '../routing/matched-route.ts';
import type { RouteVerb } from '../routing/routes.ts';
import { requireTime } from '../routing/write-timeout.ts';
import type { ServedExchange, ExchangeHandler, Serving } from '../serving.ts';
import { prepareWatch, streamWatch } from '../watch/watch.ts';

/** Reads, whose objects later clients can request in other shapes. */
const READS: ReadonlySet<RouteVerb> = new Set<RouteVerb>(['get', 'getStatus', 'list', 'listAll']);

export const resources: ExchangeHandler = (exchange, serving) => {
  const { request, target } = exchange;
  const match = matchOf(serving.router, request.method ?? '', target.path, serving.choices);
  if (match === undefined) return false;
  return isWatch(match, target.query) ? watch(exchange, serving, match) : serveObject(exchange, serving, match);
};

async function watch(exchange: ServedExchange, serving: Serving, match: RouteMatch): Promise<boolean> {
  const { request, response, target } = exchange;
  const { options, offers, watches } = serving;
  const form = await negotiate(exchange, offers.stream);
  const prepared = await prepareWatch(callOf(request, target, match, form, options));
  if (watches.ends.size >= options.maxWatches) throw tooManyWatches(watches.ends.size);
  await streamWatch(prepared, form, response, watches);
  return true;
}

async function serveObject(exchange: ServedExchange, serving: Serving, match: RouteMatch): Promise<boolean> {
  const { request, response, target } = exchange;
  const { choices, options, offers, send } = serving;
  const { verb } = match.route;
  const form = await negotiate(exchange, READS.has(verb) ? offers.read : offers.object);
  const call = callOf(request, target, match, form, options);
  const made = await HANDLERS[verb as ObjectVerb](call);
  if (!READS.has(verb)) requireTime(target.query, choices);
  send(response, inShape(made, call, form), form);
  return true;
}

function inShape(made: Parameters<typeof rendered>[0], call: RoutedCall, { rendering }: Accepted): typeof made {
  return rendering === undefined ? made : rendered(made, renderContext(call, rendering));
}

const RETRY_SECONDS = 5;

function tooManyWatches(open: number): ApiError {
  const message = `${open} watches are open, which is the limit of this server; close some, or try again in ${RETRY_SECONDS} seconds`;
  return new ApiError(
    'TooManyRequests',
    message,
    { retryAfterSeconds: RETRY_SECONDS },
    { 'Retry-After': String(RETRY_SECONDS) },
  );
}
