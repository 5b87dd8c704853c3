import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilListening } from '../../shared/process/listening-line.ts';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { startProxyServer } from '../engine/proxy-server.ts';
import { selfSigned } from '../../shared/connection/self-signed.ts';
import { NO_TAPS } from '../engine/taps.ts';
import { recordCommand } from './listening-commands.ts';
import { countersLine, liveCounters } from './live-counters.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-cli-'));
const upstream = createServer((request, response) => response.end(request.headers.authorization ?? 'none'));
let upstreamUrl = '';

beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
});

afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** GET over TLS by node's own client, which verifies names and addresses against the certificate. */
async function getText(url: string, ca: string): Promise<string> {
  const [response] = (await once(get(url, { ca, agent: false }), 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

describe('a proxy that talks TLS to its clients', () => {
  it.each(['127.0.0.1', 'localhost'])('shows a certificate of its own that holds for %s', async (host) => {
    const tls = await selfSigned('a test', '127.0.0.1');
    const server = await startProxyServer({
      upstream: { url: new URL(upstreamUrl) },
      tapsFor: () => NO_TAPS,
      host: '127.0.0.1',
      port: 0,
      tls,
    });
    const url = server.url.replace('127.0.0.1', host);
    expect(url).toMatch(/^https:/);
    expect(await getText(url, tls.cert)).toBe('none');
    await expect(getText(url, (await selfSigned('a test', '127.0.0.1')).cert)).rejects.toThrow(/self-signed/);
    await server.close();
  });
});

describe('proxy record', () => {
  it('takes server and credentials from a kubeconfig, and prints a summary of the recording', async () => {
    const kubeconfig = join(folder, 'config');
    const out = join(folder, 'log.jsonl');
    writeFileSync(
      kubeconfig,
      `current-context: a\ncontexts: [{name: a, context: {cluster: c, user: u}}]\nclusters: [{name: c, cluster: {server: '${upstreamUrl}'}}]\nusers: [{name: u, user: {username: me, password: secret}}]\n`,
    );
    const child = spawn(
      process.execPath,
      ['proxy/cli/quick-start.mjs', 'record', '--kubeconfig', kubeconfig, '--port', '0', '--out', out],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    const listening = await untilListening(child, 'proxy record');
    expect(await (await fetch(listening.url, { headers: { Authorization: 'Bearer of-the-client' } })).text()).toBe(
      `Basic ${Buffer.from('me:secret').toString('base64')}`,
    );
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(stdout).toMatch(/^listening on \S+\nrecorded 1 exchange, 0 open, 0 watch events, \d+ bytes in \S+\n$/);
    expect(JSON.stringify((await readExchangeLog(out)).lines)).not.toContain('of-the-client');
  });

  it.each([
    [['--out', 'x'], /^no server is given; give --target URL, or a --kubeconfig/],
    [['--target', 'http://127.0.0.1:1', '--out', 'x', '--verb', 'fetch'], /'fetch' is not one of get, list, watch/],
    [['--target', 'http://127.0.0.1:1', '--out', 'x', '--redact', 'all'], /Write it as header:NAME/],
    [['--target', 'http://127.0.0.1:1', '--out', 'x', '--tls-key', 'x'], /^--tls-key is given alone/],
    [
      ['--target', 'http://127.0.0.1:1', '--out', 'x', '--tls-key', 'x', '--tls-cert', 'x'],
      /^--tls-cert: x: there is no such file/,
    ],
    [['--target', 'http://127.0.0.1:1', '--out', 'x', '--context', 'x'], /^--context names a part of a kubeconfig/],
  ])('refuses %j in one line', async (args, message) => {
    const command = recordCommand()
      .exitOverride()
      .configureOutput({ writeErr: () => undefined });
    await expect(command.parseAsync(args, { from: 'user' })).rejects.toThrow(message);
  });
});

describe('the live counters', () => {
  const counts = { exchanges: 1, open: 2, events: 1, bytes: 1_234_567, cut: 0 };

  it('show the counts of the traffic in one line', () => {
    expect(countersLine(counts)).toBe('1 exchange, 2 open, 1 watch event, 1.2 MB');
    expect(countersLine({ ...counts, bytes: 12, cut: 3 })).toBe(
      '1 exchange, 2 open, 1 watch event, 12 bytes, 3 cut or failed',
    );
  });

  it('draw one line over itself on a terminal, and nothing in a pipe', () => {
    const drawn: string[] = [];
    const terminal = (isTTY: boolean): NodeJS.WriteStream =>
      ({ isTTY, columns: 20, write: (text: string) => drawn.push(text) }) as unknown as NodeJS.WriteStream;
    liveCounters(counts, terminal(false))[Symbol.dispose]();
    expect(drawn).toEqual([]);
    liveCounters(counts, terminal(true))[Symbol.dispose]();
    expect(drawn).toEqual(['\r\u001B[2K1 exchange, 2 open,', '\r\u001B[2K']);
  });
});
