import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../objects/simulated-clock.ts';
import { testServer, type TestServer } from '../testing/server.fixture.ts';
import { PATIENCE_MS, onPath, run, skipped } from './client-process.fixture.ts';
import { APP } from './measure/manifests.ts';

/** Pods start and deployments roll out in a fraction of a second. */
const SPEED = 20;

/** The server fills in the rolling update and the empty directory, which the applied manifest never names. */
const MANIFEST_WITH_VOLUME = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: switched}
spec: {replicas: 1, selector: {matchLabels: {app: switched}}, template: {metadata: {labels: {app: switched}}, spec: {volumes: [SOURCE], containers: [{name: c, image: x}]}}}
`;

interface Kubectl {
  readonly path: string;
  readonly version: string;
}

/** Each kubectl of the machine that reports its version. */
function installed(): Kubectl[] {
  return onPath('kubectl').flatMap((path) => {
    const version = /GitVersion:"v?([\d.]+)|Client Version: v([\d.]+)/.exec(
      execFileSync(path, ['version', '--client'], { encoding: 'utf8' }),
    );
    return version === null ? [] : [{ path, version: version[1] ?? version[2] ?? '' }];
  });
}

const CLIENTS = installed();
if (CLIENTS.length === 0) skipped('kubectl', 'is not on this machine (Debian: apt-get install kubernetes-client)');

describe.each(CLIENTS)('kubectl $version', { timeout: PATIENCE_MS }, ({ path, version }) => {
  let folder: string;
  let manifest: string;
  let environment: Record<string, string>;
  let server: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-kubectl-'));
    manifest = join(folder, 'manifest.yaml');
    environment = { HOME: folder, KUBECONFIG: '/dev/null' };
    server = await testServer({ controllers: 'on', clock: new SimulatedClock(SPEED) });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const refused = (...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> =>
    run(path, ['--server', server.url, ...args], environment);
  const kubectl = async (...args: readonly string[]): Promise<string> => {
    const { code, text } = await refused(...args);
    expect([args.join(' '), code, code === 0 ? '' : text]).toEqual([args.join(' '), 0, '']);
    return text;
  };

  it('applies a file, applies it again after a change, and names the place of an error', async () => {
    writeFileSync(manifest, APP);
    expect(await kubectl('apply', '-f', manifest)).toMatch(
      /deployment.apps\/app created\nservice\/app created\nconfigmap\/applied created/,
    );
    writeFileSync(manifest, APP.replace('{k: one, gone: x}', '{k: two}'));
    expect(await kubectl('apply', '-f', manifest)).toMatch(
      /deployment.apps\/app unchanged\nservice\/app unchanged\nconfigmap\/applied configured/,
    );
    expect((await server.send('GET', '/api/v1/namespaces/default/configmaps/applied')).body.data).toEqual({ k: 'two' });
    writeFileSync(manifest, APP.replace('\ndata:', '\ndate:'));
    expect(await refused('apply', '-f', manifest)).toMatchObject({
      code: 1,
      text: expect.stringContaining('unknown field "date"'),
    });
  });

  it('changes a deployment to Recreate and the source of a volume by apply', async () => {
    const volume = (source: string): string => MANIFEST_WITH_VOLUME.replace('SOURCE', source);
    writeFileSync(manifest, volume('{name: v}'));
    await kubectl('apply', '-f', manifest);
    writeFileSync(
      manifest,
      volume('{name: v, configMap: {name: m}}').replace('replicas: 1', 'replicas: 1, strategy: {type: Recreate}'),
    );
    expect(await kubectl('apply', '-f', manifest)).toBe('deployment.apps/switched configured\n');
    const { body } = await server.send('GET', '/apis/apps/v1/namespaces/default/deployments/switched');
    expect(body.spec).toMatchObject({
      strategy: { type: 'Recreate' },
      template: { spec: { volumes: [{ name: 'v', configMap: { name: 'm', defaultMode: 0o644 } }] } },
    });
    await kubectl('delete', 'deployment', 'switched');
  });

  it('shows why a daemon set was changed', async () => {
    const daemons = (image: string, why: string): string =>
      MANIFEST_WITH_VOLUME.replace('Deployment', 'DaemonSet')
        .replace('replicas: 1, ', '')
        .replace('volumes: [SOURCE], ', '')
        .replace('image: x', `image: ${image}`)
        .replace('{name: switched}', `{name: daemons, annotations: {kubernetes.io/change-cause: ${why}}}`);
    for (const [image, why] of [
      ['x:1', 'first'],
      ['x:2', 'second'],
    ] as const) {
      writeFileSync(manifest, daemons(image, why));
      await kubectl('apply', '-f', manifest);
      await kubectl('rollout', 'status', 'daemonset/daemons');
    }
    expect(await kubectl('rollout', 'history', 'daemonset/daemons')).toMatch(/1 +first\n2 +second/);
    await kubectl('delete', 'daemonset', 'daemons');
  });

  it('keeps the content of a binary file', async () => {
    writeFileSync(join(folder, 'binary'), Buffer.from([0xff, 0x00, 0xfe]));
    await kubectl('create', 'configmap', 'binary', `--from-file=${join(folder, 'binary')}`);
    expect(await kubectl('get', 'configmap', 'binary', '-o', 'jsonpath={.binaryData.binary}')).toBe('/wD+');
    await kubectl('delete', 'configmap', 'binary');
  });

  it('rolls a deployment out, back and on, and follows it', async () => {
    await kubectl('rollout', 'status', 'deployment/app');
    await kubectl('set', 'image', 'deployment/app', 'c=nginx:2');
    expect(await kubectl('rollout', 'status', 'deployment/app')).toContain('successfully rolled out');
    expect(await kubectl('rollout', 'history', 'deployment/app')).toMatch(/1 .*\n2 /);
    await kubectl('rollout', 'undo', 'deployment/app');
    await kubectl('rollout', 'status', 'deployment/app');
    expect(await kubectl('get', 'deployment', 'app', '-o', 'jsonpath={.spec.template.spec.containers[0].image}')).toBe(
      'nginx:1',
    );
    expect(await kubectl('scale', 'deployment', 'app', '--replicas=3')).toContain('scaled');
    await kubectl('rollout', 'status', 'deployment/app');
    expect(await kubectl('get', 'deployments')).toMatch(/NAME +READY +UP-TO-DATE +AVAILABLE +AGE\napp +3\/3 /);
    expect(await kubectl('describe', 'deployment', 'app')).toMatch(/Replicas: +3 desired.*Scaled up replica set/s);
  });

  it('runs a pod and a job to their conditions, and changes, moves and deletes objects', async () => {
    await kubectl('run', 'one', '--image=nginx');
    await kubectl('wait', '--for=condition=Ready', 'pod/one');
    await kubectl('label', 'pod', 'one', 'a=b');
    await kubectl('patch', 'pod', 'one', '-p', '{"metadata":{"annotations":{"c":"d"}}}');
    expect(await kubectl('get', 'pod', 'one', '-o', 'jsonpath={.metadata.labels.a}{.metadata.annotations.c}')).toBe(
      'bd',
    );
    await kubectl('create', 'job', 'once', '--image=busybox');
    await kubectl('wait', '--for=condition=complete', 'job/once');
    await kubectl('create', 'cronjob', 'often', '--image=busybox', '--schedule=* * * * *');
    expect(await kubectl('drain', 'node-1', '--ignore-daemonsets', '--force')).toContain('node/node-1');
    expect(await kubectl('explain', 'pod.spec.containers')).toContain('imagePullPolicy');
    await kubectl('delete', 'deployment/app', 'service/app', 'cronjob/often', 'job/once');
    await kubectl('delete', 'configmap', '--all');
    expect(await refused('get', 'deployment', 'app')).toMatchObject({
      code: 1,
      text: expect.stringContaining('NotFound'),
    });
  });

  it('uses one of several group versions of a kind, and lists it once', async () => {
    await kubectl('create', 'deployment', 'web', '--image=nginx');
    await kubectl('rollout', 'status', 'deployment/web');
    expect((await kubectl('get', 'all')).match(/^deployment\.\S*/gm)).toEqual(['deployment.apps/web']);
    expect(await kubectl('get', 'deploy', '-o', 'wide')).toMatch(
      /^NAME +READY +UP-TO-DATE +AVAILABLE +AGE +CONTAINERS +IMAGES +SELECTOR\nweb .* nginx +nginx +app=web\n$/,
    );
    expect(await kubectl('get', 'nodes')).toMatch(/^NAME +STATUS +ROLES +VERSION +AGE\nnode-1 +Ready/);
    await kubectl('delete', 'deploy', 'web');
  });

  it('creates a job from a cron job, edits, and reviews its own access', async () => {
    await kubectl('create', 'cronjob', 'cron', '--image=busybox', '--schedule=0 0 1 1 *');
    await kubectl(
      'create',
      'job',
      'now',
      version.startsWith('1.20') ? '--from=cronjobs.v1beta1.batch/cron' : '--from=cronjob/cron',
    );
    await kubectl('wait', '--for=condition=complete', 'job/now');
    environment['KUBE_EDITOR'] = 'sed -i s/busybox/busybox:1/';
    await kubectl('edit', 'cronjobs.v2alpha1.batch/cron');
    expect(
      await kubectl(
        'get',
        'cronjobs.v2alpha1.batch',
        'cron',
        '-o',
        'jsonpath={.spec.jobTemplate.spec.template.spec.containers[0].image}',
      ),
    ).toBe('busybox:1');
    // The cron job owns the job, which goes with it.
    await kubectl('delete', 'cronjobs.v2alpha1.batch/cron');
    expect(await kubectl('auth', 'can-i', 'create', 'pods')).toBe('yes\n');
    expect(await refused('logs', 'none-such')).toMatchObject({ code: 1, text: expect.stringContaining('not found') });
  });

  it('never changes anything by a dry run', async () => {
    expect(await kubectl('create', 'configmap', 'dry', '--from-literal=k=v', '--dry-run=server')).toContain(
      'server dry run',
    );
    expect((await server.send('GET', '/api/v1/namespaces/default/configmaps/dry')).status).toBe(404);
  });

  it('watches', async () => {
    const watching = spawn(path, ['--server', server.url, 'get', 'secrets', '--watch-only', '-o', 'name'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(watching, 'exit');
    const lines = createInterface({ input: watching.stdout })[Symbol.asyncIterator]();
    // It does not report when its watch is open: objects are created until it has seen one.
    let made = 0;
    const make = (): void =>
      void server
        .send('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: `s-${made++}` } })
        .catch(() => undefined);
    const making = setInterval(make, 50);
    try {
      expect((await lines.next()).value).toMatch(/^secret\/s-\d+$/);
    } finally {
      clearInterval(making);
      watching.kill();
      await ended;
    }
  });
});
