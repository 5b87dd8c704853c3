import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createProxyServer } from 'http-proxy';

/**
 * The proxies that a user would pick instead, in front of the server at the URL given: `httpxy` with a keep-alive
 * agent, `http-proxy` 1.18.1 with defaults, or `mockttp` forwarding everything.
 */
const [which = '', target = ''] = process.argv.slice(2);

/** The packages of `bench/peers`, which are not installed with the project. */
const peer = createRequire(new URL('peers/package.json', import.meta.url));

interface OldProxy {
  web(request: IncomingMessage, response: ServerResponse): void;
  on(event: 'error', listener: (error: Error, request: IncomingMessage, response: ServerResponse) => void): void;
}

interface Mockttp {
  start(): Promise<void>;
  stop(): Promise<void>;
  readonly url: string;
  forAnyRequest(): { thenForwardTo(url: string): Promise<unknown> };
}

function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): void {
  const server = createServer(handle);
  server.listen(0, '127.0.0.1', () => say(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  process.on('SIGTERM', () => {
    server.closeAllConnections();
    server.close();
  });
}

function say(url: string): void {
  process.stdout.write(`listening on ${url}\n`);
}

if (which === 'httpxy') {
  const proxy = createProxyServer({ target, agent: new Agent({ keepAlive: true }) });
  listen((request, response) => void proxy.web(request, response).catch(() => response.destroy()));
} else if (which === 'http-proxy') {
  const proxy = (peer('http-proxy') as { createProxyServer(options: { target: string }): OldProxy }).createProxyServer({
    target,
  });
  proxy.on('error', (_, __, response) => response.destroy());
  listen((request, response) => proxy.web(request, response));
} else {
  const proxy = (peer('mockttp') as { getLocal(): Mockttp }).getLocal();
  await proxy.start();
  await proxy.forAnyRequest().thenForwardTo(target);
  process.on('SIGTERM', () => void proxy.stop());
  say(proxy.url);
}
