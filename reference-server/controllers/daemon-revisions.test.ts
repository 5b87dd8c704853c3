import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controllerServer, type ControllerServer, MERGE_PATCH } from '../testing/controller-server.fixture.ts';
import type { Body } from '../testing/server.fixture.ts';

const PODS = '/api/v1/namespaces/default/pods';
const DAEMONS = '/apis/extensions/v1beta1/namespaces/default/daemonsets';
const REVISIONS = '/apis/apps/v1beta1/namespaces/default/controllerrevisions';

function template(ds: string, image: string): object {
  return { metadata: { labels: { ds } }, spec: { containers: [{ name: 'c', image }] } };
}

describe('the revisions of a daemon set', () => {
  let server: ControllerServer;
  beforeAll(async () => {
    server = await controllerServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  async function settled(): Promise<void> {
    await server.pass(10);
  }

  async function made(name: string, spec: object = {}): Promise<void> {
    await server.done('POST', DAEMONS, {
      metadata: { name },
      spec: { updateStrategy: { type: 'RollingUpdate' }, template: template(name, 'i:1'), ...spec },
    });
    await settled();
  }

  async function patch(name: string, change: object, type = MERGE_PATCH): Promise<void> {
    await server.done('PATCH', `${DAEMONS}/${name}`, change, type);
    await settled();
  }

  /** The image and number of each revision, by number. */
  async function revisions(name: string): Promise<readonly string[]> {
    const { items } = (await server.send('GET', `${REVISIONS}?labelSelector=ds%3D${name}`)).body;
    const image = (each: Body): unknown => /"image":"([^"]*)"/.exec(JSON.stringify(Reflect.get(each, 'data')))?.[1];
    return items.map((each) => `${Reflect.get(each, 'revision')} ${image(each)}`).sort();
  }

  async function pods(name: string): Promise<readonly Body[]> {
    return (await server.send('GET', `${PODS}?labelSelector=ds%3D${name}`)).body.items;
  }

  it('exist for each template, the current one with the highest number, and label their pods', async () => {
    await made('numbered');
    await patch('numbered', { spec: { template: template('numbered', 'i:2') } });
    expect(await revisions('numbered')).toEqual(['1 i:1', '2 i:2']);
    await patch('numbered', { spec: { template: template('numbered', 'i:1') } });
    expect(await revisions('numbered')).toEqual(['2 i:2', '3 i:1']);
    const hashes = (await server.send('GET', `${REVISIONS}?labelSelector=ds%3Dnumbered`)).body.items.map(
      ({ metadata }) => Reflect.get(Object(metadata['labels']), 'controller-revision-hash'),
    );
    const current = (await pods('numbered')).map(({ metadata }) =>
      Reflect.get(Object(metadata['labels']), 'controller-revision-hash'),
    );
    expect([new Set(hashes).size, new Set(current).size, hashes.includes(current[0])]).toEqual([2, 1, true]);
  });

  it('carry the annotations that the daemon set had when they were made', async () => {
    const cause = (value: string): object => ({ annotations: { 'kubernetes.io/change-cause': value } });
    await made('noted');
    await patch('noted', { metadata: cause('second'), spec: { template: template('noted', 'i:2') } });
    await patch('noted', { metadata: cause('second, noted later') });
    const { items } = (await server.send('GET', `${REVISIONS}?labelSelector=ds%3Dnoted`)).body;
    const causes = items.map((each) => [
      Reflect.get(each, 'revision'),
      Reflect.get(Object(each.metadata['annotations']), 'kubernetes.io/change-cause'),
    ]);
    expect(new Map(causes as [number, unknown][])).toEqual(
      new Map<number, unknown>([
        [1, undefined],
        [2, 'second'],
      ]),
    );
  });

  it('bring back a template that a patch sends again, and its pods stay', async () => {
    await made('back', { updateStrategy: { type: 'OnDelete' } });
    const before = (await pods('back')).map(({ metadata }) => metadata.uid).sort();
    await patch('back', { spec: { template: template('back', 'i:2') } });
    const first = (await server.send('GET', `${REVISIONS}?labelSelector=ds%3Dback`)).body.items.find(
      (each) => Reflect.get(each, 'revision') === 1,
    );
    await patch('back', Object(Reflect.get(Object(first), 'data')), 'application/strategic-merge-patch+json');
    await patch('back', { spec: { updateStrategy: { type: 'RollingUpdate' } } });
    expect((await pods('back')).map(({ metadata }) => metadata.uid).sort()).toEqual(before);
    expect((await server.send('GET', `${DAEMONS}/back`)).body.status).toMatchObject({ updatedNumberScheduled: 3 });
  });

  it('are kept up to the history limit, and longer while pods use them', async () => {
    await made('limited', { revisionHistoryLimit: 1 });
    for (const image of ['i:2', 'i:3', 'i:4'])
      await patch('limited', { spec: { template: template('limited', image) } });
    expect(await revisions('limited')).toEqual(['3 i:3', '4 i:4']);
    await patch('limited', {
      spec: {
        revisionHistoryLimit: 0,
        updateStrategy: { type: 'OnDelete', rollingUpdate: null },
        template: template('limited', 'i:5'),
      },
    });
    expect(await revisions('limited')).toEqual(['4 i:4', '5 i:5']);
  });

  it('outlive an orphaned daemon set, and belong to the next of that name; a foreign object of that name is a collision', async () => {
    await made('again');
    await server.send('DELETE', `${DAEMONS}/again`, { propagationPolicy: 'Orphan' });
    await settled();
    await made('again');
    expect(await revisions('again')).toEqual(['1 i:1']);
    const [own] = (await server.send('GET', `${REVISIONS}?labelSelector=ds%3Dagain`)).body.items;
    await server.send('DELETE', `${DAEMONS}/again`, { propagationPolicy: 'Background' });
    await settled();
    expect(await revisions('again')).toEqual([]);
    await server.send('POST', REVISIONS, { metadata: { name: own?.metadata.name }, data: {}, revision: 1 });
    await made('again');
    expect([await revisions('again'), (await server.send('GET', `${DAEMONS}/again`)).body.status]).toEqual([
      ['1 i:1'],
      expect.objectContaining({ collisionCount: 1, numberReady: 3 }),
    ]);
  });
});
