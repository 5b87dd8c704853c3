import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import { discoveryDocuments } from './discovery/discovery.ts';
import { type Descriptions, descriptionsOf } from './discovery/openapi.ts';
import { JSON_CODEC } from './media/codecs.ts';
import type { Accepted } from './media/negotiation.ts';
import { type Offers, offersOf } from './media/offers.ts';
import { sendResponse, sendEscapedResponse } from './response/send-response.ts';
import { failingAtControlCharacters } from './response/yaml-control-characters.ts';
import type { RequestTarget } from './routing/request-target.ts';
import { Router } from './routing/router.ts';
import { type RouteRow, routesOf } from './routing/routes.ts';
import type { ServerOptions } from './server-options.ts';
import type { OpenWatches } from './watch/watch.ts';

/** Everything that the handlers of one server share: made once, by its options and its dialect. */
export interface Serving {
  readonly options: ServerOptions;
  readonly choices: DialectChoices;
  readonly routes: readonly RouteRow[];
  readonly router: Router;
  readonly descriptions: Descriptions;
  /** The documents of discovery, by path. */
  readonly documents: ReadonlyMap<string, object>;
  readonly offers: Offers;
  readonly send: typeof sendResponse;
  readonly watches: OpenWatches;
}

/** One request while it is served. */
export interface ServedExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: RequestTarget;
  /** Whether the client wants its response indented. */
  readonly pretty: boolean;
  /** The form of the response, once it is negotiated: refusals take it too. */
  form: Accepted | undefined;
}

/** Serves an exchange and returns `true`, or leaves it to the next handler. Throws `ApiError`. */
export type ExchangeHandler = (exchange: ServedExchange, serving: Serving) => boolean | Promise<boolean>;

/** JSON on one line: the form of responses that no client negotiates. */
export const PLAIN: Accepted = { codec: JSON_CODEC, pretty: false, stream: false };

const STALLED_MS = 60_000;

export function servingOf(options: ServerOptions): Serving {
  const { choices } = options.context;
  const routes = routesOf(choices);
  const descriptions = descriptionsOf(routes, choices);
  const escaping = choices['media-types.json-escapes'] === 'markup' ? sendEscapedResponse : sendResponse;
  return {
    options,
    choices,
    routes,
    router: new Router(routes),
    descriptions,
    documents: discoveryDocuments(routes, descriptions.paths, choices),
    offers: offersOf(choices),
    send: choices['media-types.yaml-control-characters'] === 'fail' ? failingAtControlCharacters(escaping) : escaping,
    watches: { ends: new Set(), stalledMs: options.stalledMs ?? STALLED_MS },
  };
}
