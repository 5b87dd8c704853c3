/**
 * A server with the fault that its argument names (`dies`, `leaks`, `stalls`, `forgets`, or `is fine`), which proves
 * that fuzzing finds it. It supports just enough of the API for an honest client.
 */
import { createServer, type ServerResponse } from 'node:http';
import { listeningLine } from '../../shared/process/listening-line.ts';

const [, , way = 'is fine'] = process.argv;
/** So much that the growth is clear, however large the process is at first. */
const LEAK_BYTES = 3_000_000;
const STALL_MS = 1500;
const SOME = 60;

const maps = new Map<string, { readonly metadata: { readonly name: string }; readonly data: object }>();
const watchers = new Set<ServerResponse>();
const leaked: unknown[] = [];
let hostile = 0;

const ACTIONS: Readonly<Record<string, () => void>> = {
  dies: () => hostile === SOME && process.exit(1),
  stalls: () => hostile === SOME && Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS),
  forgets: () => maps.clear(),
};

const server = createServer((request, response) => {
  const { method = '', url = '' } = request;
  if (!url.includes('/honest/') && !url.startsWith('/api/v1/namespaces')) return misbehave(response);
  let text = '';
  request.on('data', (chunk) => (text += String(chunk)));
  request.on('end', () => honest(method, url, text, response));
});

function misbehave(response: ServerResponse): void {
  hostile += 1;
  ACTIONS[way]?.();
  response.writeHead(400).end();
}

function honest(method: string, url: string, text: string, response: ServerResponse): void {
  if (url.endsWith('watch=true')) {
    watchers.add(response);
    response.flushHeaders();
    return;
  }
  if (!url.includes('/honest/')) {
    hostile += 1;
    ACTIONS[way]?.();
    response.end('{}');
    return;
  }
  const sent =
    text === ''
      ? undefined
      : (JSON.parse(text) as { readonly metadata?: { readonly name: string }; readonly data: object });
  const name = sent?.metadata?.name ?? url.split('/').at(-1) ?? '';
  const held = maps.get(name);
  if (method === 'DELETE') maps.delete(name);
  else if (sent !== undefined) maps.set(name, { metadata: { name }, data: { ...held?.data, ...sent.data } });
  if (method !== 'GET') for (const watcher of watchers) watcher.write(`${name}\n`);
  response.end(method === 'DELETE' ? 'Success' : JSON.stringify(maps.get(name) ?? {}));
}

server.on('connection', () => way === 'leaks' && leaked.push(Buffer.alloc(LEAK_BYTES, 1)));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null)
    process.stdout.write(`${listeningLine(`http://127.0.0.1:${address.port}`)}\n`);
});
