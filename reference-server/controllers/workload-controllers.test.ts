import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectKey } from '../objects/object-key.ts';
import { controllerServer, type ControllerServer } from '../testing/controller-server.fixture.ts';
import { type Body, type Reply, testServer } from '../testing/server.fixture.ts';
import { ControllerWrites, controlledResource } from './runtime/controller-writes.ts';

const PODS = '/api/v1/namespaces/default/pods';
const SETS = '/apis/extensions/v1beta1/namespaces/default/replicasets';
const DAEMONS = '/apis/extensions/v1beta1/namespaces/default/daemonsets';
const DEPLOYMENTS = '/apis/apps/v1beta1/namespaces/default/deployments';
const JOBS = '/apis/batch/v1/namespaces/default/jobs';
const CRON_JOBS = '/apis/batch/v2alpha1/namespaces/default/cronjobs';
const SECOND = 1000;

function template(labels: object, { restartPolicy = 'Always', annotations = {}, image = 'i:1' } = {}): object {
  return { metadata: { labels, annotations }, spec: { restartPolicy, containers: [{ name: 'c', image }] } };
}

describe('workload controllers', () => {
  let server: ControllerServer;
  beforeAll(async () => {
    server = await controllerServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  async function made(path: string, body: object): Promise<Body> {
    return server.done('POST', path, body);
  }

  async function get(path: string): Promise<Body> {
    return (await server.send('GET', path)).body;
  }

  async function items(path: string, selector = ''): Promise<readonly Body[]> {
    return (await get(`${path}?labelSelector=${encodeURIComponent(selector)}`)).items;
  }

  async function patch(path: string, change: object): Promise<Reply> {
    const reply = await server.send(
      'PATCH',
      path,
      {},
      { text: JSON.stringify(change), headers: { 'Content-Type': 'application/merge-patch+json' } },
    );
    await server.settled();
    return reply;
  }

  it('put a pod on a node, run it, and end it gracefully before its grace period is over', async () => {
    await made(PODS, {
      metadata: { name: 'one', annotations: { 'plumbline.test/stops-after': '3s' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    expect(await get(`${PODS}/one`)).toMatchObject({
      spec: { nodeName: expect.stringMatching(/^node-[123]$/) },
      status: { phase: 'Running', podIP: expect.stringMatching(/^10\./) },
    });
    await server.send('DELETE', `${PODS}/one`);
    await server.pass(2);
    expect((await get(`${PODS}/one`)).metadata).toHaveProperty('deletionTimestamp');
    await server.pass(1);
    expect((await server.send('GET', `${PODS}/one`)).status).toBe(404);
  });

  it('stop the containers of a pod that is being deleted though a finalizer holds it', async () => {
    await made(PODS, {
      metadata: { name: 'held', finalizers: ['example.com/hold'] },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    await server.send('DELETE', `${PODS}/held`);
    await server.pass(40);
    expect((await get(`${PODS}/held`)).status).toMatchObject({
      phase: 'Running',
      containerStatuses: [{ ready: false, state: { terminated: { exitCode: 143 } } }],
      conditions: expect.arrayContaining([expect.objectContaining({ type: 'Ready', status: 'False' })]),
    });
    await patch(`${PODS}/held`, { metadata: { finalizers: null } });
    expect((await server.send('GET', `${PODS}/held`)).status).toBe(404);
  });

  it('record an event for keys that are not variable names when their container starts', async () => {
    await made('/api/v1/namespaces/default/configmaps', {
      metadata: { name: 'settings' },
      data: { 'a.b': '1', fine: '2', '1st': '3' },
    });
    await made('/api/v1/namespaces/default/secrets', { metadata: { name: 'keys' }, data: { '1st': '', 'x.y': '' } });
    const envFrom = [
      { configMapRef: { name: 'settings' } },
      { prefix: 'P_', secretRef: { name: 'keys' } },
      { configMapRef: { name: 'absent', optional: true } },
    ];
    await made(PODS, { metadata: { name: 'env' }, spec: { containers: [{ name: 'c', image: 'i', envFrom }] } });
    const events = (
      await get('/api/v1/namespaces/default/events?fieldSelector=involvedObject.name%3Denv,type%3DWarning')
    ).items;
    expect(events.map(({ reason, message }) => [reason, message.split(': ')[1]])).toEqual(
      expect.arrayContaining([
        ['InvalidEnvironmentVariableNames', '1st, a.b'],
        ['InvalidEnvironmentVariableNames', 'x.y'],
      ]),
    );
    expect(events).toHaveLength(2);
  });

  it('show their nodes', async () => {
    const { items: nodes } = await get('/api/v1/nodes');
    expect(nodes.map(({ metadata, status }) => [metadata.name, status])).toEqual(
      ['node-1', 'node-2', 'node-3'].map((name) => [
        name,
        expect.objectContaining({ conditions: [expect.objectContaining({ type: 'Ready', status: 'True' })] }),
      ]),
    );
  });

  it('put no pod on an unschedulable node until it is schedulable', async () => {
    const NODES = '/api/v1/nodes';
    const containers = [{ name: 'c', image: 'i' }];
    const nodeOf = async (name: string): Promise<unknown> => (await get(`${PODS}/${name}`)).spec?.['nodeName'];
    await patch(`${NODES}/node-1`, { spec: { unschedulable: true } });
    await patch(`${NODES}/node-2`, { spec: { taints: [{ key: 'only', value: 'some', effect: 'NoSchedule' }] } });
    for (const name of ['n1', 'n2', 'n3']) await made(PODS, { metadata: { name }, spec: { containers } });
    expect(await Promise.all(['n1', 'n2', 'n3'].map(nodeOf))).toEqual(['node-3', 'node-3', 'node-3']);
    await made(PODS, { metadata: { name: 'waits' }, spec: { containers, nodeSelector: { disk: 'fast' } } });
    expect(await nodeOf('waits')).toBeUndefined();
    await patch(`${NODES}/node-1`, { metadata: { labels: { disk: 'fast' } } });
    expect(await nodeOf('waits')).toBeUndefined();
    await patch(`${NODES}/node-1`, { spec: { unschedulable: null } });
    expect(await nodeOf('waits')).toBe('node-1');
    await patch(`${NODES}/node-2`, { spec: { taints: null } });
    for (const name of ['n1', 'n2', 'n3', 'waits']) await server.send('DELETE', `${PODS}/${name}?gracePeriodSeconds=0`);
  });

  it('ignore pods that fit no node, and those of another scheduler or node', async () => {
    const containers = [{ name: 'c', image: 'i' }];
    await made(PODS, { metadata: { name: 'nowhere' }, spec: { containers, nodeSelector: { no: 'such' } } });
    await made(PODS, { metadata: { name: 'other' }, spec: { containers, schedulerName: 'mine' } });
    await made(PODS, { metadata: { name: 'there' }, spec: { containers, nodeName: 'elsewhere' } });
    const pods = await Promise.all(['nowhere', 'other', 'there'].map((name) => get(`${PODS}/${name}`)));
    expect(pods.map(({ spec }) => spec?.['nodeName'])).toEqual([undefined, undefined, 'elsewhere']);
    expect(pods[0]?.status).toMatchObject({
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
    });
    expect([pods[1]?.status, pods[2]?.status]).toEqual([
      { phase: 'Pending', qosClass: 'BestEffort' },
      { phase: 'Pending', qosClass: 'BestEffort' },
    ]);
  });

  it('keep the pods of a replica set, which adopts pods that it selects and releases those that it no longer selects', async () => {
    await made(PODS, {
      metadata: { name: 'stray', labels: { set: 'a' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    const set = await made(SETS, { metadata: { name: 'a' }, spec: { replicas: 3, template: template({ set: 'a' }) } });
    const pods = await items(PODS, 'set=a');
    expect(pods.map(({ metadata }) => metadata['ownerReferences'])).toEqual(
      [1, 2, 3].map(() => [expect.objectContaining({ uid: set.metadata.uid, controller: true })]),
    );
    expect(pods.map(({ metadata }) => metadata.name)).toContain('stray');
    await patch(`${PODS}/stray`, { metadata: { labels: { set: 'none' } } });
    expect((await get(`${PODS}/stray`)).metadata).not.toHaveProperty('ownerReferences');
    expect((await get(`${SETS}/a`)).status).toEqual({
      replicas: 3,
      fullyLabeledReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      observedGeneration: 1,
    });
    await patch(`${SETS}/a`, { spec: { replicas: 1 } });
    await server.pass(1);
    expect(await items(PODS, 'set=a')).toHaveLength(1);
  });

  it('replace a pod that is deleted', async () => {
    await made(SETS, { metadata: { name: 'b' }, spec: { replicas: 1, template: template({ set: 'b' }) } });
    const [before] = await items(PODS, 'set=b');
    await server.send('DELETE', `${PODS}/${before?.metadata.name}?gracePeriodSeconds=0`);
    await server.settled();
    const after = await items(PODS, 'set=b');
    expect([after.length, after[0]?.metadata.uid === before?.metadata.uid]).toEqual([1, false]);
  });

  it('count pods as available when they have been ready for minReadySeconds', async () => {
    await made(SETS, {
      metadata: { name: 'slow' },
      spec: { replicas: 1, minReadySeconds: 30, template: template({ set: 'slow' }) },
    });
    expect((await get(`${SETS}/slow`)).status).not.toHaveProperty('availableReplicas');
    await server.pass(30);
    expect((await get(`${SETS}/slow`)).status).toHaveProperty('availableReplicas', 1);
  });

  it('report why a replica set cannot create pods, and try again later', async () => {
    // White space at the ends of an image is refused in pods only, not in templates.
    await made(SETS, {
      metadata: { name: 'refused' },
      spec: { replicas: 1, template: template({ set: 'refused' }, { image: ' i' }) },
    });
    const failing = await get(`${SETS}/refused`);
    expect(failing.status).toMatchObject({
      replicas: 0,
      conditions: [
        {
          type: 'ReplicaFailure',
          status: 'True',
          reason: 'FailedCreate',
          message: expect.stringContaining('white space'),
        },
      ],
    });
    await patch(`${SETS}/refused`, { spec: { template: template({ set: 'refused' }) } });
    expect((await get(`${SETS}/refused`)).status).toEqual({
      replicas: 1,
      fullyLabeledReplicas: 1,
      readyReplicas: 1,
      availableReplicas: 1,
      observedGeneration: 2,
    });
  });

  it('roll a deployment out, and back', async () => {
    await made(DEPLOYMENTS, { metadata: { name: 'd' }, spec: { replicas: 2, template: template({ app: 'd' }) } });
    await patch(`${DEPLOYMENTS}/d`, { spec: { template: template({ app: 'd' }, { image: 'i:2' }) } });
    await server.pass(1);
    const rolled = await get(`${DEPLOYMENTS}/d`);
    expect(rolled.metadata['annotations']).toEqual({ 'deployment.kubernetes.io/revision': '2' });
    expect(rolled.status).toMatchObject({
      observedGeneration: 2,
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
    });
    expect((await items(SETS, 'app=d')).map(({ spec }) => spec?.['replicas']).sort()).toEqual([0, 2]);
    expect(await items(PODS, 'app=d')).toHaveLength(2);
    await patch(`${DEPLOYMENTS}/d`, { spec: { rollbackTo: { revision: 1 } } });
    await server.pass(1);
    const back = await get(`${DEPLOYMENTS}/d`);
    expect(back.spec).not.toHaveProperty('rollbackTo');
    expect(back.spec).toMatchObject({ template: { spec: { containers: [{ image: 'i:1' }] } } });
    expect(back.metadata['annotations']).toEqual({ 'deployment.kubernetes.io/revision': '3' });
  });

  it('report after ten minutes that a deployment makes no progress', async () => {
    const annotations = { 'unready.plumbline.test/c': 'true' };
    await made(DEPLOYMENTS, {
      metadata: { name: 'stuck' },
      spec: { replicas: 1, template: template({ app: 'stuck' }, { annotations }) },
    });
    await server.pass(601);
    expect((await get(`${DEPLOYMENTS}/stuck`)).status).toMatchObject({
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }),
      ]),
    });
    const [pod] = await items(PODS, 'app=stuck');
    await patch(`${PODS}/${pod?.metadata.name}`, { metadata: { annotations: { 'unready.plumbline.test/c': null } } });
    expect((await get(`${DEPLOYMENTS}/stuck`)).status).toMatchObject({
      availableReplicas: 1,
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' }),
      ]),
    });
  });

  it('take another name for a replica set whose name is taken, and count the collision', async () => {
    const body = (name: string): object => ({
      metadata: { name },
      spec: { replicas: 1, template: template({ app: name }) },
    });
    await made(DEPLOYMENTS, body('clash'));
    const [own] = await items(SETS, 'app=clash');
    await server.send('DELETE', `${DEPLOYMENTS}/clash`, { propagationPolicy: 'Background' });
    await server.settled();
    await server.pass(2);
    await made(SETS, {
      metadata: { name: own?.metadata.name },
      spec: { replicas: 0, template: template({ app: 'another' }) },
    });
    await made(DEPLOYMENTS, body('clash'));
    await server.pass(1);
    expect((await get(`${DEPLOYMENTS}/clash`)).status).toMatchObject({ collisionCount: 1, availableReplicas: 1 });
  });

  it('keep a pod of a daemon set on each node, and replace one at a time', async () => {
    await made(DAEMONS, {
      metadata: { name: 'ds' },
      spec: { updateStrategy: { type: 'RollingUpdate' }, template: template({ ds: 'x' }) },
    });
    expect((await items(PODS, 'ds=x')).map(({ spec }) => spec?.['nodeName']).sort()).toEqual([
      'node-1',
      'node-2',
      'node-3',
    ]);
    expect((await get(`${DAEMONS}/ds`)).status).toEqual({
      currentNumberScheduled: 3,
      numberMisscheduled: 0,
      desiredNumberScheduled: 3,
      numberReady: 3,
      observedGeneration: 1,
      updatedNumberScheduled: 3,
      numberAvailable: 3,
    });
    await patch(`${DAEMONS}/ds`, { spec: { template: template({ ds: 'x' }, { image: 'i:2' }) } });
    const going = async (): Promise<number> =>
      (await items(PODS, 'ds=x')).filter(({ metadata }) => metadata['deletionTimestamp'] !== undefined).length;
    expect(await going()).toBe(1);
    await server.pass(10);
    expect((await items(PODS, 'ds=x,pod-template-generation=2')).length).toBe(3);
  });

  it('run a job to its end', async () => {
    await made(JOBS, {
      metadata: { name: 'j' },
      spec: { completions: 3, parallelism: 2, template: template({}, { restartPolicy: 'Never' }) },
    });
    expect((await get(`${JOBS}/j`)).status).toMatchObject({ active: 2, startTime: expect.any(String) });
    await server.pass(11);
    expect((await get(`${JOBS}/j`)).status).toMatchObject({
      succeeded: 3,
      conditions: [{ type: 'Complete', status: 'True' }],
    });
    expect((await get(`${JOBS}/j`)).status).not.toHaveProperty('active');
  });

  it('make a job whenever a cron job is due, each at its time though ten minutes pass at once, and keep as many as its limits', async () => {
    await made(CRON_JOBS, {
      metadata: { name: 'cj' },
      spec: {
        schedule: '* * * * *',
        successfulJobsHistoryLimit: 3,
        jobTemplate: {
          metadata: { labels: { cron: 'cj' } },
          spec: { template: template({}, { restartPolicy: 'OnFailure' }) },
        },
      },
    });
    await server.pass(600);
    const jobs = await items(JOBS, 'cron=cj');
    const times = jobs.map(({ metadata }) => Date.parse(String(metadata['creationTimestamp']))).sort();
    expect([3, 4]).toContain(jobs.length);
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(
      times.slice(1).map(() => 60 * SECOND),
    );
    await server.send('DELETE', `${CRON_JOBS}/cj`, { propagationPolicy: 'Background' });
  });

  it('keep the endpoints of a service: its ready pods, and none that is no longer ready', async () => {
    await made(SETS, { metadata: { name: 'web' }, spec: { replicas: 2, template: template({ app: 'web' }) } });
    await made('/api/v1/namespaces/default/services', {
      metadata: { name: 'web' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] },
    });
    const endpoints = async (): Promise<unknown> =>
      Reflect.get(await get('/api/v1/namespaces/default/endpoints/web'), 'subsets');
    const [first, second] = await items(PODS, 'app=web');
    const at = (pod: Body | undefined): object =>
      expect.objectContaining({
        ip: Reflect.get(Object(pod?.status), 'podIP'),
        targetRef: expect.objectContaining({ uid: pod?.metadata.uid }),
      });
    const ports = [{ port: 8080, protocol: 'TCP' }];
    expect(await endpoints()).toEqual([{ addresses: [at(first), at(second)], ports }]);
    await patch(`${PODS}/${first?.metadata.name}`, {
      metadata: { annotations: { 'unready.plumbline.test/c': 'true' } },
    });
    expect(await endpoints()).toEqual([{ addresses: [at(second)], notReadyAddresses: [at(first)], ports }]);
    await patch('/api/v1/namespaces/default/endpoints/web', { subsets: null });
    expect(await endpoints()).toHaveLength(1);
    await server.done('DELETE', '/api/v1/namespaces/default/endpoints/web', {});
    expect(await endpoints()).toHaveLength(1);
    await server.send('DELETE', `${SETS}/web`, { propagationPolicy: 'Background' });
    await server.settled();
    await server.pass(2);
    expect(await endpoints()).toEqual([]);
    await server.send('DELETE', '/api/v1/namespaces/default/services/web');
    await server.settled();
    expect((await server.send('GET', '/api/v1/namespaces/default/endpoints/web')).status).toBe(404);
  });

  it('record events, and raise their count for repetitions', async () => {
    await made(PODS, {
      metadata: { name: 'crashing', annotations: { 'exit.plumbline.test/c': '1' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    await server.pass(100);
    const countsByReason = async (): Promise<object> => {
      const events = (await get('/api/v1/namespaces/default/events?fieldSelector=involvedObject.name%3Dcrashing'))
        .items;
      return Object.fromEntries(events.map((event) => [event.reason, Reflect.get(event, 'count')]));
    };
    expect(await countsByReason()).toEqual({ Scheduled: 1, Started: 5, BackOff: 4 });
    await server.pass(3550);
    expect(await countsByReason()).toEqual({ Started: expect.any(Number), BackOff: expect.any(Number) });
    await server.send('DELETE', `${PODS}/crashing`);
    await server.pass(3600);
    expect(await countsByReason()).toEqual({});
  });

  it('are gone with their namespace', async () => {
    await made('/api/v1/namespaces', { metadata: { name: 'doomed' } });
    await made('/apis/apps/v1beta1/namespaces/doomed/deployments', {
      metadata: { name: 'd' },
      spec: { replicas: 3, template: template({ a: 'b' }) },
    });
    await server.send('DELETE', '/api/v1/namespaces/doomed');
    await server.settled();
    await server.pass(60);
    expect((await server.send('GET', '/api/v1/namespaces/doomed')).status).toBe(404);
  });

  it('report that they are not settled if there is always more to do', async () => {
    const writes = new ControllerWrites(server.context);
    const { revision } = await writes.create('Pod', 'default', {
      metadata: { name: 'restless' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    let busy = true;
    const write = async (count: number): Promise<void> => {
      const key = objectKey(controlledResource('Pod'), 'default', 'restless');
      const pod = await server.context.store.get(key);
      if (pod !== undefined)
        await writes
          .change(pod, (object) => ({ ...object, metadata: { ...object.metadata, labels: { count: String(count) } } }))
          .catch(() => undefined);
      if (busy) setImmediate(() => void write(count + 1));
    };
    await write(revision);
    expect(await server.settled(false)).toBe(false);
    busy = false;
    expect(await server.settled()).toBe(true);
    await server.done('DELETE', `${PODS}/restless`, { gracePeriodSeconds: 0 });
  });

  it('stop advancing the clock when the client disconnects', async () => {
    await made(PODS, {
      metadata: { name: 'again', annotations: { 'exit.plumbline.test/c': '1' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    const before = server.clock.now();
    const year = fetch(`${server.url}/_plumbline/clock`, {
      method: 'POST',
      body: '{"advance":"8760h"}',
      signal: AbortSignal.timeout(200),
    });
    await expect(year).rejects.toThrow('aborted');
    const { body } = await server.send('POST', '/_plumbline/clock', { advance: '0s' });
    expect(Date.parse(String(Reflect.get(body, 'now'))) - before).toBeLessThan(8000 * 3600 * SECOND);
    await server.done('DELETE', `${PODS}/again`, { gracePeriodSeconds: 0 });
  });

  it('finish their due work, even if it takes longer than a connection may be idle', async () => {
    await using impatient = await controllerServer({ stalledMs: 50 });
    await impatient.done('POST', CRON_JOBS, {
      metadata: { name: 'often' },
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template: template({}, { restartPolicy: 'Never' }) } } },
    });
    const { status, body } = await impatient.send('POST', '/_plumbline/clock', { advance: '1h' });
    expect([status, body]).toMatchObject([200, { settled: true }]);
  });

  it('and the clock are advanced by a request, if that is enabled', async () => {
    const before = server.clock.now();
    const { status, body } = await server.send('POST', '/_plumbline/clock', { advance: '1m30s' });
    expect([status, body]).toEqual([200, { now: new Date(before + 90 * SECOND).toISOString(), settled: true }]);
    const refused = await server.send('POST', '/_plumbline/clock', { advance: 'a while' });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('"a while"')]);
    expect((await server.send('PUT', '/_plumbline/clock', {})).status).toBe(405);
    await using other = await testServer({});
    expect((await other.send('GET', '/_plumbline/clock')).status).toBe(404);
  });
});
