import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('reading and writing objects', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  describe('create', () => {
    it('returns 200 and the object with the members that the server sets', async () => {
      const { status, body, headers } = await server.send('POST', MAPS, {
        metadata: { name: 'made' },
        data: { k: 'v' },
      });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json');
      expect(body).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { k: 'v' } });
      expect(body.metadata).toMatchObject({ name: 'made', namespace: 'default', selfLink: `${MAPS}/made` });
      expect(body.metadata.uid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(body.metadata['creationTimestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    });

    it('ignores the members of the client that only the server sets', async () => {
      const metadata = {
        name: 'mine',
        uid: 'u',
        selfLink: '/x',
        creationTimestamp: '2001-01-01T00:00:00Z',
        deletionTimestamp: '2001-01-01T00:00:00Z',
      };
      const { body } = await server.send('POST', MAPS, { metadata });
      expect(body.metadata.uid).not.toBe('u');
      expect(body.metadata['selfLink']).toBe(`${MAPS}/mine`);
      expect(body.metadata['creationTimestamp']).not.toBe('2001-01-01T00:00:00Z');
      expect(body.metadata).not.toHaveProperty('deletionTimestamp');
    });

    it('makes a name from generateName, cut to 58 characters, and five more', async () => {
      const generateName = 'g'.repeat(60);
      const { body } = await server.send('POST', MAPS, { metadata: { generateName } });
      expect(body.metadata.name).toMatch(/^g{58}[a-z0-9]{5}$/);
      expect(body.metadata['generateName']).toBe(generateName);
    });

    it.each([
      ['a name that is taken', MAPS, { metadata: { name: 'made' } }, 409, 'AlreadyExists'],
      [
        'a namespace that does not exist',
        '/api/v1/namespaces/none/configmaps',
        { metadata: { name: 'x' } },
        404,
        'NotFound',
      ],
      ['another namespace in the body', MAPS, { metadata: { name: 'x', namespace: 'kube-system' } }, 400, 'BadRequest'],
      ['another kind', MAPS, { kind: 'Secret', metadata: { name: 'x' } }, 400, 'BadRequest'],
      ['another version', MAPS, { apiVersion: 'v2', metadata: { name: 'x' } }, 400, 'BadRequest'],
      ['a version of its own', MAPS, { metadata: { name: 'x', resourceVersion: '7' } }, 400, 'BadRequest'],
      ['a list', MAPS, [], 400, 'BadRequest'],
      ['a member of a wrong type', MAPS, { metadata: { name: 'x', labels: { a: 1 } } }, 400, 'BadRequest'],
    ])('refuses %s', async (_, path, body, code, reason) => {
      const reply = await server.send('POST', path, body);
      expect(reply.status).toBe(code);
      expect(reply.body).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason });
    });

    it('names the field of a wrong type', async () => {
      const { body } = await server.send('POST', MAPS, { metadata: { name: 'x', labels: { a: 1 } } });
      expect(body.message).toBe('metadata.labels.a: expected a string, got the number 1');
    });

    it('keeps members that look like those of every object as data', async () => {
      const text = '{"metadata":{"name":"keys"},"data":{"__proto__":"p","constructor":"c","toString":"t"}}';
      await server.send('POST', MAPS, {}, { text });
      const { body } = await server.send('GET', `${MAPS}/keys`);
      expect(Object.entries(body.data ?? {})).toEqual([
        ['__proto__', 'p'],
        ['constructor', 'c'],
        ['toString', 't'],
      ]);
    });
  });

  describe('get and list', () => {
    it('responds with 404 and a Status for a missing object', async () => {
      const { status, body } = await server.send('GET', `${MAPS}/none`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ kind: 'Status', reason: 'NotFound', details: { name: 'none', kind: 'configmaps' } });
    });

    it('lists every resource of the document, empty ones as an empty list', async () => {
      for (const { prefix, plural, kind } of RESOURCES) {
        const { status, body } = await server.send('GET', `${prefix}/${plural}`);
        expect(status).toBe(200);
        expect(body.kind).toBe(`${kind}List`);
        expect(Array.isArray(body.items)).toBe(true);
        expect(body.metadata.resourceVersion).toMatch(/^\d+$/);
      }
    });

    it('lists one namespace or all, in order, and never a namespace whose name begins with that of another', async () => {
      for (const name of ['ns1', 'ns11']) {
        await server.send('POST', '/api/v1/namespaces', { metadata: { name } });
        for (const inner of ['b', 'a'])
          await server.send('POST', `/api/v1/namespaces/${name}/secrets`, { metadata: { name: `${name}-${inner}` } });
      }
      const namesIn = async (path: string): Promise<string[]> =>
        (await server.send('GET', path)).body.items.map(({ metadata }) => metadata.name);
      expect(await namesIn('/api/v1/namespaces/ns1/secrets')).toEqual(['ns1-a', 'ns1-b']);
      expect(await namesIn('/api/v1/secrets')).toEqual(['ns1-a', 'ns1-b', 'ns11-a', 'ns11-b']);
      expect(await namesIn('/api/v1/namespaces/none/secrets')).toEqual([]);
    });

    it('shows the same bytes of an object in get and in list', async () => {
      const one = await server.send('GET', '/api/v1/namespaces/ns1/secrets/ns1-a');
      const all = await server.send('GET', '/api/v1/namespaces/ns1/secrets');
      expect(all.text).toContain(one.text.trimEnd());
    });

    it('exports without members that a user cannot specify, and keeps the namespace if exact', async () => {
      const plain = await server.send('GET', `${MAPS}/made?export=true`);
      expect(Object.keys(plain.body.metadata)).toEqual(['name']);
      const exact = await server.send('GET', `${MAPS}/made?export=true&exact=true`);
      expect(exact.body.metadata).toEqual({ name: 'made', namespace: 'default' });
    });

    it.each([
      '?labelSelector=a==b==c',
      '?fieldSelector=spec.nope=x',
      '?resourceVersion=abc',
      '?resourceVersion=99999999',
      '?timeoutSeconds=x',
      '?watch=maybe',
      '?timeoutSeconds=9999999999',
    ])('returns 400 to %s', async (query) => {
      const { status, body } = await server.send('GET', `${MAPS}${query}`);
      expect([status, body.reason]).toEqual([400, 'BadRequest']);
    });
  });

  describe('replace', () => {
    it('replaces the object, and gives it another version', async () => {
      const made = await server.send('POST', MAPS, { metadata: { name: 'r1', labels: { a: '1' } }, data: { k: '1' } });
      const { status, body } = await server.send('PUT', `${MAPS}/r1`, {
        ...made.body,
        metadata: { ...made.body.metadata, labels: undefined },
        data: { k: '2' },
      });
      expect(status).toBe(200);
      expect(body.data).toEqual({ k: '2' });
      expect(body.metadata).not.toHaveProperty('labels');
      expect(body.metadata.uid).toBe(made.body.metadata.uid);
      expect(body.metadata.resourceVersion).not.toBe(made.body.metadata.resourceVersion);
    });

    it('refuses a version that is not the current one, and changes nothing', async () => {
      const made = await server.send('POST', MAPS, { metadata: { name: 'r2' }, data: { k: '1' } });
      await server.send('PUT', `${MAPS}/r2`, { ...made.body, data: { k: '2' } });
      for (const resourceVersion of [made.body.metadata.resourceVersion, '99999999', 'abc']) {
        const { status, body } = await server.send('PUT', `${MAPS}/r2`, {
          metadata: { name: 'r2', resourceVersion },
          data: { k: '3' },
        });
        expect([status, body.reason]).toEqual([409, 'Conflict']);
      }
      expect((await server.send('GET', `${MAPS}/r2`)).body.data).toEqual({ k: '2' });
    });

    it('makes no new version for a write that changes nothing, through any group', async () => {
      const [apps, extensions] = ['apps', 'extensions'].map(
        (group) => `/apis/${group}/v1beta1/namespaces/default/deployments`,
      );
      const labels = { a: 'b' };
      const spec = { template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } } };
      const { body } = await server.send('POST', `${apps}`, { metadata: { name: 'same' }, spec });
      const { body: other } = await server.send('GET', `${extensions}/same`);
      expect((await server.send('PUT', `${extensions}/same`, other)).body).toEqual(other);
      expect((await server.send('GET', `${apps}/same`)).body).toEqual(body);
    });

    it('lets one of many replaces with one version win', async () => {
      const made = await server.send('POST', MAPS, { metadata: { name: 'r3' } });
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          server.send('PUT', `${MAPS}/r3`, { ...made.body, data: { n: String(n) } }),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    });

    it.each([undefined, '', '0'])('overwrites when the version is %j', async (resourceVersion) => {
      await server.send('POST', MAPS, { metadata: { name: 'r4' } });
      const { status } = await server.send('PUT', `${MAPS}/r4`, {
        metadata: { name: 'r4', resourceVersion },
        data: { k: String(resourceVersion) },
      });
      expect(status).toBe(200);
    });

    it('keeps the version of an object that it does not change', async () => {
      const made = await server.send('POST', MAPS, { metadata: { name: 'r5' }, data: { k: '1' } });
      const { body } = await server.send('PUT', `${MAPS}/r5`, made.body);
      expect(body.metadata.resourceVersion).toBe(made.body.metadata.resourceVersion);
    });

    it.each([
      ['no name', { metadata: {} }, 400],
      ['another name', { metadata: { name: 'other' } }, 400],
      ['another namespace', { metadata: { name: 'made', namespace: 'kube-system' } }, 400],
      ['another uid', { metadata: { name: 'made', uid: 'other' } }, 409],
      ['another kind', { kind: 'Pod', metadata: { name: 'made' } }, 400],
      ['a deletion timestamp', { metadata: { name: 'made', deletionTimestamp: '2001-01-01T00:00:00Z' } }, 422],
      ['initializers', { metadata: { name: 'made', initializers: { pending: [{ name: 'a.b.c' }] } } }, 422],
    ])('refuses a body with %s', async (_, body, code) => {
      expect((await server.send('PUT', `${MAPS}/made`, body)).status).toBe(code);
    });

    it('stores initializers of an object that has some, and removes them', async () => {
      const made = await server.send('POST', MAPS, {
        metadata: { name: 'initialized', initializers: { pending: [{ name: 'a.b.c' }, { name: 'd.e.f' }] } },
      });
      const fewer = {
        ...made.body,
        metadata: { ...made.body.metadata, initializers: { pending: [{ name: 'd.e.f' }] }, resourceVersion: '' },
      };
      expect((await server.send('PUT', `${MAPS}/initialized`, fewer)).status).toBe(200);
      expect((await server.send('PUT', `${MAPS}/initialized`, { metadata: { name: 'initialized' } })).status).toBe(200);
      expect((await server.send('PUT', `${MAPS}/initialized`, fewer)).status).toBe(422);
    });

    it('responds with 404 for a missing object', async () => {
      expect((await server.send('PUT', `${MAPS}/none`, { metadata: { name: 'none' } })).status).toBe(404);
    });
  });

  describe('delete', () => {
    it('removes the object and returns a Status with status Success and code 200', async () => {
      const made = await server.send('POST', MAPS, { metadata: { name: 'd1' } });
      const { status, body } = await server.send('DELETE', `${MAPS}/d1`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Success',
        code: 200,
        details: { name: 'd1', uid: made.body.metadata.uid },
      });
      expect((await server.send('GET', `${MAPS}/d1`)).status).toBe(404);
      expect((await server.send('DELETE', `${MAPS}/d1`)).status).toBe(404);
    });

    it.each([
      ['both settings in the body', '', { orphanDependents: false, propagationPolicy: 'Orphan' }, 422],
      ['both settings in the query', '?orphanDependents=false&propagationPolicy=Orphan', undefined, 422],
      ['one setting in each', '?orphanDependents=false', { propagationPolicy: 'Orphan' }, 422],
      ['an unknown policy', '', { propagationPolicy: 'Sideways' }, 422],
      ['a negative grace period', '', { gracePeriodSeconds: -1 }, 422],
      ['a negative grace period in the query', '?gracePeriodSeconds=-1', undefined, 422],
      ['a text as the grace period', '', { gracePeriodSeconds: 'x' }, 400],
      ['a grace period beyond 32 bits', '', { gracePeriodSeconds: 3_000_000_000 }, 400],
      ['another kind in the body', '', { kind: 'Pod' }, 400],
      ['another uid as a precondition', '', { preconditions: { uid: 'other' } }, 409],
      ['another version as a precondition', '', { preconditions: { resourceVersion: '1' } }, 409],
      ['a number as the version of a precondition', '', { preconditions: { resourceVersion: 1 } }, 400],
    ])('refuses %s and deletes nothing', async (_, query, body, code) => {
      await server.send('POST', MAPS, { metadata: { name: 'd2' } });
      expect((await server.send('DELETE', `${MAPS}/d2${query}`, body)).status).toBe(code);
      expect((await server.send('GET', `${MAPS}/d2`)).status).toBe(200);
    });

    it('removes an object that still has the version that the precondition names', async () => {
      const { resourceVersion } = (await server.send('POST', MAPS, { metadata: { name: 'versioned' } })).body.metadata;
      expect((await server.send('DELETE', `${MAPS}/versioned`, { preconditions: { resourceVersion } })).status).toBe(
        200,
      );
    });

    it('keeps an object until its finalizer is removed', async () => {
      await server.send('POST', MAPS, { metadata: { name: 'd3', finalizers: ['example.com/hold'] } });
      expect((await server.send('DELETE', `${MAPS}/d3`)).body).toMatchObject({
        kind: 'Status',
        status: 'Success',
        code: 200,
      });
      const held = await server.send('GET', `${MAPS}/d3`);
      expect(held.body.metadata).toHaveProperty('deletionTimestamp');
      expect((await server.send('POST', MAPS, { metadata: { name: 'd3' } })).body.message).toContain(
        'object is being deleted',
      );
      const added = {
        ...held.body,
        metadata: { ...held.body.metadata, finalizers: ['example.com/hold', 'example.com/more'] },
      };
      expect((await server.send('PUT', `${MAPS}/d3`, added)).status).toBe(422);
      const freed = { ...held.body, metadata: { ...held.body.metadata, finalizers: [] } };
      expect((await server.send('PUT', `${MAPS}/d3`, freed)).status).toBe(200);
      expect((await server.send('GET', `${MAPS}/d3`)).status).toBe(404);
    });

    it('removes the objects of a collection that match the selector, in that namespace alone', async () => {
      for (const namespace of ['ns1', 'ns11']) {
        for (const [name, app] of [
          ['c1', 'x'],
          ['c2', 'y'],
        ]) {
          await server.send('POST', `/api/v1/namespaces/${namespace}/configmaps`, {
            metadata: { name, labels: { app } },
          });
        }
      }
      const { status, body } = await server.send('DELETE', '/api/v1/namespaces/ns1/configmaps?labelSelector=app%3Dx');
      expect(status).toBe(200);
      expect(body).toMatchObject({ kind: 'Status', status: 'Success' });
      const left = (await server.send('GET', '/api/v1/configmaps?labelSelector=app')).body.items;
      expect(left.map(({ metadata }) => `${String(metadata['namespace'])}/${metadata.name}`)).toEqual([
        'ns1/c2',
        'ns11/c1',
        'ns11/c2',
      ]);
    });
  });
});
