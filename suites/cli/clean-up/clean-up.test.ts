import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import { SmallApi } from '../../drivers/small-api.fixture.ts';
import { conformance } from '../../self-tests/conformance-in-process.fixture.ts';
import { startListening } from '../../self-tests/listening-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ENTRY = 'suites/cli/quick-start.mjs';
const SLOW = 120_000;
const NAMESPACES = '/api/v1/namespaces';

let folder: string;
let server: ListeningProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-clean-up-'));
  server = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** A foreign run in progress. */
const OTHER_RUN = 'p00000';

interface Item {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
}

const cleanUp = (url: string, ...args: readonly string[]): ReturnType<typeof conformance> =>
  conformance('--target', url, '--clean-up', ...args);

async function items(path: string): Promise<readonly Item[]> {
  return ((await (await fetch(server.url + path)).json()) as { readonly items: readonly Item[] }).items;
}

async function names(path: string): Promise<string[]> {
  return (await items(path)).map(({ metadata }) => metadata.name).sort();
}

async function make(path: string, metadata: object): Promise<void> {
  const { status } = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ metadata }),
  });
  expect(status).toBe(200);
}

/** Kills a run as soon as it has sent some cases; resolves with its name. */
async function killedRun(out: string): Promise<string> {
  const child = spawn(process.execPath, [ENTRY, '--target', server.url, '--report-dir', out, '--rules', 'create/*'], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const made = async (): Promise<readonly string[]> =>
    (await items('/api/v1/configmaps'))
      .flatMap(({ metadata }) => metadata.labels?.['plumbline-run'] ?? [])
      .filter((name) => name !== OTHER_RUN);
  let found: readonly string[] = [];
  while (found.length === 0) found = await made();
  child.kill('SIGKILL');
  await exited;
  return found[0] ?? '';
}

describe('--clean-up', () => {
  it(
    'removes the objects of a killed run, but none of others, and finds nothing the second time',
    { timeout: SLOW },
    async () => {
      await make(NAMESPACES, { name: 'others' });
      await make(`${NAMESPACES}/others/configmaps`, { name: 'theirs', labels: { 'plumbline-run': OTHER_RUN } });
      await make(NAMESPACES, { name: `plumbline-${OTHER_RUN}-0-ns1`, labels: { 'plumbline-run': OTHER_RUN } });
      const before = await names(NAMESPACES);
      const out = join(folder, 'killed');
      const killed = await killedRun(out);
      expect((await names(NAMESPACES)).length).toBeGreaterThan(before.length);

      const cleaned = await cleanUp(server.url, killed);
      expect(cleaned).toMatchObject({ exitCode: 0, stderr: '' });
      expect(cleaned.stdout).toMatch(new RegExp(`^removed .*\\b\\d+ namespaces.* of run ${killed}\\n$`));
      expect(await names(NAMESPACES)).toEqual(before);
      expect(await names(`${NAMESPACES}/others/configmaps`)).toEqual(['theirs']);
      expect(await cleanUp(server.url, `plumbline-run=${killed}`)).toEqual({
        exitCode: 0,
        stdout: `removed nothing of run ${killed}\n`,
        stderr: '',
      });

      await expect
        .poll(() =>
          readFile(join(out, 'report.json'), 'utf8').then(
            (text) => (JSON.parse(text) as Report).leftovers,
            () => [],
          ),
        )
        .toEqual([
          `What the run made may be left. Remove it: pnpm conformance --clean-up ${killed} --target ${server.url}`,
        ]);
    },
  );

  it(
    'removes from a foreign namespace only objects with the label or the name of the run',
    { timeout: SLOW },
    async () => {
      await make(NAMESPACES, { name: 'team' });
      await make(NAMESPACES, { name: 'elsewhere', labels: { 'plumbline-run': 'pabcde' } });
      for (const metadata of [
        { name: 'theirs' },
        { name: 'pabcde-1-a' },
        { name: 'odd', labels: { 'plumbline-run': 'pabcde' } },
        { name: 'pabcdef-x' },
      ])
        await make(`${NAMESPACES}/team/secrets`, metadata);
      expect(await cleanUp(server.url, 'pabcde', '--namespace', 'team')).toEqual({
        exitCode: 0,
        stdout: 'removed 2 secrets of run pabcde\n',
        stderr: '',
      });
      expect(await names(`${NAMESPACES}/team/secrets`)).toEqual(['pabcdef-x', 'theirs']);
      expect(await names(NAMESPACES)).toContain('elsewhere');
    },
  );

  it('names the objects that it could not remove, and exits 3', { timeout: SLOW }, async () => {
    await using api = await SmallApi.start();
    api.objects.set(`${NAMESPACES}/plumbline-pabcde-0-ns1`, { metadata: { name: 'plumbline-pabcde-0-ns1' } });
    api.override = ({ method }) => (method === 'DELETE' ? { status: 403 } : undefined);
    const { exitCode, stdout, stderr } = await cleanUp(api.url, 'pabcde');
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: 'removed nothing of run pabcde\n' });
    expect(stderr).toBe(
      `1 namespace may be left: ${NAMESPACES}/plumbline-pabcde-0-ns1 (DELETE returned 403, and it is still there). Remove them: pnpm conformance --clean-up pabcde --target ${api.url}\n`,
    );
  });

  it('reports a failed search, and exits 3', { timeout: SLOW }, async () => {
    const { exitCode, stderr } = await cleanUp('http://127.0.0.1:1', 'pabcde');
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(
      /^Cannot search for the objects of run pabcde: GET \/api\/v1\/namespaces got no response \(.*ECONNREFUSED.*\)\. Check the URL/,
    );
  });
});
