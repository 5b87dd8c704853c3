import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KUBERNETES_1_7 } from '../../../spec/dialects/index.ts';
import { type SendOptions, testServer, type TestServer } from '../../testing/server.fixture.ts';

const CORE = '/api/v1/namespaces/default';
const APPS = '/apis/apps/v1beta1/namespaces/default';
const OLD = '/apis/extensions/v1beta1/namespaces/default';
const MAPS = `${CORE}/configmaps`;
const LABELS = { a: 'b' };
const POD = { containers: [{ name: 'c', image: 'i' }] };

/** Requests, and the status of each response. */
type Rows = readonly (readonly [asked: string, status: number])[];

const BODIES: Rows = [
  ['', 400],
  ['[]', 400],
  ['"x"', 400],
  ['1', 400],
  ['{}', 422],
  ['null', 422],
  ['{"metadata":{"name":"z"},"data":{"a":1}}', 400],
  ['{"metadata":{"name":"z1"},"data":{"a":null}}', 201],
  ['{"metadata":{"name":"z2"},"Data":{"a":"1"}}', 201],
  ['{"kind":"Pod","metadata":{"name":"z3"}}', 400],
  ['{"apiVersion":"v2","metadata":{"name":"z3"}}', 400],
  ['{"apiVersion":"extensions/v1beta1","kind":"ConfigMap","metadata":{"name":"z3"}}', 400],
  ['{"metadata":{"name":"z3","namespace":"other"}}', 400],
  ['{"metadata":{"name":"z3","resourceVersion":"5"}}', 500],
  ['{"metadata":{"name":"z4","resourceVersion":"0"}}', 201],
  ['{"metadata":{"name":"z5","resourceVersion":"abc"}}', 201],
  ['{"metadata":{"name":"UPPER"}}', 422],
  ['{"metadata":{"name":"m"}}', 409],
  ['{"metadata":{"name":"m","labels":{"!":"x"}}}', 422],
  ['{"metadata":{"name":"z6","labels":{"a":1}}}', 400],
  ['{"metadata":{"name":"z6","generation":1.5}}', 400],
  ['{"metadata":{"name":"z6","generation":1.0}}', 201],
  ['{"metadata":{"name":"z7","creationTimestamp":"nope"}}', 400],
  ['{"metadata":{"name":"z7","finalizers":["bad"]}}', 422],
  ['{"metadata":{"name":"z7"}} trailing', 400],
  ['{"metadata":{"name":"z7",}}', 400],
];

const METHODS: Rows = [
  [`POST ${MAPS}/m`, 405],
  [`PUT ${MAPS}`, 405],
  [`PATCH ${MAPS}`, 405],
  ['POST /api/v1/configmaps', 405],
  ['DELETE /api/v1/pods', 405],
  [`DELETE ${CORE}/services`, 405],
  ['DELETE /api/v1/namespaces', 405],
  ['POST /api/v1/watch/pods', 405],
  [`HEAD ${MAPS}`, 405],
  [`OPTIONS ${MAPS}`, 405],
  [`DELETE ${CORE}/pods/p/status`, 405],
  [`GET ${APPS}/deployments/d/rollback`, 405],
  [`GET ${CORE}/pods/p/binding`, 405],
  ['POST /api/v1', 405],
  ['PUT /apis/apps', 405],
  ['POST /apis', 200],
  ['GET /api/v1/namespaces/default/finalize', 405],
  [`GET ${MAPS}/m/status`, 404],
  ['GET /apis/apps/v1', 404],
  ['GET /apis/batch/v1beta1', 404],
  ['GET /api/v1/namespaces/x/y/z/w', 404],
  [`GET ${APPS}/statefulsets/x/scale`, 404],
];

const QUERIES: Rows = [
  ['/m?resourceVersion=abc', 500],
  ['/m?resourceVersion=', 200],
  ['/m?export=zzz', 200],
  ['/m?watch=true', 200],
  ['?resourceVersion=abc', 500],
  ['?timeoutSeconds=x', 400],
  ['?timeoutSeconds=', 400],
  ['?timeoutSeconds=1.5', 400],
  ['?timeoutSeconds=-1', 200],
  ['?timeoutSeconds=3000000000', 200],
  ['?limit=x&continue=zz&includeUninitialized=zz', 200],
  ['?watch=true&resourceVersion=abc', 500],
  ['?watch=true&labelSelector=%3D%3D', 400],
  ['?watch=&timeoutSeconds=-1', 200],
  ['?watch=0', 200],
  ['?labelSelector=', 200],
  ['?labelSelector=a,', 400],
  ['?labelSelector=,a', 400],
  ['?labelSelector=a in ()', 200],
  ['?labelSelector=a in b', 400],
  ['?labelSelector=a IN (b)', 400],
  ['?labelSelector= a = b ', 200],
  ['?labelSelector=a%3Eb', 400],
  ['?labelSelector=a/b/c', 400],
  ['?labelSelector=a%3D-b', 400],
  ['?labelSelector=a notin (,)', 200],
  ['?labelSelector=a%3Db&labelSelector=%3D', 200],
  ['?fieldSelector=metadata.name!%3Da', 200],
  ['?fieldSelector=bogus%3Da', 400],
  ['?fieldSelector=metadata.name', 400],
  ['?fieldSelector=metadata.name%3Da%5C,b', 200],
  ['?fieldSelector=metadata.name%3Da%5C', 400],
  ['?fieldSelector=status.phase%3Dx', 400],
];

const ACCEPTED: Rows = [
  ['', 200],
  ['*/*', 200],
  ['application/*', 406],
  ['text/html', 406],
  ['application/json;pretty=1', 200],
  ['application/json;stream=watch', 200],
  ['application/json;stream=x', 406],
  ['application/json;foo=bar', 200],
  ['text/html;q=0.9,*/*;q=0.1', 200],
  ['application/json;as=Table;v=v1alpha1;g=meta.k8s.io', 200],
  ['application/json;as=Table', 406],
];

const MERGES: Rows = [
  ['{"metadata":{"name":"b"}}', 400],
  ['{"metadata":{"namespace":"b"}}', 400],
  ['{"metadata":{"uid":"b"}}', 422],
  ['{"metadata":{"uid":null}}', 200],
  ['{"metadata":{"resourceVersion":"1"}}', 409],
  ['{"metadata":{"resourceVersion":"0"}}', 200],
  ['{"metadata":null}', 400],
  ['{"data":{"a":1}}', 500],
  ['{"data":"x"}', 500],
  ['{"data":[]}', 500],
  ['{"metadata":{"labels":{"a b":"c"}}}', 422],
  ['{"metadata":{"deletionTimestamp":"2020-01-01T00:00:00Z"}}', 422],
  ['{"metadata":{"creationTimestamp":"bad"}}', 500],
  ['{"metadata":{"selfLink":"x"}}', 200],
  ['{"unknown":{"a":1}}', 200],
];

const DELETES: Rows = [
  ['{}', 200],
  ['null', 200],
  ['{"kind":"DeleteOptions","apiVersion":"v9"}', 200],
  ['{"kind":"Pod","apiVersion":"v1"}', 500],
  ['{', 500],
  ['"x"', 500],
  ['{"propagationPolicy":"X"}', 422],
  ['{"propagationPolicy":"Orphan","orphanDependents":true}', 422],
  ['{"preconditions":{"uid":"x"}}', 409],
  ['{"gracePeriodSeconds":"x"}', 500],
  ['{"gracePeriodSeconds":1.5}', 500],
  ['{"gracePeriodSeconds":3000000000}', 200],
  ['{"orphanDependents":"true"}', 500],
  ['{"unknown":1}', 200],
];

/** Statuses as measured on 1.7.5. */
describe('under kubernetes-1.7', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ dialect: KUBERNETES_1_7 });
    await server.send('POST', MAPS, { metadata: { name: 'm' }, data: { x: '1' } });
    await server.send('POST', `${CORE}/pods`, { metadata: { name: 'p' }, spec: POD });
    await server.send('POST', `${OLD}/deployments`, {
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec: POD } },
    });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const statusOf = async (method: string, path: string, options: SendOptions = {}): Promise<number> =>
    (await server.send(method, path, undefined, options)).status;
  const typed = (type: string, text: string): SendOptions => ({ headers: { 'Content-Type': type }, text });

  it.each(BODIES)('POST of %s returns %i', async (text, status) => {
    expect(await statusOf('POST', MAPS, typed('application/json', text))).toBe(status);
  });

  it.each(METHODS)('%s returns %i', async (asked, status) => {
    const [method = '', path = ''] = asked.split(' ');
    expect(await statusOf(method, path)).toBe(status);
  });

  it.each(QUERIES)('GET of %s returns %i', async (query, status) => {
    expect(await statusOf('GET', `${MAPS}${query.replaceAll(' ', '%20')}`)).toBe(status);
  });

  it.each(ACCEPTED)('Accept: %s returns %i', async (accept, status) => {
    expect(await statusOf('GET', MAPS, { headers: { Accept: accept } })).toBe(status);
  });

  it.each(
    MERGES.flatMap(([patch, status]) => ['merge', 'strategic-merge'].map((type) => [type, patch, status] as const)),
  )('a %s patch %s returns %i', async (type, patch, status) => {
    expect(await statusOf('PATCH', `${MAPS}/m`, typed(`application/${type}-patch+json`, patch))).toBe(status);
  });

  it.each(DELETES)('DELETE with %s returns %i', async (options, status) => {
    await server.send('POST', MAPS, { metadata: { name: 'deleted' } });
    expect(await statusOf('DELETE', `${MAPS}/deleted`, typed('application/json', options))).toBe(status);
  });
});
