import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, testServer, type TestServer } from '../../testing/server.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('media types', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await server.send('POST', MAPS, { metadata: { name: 'a' }, data: { k: 'yes', multi: 'one\ntwo\n' } });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const get = (path: string, accept?: string): Promise<Reply> =>
    server.send('GET', path, undefined, accept === undefined ? {} : { headers: { Accept: accept } });
  const post = (type: string | undefined, text: string): Promise<Reply> =>
    server.send('POST', MAPS, undefined, { text, headers: type === undefined ? {} : { 'Content-Type': type } });

  describe('of responses', () => {
    it.each([
      ['*/*', 'application/json'],
      ['application/*', 'application/json'],
      ['application/json', 'application/json'],
      ['application/yaml', 'application/yaml'],
      ['application/yaml, application/json', 'application/yaml'],
      ['application/yaml;q=0.5, application/json', 'application/json'],
      ['application/yaml;q=0, */*', 'application/json'],
      ['APPLICATION/YAML', 'application/yaml'],
      ['application/vnd.kubernetes.protobuf, application/json;q=0.1', 'application/vnd.kubernetes.protobuf'],
      ['application/vnd.kubernetes.protobuf', 'application/vnd.kubernetes.protobuf'],
      ['application/json;as=Table;g=meta.k8s.io;v=v1, application/json', 'application/json'],
      ['application/yaml;as=Table;g=meta.k8s.io;v=v1, application/yaml', 'application/yaml'],
      ['application/json;charset=utf-8', 'application/json'],
      ['text/html, application/yaml', 'application/yaml'],
    ])('Accept %s leads to %s', async (accept, expected) => {
      const { status, headers } = await get(`${MAPS}/a`, accept);
      expect([status, headers.get('content-type')]).toEqual([200, expected]);
    });

    it.each([
      'text/html',
      'application/vnd.kubernetes.protobuf;stream=other',
      'application/json;stream=other',
      'application/json;as=Table',
      'application/json;as=Chair;g=meta.k8s.io;v=v1',
      'application/json;q=0',
    ])('Accept %s leads to 406 with a Status', async (accept) => {
      const { status, body } = await get(`${MAPS}/a`, accept);
      expect([status, body.kind, body.reason]).toEqual([406, 'Status', 'NotAcceptable']);
    });

    it.each([`${MAPS}/a`, MAPS, '/api', '/apis', '/api/v1', `${MAPS}/none`, '/nowhere'])(
      '%s has the same value in YAML as in JSON',
      async (path) => {
        expect(load((await get(path, 'application/yaml')).text)).toEqual((await get(path)).body);
      },
    );

    it.each([
      ['GET', '/nowhere', 404],
      ['POST', `${MAPS}/a`, 405],
      ['PUT', '/api', 405],
      ['GET', '/api/v1/%zz', 400],
    ] as const)('the refusal of %s %s has the accepted form too', async (method, path, code) => {
      for (const type of ['application/yaml', 'application/vnd.kubernetes.protobuf', 'application/json']) {
        const { status, headers } = await server.send(method, path, undefined, { headers: { Accept: type } });
        expect([status, headers.get('content-type')]).toEqual([code, type]);
      }
      expect(
        (await server.send(method, path, undefined, { headers: { Accept: 'text/html' } })).headers.get('content-type'),
      ).toBe('application/json');
    });

    it.each(['/version', '/'])('%s, which is not an object of the API, does not exist in protobuf', async (path) => {
      expect((await get(path, 'application/vnd.kubernetes.protobuf')).status).toBe(406);
      expect((await get(path, 'application/vnd.kubernetes.protobuf, */*')).headers.get('content-type')).toBe(
        'application/json',
      );
    });

    it.each([
      ['?pretty=true', undefined],
      ['?pretty=1', undefined],
      ['', 'application/json;pretty=1'],
    ])('with %s and Accept %s the same value is indented', async (query, accept) => {
      const plain = await get(`${MAPS}/a`);
      const pretty = await get(`${MAPS}/a${query}`, accept);
      expect(pretty.body).toEqual(plain.body);
      expect(pretty.text.split('\n').length).toBeGreaterThan(10);
      expect(plain.text.trimEnd()).not.toContain('\n');
    });
  });

  describe('of requests', () => {
    it.each([
      ['application/json', '{"metadata":{"generateName":"x-"},"data":{"k":"v"}}'],
      ['application/json; charset=utf-8', '{"metadata":{"generateName":"x-"},"data":{"k":"v"}}'],
      ['application/octet-stream', '{"metadata":{"generateName":"x-"},"data":{"k":"v"}}'],
      ['application/x-www-form-urlencoded', '{"metadata":{"generateName":"x-"},"data":{"k":"v"}}'],
      ['text/plain', 'metadata:\n  generateName: x-\ndata:\n  k: v\n'],
      [undefined, '{"metadata":{"generateName":"x-"},"data":{"k":"v"}}'],
      [undefined, 'metadata:\n  generateName: x-\ndata:\n  k: v\n'],
      ['application/yaml', 'metadata:\n  generateName: x-\ndata: {k: v}\n'],
      ['application/yaml', '{"metadata":{"generateName":"x-"},"data":{"k":"v"}}'],
      ['application/yaml', 'metadata: {generateName: x-}\ndata: {k: v}\n---\nmetadata: {name: ignored}\n'],
      ['application/yaml', 'base: &b {k: v}\nmetadata: {generateName: x-}\ndata:\n  <<: *b\n'],
    ])('%s is accepted: %j', async (type, text) => {
      const { status, body } = await post(type, text);
      expect(status).toBe(200);
      expect(body.data).toEqual({ k: 'v' });
    });

    it.each([
      ['application/xml', '<metadata/>'],
      ['application/x-www-form-urlencoded', 'name=x&data=y'],
      ['application/octet-stream', '{"metadata":'],
      ['image/png', '\u0001\u0002'],
    ])('%s that holds no object is refused with 415', async (type, text) => {
      const { status, body } = await post(type, text);
      expect([status, body.reason]).toEqual([415, 'UnsupportedMediaType']);
    });

    it('that is compressed is refused with 415, whatever its type', async () => {
      const send = (coding: string): Promise<Reply> =>
        server.send('POST', MAPS, undefined, {
          text: '{"metadata":{"generateName":"x-"}}',
          headers: { 'Content-Type': 'application/json', 'Content-Encoding': coding },
        });
      const { status, body } = await send('gzip');
      expect([status, body.reason, body.message]).toEqual([
        415,
        'UnsupportedMediaType',
        expect.stringContaining(`'gzip'`),
      ]);
      expect((await send('identity')).status).toBe(200);
    });

    it.each([
      ['application/json', '', 'the body is empty; this request needs an object'],
      ['application/json', '{"a":1,}', 'the body is not JSON: line 1, column 8: expected member name, found "}"'],
      ['application/yaml', 'a: [1\nb: 2', 'the body is not YAML: line 2, column 1'],
      ['application/yaml', '---\n', 'the body must be a ConfigMap object, got null'],
      [
        'application/json',
        `{"a":${'['.repeat(500)}${']'.repeat(500)}}`,
        'the body is nested more than 400 levels deep',
      ],
      ['application/yaml', `a: ${'['.repeat(500)}${']'.repeat(500)}`, 'the body is not YAML: line 1, column'],
      ['application/yaml', bomb(), 'the body is too large: its aliases expand to more than 100000 nodes'],
      [
        'application/yaml',
        'data: &d\n  k: *d\n',
        'the body is circular: an alias stands for a tree that contains the alias',
      ],
    ])('%s that is %.30j leads to 400 with the place', async (type, text, message) => {
      const { status, body } = await post(type, text);
      expect(status).toBe(400);
      expect(body.message).toContain(message);
    });

    it.each([
      [
        'JSON',
        'application/json',
        '{"metadata":{"name":"n"},"spec":{"terminationGracePeriodSeconds":9007199254740993}}',
      ],
      ['YAML', 'application/yaml', 'metadata: {name: n}\nspec: {terminationGracePeriodSeconds: 99999999999999999999}'],
    ])('an integer in %s that cannot be kept exactly is refused', async (_, type, text) => {
      const { status, body } = await server.send('POST', '/api/v1/namespaces/default/pods', undefined, {
        text,
        headers: { 'Content-Type': type },
      });
      expect(status).toBe(400);
      expect(body.message).toContain('spec.terminationGracePeriodSeconds: expected an integer');
    });
  });
});

/** Ten aliases in each of ten levels: ten thousand million nodes in a few hundred bytes. */
function bomb(): string {
  const levels = Array.from(
    { length: 10 },
    (_, level) =>
      `l${level}: &l${level} [${Array.from({ length: 10 }, () => (level === 0 ? 'x' : `*l${level - 1}`)).join(',')}]`,
  );
  return levels.join('\n');
}
