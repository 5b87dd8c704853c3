import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../testing/test-server.ts';
import { testServer } from '../testing/test-server.ts';

const HERE = import.meta.dirname;
const PATIENCE_MS = 60_000;

/** Whether a command runs here; says so where it does not, as its tests are skipped then. */
function isHere(client: string, command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, [...args], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(`skipped: ${client} is not on this machine\n`);
    return false;
  }
}

interface Ran {
  readonly code: number;
  readonly text: string;
}

function run(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(command, [...args], { env: { ...process.env, ...environment }, timeout: PATIENCE_MS }, (error, out, complaints) => {
      resolve({ code: error === null ? 0 : 1, text: out + complaints });
    });
  });
}

describe('clients that others made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-clients-'));
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it.skipIf(!isHere('kubectl', 'kubectl', 'version', '--client'))('kubectl creates, applies, scales, shows, explains and deletes', { timeout: PATIENCE_MS }, async () => {
    const kubectl = async (...args: readonly string[]): Promise<string> => {
      const { code, text } = await run('kubectl', ['--server', server.url, ...args], { HOME: folder, KUBECONFIG: '/dev/null' });
      expect([args.join(' '), code, code === 0 ? '' : text]).toEqual([args.join(' '), 0, '']);
      return text;
    };
    expect(await kubectl('create', 'configmap', 'made', '--from-literal=k=v')).toContain('configmap/made created');
    expect(await kubectl('create', 'deployment', 'web', '--image=nginx')).toContain('deployment.apps/web created');
    const manifest = join(folder, 'manifest.yaml');
    writeFileSync(manifest, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\ndata: {k: one, gone: x}\n');
    expect(await kubectl('apply', '-f', manifest)).toContain('configmap/applied created');
    writeFileSync(manifest, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\ndata: {k: two}\n');
    expect(await kubectl('apply', '-f', manifest)).toContain('configmap/applied configured');
    expect((await server.send('GET', '/api/v1/namespaces/default/configmaps/applied')).body.data).toEqual({ k: 'two' });
    expect(await kubectl('scale', 'deployment', 'web', '--replicas=3')).toContain('scaled');
    expect(await kubectl('get', 'deployments')).toMatch(/NAME +READY +UP-TO-DATE +AVAILABLE +AGE\nweb +0\/3 /);
    expect(await kubectl('explain', 'pod.spec.containers')).toContain('imagePullPolicy');
    expect(await kubectl('delete', 'deployment/web', 'configmap/made')).toContain('deleted');
    writeFileSync(manifest, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\ndate: {k: two}\n');
    const refused = await run('kubectl', ['--server', server.url, 'apply', '-f', manifest], { HOME: folder, KUBECONFIG: '/dev/null' });
    expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('unknown field "date"')]);
  });

  it.skipIf(!isHere('python3-kubernetes', '/usr/bin/python3', '-c', 'import kubernetes'))("python's client writes, pages, watches and reads errors", { timeout: PATIENCE_MS }, async () => {
    const { code, text } = await run('/usr/bin/python3', [join(HERE, 'python3-kubernetes.py'), server.url]);
    expect([code, code === 0 ? '' : text]).toEqual([0, '']);
    const seen = JSON.parse(text) as { readonly pages: string[][]; readonly events: string[][] };
    expect(seen).toMatchObject({ replicas: 3, missing: [404, 'NotFound'], version: '7', nodes: 0 });
    expect(seen.pages.flat()).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    expect(seen.pages.every((page) => page.length <= 2)).toBe(true);
    expect(seen.events.at(-1)).toEqual(['DELETED', 'b']);
  });
});
