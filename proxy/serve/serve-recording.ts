import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_HEADER_BYTES } from '../engine/message-head.ts';
import { headerPairs } from '../engine/raw-headers.ts';
import type { IndexedLog } from '../log/indexed-log.ts';
import { decoded } from '../../shared/exchange-log/content-coding.ts';
import type { Miss, ResponseSource } from './exchange/response.ts';
import { missText } from './closest-miss.ts';
import { Matching } from './matching.ts';
import type { Speed } from './exchange/pace.ts';
import type { Playing } from './recorded-response.ts';
import { type RecordedExchange, recordedExchanges } from './exchange/recorded-exchange.ts';
import { LearnedSecrets } from './redacted-value.ts';
import { sendResponse } from './send-response.ts';
import { type SentBody, sentOf, sentRequest, type SentRequest } from './exchange/sent-request.ts';
import { Stateful } from './stateful.ts';
import { failure } from './status-response.ts';
import { Strict } from './strict.ts';
import type { Usage } from './usage.ts';
import { outcomesOf } from './state/recorded-outcomes.ts';
import { WriteGate } from './write-gate.ts';

/**
 * How requests find their responses: in recorded order; by their content; or from the state that the recording
 * shows.
 */
export type ServeMode = 'strict' | 'matching' | 'stateful';

export interface ServeOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly mode: ServeMode;
  /** Pace of recorded streams; all other responses are sent at once. */
  readonly speed: Speed;
  /**
   * Whether recorded events wait for the writes recorded before them. In `strict` mode they always do, in `stateful`
   * mode there is nothing to wait for.
   */
  readonly holdEvents: boolean;
  /** Gets one line for each request without a matching exchange, and for other problems. */
  readonly onMiss: (line: string) => void;
}

export interface RecordingServer {
  readonly url: string;
  usage(): Usage;
  /** Cuts open connections and resolves when all are closed. */
  close(): Promise<void>;
}

/** Bodies up to this many bytes are compared by content, larger ones by their hash. */
const READ_BYTES = 16 * 1024 * 1024;
/** Not implemented: clients neither take it for a response of the API nor retry. */
const UNMATCHED = 501;

/**
 * Responds to clients from a recording, of which only the index is in memory. The log is closed when serving ends or
 * cannot begin. Rejects with an `ExchangeLogError` if a response cannot be sent as recorded, with node's error if
 * the address cannot be used.
 */
export async function serveRecording(log: IndexedLog, options: ServeOptions): Promise<RecordingServer> {
  try {
    return await serving(log, options);
  } catch (error) {
    log.close();
    throw error;
  }
}

async function serving(log: IndexedLog, options: ServeOptions): Promise<RecordingServer> {
  const exchanges = await recordedExchanges(log);
  const source = sourceFor(exchanges, log.path, options);
  const service = new Service(log.path, exchanges, source, options.onMiss);
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, requestTimeout: 0, keepAliveTimeout: 0 },
    (request, response) => void service.serve(request, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    usage: () => service.usage(),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      source.stop?.();
      log.close();
    },
  };
}

function sourceFor(
  exchanges: readonly RecordedExchange[],
  logPath: string,
  { mode, speed, holdEvents }: ServeOptions,
): ResponseSource {
  const secrets = new LearnedSecrets();
  const held: Playing = { speed, secrets, gate: new WriteGate(exchanges) };
  if (mode === 'strict') return new Strict(exchanges, held);
  if (mode === 'matching') return new Matching(exchanges, holdEvents ? held : { speed, secrets });
  return new Stateful(exchanges, outcomesOf(exchanges, logPath), { speed, secrets });
}

class Service {
  readonly #path: string;
  readonly #exchanges: readonly RecordedExchange[];
  readonly #source: ResponseSource;
  readonly #say: (line: string) => void;
  readonly #used = new Set<RecordedExchange>();
  readonly #missed: string[] = [];
  #requests = 0;
  #recorded = 0;
  #made = 0;

  constructor(
    path: string,
    exchanges: readonly RecordedExchange[],
    source: ResponseSource,
    say: (line: string) => void,
  ) {
    this.#path = path;
    this.#exchanges = exchanges;
    this.#source = source;
    this.#say = say;
  }

  usage(): Usage {
    const unused = this.#exchanges.filter((exchange) => !this.#used.has(exchange));
    return {
      requests: this.#requests,
      recorded: this.#recorded,
      made: this.#made,
      missed: this.#missed,
      exchanges: this.#exchanges.length,
      unused,
    };
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    response.on('error', () => undefined);
    try {
      const sent = await received(request);
      const recorded = await this.#responseTo(sent, leaving.signal);
      await sendResponse(recorded, this.#path, { request, response, gone: leaving.signal });
    } catch (error) {
      if (leaving.signal.aborted) return;
      const line = `${request.method ?? ''} ${request.url ?? ''}: ${(error as Error).message}`;
      this.#say(line);
      if (response.headersSent) response.destroy();
      else
        await sendResponse(failure(500, 'InternalError', line), this.#path, {
          request,
          response,
          gone: leaving.signal,
        });
    }
  }

  async #responseTo(sent: SentRequest, gone: AbortSignal): Promise<Parameters<typeof sendResponse>[0]> {
    this.#requests += 1;
    const outcome = await this.#source.respond(sent, gone);
    if ('miss' in outcome) return this.#missing(sent, outcome.miss);
    if (outcome.from === undefined) this.#made += 1;
    else {
      this.#recorded += 1;
      this.#used.add(outcome.from);
    }
    return outcome.response;
  }

  #missing({ method, target }: SentRequest, miss: Miss): Parameters<typeof sendResponse>[0] {
    const line = `${method} ${target} is not in ${this.#path}; ${missText(miss)}`;
    this.#missed.push(line);
    this.#say(line);
    const causes = miss.differences.map((message) => ({ reason: 'RecordingDiffers', message }));
    return failure(UNMATCHED, 'NotRecorded', line, { causes });
  }
}

/** Reads a request to its end; a body that is too large to be compared by content is only hashed. */
async function received(request: IncomingMessage): Promise<SentRequest> {
  const hash = createHash('sha256');
  const held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = chunk as Buffer;
    bytes += part.length;
    hash.update(part);
    if (bytes <= READ_BYTES) held.push(part);
    else held.length = 0;
  }
  const headers = headerPairs(request.rawHeaders);
  const body: SentBody | undefined =
    bytes <= READ_BYTES
      ? sentOf(await decoded(Buffer.concat(held), headers), headers)
      : { value: undefined, sha256: hash.digest('hex'), bytes };
  return sentRequest(request.method ?? '', request.url ?? '', headers, body);
}
