import { describe, expect, it } from 'vitest';
import { ExchangeRecorder, ObservationOrder } from '../target/recorder.ts';
import type { Target } from '../target/target.ts';
import { eachSmallApi } from './each-small-api.ts';
import type { PreparedSlots } from './slots.ts';
import { prepareSlots } from './slots.ts';
import type { SmallApi } from './small-api.ts';
import { sweep } from './sweep.ts';

const NAMESPACES = '/api/v1/namespaces';

let api: SmallApi;
let target: Target;

eachSmallApi((scene) => {
  ({ api, target } = scene);
});

const recorder = (): ExchangeRecorder => new ExchangeRecorder({ run: 'p1' }, new ObservationOrder());
const prepare = (more: object = {}): Promise<PreparedSlots> => prepareSlots(target, recorder(), { run: 'p1', count: 2, prefix: 'plumbline', needed: '298 of 330 rules need a namespace', ...more });
const put = (path: string, metadata: object = {}): unknown => api.objects.set(path, { metadata: { name: path.slice(path.lastIndexOf('/') + 1), ...metadata } });

describe('the namespaces of a run', () => {
  it('are three for each slot, labelled, one name a prefix of another', async () => {
    const { namespaces, owned } = await prepare();
    expect(owned).toBe(true);
    expect(namespaces[1]).toEqual({ ns1: 'plumbline-p1-1-ns1', ns11: 'plumbline-p1-1-ns11', ns2: 'plumbline-p1-1-ns2' });
    expect(api.objects.size).toBe(6);
    expect(api.objects.get(`${NAMESPACES}/plumbline-p1-0-ns2`)?.metadata.labels).toEqual({ 'plumbline-run': 'p1' });
  });

  it('are the one given namespace, for which nothing is sent', async () => {
    const { namespaces, owned } = await prepare({ namespace: 'mine' });
    expect(owned).toBe(false);
    expect(namespaces).toEqual([1, 2].map(() => ({ ns1: 'mine' })));
    expect(api.log).toEqual([]);
  });

  it('are a clear error where none can be created and none is given', async () => {
    api.override = ({ method }) => (method === 'POST' ? { status: 403 } : undefined);
    await expect(prepare()).rejects.toMatchObject({ name: 'TargetError', code: 'no-namespaces', message: expect.stringContaining('answered 403') as unknown });
  });

  it('are waited for until real systems have put their service account in', async () => {
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

describe('the sweep', () => {
  it('removes what is in the namespaces of the run, them, and cluster-scoped things of its name, and nothing else', async () => {
    const slots = await prepare();
    put(`${NAMESPACES}/plumbline-p1-1-ns11/secrets/s`);
    put('/apis/batch/v1/namespaces/plumbline-p1-0-ns1/jobs/j');
    put(`${NAMESPACES}/p1-9-a`);
    const others = [`${NAMESPACES}/p10-9-a`, `${NAMESPACES}/kube-system`, `${NAMESPACES}/plumbline-p1`, `${NAMESPACES}/default/secrets/p1-9-a`];
    for (const path of others) put(path);
    expect(await sweep(target, recorder(), 'p1', slots)).toEqual([]);
    expect([...api.objects.keys()].sort()).toEqual(others.sort());
  });

  it('removes objects that finalizers hold back', async () => {
    const slots = await prepare();
    put(`${NAMESPACES}/plumbline-p1-0-ns1/configmaps/c`, { finalizers: ['example.com/hold'] });
    expect(await sweep(target, recorder(), 'p1', slots)).toEqual([]);
    expect(api.objects.size).toBe(0);
  });

  it('takes only what carries the label or the name of the run from a namespace that is not its own', async () => {
    const slots: PreparedSlots = { namespaces: [{ ns1: 'mine' }], owned: false };
    const theirs = [`${NAMESPACES}/mine/configmaps/theirs`, `${NAMESPACES}/mine/configmaps/p10-a`, `${NAMESPACES}/mine`, `${NAMESPACES}/p1-9-a`];
    for (const path of theirs) put(path);
    put(`${NAMESPACES}/mine/configmaps/p1-3-a`);
    put(`${NAMESPACES}/mine/configmaps/odd`, { labels: { 'plumbline-run': 'p1' } });
    await sweep(target, recorder(), 'p1', slots);
    expect([...api.objects.keys()].sort()).toEqual(theirs.sort());
  });

  it('does not count a namespace that is on its way out', async () => {
    const slots = await prepare();
    api.override = ({ method, target: path }) => {
      if (!path.startsWith(`${NAMESPACES}/plumbline-p1-0-ns1`) || path.split('/').length !== 5) return undefined;
      if (method === 'DELETE') return { status: 409 };
      return method === 'GET' ? { status: 200, body: { metadata: { name: 'plumbline-p1-0-ns1', deletionTimestamp: 'now' } } } : undefined;
    };
    expect(await sweep(target, recorder(), 'p1', slots)).toEqual([]);
  });

  it('says how many namespaces nothing lets go', async () => {
    const slots = await prepare();
    const leaving = ['plumbline-p1-0-ns1', 'plumbline-p1-0-ns2'].map((name) => ({ metadata: { name, deletionTimestamp: 'now', labels: { 'plumbline-run': 'p1' } } }));
    api.override = ({ method, target: path }) => (method === 'GET' && path === NAMESPACES ? { status: 200, body: { items: [...leaving, { metadata: { name: 'theirs', deletionTimestamp: 'now' } }] } } : undefined);
    expect(await sweep(target, recorder(), 'p1', slots)).toEqual([expect.stringContaining('there are 2 namespaces of the run that no control loop of the target has let go')]);
  });

  it('says what it could not remove', async () => {
    const slots = await prepare();
    put(`${NAMESPACES}/plumbline-p1-0-ns1/pods/stuck`);
    api.override = ({ method, target: path }) => (method === 'DELETE' && path.endsWith('/pods/stuck') ? { status: 500 } : undefined);
    expect(await sweep(target, recorder(), 'p1', slots)).toEqual([`${NAMESPACES}/plumbline-p1-0-ns1/pods/stuck: DELETE answered 500, and it is still there`]);
  });
});
