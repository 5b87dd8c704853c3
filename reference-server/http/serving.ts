import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answers } from '../../spec/dialects/index.ts';
import { discoveryDocuments } from './discovery/discovery.ts';
import type { Descriptions } from './discovery/openapi.ts';
import { descriptionsOf } from './discovery/openapi.ts';
import { JSON_CODEC } from './media/codecs.ts';
import type { Accepted } from './media/negotiation.ts';
import type { Offers } from './media/offers.ts';
import { offersOf } from './media/offers.ts';
import { sendAnswer, sendEscapedAnswer } from './response/send-answer.ts';
import { failingAtControlCharacters } from './response/yaml-control-characters.ts';
import type { RequestTarget } from './routing/request-target.ts';
import { Router } from './routing/router.ts';
import type { RouteRow } from './routing/routes.ts';
import { routesOf } from './routing/routes.ts';
import type { ServerOptions } from './server-options.ts';
import type { OpenWatches } from './watch/watch.ts';

/** Everything that the handlers of one server share: made once, by its options and its dialect. */
export interface Serving {
  readonly options: ServerOptions;
  readonly answers: Answers;
  readonly routes: readonly RouteRow[];
  readonly router: Router;
  readonly descriptions: Descriptions;
  /** The documents of discovery, by path. */
  readonly documents: ReadonlyMap<string, object>;
  readonly offers: Offers;
  readonly send: typeof sendAnswer;
  readonly watches: OpenWatches;
}

/** One request while it is served. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: RequestTarget;
  /** Whether the client wants its response indented. */
  readonly pretty: boolean;
  /** The form of the response, once it is negotiated: refusals take it too. */
  form: Accepted | undefined;
}

/** Serves an exchange and returns `true`, or leaves it to the next handler. Throws `ApiError`. */
export type Handler = (exchange: Exchange, serving: Serving) => boolean | Promise<boolean>;

/** JSON on one line: the form of responses that no client negotiates. */
export const PLAIN: Accepted = { codec: JSON_CODEC, pretty: false, stream: false };

const STALLED_MS = 60_000;

export function servingOf(options: ServerOptions): Serving {
  const { answers } = options.world;
  const routes = routesOf(answers);
  const descriptions = descriptionsOf(routes, answers);
  const escaping = answers['media-types.json-escapes'] === 'markup' ? sendEscapedAnswer : sendAnswer;
  return {
    options,
    answers,
    routes,
    router: new Router(routes),
    descriptions,
    documents: discoveryDocuments(routes, descriptions.paths, answers),
    offers: offersOf(answers),
    send: answers['media-types.yaml-control-characters'] === 'fail' ? failingAtControlCharacters(escaping) : escaping,
    watches: { ends: new Set(), stalledMs: options.stalledMs ?? STALLED_MS },
  };
}
