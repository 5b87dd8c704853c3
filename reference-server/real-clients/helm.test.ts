import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../objects/simulated-clock.ts';
import { testServer, type TestServer } from '../testing/server.fixture.ts';
import { PATIENCE_MS, isHere, run } from './client-process.fixture.ts';
import { CHART, writeFiles } from './measure/manifests.ts';

/** Deployments roll out in a fraction of a second. */
const SPEED = 20;

const isInstalled = isHere('helm', 'helm', 'version');
/** From version 4 on helm uses server-side apply, unless it is told that the server has none. */
const OWN_APPLY =
  isInstalled && !/v[123]\./.test(execFileSync('helm', ['version', '--short'], { encoding: 'utf8' }))
    ? ['--server-side=false']
    : [];

describe.skipIf(!isInstalled)('helm', { timeout: PATIENCE_MS }, () => {
  let folder: string;
  let chart: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-helm-'));
    chart = join(folder, 'chart');
    server = await testServer({ controllers: 'on', clock: new SimulatedClock(SPEED) });
    writeFiles(folder, CHART);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it('installs a chart, upgrades it, rolls it back and removes it, and waits until each is done', async () => {
    const helm = async (...args: readonly string[]): Promise<string> => {
      const { code, text } = await run('helm', ['--kube-apiserver', server.url, ...args], {
        HOME: folder,
        KUBECONFIG: '/dev/null',
      });
      expect([args.join(' '), code, code === 0 ? '' : text]).toEqual([args.join(' '), 0, '']);
      return text;
    };
    const deployment = async (): Promise<unknown> =>
      (await server.send('GET', '/apis/apps/v1/namespaces/default/deployments/web')).body;
    await helm('install', 'web', chart, '--wait', ...OWN_APPLY);
    expect(await deployment()).toMatchObject({ status: { availableReplicas: 1 } });
    await helm('upgrade', 'web', chart, '--set', 'replicas=3', '--wait', ...OWN_APPLY);
    expect(await deployment()).toMatchObject({ status: { availableReplicas: 3 } });
    await helm('rollback', 'web', '1', '--wait', ...OWN_APPLY);
    expect(await deployment()).toMatchObject({ spec: { replicas: 1 } });
    expect(await helm('history', 'web')).toMatch(/superseded.*superseded.*deployed/s);
    await helm('uninstall', 'web', '--wait');
    expect(await deployment()).toMatchObject({ reason: 'NotFound' });
  });
});
