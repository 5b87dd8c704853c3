import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyServer } from 'http-proxy';

/** What a user would pick instead: the package `http-proxy` as it comes, with an agent that keeps connections alive, before the server at the URL given. */
const [target = ''] = process.argv.slice(2);
const proxy = createProxyServer({ target, agent: new Agent({ keepAlive: true }) });
const server = createServer((request, response) => {
  proxy.web(request, response).catch(() => response.destroy());
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
});
