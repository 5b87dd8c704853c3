import { describe, expect, it } from 'vitest';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';
import { eachSmallApi } from '../each-small-api.fixture.ts';
import type { RequestSender } from '../removal/patient-sender.ts';
import type { SlotNamespaces } from './slot-namespaces.ts';
import { prepareSlots } from './slots.ts';
import type { SmallApi } from '../small-api.fixture.ts';
import { sweep, type SweepRequest, type Swept } from './sweep.ts';

const NAMESPACES = '/api/v1/namespaces';

let api: SmallApi;
let target: Target;

eachSmallApi((scene) => {
  ({ api, target } = scene);
});

const recorder = (): ExchangeRecorder => new ExchangeRecorder({ run: 'p1' }, new ObservationOrder());
const prepare = (more: object = {}): Promise<readonly SlotNamespaces[]> =>
  prepareSlots(target, recorder(), {
    run: 'p1',
    count: 2,
    prefix: 'plumbline',
    needed: '298 of 330 rules need a namespace',
    ...more,
  });
const put = (path: string, metadata: object = {}): unknown =>
  api.objects.set(path, { metadata: { name: path.slice(path.lastIndexOf('/') + 1), ...metadata } });

describe('the namespaces of a run', () => {
  it('are three for each slot, labelled, one name a prefix of another', async () => {
    const namespaces = await prepare();
    expect(namespaces[1]).toEqual({
      ns1: 'plumbline-p1-1-ns1',
      ns11: 'plumbline-p1-1-ns11',
      ns2: 'plumbline-p1-1-ns2',
    });
    expect(api.objects.size).toBe(6);
    expect(api.objects.get(`${NAMESPACES}/plumbline-p1-0-ns2`)?.metadata.labels).toEqual({ 'plumbline-run': 'p1' });
  });

  it('are the one given namespace, for which nothing is sent', async () => {
    const namespaces = await prepare({ namespace: 'mine' });
    expect(namespaces).toEqual([1, 2].map(() => ({ ns1: 'mine' })));
    expect(api.log).toEqual([]);
  });

  it('are a clear error if none can be created and none is given', async () => {
    api.override = ({ method }) => (method === 'POST' ? { status: 403 } : undefined);
    await expect(prepare()).rejects.toMatchObject({
      name: 'TargetError',
      code: 'no-namespaces',
      message: expect.stringContaining('returned 403') as unknown,
    });
  });

  it('are used only after real systems have created their service account', async () => {
    let asked = 0;
    api.override = ({ target: path }) => {
      if (!path.includes('/serviceaccounts/')) return undefined;
      asked += 1;
      return { status: path.includes('/default/serviceaccounts') || asked > 12 ? 200 : 404 };
    };
    await prepare();
    expect(asked).toBeGreaterThan(12);
  });
});

/** Everything of run p1. */
const ALL: SweepRequest = { run: 'p1', namespaces: [], contentsMs: 3000, namespacePatienceMs: 300 };
const swept = (request: Partial<SweepRequest> = {}, sender: RequestSender = target): Promise<Swept> =>
  sweep(sender, recorder(), { ...ALL, ...request });
const OF_POD = `${NAMESPACES}/plumbline-p1-0-ns1/pods/stuck`;

describe('the sweep', () => {
  it('removes the namespaces of the run, with all that is in them, and nothing else', async () => {
    await prepare();
    const ours = [
      `${NAMESPACES}/plumbline-p1-1-ns11/secrets/s`,
      '/apis/batch/v1/namespaces/plumbline-p1-0-ns1/jobs/j',
      `${NAMESPACES}/p1-9-a`,
    ];
    const others = [
      `${NAMESPACES}/p10-9-a`,
      `${NAMESPACES}/kube-system`,
      `${NAMESPACES}/plumbline-p1`,
      `${NAMESPACES}/x-p10-0-ns1`,
      `${NAMESPACES}/default/secrets/p1-9-a`,
    ];
    for (const path of [...ours, ...others]) put(path);
    const { removed, left } = await swept();
    expect(left).toEqual([]);
    expect(removed).toEqual(expect.arrayContaining([...ours, `${NAMESPACES}/plumbline-p1-1-ns2`]));
    expect([...api.objects.keys()].sort()).toEqual(others.sort());
  });

  it('removes objects that finalizers hold back', async () => {
    await prepare();
    put(`${NAMESPACES}/plumbline-p1-0-ns1/configmaps/c`, { finalizers: ['example.com/hold'] });
    expect(await swept()).toMatchObject({ left: [] });
    expect(api.objects.size).toBe(0);
  });

  it('removes objects that finalizers hold back from a server that refuses every PATCH', async () => {
    await prepare();
    const data = { finalizers: 'a key of the user' };
    const object = { metadata: { name: 'c', finalizers: ['example.com/hold'] }, data };
    api.objects.set(`${NAMESPACES}/plumbline-p1-0-ns1/configmaps/c`, object);
    const bodies: unknown[] = [];
    api.override = ({ method, body }) => {
      if (method === 'PUT') bodies.push(JSON.parse(body));
      return method === 'PATCH' ? { status: 405 } : undefined;
    };
    expect(await swept()).toMatchObject({ left: [] });
    expect(api.objects.size).toBe(0);
    expect(bodies).toEqual([{ metadata: expect.not.objectContaining({ finalizers: expect.anything() }), data }]);
  });

  it('takes only objects with the label or the name of the run from a namespace that is not its own', async () => {
    const theirs = [
      `${NAMESPACES}/mine/configmaps/theirs`,
      `${NAMESPACES}/mine/configmaps/p10-a`,
      `${NAMESPACES}/mine`,
      `${NAMESPACES}/p1-9-a`,
    ];
    for (const path of theirs) put(path);
    put(`${NAMESPACES}/mine/configmaps/p1-3-a`);
    put(`${NAMESPACES}/mine/configmaps/odd`, { labels: { 'plumbline-run': 'p1' } });
    await swept({ shared: 'mine' });
    expect([...api.objects.keys()].sort()).toEqual(theirs.sort());
  });

  it('removes nothing that a list shows from another namespace', async () => {
    await prepare();
    const items = [{ metadata: { name: 'theirs', namespace: 'production' } }];
    api.override = ({ method, target: path }) =>
      method === 'GET' && path.endsWith('/pods') ? { status: 200, body: { items } } : undefined;
    await swept();
    expect(api.log.filter((request) => request.startsWith('DELETE') && request.includes('theirs'))).toEqual([]);
  });

  it('reports terminating namespaces that do not go as left over', async () => {
    await prepare();
    const leaving = ['plumbline-p1-0-ns1', 'plumbline-p1-0-ns2'].map((name) => ({
      metadata: { name, deletionTimestamp: 'now', labels: { 'plumbline-run': 'p1' } },
    }));
    api.override = ({ method, target: path }) =>
      method === 'GET' && path === NAMESPACES
        ? { status: 200, body: { items: [...leaving, { metadata: { name: 'theirs', deletionTimestamp: 'now' } }] } }
        : undefined;
    const { left } = await swept();
    expect(left).toEqual(
      leaving.map(({ metadata }) => ({
        path: `${NAMESPACES}/${metadata.name}`,
        why: 'is being deleted, and the server has not completed that',
      })),
    );
  });

  it('reports deleted namespaces as left over if no list shows whether they are gone', async () => {
    await prepare();
    let deleted = false;
    api.override = ({ method, target: path }) => {
      deleted ||= method === 'DELETE';
      return deleted && method === 'GET' && path === NAMESPACES ? { status: 500 } : undefined;
    };
    const { removed, left } = await swept();
    expect(removed).toEqual([]);
    expect(new Set(left.map(({ why }) => why))).toEqual(
      new Set(['is being deleted, and the server has not completed that']),
    );
    expect(left).toHaveLength(6);
  });

  it('names the objects that it could not remove', async () => {
    await prepare();
    put(OF_POD);
    api.override = ({ method, target: path }) => (method === 'DELETE' && path === OF_POD ? { status: 500 } : undefined);
    expect((await swept()).left).toEqual([{ path: OF_POD, why: 'DELETE returned 500, and it is still there' }]);
  });

  it('names objects that stay although their delete was acknowledged, and deletes each once', async () => {
    await prepare();
    put(OF_POD);
    api.override = ({ method }) =>
      method === 'DELETE' ? { status: 200, body: { kind: 'Status', status: 'Success' } } : undefined;
    const { removed, left } = await swept();
    expect(removed).toEqual([]);
    expect(left.map(({ path }) => path).sort()).toEqual(
      [
        OF_POD,
        ...Array.from({ length: 2 }, (_, slot) =>
          ['ns1', 'ns11', 'ns2'].map((name) => `${NAMESPACES}/plumbline-p1-${slot}-${name}`),
        ).flat(),
      ].sort(),
    );
    expect(api.log.filter((request) => request === `DELETE ${OF_POD}`)).toHaveLength(1);
  });

  it('ends although each delete makes the list longer', async () => {
    await prepare();
    put(OF_POD);
    let more = 0;
    api.override = ({ method, target: path }) => {
      if (method === 'DELETE' && path.includes('/pods/')) put(`${NAMESPACES}/plumbline-p1-0-ns1/pods/more-${++more}`);
      return undefined;
    };
    const { left } = await swept();
    expect(left).toContainEqual({
      path: `${NAMESPACES}/plumbline-p1-0-ns1/pods/more-1`,
      why: 'appeared while the run was cleared away',
    });
    expect(more).toBe(1);
  });

  it('gives the reason why it cannot find the namespaces of a run', async () => {
    api.override = ({ target: path }) => (path === NAMESPACES ? { status: 403 } : undefined);
    expect(await swept()).toEqual({ removed: [], left: [], unseen: 'GET /api/v1/namespaces returned 403' });
  });
});
