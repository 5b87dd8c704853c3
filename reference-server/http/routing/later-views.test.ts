import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const APPS = '/apis/apps/v1/namespaces/default';
const MERGE = { headers: { 'Content-Type': 'application/merge-patch+json' } };
const LABELS = { a: 'b' };
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'c', image: 'x' }] } };
const WORKLOADS = ['deployments', 'daemonsets', 'replicasets', 'statefulsets'];

describe('group versions of later releases', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const made = async (path: string, name: string, spec: object): ReturnType<TestServer['send']> =>
    server.send('POST', path, { metadata: { name }, spec });

  it.each(WORKLOADS)('apps/v1 refuses %s without a selector', async (plural) => {
    const { status, body } = await made(`${APPS}/${plural}`, 'selectorless', { template: TEMPLATE });
    expect([status, body.details?.causes?.map(({ field }) => field)]).toEqual([
      422,
      plural === 'daemonsets' ? ['spec.template.metadata.labels'] : ['spec.selector'],
    ]);
  });

  it.each(WORKLOADS)('apps/v1 gives %s no default labels, and makes their selector immutable', async (plural) => {
    const spec = {
      selector: { matchLabels: LABELS },
      template: { ...TEMPLATE, metadata: { labels: { ...LABELS, c: 'd' } } },
    };
    const { status, body } = await made(`${APPS}/${plural}`, 'final', spec);
    expect([status, body.metadata['labels']]).toEqual([200, undefined]);
    const refused = await server.send(
      'PATCH',
      `${APPS}/${plural}/final`,
      { spec: { selector: { matchLabels: { a: null, c: 'd' } } } },
      MERGE,
    );
    expect([refused.status, refused.body.details?.causes?.map(({ field }) => field)]).toEqual([
      422,
      [plural === 'statefulsets' ? 'spec' : 'spec.selector'],
    ]);
    expect(
      (await server.send('PATCH', `${APPS}/${plural}/final`, { metadata: { labels: { new: 'label' } } }, MERGE)).status,
    ).toBe(200);
  });

  it('apps/v1 keeps a rollback that another group-version asked for', async () => {
    const older = '/apis/extensions/v1beta1/namespaces/default/deployments';
    await made(`${APPS}/deployments`, 'rolled', { selector: { matchLabels: LABELS }, template: TEMPLATE });
    await server.send('PATCH', `${older}/rolled`, { spec: { rollbackTo: { revision: 3 } } }, MERGE);
    const shown = await server.send('PATCH', `${APPS}/deployments/rolled`, { spec: { replicas: 2 } }, MERGE);
    await server.send('PUT', `${APPS}/deployments/rolled`, shown.body);
    const { body } = await server.send('GET', `${older}/rolled`);
    expect([shown.body.spec?.['rollbackTo'], body.spec?.['rollbackTo'], body.spec?.['replicas']]).toEqual([
      undefined,
      { revision: 3 },
      2,
    ]);
  });

  it('the group version of the document defaults selector and labels from the template, and lets the selector change', async () => {
    const path = '/apis/extensions/v1beta1/namespaces/default/deployments';
    const { body } = await made(path, 'documented', {
      template: { ...TEMPLATE, metadata: { labels: { ...LABELS, c: 'd' } } },
    });
    expect([body.metadata['labels'], body.spec?.['selector']]).toEqual([
      { a: 'b', c: 'd' },
      { matchLabels: { a: 'b', c: 'd' } },
    ]);
    expect(
      (await server.send('PATCH', `${path}/documented`, { spec: { selector: { matchLabels: { a: null } } } }, MERGE))
        .status,
    ).toBe(200);
  });

  it('apps/v1 shows daemon sets without templateGeneration, which older group versions keep', async () => {
    const older = '/apis/extensions/v1beta1/namespaces/default/daemonsets/generations';
    const { body } = await made(`${APPS}/daemonsets`, 'generations', {
      selector: { matchLabels: LABELS },
      template: TEMPLATE,
    });
    const { text } = await server.send('GET', `${APPS}/daemonsets/generations`, undefined, {
      headers: { Accept: 'application/yaml' },
    });
    expect([
      body.spec?.['templateGeneration'],
      text.includes('templateGeneration'),
      (await server.send('GET', older)).body.spec?.['templateGeneration'],
    ]).toEqual([undefined, false, 1]);
    const patch = { spec: { template: { spec: { containers: [{ name: 'c', image: 'y' }] } } } };
    expect(
      (await server.send('PATCH', `${APPS}/daemonsets/generations`, patch, MERGE)).body.spec?.['templateGeneration'],
    ).toBeUndefined();
    expect(
      (
        await server.send(
          'PUT',
          `${APPS}/daemonsets/generations`,
          (await server.send('GET', `${APPS}/daemonsets/generations`)).body,
        )
      ).status,
    ).toBe(200);
    expect((await server.send('GET', older)).body.spec?.['templateGeneration']).toBe(2);
    expect((await server.send('GET', `${APPS}/daemonsets`)).text).not.toContain('templateGeneration');
  });

  it('apps/v1 has no rollback', async () => {
    const { body } = await made(`${APPS}/deployments`, 'ahead', {
      selector: { matchLabels: LABELS },
      template: TEMPLATE,
      rollbackTo: { revision: 1 },
    });
    expect(body.spec?.['rollbackTo']).toBeUndefined();
    const older = await server.send('GET', '/apis/extensions/v1beta1/namespaces/default/deployments/ahead');
    expect(older.body.spec?.['rollbackTo']).toBeUndefined();
    expect(
      (await server.send('POST', `${APPS}/deployments/ahead/rollback`, { name: 'ahead', rollbackTo: { revision: 0 } }))
        .status,
    ).toBe(404);
  });

  it('refuses wrong values of later members, and names of cron jobs that leave their jobs no room', async () => {
    const podSpec = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] };
    const cron = { schedule: '* * * * *', jobTemplate: { spec: { template: { spec: podSpec } } } };
    const deployment = { selector: { matchLabels: LABELS }, template: TEMPLATE };
    const prioritized = { ...TEMPLATE, spec: { ...TEMPLATE.spec, priorityClassName: 'Not Valid' } };
    const cronJobs = '/apis/batch/v1/namespaces/default/cronjobs';
    const outcome = async (path: string, name: string, spec: object): Promise<unknown> => {
      const { status, body } = await made(path, name, spec);
      return [status, body.details?.causes?.map(({ field }) => field)];
    };
    expect([
      await outcome(cronJobs, 'c'.repeat(53), cron),
      await outcome(cronJobs, 'zoned', { ...cron, timeZone: 'No/Where' }),
      await outcome(`${APPS}/deployments`, 'prioritized', { ...deployment, template: prioritized }),
      await outcome(cronJobs, 'c'.repeat(52), { ...cron, timeZone: 'Europe/Berlin' }),
    ]).toEqual([
      [422, ['metadata.name']],
      [422, ['spec.timeZone']],
      [422, ['spec.template.spec.priorityClassName']],
      [200, undefined],
    ]);
  });

  it.each([
    ['v1', [3, 1]],
    ['v1beta1', [3, 1]],
    ['v2alpha1', [undefined, undefined]],
  ])('cron jobs of batch/%s keep %j finished jobs', async (version, kept) => {
    const jobTemplate = {
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } } },
    };
    const { body } = await made(`/apis/batch/${version}/namespaces/default/cronjobs`, version, {
      schedule: '* * * * *',
      jobTemplate,
    });
    expect([body.spec?.['successfulJobsHistoryLimit'], body.spec?.['failedJobsHistoryLimit']]).toEqual(kept);
  });
});
