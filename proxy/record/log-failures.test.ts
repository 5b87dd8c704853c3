import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { until } from '../engine/raw-peers.fixture.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import { type Recording, type RecordOptions, recordTraffic } from './record-traffic.ts';

let folder: string;
let upstream: Server;
const news: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-full-'));
  news.length = 0;
  upstream = createServer((request, response) => {
    if (request.url?.includes('watch') === true) return void response.writeHead(200).write('{"i":0}\n');
    return void response.end('x'.repeat(2000));
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
});

afterEach(() => {
  upstream.closeAllConnections();
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(out: string, more: Partial<RecordOptions> = {}): Promise<Recording> {
  const url = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
  return recordTraffic({
    upstream: { url },
    host: '127.0.0.1',
    port: 0,
    out,
    redact: true,
    onUnreachable: (line) => expect.unreachable(line),
    onLogFailed: (error) => void news.push(error.message),
    onLogMended: (lost) => void news.push(`mended: ${lost}`),
    ...more,
  });
}

/** A file system of 64 KB with little free space; `undefined` if none can be mounted. */
function tinyDisk(): ({ readonly path: string; readonly free: () => void } & Disposable) | undefined {
  const path = join(folder, 'disk');
  mkdirSync(path);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path]).status !== 0) return undefined;
  const filler = join(path, 'filler');
  writeFileSync(filler, Buffer.alloc(48 * 1024));
  return { path, free: () => rmSync(filler), [Symbol.dispose]: () => execFileSync('umount', ['-l', path]) };
}

const hasTinyDisk = process.platform === 'linux' && process.getuid?.() === 0;

describe('a log that cannot be written', () => {
  it.runIf(existsSync('/dev/full'))('is refused before anything is forwarded, on a full disk too', async () => {
    await expect(start('/dev/full')).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(start(join(folder, 'absent', 'log.jsonl'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
  });

  it('does not replace an existing log, unless that is allowed', async () => {
    const out = join(folder, 'log.jsonl');
    await (await start(out)).close();
    await expect(start(out)).rejects.toMatchObject({ code: 'ERR_OUTPUT_EXISTS' });
    await (await start(out, { overwrite: true })).close();
    expect((await readExchangeLog(out)).lines).toEqual([]);
  });

  it('is neither emptied nor created if the proxy cannot listen', async () => {
    const out = join(folder, 'log.jsonl');
    const { port } = upstream.address() as AddressInfo;
    await expect(start(out, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(existsSync(out)).toBe(false);
    const recording = await start(out);
    await (await fetch(recording.url)).text();
    await recording.close();
    const before = readFileSync(out, 'utf8');
    await expect(start(out, { port, overwrite: true })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(start(out, { tls: { cert: 'x', key: 'x' }, overwrite: true })).rejects.toThrow();
    expect(readFileSync(out, 'utf8')).toBe(before);
  });

  it.runIf(hasTinyDisk)(
    'keeps only whole lines when the disk fills up, continues when there is room again, and records the gap',
    async () => {
      using disk = tinyDisk();
      if (disk === undefined) return;
      const out = join(disk.path, 'log.jsonl');
      const recording = await start(out);
      const ask = async (): Promise<number> =>
        (await fetch(`${recording.url}/a`).then(async (response) => (await response.arrayBuffer(), response))).status;
      while (news.length === 0) expect(await ask()).toBe(200);
      expect(news[0]).toContain('ENOSPC');
      const full = await readExchangeLog(out);
      expect(full.torn).toBeUndefined();
      expect(await ask()).toBe(200);
      disk.free();
      await until(() => news.length > 1);
      expect(news[1]).toMatch(/^mended: \d+ lines?$/);
      expect(await ask()).toBe(200);
      expect(await recording.close()).toBeUndefined();
      const log = await readExchangeLog(out);
      expect(log.torn).toMatch(/: a gap: \d+ lines? could not be written \(ENOSPC/);
      expect(log.lines.length).toBeGreaterThan(full.lines.length);
      expect(exchangesOf(log.lines).at(-1)?.end).toMatchObject({ reason: 'complete' });
    },
  );

  it.runIf(hasTinyDisk)('stops the traffic with 503 on demand, watches included', async () => {
    using disk = tinyDisk();
    if (disk === undefined) return;
    const out = join(disk.path, 'log.jsonl');
    const recording = await start(out, { whenLogFails: 'stop' });
    const watch = await fetch(`${recording.url}/x?watch=true`);
    let response = await fetch(`${recording.url}/a`);
    while (response.status === 200) {
      await response.arrayBuffer();
      response = await fetch(`${recording.url}/a`);
    }
    expect(await response.json()).toMatchObject({
      kind: 'Status',
      code: 503,
      message: expect.stringContaining('ENOSPC'),
    });
    await expect(watch.text()).rejects.toThrow();
    const missing = await recording.close();
    const { torn } = await readExchangeLog(out);
    expect(`${missing ?? ''} ${torn ?? ''}`).toMatch(/\d+ lines/);
  });
});
