import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, SPEC } from '../../spec/dialects/index.ts';
import { controllerServer, type ControllerServer, MERGE_PATCH } from '../testing/controller-server.fixture.ts';
import type { Body } from '../testing/server.fixture.ts';

const PODS = '/api/v1/namespaces/default/pods';
const EVENTS = '/api/v1/namespaces/default/events';
const SETS = '/apis/extensions/v1beta1/namespaces/default/replicasets';
const DEPLOYMENTS = '/apis/apps/v1beta1/namespaces/default/deployments';
const HASH = 'pod-template-hash';

function template(app: string, image = 'i:1', annotations = {}): object {
  return { metadata: { labels: { app }, annotations }, spec: { containers: [{ name: 'c', image }] } };
}

describe.each([SPEC, KUBERNETES_1_7])('deployments under the dialect $name', (dialect) => {
  let server: ControllerServer;
  beforeAll(async () => {
    server = await controllerServer({ dialect });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  async function made(name: string, spec: object): Promise<Body> {
    return server.done('POST', DEPLOYMENTS, { metadata: { name }, spec: { template: template(name), ...spec } });
  }

  async function patch(path: string, change: object): Promise<Body> {
    return server.done('PATCH', path, change, MERGE_PATCH);
  }

  async function items(path: string, selector: string): Promise<readonly Body[]> {
    return (await server.send('GET', `${path}?labelSelector=${encodeURIComponent(selector)}`)).body.items;
  }

  async function eventMessages(name: string, reason: string): Promise<readonly string[]> {
    const { items: events } = (
      await server.send(
        'GET',
        `${EVENTS}?fieldSelector=${encodeURIComponent(`involvedObject.name=${name},reason=${reason}`)}`,
      )
    ).body;
    return events.map(({ message }) => message);
  }

  /**
   * A watcher's view of the pods of that app: after each change their number and the number of their templates, and
   * the terminating ones separately.
   */
  async function watched(
    app: string,
    during: () => Promise<void>,
  ): Promise<readonly { readonly standing: number; readonly ready: number; readonly images: number }[]> {
    const { metadata } = (await server.send('GET', `${PODS}?labelSelector=app%3D${app}`)).body;
    const pods = new Map((await items(PODS, `app=${app}`)).map((pod) => [pod.metadata.name, pod]));
    await during();
    const end = await server.done('POST', PODS, {
      metadata: { name: `end-of-${app}`, labels: { app } },
      spec: { schedulerName: 'none', containers: [{ name: 'c', image: 'end' }] },
    });
    const stream = await fetch(
      `${server.url}${PODS}?watch=true&labelSelector=app%3D${app}&resourceVersion=${metadata.resourceVersion}`,
    );
    const seen = [];
    let rest = '';
    for await (const chunk of stream.body ?? []) {
      const lines = (rest + Buffer.from(chunk).toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const { type, object } of lines.map((line) => JSON.parse(line) as { type: string; object: Body })) {
        if (object.metadata.uid === end.metadata.uid) return seen;
        if (type === 'DELETED') pods.delete(object.metadata.name);
        else pods.set(object.metadata.name, object);
        const standing = [...pods.values()].filter((pod) => pod.metadata['deletionTimestamp'] === undefined);
        const images = new Set([...pods.values()].map((pod) => JSON.stringify(pod.spec?.['containers'])));
        seen.push({
          standing: standing.length,
          ready: standing.filter((pod) => JSON.stringify(pod.status).includes('"type":"Ready","status":"True"')).length,
          images: images.size,
        });
      }
    }
    return seen;
  }

  it('keep to their bounds at every moment of a rolling update', async () => {
    const rollingUpdate = { maxSurge: '25%', maxUnavailable: '25%' };
    await made('bounded', { replicas: 10, strategy: { rollingUpdate } });
    const seen = await watched('bounded', async () => {
      await patch(`${DEPLOYMENTS}/bounded`, {
        spec: { template: template('bounded', 'i:2', { 'ready-after.plumbline.test/c': '2s' }) },
      });
      await server.pass(20);
    });
    expect([
      Math.max(...seen.map(({ standing }) => standing)),
      Math.min(...seen.map(({ ready }) => ready)),
      seen.at(-1),
    ]).toEqual([13, 8, { standing: 10, ready: 10, images: 1 }]);
  });

  it('never run pods of two templates if the old pods must end first, though they keep no history', async () => {
    await made('apart', {
      replicas: 3,
      revisionHistoryLimit: 0,
      strategy: { type: 'Recreate' },
      template: template('apart', 'i:1', { 'plumbline.test/stops-after': '5s' }),
    });
    const seen = await watched('apart', async () => {
      await patch(`${DEPLOYMENTS}/apart`, { spec: { template: template('apart', 'i:2') } });
      await server.pass(6);
    });
    expect([Math.max(...seen.map(({ images }) => images)), seen.at(-1)?.ready]).toEqual([1, 3]);
    expect(await items(SETS, 'app=apart')).toHaveLength(1);
  });

  it('give an adopted replica set the hash of its template, and it keeps its pods', async () => {
    await server.done('POST', SETS, {
      metadata: { name: 'by-hand', labels: { app: 'hashed' } },
      spec: { replicas: 2, template: template('hashed') },
    });
    const before = (await items(PODS, 'app=hashed')).map(({ metadata }) => metadata.uid).sort();
    await made('hashed', { replicas: 2 });
    const [set, ...others] = await items(SETS, `app=hashed,${HASH}`);
    const after = await items(PODS, `app=hashed,${HASH}`);
    expect([set?.spec?.['selector'], others, after.map(({ metadata }) => metadata.uid).sort()]).toEqual([
      { matchLabels: { app: 'hashed', [HASH]: expect.any(String) } },
      [],
      before,
    ]);
  });

  it('report that their replica set cannot be created', async () => {
    const name = 'n'.repeat(250);
    await made(name, { template: template('long') });
    const { status } = (await server.send('GET', `${DEPLOYMENTS}/${name}`)).body;
    expect(status).toMatchObject({
      conditions: [
        {
          type: 'Progressing',
          status: 'False',
          reason: 'ReplicaSetCreateError',
          message: expect.stringContaining('DNS subdomain'),
        },
      ],
    });
    expect(await eventMessages(name, 'ReplicaSetCreateError')).toHaveLength(1);
  });

  it('count no generation for the revision annotation', async () => {
    const { metadata } = await made('counted', { replicas: 0 });
    const now = (await server.send('GET', `${DEPLOYMENTS}/counted`)).body;
    expect([now.metadata['generation'], now.metadata['annotations'], now.status]).toEqual([
      metadata['generation'],
      { 'deployment.kubernetes.io/revision': '1' },
      expect.objectContaining({ observedGeneration: metadata['generation'] }),
    ]);
    expect(await eventMessages('counted', 'ScalingReplicaSet')).toEqual([]);
  });
});
