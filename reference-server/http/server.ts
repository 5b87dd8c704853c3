import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../objects/api-error.ts';
import type { World } from '../objects/world.ts';
import { accessReview, accessReviewVersion } from './handlers/access-review.ts';
import { callOf } from './routing/call-of.ts';
import { CLOCK_PATH, clockAnswer } from './handlers/clock-endpoint.ts';
import type { MovableClock } from './handlers/clock-endpoint.ts';
import { sendAggregatedDiscovery } from './discovery/aggregated-discovery.ts';
import type { BearerTokens } from './routing/authentication.ts';
import { refuseBrokenRequest } from './connection/broken-request.ts';
import { JSON_CODEC } from './response/codecs.ts';
import { closed } from './connection/closing.ts';
import { discoveryDocuments } from './discovery/discovery.ts';
import { answerExpectations } from './connection/expectations.ts';
import { fixedAnswer } from './response/fixed-answer.ts';
import type { AnsweringVerb } from './handlers/index.ts';
import { HANDLERS } from './handlers/index.ts';
import { isWatch, matchOf } from './routing/matched-route.ts';
import type { RefusedRequest } from './response/media-type-refusal.ts';
import { mediaTypeRefusal } from './response/media-type-refusal.ts';
import type { Accepted } from './response/negotiation.ts';
import { accepted } from './response/negotiation.ts';
import { offersOf } from './response/offers.ts';
import { descriptionsOf, sendDescription } from './discovery/openapi.ts';
import { isEmptyLog } from './handlers/pod-streams.ts';
import { asksForPretty } from './response/pretty.ts';
import { discardBody } from './body/read-body.ts';
import { Router } from './routing/router.ts';
import { renderContext } from './response/render-context.ts';
import { rendered } from './response/rendering.ts';
import type { RequestTarget } from './routing/request-target.ts';
import { targetOf } from './routing/request-target.ts';
import type { RouteVerb } from './routing/routes.ts';
import { routesOf } from './routing/routes.ts';
import { nothingAt, sendUnserved } from './routing/unserved-path.ts';
import { sendAnswer, sendEscapedAnswer, sendText } from './response/send-answer.ts';
import { failureAnswer } from './response/status-body.ts';
import { Handshakes } from './connection/handshakes.ts';
import { inTurn } from './connection/in-turn.ts';
import type { Interceptor } from './connection/intercept.ts';
import { intercepted } from './connection/intercept.ts';
import { serveWithoutUpgrade } from './connection/not-upgraded.ts';
import type { OpenWatches, Watch } from './watch/watch.ts';
import { CUT, prepareWatch, streamWatch } from './watch/watch.ts';
import type { Upgrade } from './watch/websocket-watch.ts';
import { asksForWebSocket, streamWebSocket } from './watch/websocket-watch.ts';
import { requireTime } from './routing/write-timeout.ts';
import { failingAtControlCharacters } from './response/yaml-control-characters.ts';

export interface ServerOptions {
  readonly world: World;
  /** Bytes of a request body beyond which it is refused. */
  readonly maxBody: number;
  /** Watches that may be open at a time. */
  readonly maxWatches: number;
  /** Milliseconds after which a reader is cut that takes nothing of its answer; by default a minute. */
  readonly stalledMs?: number;
  /** The clock, where requests may move it on. */
  readonly clock?: MovableClock;
  /** What TLS is served with, as PEM; absent: plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Who may call; absent: everybody. */
  readonly tokens?: BearerTokens;
  /** Looks at each request before it is served, and may have it fail; for tests of clients. */
  readonly intercept?: Interceptor;
  /** Told of what must never happen: an error that is not a client's. */
  readonly report: (error: unknown) => void;
}

/** The API over HTTP. */
export interface ApiServer {
  readonly server: Server;
  /** Ends every watch that is open, cleanly or by cutting its connection. */
  endWatches(how: 'cleanly' | 'cut'): void;
  /** Ends watches cleanly, lets answers finish and stops listening. */
  close(): Promise<void>;
}

/** A client has so long for the head of a request, and so long for all of it; neither counts for the answer. */
const HEAD_MS = 20_000;
const REQUEST_MS = 120_000;
const IDLE_MS = 60_000;
const STALLED_MS = 60_000;

/** Paths that say that the server is there; later releases ask by other names whether it lives and is ready. */
const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/healthz/ping']);
const LATER_HEALTH: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/** Reads, whose objects later clients like to see in other shapes. */
const READS: ReadonlySet<RouteVerb> = new Set<RouteVerb>(['get', 'getStatus', 'list', 'listAll']);

const PLAIN: Accepted = { codec: JSON_CODEC, pretty: false, stream: false };

/** Builds the server; the caller lets it listen. */
export function apiServer(options: ServerOptions): ApiServer {
  const { answers } = options.world;
  const routes = routesOf(answers);
  const router = new Router(routes);
  const descriptions = descriptionsOf(routes, answers);
  const documents = discoveryDocuments(routes, descriptions.paths, answers);
  const offers = offersOf(answers);
  const escaping = answers['media-types.json-escapes'] === 'markup' ? sendEscapedAnswer : sendAnswer;
  const send =
    answers['media-types.yaml-control-characters'] === 'fail' ? failingAtControlCharacters(escaping) : escaping;
  const { stalledMs = STALLED_MS } = options;
  const watches: OpenWatches = { ends: new Set(), stalledMs };
  /** Those that an interceptor has not let go yet: nobody waits for them when the server closes. */
  const held = new Set<ServerResponse>();

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let form: Accepted | undefined;
    try {
      if (options.intercept !== undefined && (await isOver(options.intercept, request, response))) return;
      // Whatever writes an answer takes it from here whether the client takes it compressed.
      if (answers['media-types.compression'] === 'never') delete request.headers['accept-encoding'];
      const target = targetOf(request.url ?? '/', answers);
      const { path, query } = target;
      const { accept } = request.headers;
      const pretty = asksForPretty(query, request.headers['user-agent'], answers);
      if (HEALTH.has(path) || (LATER_HEALTH.has(path) && answers['operations.later-releases'] !== 'absent')) {
        sendText(response, 'ok');
        return;
      }
      options.tokens?.require(request.headers.authorization);
      if (path === CLOCK_PATH && options.clock !== undefined) {
        send(response, await clockAnswer(request, options.clock), PLAIN);
        return;
      }
      const fixed = fixedAnswer(request.method ?? '', path, documents, answers);
      if (fixed !== undefined) {
        if (
          answers['operations.later-releases'] !== 'absent' &&
          sendAggregatedDiscovery(routes, path, accept, response)
        )
          return;
        form = accepted(accept, pretty, fixed.typed ? offers.object : offers.value);
        if (form.codec.load !== undefined) await form.codec.load();
        send(response, fixed.answer, form);
        return;
      }
      if (!path.startsWith('/api') && (await sendDescription(descriptions, path, response))) return;
      const match = matchOf(router, request.method ?? '', path, answers);
      if (match === undefined) {
        await answerElsewhere(request, response, target);
        return;
      }
      const watching = isWatch(match, query);
      form = accepted(
        accept,
        pretty,
        watching ? offers.stream : READS.has(match.route.verb) ? offers.read : offers.object,
      );
      if (form.codec.load !== undefined) await form.codec.load();
      const call = callOf(request, target, match, form, options);
      if (watching) {
        const watch = await prepareWatch(call);
        if (watches.ends.size >= options.maxWatches) throw tooManyWatches(watches.ends.size);
        await streamWatch(watch, form, response, watches);
      } else {
        const answer = await HANDLERS[match.route.verb as AnsweringVerb](call);
        if (!READS.has(match.route.verb)) requireTime(query, answers);
        send(
          response,
          form.rendering === undefined ? answer : rendered(answer, renderContext(call, form.rendering)),
          form,
        );
      }
    } catch (error) {
      await refuse(request, response, error, form ?? (await formOfRefusal(request, error)));
    }
  }

  /** Answers at a path at which there is no resource. Throws `ApiError` 404. */
  async function answerElsewhere(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query }: RequestTarget,
  ): Promise<void> {
    const review = accessReviewVersion(request.method, path);
    if (review !== undefined) send(response, await accessReview(request, review, options), PLAIN);
    else if (
      answers['pod.streams'] === 'of-nodes' &&
      (await isEmptyLog({ method: request.method ?? '', path, query, world: options.world }))
    )
      response.writeHead(204).end();
    else if (answers['errors.body'] !== 'status' || !sendUnserved(response, path, documents)) throw nothingAt(path);
  }

  async function isOver(
    interceptor: Interceptor,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    held.add(response);
    try {
      return await intercepted(interceptor, request, response);
    } finally {
      held.delete(response);
    }
  }

  /** How a refusal is written that came before it was asked in what an answer should be: in what the client takes, where that can be had. */
  async function formOfRefusal({ headers: { accept } }: IncomingMessage, error: unknown): Promise<Accepted> {
    if (error instanceof ApiError && error.reason === 'NotAcceptable') return PLAIN;
    try {
      const form = accepted(accept, false, offers.object);
      if (form.codec.load !== undefined) await form.codec.load();
      return form;
    } catch {
      return PLAIN;
    }
  }

  async function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    error: unknown,
    form: Accepted,
  ): Promise<void> {
    if (!(error instanceof ApiError)) options.report(error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error instanceof ApiError && error.reason === 'RequestEntityTooLarge') {
      response.setHeader('Connection', 'close');
      await discardBody(request);
    }
    const bare =
      answers['media-types.refusals'] === 'less-than-a-status'
        ? await mediaTypeRefusal(error, refusedRequest(request), form)
        : undefined;
    send(response, bare?.answer ?? failureAnswer(error), bare?.form ?? form);
  }

  function refusedRequest({ method, url = '/', headers: { accept } }: IncomingMessage): RefusedRequest {
    const [path = ''] = url.split('?');
    return { method, accept, discovery: documents.has(path) };
  }

  /** A watch goes on as a WebSocket where that is asked for; all else, errors included, is answered as if it had not been. */
  async function upgrade(asked: Upgrade): Promise<void> {
    const prepared = asksForWebSocket(asked.request) ? await webSocketWatch(asked.request) : undefined;
    if (prepared === undefined) await serveWithoutUpgrade(server, asked, options.maxBody);
    else await streamWebSocket(prepared.watch, prepared.form, asked, watches).catch(options.report);
  }

  async function webSocketWatch(
    request: IncomingMessage,
  ): Promise<{ readonly watch: Watch; readonly form: Accepted } | undefined> {
    try {
      const target = targetOf(request.url ?? '/', answers);
      options.tokens?.require(request.headers.authorization);
      const match = matchOf(router, request.method ?? '', target.path, answers);
      if (match === undefined || !isWatch(match, target.query) || watches.ends.size >= options.maxWatches)
        return undefined;
      const form = accepted(request.headers.accept, false, offers.stream);
      if (form.codec.load !== undefined) await form.codec.load();
      return { watch: await prepareWatch(callOf(request, target, match, form, options)), form };
    } catch (error) {
      if (!(error instanceof ApiError)) options.report(error);
      return undefined;
    }
  }

  const turns = inTurn((request, response) => {
    response.on('error', cutOff);
    void respond(request, response);
  });
  const limits = { headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS };
  const server =
    options.tls === undefined
      ? createServer(limits, turns.listener)
      : createTlsServer({ ...limits, ...options.tls, handshakeTimeout: HEAD_MS }, turns.listener);
  const handshakes = options.tls === undefined ? undefined : new Handshakes(server);
  // Of a connection: nothing read, nothing written. Whoever leaves a long answer unread would have it kept for ever.
  server.timeout = stalledMs;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // One listener, however often the same connection asks.
    socket.off('error', cutOff).on('error', cutOff);
    turns.afterwards(request.socket, () => void upgrade({ request, socket, head }));
  });
  server.on('clientError', refuseBrokenRequest);
  answerExpectations(server, options.maxBody, (response, error) => {
    response.setHeader('Connection', 'close');
    send(response, failureAnswer(error), PLAIN);
  });
  const endWatches = (how: 'cleanly' | 'cut'): void => {
    for (const end of watches.ends) end.abort(how === 'cut' ? CUT : undefined);
  };
  return {
    server,
    endWatches,
    close: () => {
      for (const response of held) response.destroy();
      handshakes?.cut();
      return closed(server, () => endWatches('cleanly'), turns);
    },
  };
}

function cutOff(this: Duplex | ServerResponse): void {
  this.destroy();
}

const RETRY_SECONDS = 5;

function tooManyWatches(open: number): ApiError {
  const message = `${open} watches are open, as many as this server takes; end some, or try again in ${RETRY_SECONDS} seconds`;
  return new ApiError(
    'TooManyRequests',
    message,
    { retryAfterSeconds: RETRY_SECONDS },
    { 'Retry-After': String(RETRY_SECONDS) },
  );
}
