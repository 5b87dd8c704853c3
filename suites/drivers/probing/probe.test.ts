import { describe, expect, it } from 'vitest';
import { type Operation, OPERATIONS } from '../../../spec/surface/operations.ts';
import type { Capabilities } from '../../target/capabilities.ts';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';
import { eachSmallApi } from '../each-small-api.fixture.ts';
import { probe } from './probe.ts';
import type { SmallApi } from '../small-api.fixture.ts';

let api: SmallApi;
let target: Target;

eachSmallApi((scene) => {
  ({ api, target } = scene);
});

function found(operations: readonly Operation[] = OPERATIONS): Promise<Capabilities> {
  const recorder = new ExchangeRecorder({ run: 'p1' }, new ObservationOrder());
  return probe({ target, recorder, run: 'p1', slot: { ns1: 'a', ns11: 'a1', ns2: 'b' }, timeoutMs: 2000 }, operations);
}

const COLLECTION_DELETE = 'DELETE /api/v1/namespaces';

describe('the probe', () => {
  it('decides of every operation whether it is offered, and leaves nothing behind', async () => {
    const capabilities = await found();
    const silent = OPERATIONS.filter(({ id }) => capabilities[id] === undefined);
    expect(silent.map(({ id }) => id)).toEqual([]);
    const refused = OPERATIONS.filter(({ id }) => capabilities[id]?.offer !== 'offered').map(({ id }) => id);
    expect(refused).toEqual([COLLECTION_DELETE]);
    expect([...api.objects.keys()]).toEqual([]);
  });

  it('tries only the given operations, without an object if none is needed', async () => {
    const asked = OPERATIONS.filter(
      ({ id }) =>
        id === 'GET /api/v1/namespaces/{namespace}/pods' ||
        id === 'PATCH /api/v1/namespaces/{namespace}/secrets/{name}',
    );
    expect(Object.keys(await found(asked)).sort()).toEqual(asked.map(({ id }) => id).sort());
    const item = '/api/v1/namespaces/a/secrets/p1-probe-secrets-0';
    expect([...api.log].sort()).toEqual([
      `DELETE ${item}`,
      'GET /api/v1/namespaces/a/pods',
      `PATCH ${item}`,
      'POST /api/v1/namespaces/a/secrets',
    ]);
  });

  it('takes a refused method of an untabulated operation as unsupported and of a tabulated one as absent, each with its evidence', async () => {
    api.override = ({ method, target: path }) =>
      method === 'PATCH' && !path.endsWith('/status') ? { status: 405 } : undefined;
    const capabilities = await found();
    expect(capabilities['PATCH /api/v1/namespaces/{namespace}/events/{name}']).toEqual({
      offer: 'unsupported',
      evidence: 'PATCH /api/v1/namespaces/a/events/p1-probe-events-0 returned 405',
    });
    expect(capabilities['PATCH /api/v1/namespaces/{namespace}/pods/{name}']).toEqual({
      offer: 'absent',
      shown: true,
      evidence: 'PATCH /api/v1/namespaces/a/pods/p1-probe-pods-0 returned 405',
    });
  });

  it('takes every operation of a resource as absent that accepts no creates and no lists, 404 about one object included', async () => {
    api.override = ({ target: path }) => (/\/daemonsets/.test(path) ? { status: 404 } : undefined);
    const capabilities = await found(OPERATIONS.filter(({ resource }) => resource === 'daemonsets.extensions'));
    expect(Object.values(capabilities).filter(({ offer }) => offer !== 'absent' && offer !== 'unsupported')).toEqual(
      [],
    );
    expect(capabilities['GET /apis/extensions/v1beta1/namespaces/{namespace}/daemonsets/{name}']).toMatchObject({
      offer: 'absent',
      shown: false,
    });
  });

  it('takes a tabulated operation that breaks down as failing', async () => {
    api.override = ({ method, target: path }) =>
      method === 'PATCH' && path.includes('/pods/') ? { status: 500 } : undefined;
    expect((await found())['PATCH /api/v1/namespaces/{namespace}/pods/{name}']).toMatchObject({
      offer: 'failing',
      status: 500,
    });
  });

  it('repeats a PATCH that met a conflict', async () => {
    const met = new Set<string>();
    api.override = ({ method, target: path }) =>
      method === 'PATCH' && !met.has(path) && met.add(path) ? { status: 409 } : undefined;
    const capabilities = await found(OPERATIONS.filter(({ resource }) => resource === 'daemonsets.extensions'));
    expect(met.size).toBe(2);
    expect(Object.values(capabilities).filter(({ offer }) => offer !== 'offered')).toEqual([]);
  });

  it('waits for a new namespace in which creates are forbidden at first', async () => {
    const met = new Set<string>();
    api.override = ({ method, target: path }) =>
      method === 'POST' && path.includes('/namespaces/') && !met.has(path) && met.add(path)
        ? { status: 403 }
        : undefined;
    const capabilities = await found(OPERATIONS.filter(({ resource }) => resource === 'daemonsets.extensions'));
    expect(met.size).toBe(1);
    expect(Object.values(capabilities).filter(({ offer }) => offer !== 'offered')).toEqual([]);
  });

  it('creates its object through another group-version of the kind if this one has no POST', async () => {
    api.override = ({ method, target: path }) =>
      method === 'POST' && path.startsWith('/apis/extensions') ? { status: 405 } : undefined;
    const capabilities = await found();
    expect(capabilities['POST /apis/extensions/v1beta1/namespaces/{namespace}/deployments']?.offer).toBe('unsupported');
    expect(api.log).toContain(
      'GET /apis/extensions/v1beta1/namespaces/a/deployments/p1-probe-deployments-extensions-0',
    );
    expect(capabilities['POST /apis/apps/v1beta1/namespaces/{namespace}/deployments']?.offer).toBe('offered');
  });

  it('retries a replace if a controller wrote in between', async () => {
    let conflicts = 0;
    api.override = ({ method, target: path }) =>
      method === 'PUT' && path.endsWith('/p1-probe-pods-0') && (conflicts += 1) < 3 ? { status: 409 } : undefined;
    expect((await found())['PUT /api/v1/namespaces/{namespace}/pods/{name}']?.offer).toBe('offered');
    expect(conflicts).toBe(3);
  });

  it('asks again if the object that it created is not found at first', async () => {
    const asked = new Map<string, number>();
    api.override = ({ method, target: path }) => {
      if (!path.includes('/events/')) return undefined;
      const times = (asked.get(method) ?? 0) + 1;
      asked.set(method, times);
      return times < 3 ? { status: 404 } : undefined;
    };
    const capabilities = await found(OPERATIONS.filter(({ resource }) => resource === 'events'));
    expect(Object.values(capabilities).filter(({ offer }) => offer !== 'offered')).toEqual([]);
  });

  it('draws no conclusion from 404 on an object that it could not create', async () => {
    api.override = ({ method, target: path }) =>
      method === 'POST' && path.endsWith('/secrets') ? { status: 405 } : undefined;
    const capabilities = await found();
    expect(capabilities['GET /api/v1/namespaces/{namespace}/secrets/{name}']?.offer).toBe('offered');
  });

  it('takes a group version as absent if its discovery and lists all return 404, tries nothing else in it, and gives one reason for all', async () => {
    const old = ['/apis/extensions/', '/apis/apps/', '/apis/batch/v2alpha1'];
    api.override = ({ target: path }) => {
      if (path === '/apis')
        return {
          status: 200,
          body: {
            groups: [
              { name: 'apps', versions: [{ groupVersion: 'apps/v1' }] },
              { name: 'other', versions: [{ groupVersion: 'other/v1' }] },
            ],
          },
        };
      return old.some((prefix) => path.startsWith(prefix)) ? { status: 404 } : undefined;
    };
    const capabilities = await found();
    const absent = OPERATIONS.filter(({ path }) => old.some((prefix) => path.startsWith(prefix)));
    const evidence =
      'the target does not serve apps/v1beta1, batch/v2alpha1, extensions/v1beta1: GET /apis/apps/v1beta1 found nothing, and neither did any list; it serves apps/v1';
    expect(new Set(absent.map(({ id }) => JSON.stringify(capabilities[id])))).toEqual(
      new Set([JSON.stringify({ offer: 'unsupported', evidence })]),
    );
    expect(
      api.log.filter((line) => !line.startsWith('GET') && old.some((prefix) => line.includes(` ${prefix}`))),
    ).toEqual([]);
    expect(capabilities['POST /apis/batch/v1/namespaces/{namespace}/jobs']).toEqual({ offer: 'offered' });
  });

  it('takes a group version as served that lacks discovery only', async () => {
    api.override = ({ target: path }) => (/^\/apis\/[^/]+\/[^/]+$/.test(path) ? { status: 404 } : undefined);
    const capabilities = await found();
    const lacking = OPERATIONS.filter(({ id }) => capabilities[id]?.offer !== 'offered' && id !== COLLECTION_DELETE);
    expect(lacking.length).toBeGreaterThan(0);
    expect(lacking.filter(({ verb }) => verb !== 'discover')).toEqual([]);
  });

  it('deletes no collection if a list ignores the selector', async () => {
    api.override = ({ method, target: path }) =>
      method === 'GET' && path.includes('configmaps?labelSelector')
        ? { status: 200, body: { items: [{ metadata: { name: 'theirs' } }] } }
        : undefined;
    await found();
    expect(api.log.filter((line) => line.startsWith('DELETE') && line.includes('configmaps?'))).toEqual([]);
    expect(api.log.filter((line) => line.startsWith('DELETE') && line.includes('secrets?')).length).toBe(1);
  });

  it('tries the delete of a cluster-scoped collection only if discovery names it', async () => {
    await found();
    expect(api.log.filter((line) => line.startsWith(`${COLLECTION_DELETE}?`))).toEqual([]);
    api.override = ({ method, target: path }) =>
      method === 'GET' && path === '/api/v1'
        ? { status: 200, body: { resources: [{ name: 'namespaces', verbs: ['deletecollection'] }] } }
        : undefined;
    expect((await found())[COLLECTION_DELETE]?.offer).toBe('offered');
    expect(api.log.filter((line) => line.startsWith(`${COLLECTION_DELETE}?`)).length).toBe(1);
  });
});
