import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectFromBytes, objectToBytes } from '../../protobuf/object-bytes.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const PODS = '/api/v1/namespaces/default/pods';

interface ProtobufReply {
  readonly status: number;
  readonly type: string | null;
  readonly bytes: Buffer;
}

describe('protobuf over HTTP', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  async function call(method: string, path: string, body?: object, accept = PROTOBUF): Promise<ProtobufReply> {
    const headers = { Accept: accept, ...(body === undefined ? {} : { 'Content-Type': PROTOBUF }) };
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: new Uint8Array(objectToBytes(body)) }),
    });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  const pod = (name: string): object => ({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name, labels: { a: 'b' } },
    spec: {
      containers: [
        {
          name: 'c',
          image: 'i:1',
          resources: { limits: { cpu: '100m' } },
          readinessProbe: { httpGet: { path: '/', port: 'web' } },
        },
      ],
      volumes: [{ name: 'v', configMap: { name: 'm' } }],
    },
  });

  it('a create in protobuf makes the same object as in JSON', async () => {
    const made = await call('POST', PODS, pod('p'));
    expect([made.status, made.type]).toEqual([200, PROTOBUF]);
    const { body: fromProtobuf } = await server.send('GET', `${PODS}/p`);
    const { body: fromJson } = await server.send('POST', PODS, pod('j'));
    expect(fromProtobuf.spec).toEqual(fromJson.spec);
    // A null in JSON is an unset field in protobuf.
    expect(objectFromBytes(made.bytes, 'core/v1.Pod')).toMatchObject({
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name: 'p', uid: fromProtobuf.metadata.uid },
      spec: fromProtobuf.spec,
    });
  });

  it('lists, Status bodies and discovery are available', async () => {
    const list = objectFromBytes((await call('GET', PODS)).bytes, 'core/v1.PodList') as {
      readonly items: readonly { readonly metadata: object }[];
    };
    expect(list.items.map(({ metadata }) => metadata)).toContainEqual(expect.objectContaining({ name: 'p' }));
    const missing = await call('GET', `${PODS}/none`);
    expect([missing.status, missing.type]).toEqual([404, PROTOBUF]);
    expect(objectFromBytes(missing.bytes, 'meta/v1.Status')).toMatchObject({
      reason: 'NotFound',
      code: 404,
      details: { name: 'none', kind: 'pods' },
    });
    const resources = objectFromBytes((await call('GET', '/api/v1')).bytes, 'meta/v1.APIResourceList');
    expect(resources).toMatchObject({
      groupVersion: 'v1',
      resources: expect.arrayContaining([
        expect.objectContaining({ name: 'pods', verbs: expect.arrayContaining(['list']) as unknown }),
      ]) as unknown,
    });
  });

  it('delete options are read', async () => {
    await call('POST', PODS, pod('d'));
    const options = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'another' } };
    const refused = await call('DELETE', `${PODS}/d`, options);
    expect([refused.status, objectFromBytes(refused.bytes, 'meta/v1.Status')]).toEqual([
      409,
      expect.objectContaining({ reason: 'Conflict' }),
    ]);
    expect(
      (await call('DELETE', `${PODS}/d`, { kind: 'DeleteOptions', apiVersion: 'apps/v7', gracePeriodSeconds: 0 }))
        .status,
    ).toBe(200);
  });

  it('the version precondition of delete options is checked', async () => {
    await call('POST', PODS, pod('later'));
    expect(
      (
        await call('DELETE', `${PODS}/later`, {
          kind: 'DeleteOptions',
          apiVersion: 'v1',
          preconditions: { resourceVersion: '1' },
        })
      ).status,
    ).toBe(409);
    expect((await server.send('GET', `${PODS}/later`)).status).toBe(200);
  });

  it('a body of another kind, or of invalid protobuf, is refused with 400', async () => {
    expect((await call('POST', PODS, { kind: 'Secret', apiVersion: 'v1', metadata: { name: 's' } })).status).toBe(400);
    const { status, body } = await server.send('POST', PODS, undefined, {
      text: '{"metadata":{"name":"x"}}',
      headers: { 'Content-Type': PROTOBUF },
    });
    expect([status, body.message]).toEqual([
      400,
      'the body is not an object in protobuf: it does not begin with 6b 38 73 00',
    ]);
  });

  it('no bytes at all lead to 500 or to no response', async () => {
    const good = objectToBytes(pod('fuzz'));
    const damaged = fc
      .tuple(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 }), fc.nat(good.length))
      .map(([changes, length]) => {
        const bytes = Buffer.from(good);
        for (const [at, byte] of changes) bytes[at] = byte;
        return bytes.subarray(0, length);
      });
    const property = fc.asyncProperty(fc.constantFrom('POST', 'PUT', 'DELETE'), damaged, async (method, bytes) => {
      const path = method === 'POST' ? PODS : `${PODS}/fuzz`;
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { 'Content-Type': PROTOBUF, Accept: PROTOBUF },
        body: new Uint8Array(bytes),
      });
      expect([response.status < 500, response.headers.get('content-type')]).toEqual([true, PROTOBUF]);
      await response.arrayBuffer();
    });
    await fc.assert(property, { numRuns: 100 });
  });

  it('a watch sends one frame for each event, and ends with a Status if its version is too old', async () => {
    const abort = new AbortController();
    const { body } = await server.send('POST', PODS, pod('w'));
    const before = Number(body.metadata.resourceVersion) - 1;
    const response = await fetch(`${server.url}${PODS}?watch=true&resourceVersion=${before}&timeoutSeconds=1`, {
      headers: { Accept: `${PROTOBUF};stream=watch` },
      signal: abort.signal,
    });
    expect(response.headers.get('content-type')).toBe(`${PROTOBUF};stream=watch`);
    const frames = framesOf(Buffer.from(await response.arrayBuffer()));
    expect(frames.map(({ type }) => type)).toEqual(['ADDED']);
    expect(objectFromBytes(frames[0]?.object ?? Buffer.alloc(0), 'core/v1.Pod')).toMatchObject({
      metadata: { name: 'w' },
    });
  });
});

/** The frames of a stream, decoded by hand: length, field 1 type, field 2 an object in field 1. */
function framesOf(stream: Buffer): { readonly type: string; readonly object: Buffer }[] {
  const frames = [];
  for (let at = 0; at < stream.length; at += 4 + stream.readUInt32BE(at)) {
    const event = stream.subarray(at + 4, at + 4 + stream.readUInt32BE(at));
    const typeEnd = 2 + (event[1] ?? 0);
    frames.push({ type: event.toString('utf8', 2, typeEnd), object: event.subarray(event.indexOf('k8s\0')) });
  }
  return frames;
}
