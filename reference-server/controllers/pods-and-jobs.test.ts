import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controllerServer, type ControllerServer } from '../testing/controller-server.fixture.ts';
import type { Body } from '../testing/server.fixture.ts';

const PODS = '/api/v1/namespaces/default/pods';
const EVENTS = '/api/v1/namespaces/default/events';
const SETS = '/apis/extensions/v1beta1/namespaces/default/replicasets';
const DAEMONS = '/apis/extensions/v1beta1/namespaces/default/daemonsets';
const JOBS = '/apis/batch/v1/namespaces/default/jobs';
const CRON_JOBS = '/apis/batch/v2alpha1/namespaces/default/cronjobs';

function template(labels: object, spec: object = {}, image = 'i', annotations = {}): object {
  return { metadata: { labels, annotations }, spec: { containers: [{ name: 'c', image }], ...spec } };
}

describe('the controllers that create pods and jobs', () => {
  let server: ControllerServer;
  beforeAll(async () => {
    server = await controllerServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  async function made(path: string, name: string, spec: object, labels = {}): Promise<Body> {
    return server.done('POST', path, { metadata: { name, labels }, spec });
  }

  async function remove(path: string, options: object = {}): Promise<void> {
    await server.send('DELETE', path, options);
    await server.settled();
  }

  async function get(path: string): Promise<Body> {
    return (await server.send('GET', path)).body;
  }

  async function eventReasons(name: string): Promise<readonly (string | undefined)[]> {
    const { items } = await get(`${EVENTS}?fieldSelector=${encodeURIComponent(`involvedObject.name=${name}`)}`);
    return items.map(({ reason }) => reason);
  }

  it.each([
    [SETS, {}],
    [DAEMONS, {}],
    [JOBS, { restartPolicy: 'Never' }],
  ])('of %s report that a pod is refused', async (path, spec) => {
    // White space at the ends of an image is refused in pods only, not in templates.
    await made(path, 'refused', { template: template({ a: 'refused' }, spec, ' i') });
    expect(await eventReasons('refused')).toEqual(['FailedCreate']);
    await remove(`${path}/refused`, { propagationPolicy: 'Background' });
    await server.pass(3600);
  });

  it('end a job at its deadline though its pods are refused', async () => {
    await made(JOBS, 'late', { activeDeadlineSeconds: 45, template: template({}, { restartPolicy: 'Never' }, ' i') });
    await server.pass(44);
    expect((await get(`${JOBS}/late`)).status).not.toHaveProperty('conditions');
    await server.pass(1);
    expect((await get(`${JOBS}/late`)).status).toMatchObject({
      conditions: [{ type: 'Failed', status: 'True', reason: 'DeadlineExceeded' }],
    });
  });

  it('put daemon pods on a node when it gets the requested label, and remove them when it loses the label', async () => {
    await made(DAEMONS, 'labelled', { template: template({ ds: 'labelled' }, { nodeSelector: { disk: 'ssd' } }) });
    const at = async (): Promise<unknown> =>
      (await get(`${PODS}?labelSelector=ds%3Dlabelled`)).items.map(({ spec }) => spec?.['nodeName']);
    const label = async (disk: string | null): Promise<void> => {
      await server.send(
        'PATCH',
        '/api/v1/nodes/node-2',
        {},
        {
          text: JSON.stringify({ metadata: { labels: { disk } } }),
          headers: { 'Content-Type': 'application/merge-patch+json' },
        },
      );
      await server.settled();
      await server.pass(2);
    };
    const seen = [await at()];
    for (const disk of ['ssd', null]) {
      await label(disk);
      seen.push(await at());
    }
    expect(seen).toEqual([[], ['node-2'], []]);
  });

  it('divide pods that two replica sets select, and adopt those of a deleted one', async () => {
    const spec = { replicas: 2, selector: { matchLabels: { shared: 'yes' } }, template: template({ shared: 'yes' }) };
    await made(SETS, 'one', spec);
    await made(SETS, 'two', { ...spec, replicas: 3 });
    const uids = async (): Promise<string[]> =>
      (await get(`${PODS}?labelSelector=shared`)).items.map(({ metadata }) => metadata.uid).sort();
    const before = await uids();
    expect(before).toHaveLength(5);
    await remove(`${SETS}/one`, { propagationPolicy: 'Orphan' });
    await server.pass(2);
    const after = await uids();
    expect([after.length, after.every((uid) => before.includes(uid))]).toEqual([3, true]);
    expect((await get(`${SETS}/two`)).status).toMatchObject({ replicas: 3, availableReplicas: 3 });
  });

  it('count the pods that ended before a job with its own selector was created again', async () => {
    const job = {
      manualSelector: true,
      completions: 2,
      parallelism: 1,
      selector: { matchLabels: { m: '1' } },
      template: template({ m: '1' }, { restartPolicy: 'Never' }),
    };
    await made(JOBS, 'again', job);
    await server.pass(6);
    await remove(`${JOBS}/again`, { propagationPolicy: 'Orphan' });
    await made(JOBS, 'again', job);
    expect((await get(`${JOBS}/again`)).status).toMatchObject({ succeeded: 1, active: 1 });
    await server.pass(5);
    expect((await get(`${JOBS}/again`)).status).toMatchObject({ succeeded: 2, conditions: [{ type: 'Complete' }] });
    expect((await get(`${PODS}?labelSelector=m`)).items).toHaveLength(2);
  });

  it('create the due run when the running job that blocked it is deleted by hand, and report the missing job', async () => {
    const jobTemplate = {
      metadata: { labels: { cron: 'forbid' } },
      spec: { template: template({}, { restartPolicy: 'Never' }, 'i', { 'exit.plumbline.test/c': 'run' }) },
    };
    await made(CRON_JOBS, 'forbid', { schedule: '*/5 * * * *', concurrencyPolicy: 'Forbid', jobTemplate });
    await server.pass(1200);
    const [first, ...others] = (await get(`${JOBS}?labelSelector=cron`)).items;
    expect(others).toEqual([]);
    await remove(`${JOBS}/${first?.metadata.name}`, { propagationPolicy: 'Background' });
    const [second] = (await get(`${JOBS}?labelSelector=cron`)).items;
    const status = (await get(`${CRON_JOBS}/forbid`)).status;
    expect(status).toMatchObject({
      active: [{ kind: 'Job', apiVersion: 'batch/v1', name: second?.metadata.name, uid: second?.metadata.uid }],
    });
    expect([...(await eventReasons('forbid'))].sort()).toEqual(['MissingJob', 'SuccessfulCreate', 'SuccessfulCreate']);
    await remove(`${CRON_JOBS}/forbid`, { propagationPolicy: 'Background' });
  });

  it('copy the labels of a service to its endpoints', async () => {
    await made(
      '/api/v1/namespaces/default/services',
      'labelled',
      { selector: { no: 'pod' }, ports: [{ port: 80 }] },
      { tier: 'a' },
    );
    const labels = async (): Promise<unknown> =>
      (await get('/api/v1/namespaces/default/endpoints/labelled')).metadata['labels'];
    expect(await labels()).toEqual({ tier: 'a' });
    await server.send(
      'PATCH',
      '/api/v1/namespaces/default/services/labelled',
      {},
      {
        text: '{"metadata":{"labels":{"tier":null,"zone":"b"}}}',
        headers: { 'Content-Type': 'application/merge-patch+json' },
      },
    );
    await server.settled();
    expect(await labels()).toEqual({ zone: 'b' });
  });
});
