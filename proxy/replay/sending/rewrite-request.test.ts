import { describe, expect, it } from 'vitest';
import { loggedBody, type RequestLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { Json } from '../../diff/values/json-value.ts';
import { Correspondence } from '../../diff/values/correspondence.ts';
import { renamedTarget, renamedText, renamedValue } from '../../diff/exchanges/namespace-map.ts';
import { rewritten } from './rewrite-request.ts';

const [THERE, HERE] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const MAPS = '/api/v1/namespaces/default/configmaps';

function known(): Correspondence {
  const correspondence = new Correspondence();
  correspondence.bind('uid', ['', ''], THERE, HERE, 'a test');
  correspondence.bind('version', [THERE, HERE], '7', '1007', 'a test');
  correspondence.remember('version', '12', '1012');
  correspondence.remember('position', 'eyJ0aGVyZSI', 'eyJoZXJlIg==');
  correspondence.bindName('job-aaaaa', 'job-bbbbb');
  return correspondence;
}

async function sent(
  method: string,
  target: string,
  body?: RequestLine['body'],
  names: ReadonlyMap<string, string> = new Map(),
): Promise<{ readonly target: string; readonly body: unknown }> {
  const request: RequestLine = {
    kind: 'request',
    n: 1,
    t: 0,
    exchange: 1,
    method,
    target,
    headers: [],
    ...(body === undefined ? {} : { body }),
  };
  const done = await rewritten(
    { id: 1, request, response: undefined, body: undefined, events: [], end: undefined },
    'log.jsonl',
    { correspondence: known(), names },
  );
  const text = done.body?.toString('utf8');
  return {
    target: done.target,
    body: text === undefined ? undefined : body !== undefined && 'json' in body ? JSON.parse(text) : text,
  };
}

describe('a replayed request', () => {
  it('carries the version of the live object in a body, a test of a JSON patch, a query and the start of a watch', async () => {
    const metadata = { name: 'a', uid: THERE, resourceVersion: '7' };
    expect((await sent('PUT', `${MAPS}/a`, { json: { metadata, data: { resourceVersion: '7' } } })).body).toEqual({
      metadata: { name: 'a', uid: HERE, resourceVersion: '1007' },
      data: { resourceVersion: '7' },
    });
    const patch = [
      { op: 'test', path: '/metadata/resourceVersion', value: '7' },
      { op: 'replace', path: '/data/k', value: '7' },
    ];
    expect((await sent('PATCH', `${MAPS}/a`, { json: patch })).body).toEqual([
      { ...patch[0], value: '1007' },
      patch[1],
    ]);
    expect((await sent('GET', `${MAPS}?watch=true&resourceVersion=12&timeoutSeconds=12`)).target).toBe(
      `${MAPS}?watch=true&resourceVersion=1012&timeoutSeconds=12`,
    );
    expect((await sent('GET', `${MAPS}?resourceVersion=0`)).target).toBe(`${MAPS}?resourceVersion=0`);
  });

  it('has the uid of the live object in preconditions, owners and selectors, and keeps client-chosen values', async () => {
    expect((await sent('DELETE', `${MAPS}/a`, { json: { preconditions: { uid: THERE } } })).body).toEqual({
      preconditions: { uid: HERE },
    });
    expect(
      (
        await sent('POST', MAPS, {
          json: { metadata: { ownerReferences: [{ name: 'a', uid: THERE }] }, data: { uid: THERE } },
        })
      ).body,
    ).toEqual({ metadata: { ownerReferences: [{ name: 'a', uid: HERE }] }, data: { uid: THERE } });
    expect((await sent('GET', `${MAPS}?fieldSelector=involvedObject.uid%3D${THERE}`)).target).toContain(HERE);
    expect(
      (await sent('PUT', `${MAPS}/a`, { text: `metadata: # kept\n  uid: ${THERE}\n  resourceVersion: "7"\n` })).body,
    ).toBe(`metadata: # kept\n  uid: ${HERE}\n  resourceVersion: "1007"\n`);
  });

  it('creates the mapped namespace, even if its body does not name its kind', async () => {
    const names = new Map([['default', 'scratch']]);
    const body = { metadata: { name: 'default', labels: { name: 'default' } } };
    expect((await sent('POST', '/api/v1/namespaces', { json: body }, names)).body).toEqual({
      metadata: { name: 'scratch', labels: { name: 'default' } },
    });
    expect(
      (await sent('PUT', '/api/v1/namespaces/default', { text: 'metadata:\n  name: default\n' }, names)).body,
    ).toBe('metadata:\n  name: scratch\n');
    expect((await sent('POST', MAPS, { json: body }, names)).body).toEqual(body);
  });

  it('uses the generated name, names derived from it, and the live continue token', async () => {
    expect((await sent('GET', `${MAPS}/job-aaaaa`)).target).toBe(`${MAPS}/job-bbbbb`);
    expect((await sent('POST', MAPS, { json: { metadata: { name: 'job-aaaaa-log.1' } } })).body).toEqual({
      metadata: { name: 'job-bbbbb-log.1' },
    });
    expect((await sent('GET', `${MAPS}/job-aaaaab`)).target).toBe(`${MAPS}/job-aaaaab`);
    expect((await sent('GET', `${MAPS}?limit=2&continue=eyJ0aGVyZSI`)).target).toBe(
      `${MAPS}?limit=2&continue=eyJoZXJlIg%3D%3D`,
    );
  });

  it('goes to the scratch namespace with path, body and selectors', async () => {
    const names = new Map([['default', 'scratch']]);
    const event = {
      metadata: { namespace: 'default', name: 'e' },
      involvedObject: { namespace: 'default', name: 'default', kind: 'Pod' },
      message: 'default',
    };
    expect(await sent('POST', '/api/v1/namespaces/default/events?pretty=true', { json: event }, names)).toEqual({
      target: '/api/v1/namespaces/scratch/events?pretty=true',
      body: {
        metadata: { namespace: 'scratch', name: 'e' },
        involvedObject: { namespace: 'scratch', name: 'default', kind: 'Pod' },
        message: 'scratch',
      },
    });
    expect(renamedTarget('/api/v1/watch/namespaces/default/pods/default', names)).toBe(
      '/api/v1/watch/namespaces/scratch/pods/default',
    );
    expect(
      renamedTarget('/api/v1/events?fieldSelector=involvedObject.namespace%3Ddefault,metadata.name%3Ddefault', names),
    ).toBe('/api/v1/events?fieldSelector=involvedObject.namespace%3Dscratch%2Cmetadata.name%3Ddefault');
    expect(renamedTarget('/api/v1/namespaces?fieldSelector=metadata.name=default', names)).toBe(
      '/api/v1/namespaces?fieldSelector=metadata.name%3Dscratch',
    );
  });
});

describe('a replayed request in protobuf', () => {
  const names = new Map([['default', 'scratch']]);
  /** A text or message field. All are shorter than 128 bytes. */
  const field = (number: number, ...parts: readonly string[]): string => {
    const bytes = parts.join('');
    return String.fromCharCode((number << 3) | 2, bytes.length) + bytes;
  };
  const enveloped = (kind: string, ...fields: readonly string[]): Buffer =>
    Buffer.from(`k8s\0${field(1, field(1, 'v1'), field(2, kind))}${field(2, ...fields)}`);
  const replayed = async (target: string, bytes: Buffer): Promise<unknown> =>
    (await sent('POST', target, loggedBody(bytes), names)).body;

  it('goes to the scratch namespace with the identities of the live server', async () => {
    const event = (name: string, namespace: string, uid: string, version: string): Buffer =>
      enveloped(
        'Event',
        field(1, field(1, name), field(3, namespace), field(5, uid), field(6, version)),
        field(2, field(2, namespace), field(3, 'default')),
      );
    expect(await replayed('/api/v1/namespaces/default/events', event('job-aaaaa', 'default', THERE, '12'))).toBe(
      event('job-bbbbb', 'scratch', HERE, '1012').toString(),
    );
  });

  it('names a mapped namespace', async () => {
    const namespace = (name: string): Buffer => enveloped('Namespace', field(1, field(1, name)));
    expect(await replayed('/api/v1/namespaces', namespace('default'))).toBe(namespace('scratch').toString());
  });

  it('goes to the scratch namespace too if the document does not have its kind', async () => {
    const account = (namespace: string): Buffer =>
      enveloped(
        'ServiceAccount',
        field(1, field(1, 'default'), field(3, namespace)),
        field(2, field(2, namespace), field(3, 'default')),
      );
    expect(await replayed('/api/v1/namespaces/default/serviceaccounts', account('default'))).toBe(
      account('scratch').toString(),
    );
    const unheard = (namespace: string, uid: string): Buffer =>
      enveloped('Unheard', field(1, field(1, 'default'), field(3, namespace), field(5, uid)), field(3, 'default'));
    expect(await replayed('/apis/x.io/v1/namespaces/default/unheards', unheard('default', THERE))).toBe(
      unheard('scratch', HERE).toString(),
    );
  });

  it('keeps the bytes of a malformed body', async () => {
    const cut = enveloped('ConfigMap', field(1, field(3, 'default'))).subarray(0, -3);
    expect(await replayed(MAPS, cut)).toBe(cut.toString());
  });
});

describe('the name of a mapped namespace', () => {
  const names = new Map([['default', 'scratch']]);

  it('is replaced if it names a namespace, and nowhere else', () => {
    expect(
      renamedValue({ kind: 'Namespace', metadata: { name: 'default', labels: { name: 'default' } } }, names),
    ).toEqual({ kind: 'Namespace', metadata: { name: 'scratch', labels: { name: 'default' } } });
    expect(renamedValue({ kind: 'NamespaceList', items: [{ metadata: { name: 'default' } }] }, names)).toEqual({
      kind: 'NamespaceList',
      items: [{ metadata: { name: 'scratch' } }],
    });
    expect(
      renamedValue(
        { kind: 'ConfigMap', metadata: { name: 'default', namespace: 'default' }, data: { namespace: 'default' } },
        names,
      ),
    ).toEqual({
      kind: 'ConfigMap',
      metadata: { name: 'default', namespace: 'scratch' },
      data: { namespace: 'default' },
    });
    expect(renamedText('kind: ConfigMap\nmetadata:\n  name: default # default\n  namespace: default\n', names)).toBe(
      'kind: ConfigMap\nmetadata:\n  name: default # default\n  namespace: scratch\n',
    );
  });

  it('is replaced in tables and bare metadata at paths of namespaces, and nowhere else', () => {
    const row = (name: string): Json => ({
      cells: [name, 'default'],
      object: { kind: 'PartialObjectMetadata', metadata: { name, labels: { name: 'default' } } },
    });
    const table = (name: string): Json => ({ kind: 'Table', rows: [row(name), row('other')] });
    const bare = (name: string): Json => ({ kind: 'PartialObjectMetadataList', items: [{ metadata: { name } }] });
    expect(renamedValue(table('default'), names, 'Namespace')).toEqual(table('scratch'));
    expect(renamedValue(bare('default'), names, 'Namespace')).toEqual(bare('scratch'));
    expect(renamedValue({ type: 'ADDED', object: table('default') }, names, 'Namespace')).toEqual({
      type: 'ADDED',
      object: table('scratch'),
    });
    for (const body of [table('default'), bare('default')]) expect(renamedValue(body, names)).toEqual(body);
  });
});
