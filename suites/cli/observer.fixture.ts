import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';

/** A request that an observer received. */
export interface ObservedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Common name of the client certificate of the request. */
  readonly client?: string;
}

/**
 * For tests of the command line: a server that records every request, and forwards it to another server or responds
 * itself.
 */
export class Observer implements AsyncDisposable {
  readonly seen: ObservedRequest[] = [];
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, scheme: string) {
    this.#server = server;
    this.url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Records requests and forwards them. */
  static async before(upstream: string): Promise<Observer> {
    const onward = new URL(upstream);
    return Observer.#listening(createServer(), 'http', (asked, response, body) => pass(asked, response, body, onward));
  }

  /** Records every request and responds with 401. */
  static async refusing(): Promise<Observer> {
    return Observer.#listening(createServer(), 'http', refuse);
  }

  /** As `refusing`, over TLS: with the test certificate; it asks for a client certificate. */
  static async refusingOverTls(): Promise<Observer> {
    const options = {
      key: tlsFile('server.key'),
      cert: tlsFile('server.crt'),
      ca: tlsFile('ca.crt'),
      requestCert: true,
      rejectUnauthorized: false,
    };
    return Observer.#listening(createTlsServer(options), 'https', refuse);
  }

  /** Records requests and never responds. */
  static async silent(): Promise<Observer> {
    return Observer.#listening(createServer(), 'http', () => undefined);
  }

  static async #listening(
    server: Server,
    scheme: string,
    act: (asked: IncomingMessage, response: ServerResponse, body: string) => void,
  ): Promise<Observer> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const observer = new Observer(server, scheme);
    const listener: RequestListener = (asked, response) =>
      void observer.#note(asked).then((body) => act(asked, response, body));
    server.on('request', listener);
    return observer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #note(asked: IncomingMessage): Promise<string> {
    const body = await text(asked);
    const client = 'getPeerCertificate' in asked.socket ? nameOf(asked.socket as TLSSocket) : undefined;
    this.seen.push({
      method: asked.method ?? '',
      target: asked.url ?? '',
      headers: asked.headers,
      body,
      ...(client === undefined ? {} : { client }),
    });
    return body;
  }
}

/** An empty certificate means that there is none. */
function nameOf(socket: TLSSocket): string | undefined {
  const { subject } = socket.getPeerCertificate() as Partial<ReturnType<TLSSocket['getPeerCertificate']>>;
  return subject === undefined ? undefined : String(subject.CN);
}

/** Path of one of the TLS files for tests. */
export function tlsPath(name: string): string {
  return fileURLToPath(new URL(`../target/tls-for-tests/${name}`, import.meta.url));
}

function tlsFile(name: string): Buffer {
  return readFileSync(tlsPath(name));
}

function refuse(_: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(401, { 'Content-Type': 'application/json' })
    .end('{"kind":"Status","apiVersion":"v1","status":"Failure","code":401}\n');
}

function pass({ method, headers, url }: IncomingMessage, response: ServerResponse, body: string, upstream: URL): void {
  const onward = request({ host: upstream.hostname, port: upstream.port, method, headers, path: url }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
    response.flushHeaders();
    reply.pipe(response);
    response.on('close', () => reply.destroy());
  });
  onward.on('error', () => response.destroy());
  onward.end(body);
}
