import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openWatch } from '../testing/watch.fixture.ts';

const ENTRY = fileURLToPath(new URL('quick-start.mjs', import.meta.url));

type Child = ChildProcessByStdio<null, Readable, Readable>;

function start(...flags: string[]): Child {
  return spawn(process.execPath, [ENTRY, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function finished(
  child: Child,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

async function listening(child: Child): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('it ended before it was listening');
}

describe('pnpm reference-server', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints its address, responds, and on %s ends watches and exits 0',
    async (signal) => {
      const child = start('--port', '0');
      const url = await listening(child);
      expect((await fetch(`${url}/api/v1/namespaces/default`)).status).toBe(200);
      await using watching = await openWatch(`${url}/api/v1/watch/namespaces`);
      await watching.take(3);
      const end = finished(child);
      child.kill(signal);
      expect(await watching.rest()).toEqual([]);
      expect((await end).code).toBe(0);
    },
  );

  it('keeps its state in a file, saves it on demand and at its end, and continues from it', async () => {
    const data = join(await mkdtemp(join(tmpdir(), 'reference-server-')), 'world');
    const first = start('--port', '0', '--data', data);
    const url = await listening(first);
    const made = await fetch(`${url}/api/v1/namespaces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"metadata":{"name":"n"}}',
    });
    const text = await made.text();
    first.kill('SIGUSR2');
    for (let tries = 0; tries < 500 && !existsSync(data); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await readFile(data, 'utf8')).toContain('"name":"n"');
    first.kill('SIGTERM');
    expect((await finished(first)).code).toBe(0);
    const second = start('--port', '0', '--data', data);
    const again = await listening(second);
    expect(await (await fetch(`${again}/api/v1/namespaces/n`)).text()).toBe(text);
    const { resourceVersion } = (JSON.parse(text) as { metadata: { resourceVersion: string } }).metadata;
    const later = await fetch(`${again}/api/v1/namespaces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"metadata":{"name":"m"}}',
    });
    expect(
      Number(((await later.json()) as { metadata: { resourceVersion: string } }).metadata.resourceVersion),
    ).toBeGreaterThan(Number(resourceVersion));
    second.kill('SIGTERM');
    expect((await finished(second)).code).toBe(0);
  });

  it('continues from the time of the saved state, if that is later than now', async () => {
    const data = join(await mkdtemp(join(tmpdir(), 'reference-server-')), 'world');
    const flags = ['--port', '0', '--data', data, '--test-clock', '--clock-speed', '0'];
    const first = start(...flags);
    const clock = `${await listening(first)}/_plumbline/clock`;
    await fetch(clock, { method: 'POST', body: '{"advance":"100h"}' });
    const { now } = (await (await fetch(clock)).json()) as { now: string };
    first.kill('SIGTERM');
    await finished(first);
    const second = start(...flags);
    expect(await (await fetch(`${await listening(second)}/_plumbline/clock`)).json()).toEqual({ now });
    second.kill('SIGTERM');
    await finished(second);
    const third = start('--port', '0', '--data', data);
    const made = await fetch(`${await listening(third)}/api/v1/namespaces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"metadata":{"name":"n"}}',
    });
    const { creationTimestamp } = ((await made.json()) as { metadata: { creationTimestamp: string } }).metadata;
    expect(Date.parse(creationTimestamp)).toBeGreaterThanOrEqual(Date.parse(now) - 1000);
    third.kill('SIGTERM');
    await finished(third);
  });

  it('refuses the file of a running server, and takes over the file of a killed one', async () => {
    const data = join(await mkdtemp(join(tmpdir(), 'reference-server-')), 'world');
    const first = start('--port', '0', '--data', data);
    await listening(first);
    const { code, out, err } = await finished(start('--port', '0', '--data', data));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(
      /^the snapshot .*world belongs to the server of process \d+, which .*; name another file with --data\n$/,
    );
    const killed = finished(first);
    first.kill('SIGKILL');
    await killed;
    const second = start('--port', '0', '--data', data);
    await listening(second);
    second.kill('SIGTERM');
    expect((await finished(second)).code).toBe(0);
    expect([existsSync(data), existsSync(`${data}.lock`)]).toEqual([true, false]);
  });

  it('refuses a file that is not a snapshot, by its name and line, and leaves it unchanged', async () => {
    const data = join(await mkdtemp(join(tmpdir(), 'reference-server-')), 'world');
    await writeFile(data, 'shopping list');
    const { code, out, err } = await finished(start('--port', '0', '--data', data));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^the snapshot .*world cannot be read, line 1: .*\n$/);
    expect(await readFile(data, 'utf8')).toBe('shopping list');
  });

  it('follows the chosen dialect', async () => {
    const child = start('--port', '0', '--dialect', 'kubernetes-1.7');
    const url = await listening(child);
    const made = await fetch(`${url}/api/v1/namespaces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"metadata":{"name":"n"}}',
    });
    expect(made.status).toBe(201);
    const list = (await (await fetch(`${url}/api/v1/namespaces`)).json()) as { items: object[] };
    expect(list.items.map((item) => Object.keys(item)[0])).toEqual(['metadata', 'metadata', 'metadata', 'metadata']);
    child.kill();
    expect((await finished(child)).code).toBe(0);
  });

  it('follows a dialect file', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'plumbline-dialect-')), 'ours.yaml');
    await writeFile(file, 'name: ours\nextends: kubernetes-1.7\nanswers:\n  create.status: 200\n');
    const child = start('--port', '0', '--dialect', file);
    const url = await listening(child);
    const made = await fetch(`${url}/api/v1/namespaces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"metadata":{"name":"n"}}',
    });
    expect(made.status).toBe(200);
    const removed = (await (await fetch(`${url}/api/v1/namespaces/n`, { method: 'DELETE' })).json()) as {
      kind: string;
    };
    expect(removed.kind).toBe('Namespace');
    child.kill();
    await finished(child);
  });

  it('runs no controller with --controllers off', async () => {
    const child = start('--port', '0', '--storage', 'memory', '--controllers', 'off');
    const namespaces = `${await listening(child)}/api/v1/namespaces`;
    await fetch(namespaces, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"metadata":{"name":"n"}}',
    });
    await fetch(`${namespaces}/n`, { method: 'DELETE' });
    const seen = (await (await fetch(`${namespaces}/n`)).json()) as { status: { phase: string } };
    expect(seen.status.phase).toBe('Terminating');
    child.kill();
    await finished(child);
  });

  it.each([
    ['on', 1],
    ['cleanup', 0],
  ] as const)(
    'with --controllers %s makes %d replica sets for a deployment, and empties a namespace',
    async (which, replicaSets) => {
      const child = start('--port', '0', '--controllers', which);
      const url = await listening(child);
      const create = (path: string, body: object): Promise<Response> =>
        fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
      const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
      await create('/api/v1/namespaces', { metadata: { name: 'n' } });
      await using watching = await openWatch(`${url}/api/v1/watch/namespaces/n?timeoutSeconds=20`);
      expect(
        (
          await create('/apis/apps/v1beta1/namespaces/default/deployments', {
            metadata: { name: 'd' },
            spec: { template },
          })
        ).ok,
      ).toBe(true);
      await fetch(`${url}/api/v1/namespaces/n`, { method: 'DELETE' });
      expect((await watching.take(3)).map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
      const made = async (): Promise<number> =>
        (
          (await (await fetch(`${url}/apis/extensions/v1beta1/namespaces/default/replicasets`)).json()) as {
            items: object[];
          }
        ).items.length;
      for (let tries = 0; tries < 200 && (await made()) < replicaSets; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await made()).toBe(replicaSets);
      child.kill();
      await finished(child);
    },
  );

  it('lists its flags on --help', async () => {
    const { code, out } = await finished(start('--help'));
    expect(code).toBe(0);
    for (const flag of [
      '--port',
      '--host',
      '--dialect',
      '--history',
      '--max-body',
      '--storage',
      '--data',
      '--controllers',
    ])
      expect(out).toContain(flag);
  });

  it.each([
    [['--port', 'x'], '--port'],
    [['--port', '70000'], '0 to 65535'],
    [['--bogus'], '--bogus'],
    [['--dialect', 'kubernetes-1.8'], "did you mean 'kubernetes-1.7'?"],
    [['--history', '0'], '--history'],
    [['--clock-speed', '-1'], '--clock-speed'],
    [['--controllers', 'true'], 'Allowed choices are on, cleanup, off'],
    [['--no-controllers'], 'Did you mean --controllers?'],
    [['--storage', 'etcd'], 'Expected memory, or the URL of an etcd'],
    [['--storage', 'http://127.0.0.1:1', '--data', 'x'], '--data'],
    [['--storage', 'http://u:p@127.0.0.1:1/etcd'], 'give http://127.0.0.1:1'],
    [['--host', ''], 'Expected an address'],
    [['--data', ''], 'Expected the name of a file'],
    [['--port', '0', '--data', join(tmpdir(), 'no-such-folder', 'world')], 'name another file with --data'],
    [['extra'], 'too many arguments'],
  ])('refuses %j with one line and exit code 2', async (flags, part) => {
    const { code, out, err } = await finished(start(...flags));
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).toContain(part);
  });

  it('reports the reason in one line if it cannot listen, and exits 3', async () => {
    const child = start('--port', '0');
    const { port } = new URL(await listening(child));
    const { code, err } = await finished(start('--port', port));
    expect(code).toBe(3);
    expect(err).toContain(`cannot listen on 127.0.0.1 port ${port}`);
    expect(err).toContain('choose another with --port');
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    child.kill();
    await once(child, 'close');
  });

  it('names the flag of an address on which it cannot listen', async () => {
    const { code, err } = await finished(start('--port', '0', '--host', '192.0.2.1'));
    expect(code).toBe(3);
    expect(err).toMatch(/^cannot listen on 192\.0\.2\.1 port 0: .*; choose another with --host\n$/);
  });
});
