import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../oracle/json.ts';
import { keyOf } from '../oracle/observed-state.ts';
import { callsOf } from './responses.ts';
import { historyFrom, type Literal } from './history-literals.fixture.ts';
import { judgeRefusal } from './no-trace.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function map(version: string, data: JsonObject): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: version },
    data,
  };
}

const BEFORE = map('1', { k: 'old' });
const created: Literal = { send: `POST ${MAPS}`, body: BEFORE, response: [200, BEFORE] };
const put = (status: number | undefined, response: JsonObject = { kind: 'Status' }): Literal => ({
  send: `PUT ${MAPS}/m`,
  body: map('1', { k: 'new' }),
  ...(status === undefined ? {} : { response: [status, response] as const }),
});
const get = (object: JsonObject): Literal => ({ send: `GET ${MAPS}/m`, response: [200, object] });
const gone: Literal = { send: `GET ${MAPS}/m`, response: [404, { kind: 'Status' }] };
const empty: Literal = { send: `GET ${MAPS}`, response: [200, { kind: 'ConfigMapList', items: [] }] };

/** Judges the PUTs (or the creates) of a history as if all must be refused. */
function judge(verb: 'create' | 'replace' | 'replaceStatus', ...literals: readonly Literal[]): string[] {
  const history = historyFrom(literals);
  const refusals = callsOf(history.exchanges, verb).map((exchange) => ({
    exchange,
    key: keyOf(exchange.call.resource, 'a', 'm'),
    what: 'it',
    shape: 'it',
  }));
  const findings = refusals
    .filter(({ exchange }) => verb !== 'create' || exchange.response?.status !== 200)
    .flatMap((refusal) => [...judgeRefusal(history, refusal)]);
  return findings.map((finding) => (finding.outcome === 'violated' ? finding.cause : finding.outcome));
}

describe('an illegal write', () => {
  it('keeps the rule if it is refused and the object stays unchanged', () => {
    expect(judge('replace', created, put(409), get(BEFORE))).toEqual(['held']);
  });

  it('breaks the rule if it is accepted', () => {
    expect(judge('replace', created, put(200, map('2', { k: 'new' })))).toEqual(['accepted: it']);
  });

  it('may be refused by a server error too; a dropped connection proves nothing', () => {
    expect(judge('replace', created, put(500))).toEqual(['held']);
    expect(judge('replace', created, put(undefined))).toEqual([]);
  });

  it('breaks the rule if a get shows its effect', () => {
    expect(judge('replace', created, put(409), get(map('2', { k: 'new' })))).toEqual([
      '/data/k changed after a refusal: it',
    ]);
  });

  it('has one cause for any refusal if the rule says so, and keeps the causes of earlier releases', () => {
    const history = historyFrom([created, put(409), get(map('2', { k: 'new' }))]);
    const [exchange] = callsOf(history.exchanges, 'replace');
    if (exchange === undefined) throw new Error('there is no PUT');
    const key = keyOf(exchange.call.resource, 'a', 'm');
    const refusal = { exchange, key, what: 'it', shape: 'by name', tracedBy: 'any' };
    expect([...judgeRefusal(history, refusal)]).toMatchObject([
      { cause: '/data/k changed after a refusal: any', formerCauses: ['/data/k changed after a refusal: by name'] },
    ]);
  });

  it('breaks the rule if a watch shows its effect', () => {
    const open: Literal = { open: `GET ${MAPS}?watch=true`, as: 'w' };
    const event: Literal = { event: 'w', type: 'MODIFIED', object: map('2', { k: 'new' }) };
    expect(judge('replace', open, created, { event: 'w', type: 'ADDED', object: BEFORE }, put(409), event)).toEqual([
      'a watch was told after a refusal: it',
    ]);
    expect(judge('replace', open, created, put(409), { event: 'w', type: 'ADDED', object: BEFORE })).toEqual(['held']);
    const now: Literal = { event: 'w', type: 'MODIFIED', object: map('3', { k: 'old' }) };
    const patched: Literal = { send: `PATCH ${MAPS}/m`, body: {}, response: [200, map('3', { k: 'old' })] };
    expect(judge('replace', open, created, patched, put(409), event, now)).toEqual(['held']);
    expect(judge('replace', open, created, patched, put(409), now, event)).toEqual([
      'a watch was told after a refusal: it',
    ]);
  });

  it('breaks the rule if it makes a new version, though of the same content', () => {
    expect(judge('replace', created, put(409), get(map('2', { k: 'old' })))).toEqual([
      'the version changed after a refusal: it',
    ]);
    expect(
      judge('replace', created, put(409), get({ ...map('2', { k: 'old' }), status: { seen: 'by a controller' } })),
    ).toEqual(['held']);
  });

  it('keeps the rule if another writer may have made the version, of a kind with controllers', () => {
    const path = '/api/v1/namespaces/a/pods';
    const pod = (version: string): JsonObject => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: version },
      spec: {},
    });
    const made: Literal = { send: `POST ${path}`, body: pod(''), response: [200, pod('1')] };
    expect(
      judge(
        'replace',
        made,
        { send: `PUT ${path}/m`, body: pod('1'), response: [409] },
        { send: `GET ${path}/m`, response: [200, pod('2')] },
      ),
    ).toEqual(['held']);
  });

  it('breaks the rule if it raises the generation, though of the same content', () => {
    const grown = (version: string, generation: number): JsonObject => ({
      ...BEFORE,
      metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: version, generation },
    });
    expect(judge('replace', created, get(grown('1', 1)), put(409), get(grown('1', 2)))).toEqual([
      'the generation changed after a refusal: it',
    ]);
    expect(
      judge(
        'replace',
        created,
        get(grown('1', 1)),
        put(409),
        get({ ...grown('2', 2), status: { seen: 'by a controller' } }),
      ),
    ).toEqual(['held']);
  });

  it('breaks the rule if its status is stored, unless a controller had written the same status', () => {
    const jobs = '/apis/batch/v1/namespaces/a/jobs';
    const job = (version: string, status: JsonObject): JsonObject => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: version },
      spec: {},
      status,
    });
    const said = { conditions: [{ type: 'Odd', status: 'True', message: 'said by whom?' }] };
    const made: Literal = { send: `POST ${jobs}`, body: job('', {}), response: [200, job('1', {})] };
    const looked = (version: string, status: JsonObject): Literal => ({
      send: `GET ${jobs}/m`,
      response: [200, job(version, status)],
    });
    const refusal: Literal = {
      send: `PUT ${jobs}/m/status`,
      body: job('1', said),
      response: [409, { kind: 'Status' }],
    };
    expect(judge('replaceStatus', made, looked('1', {}), refusal, looked('2', said))).toEqual([
      '/status/conditions changed after a refusal: it',
    ]);
    expect(judge('replaceStatus', made, refusal, looked('2', { succeeded: 1 }))).toEqual(['held']);
    const writtenBack = [looked('2', said), looked('3', {}), refusal, looked('4', said)];
    expect(judge('replaceStatus', made, ...writtenBack)).toEqual(['held']);
    const other: Literal = {
      send: `GET ${jobs}/other`,
      response: [
        200,
        { ...job('3', said), metadata: { name: 'other', namespace: 'a', uid: 'u2', resourceVersion: '3' } },
      ],
    };
    const sentBack: Literal = {
      send: `PUT ${jobs}/other/status`,
      body: job('3', said),
      response: [400, { kind: 'Status' }],
    };
    expect(judge('replaceStatus', made, other, sentBack, looked('2', said))).toEqual(['held']);
    expect(judge('replaceStatus', made, sentBack, looked('2', said))).toEqual([
      '/status/conditions changed after a refusal: it',
    ]);
  });

  it('breaks the rule if the object is gone afterwards', () => {
    expect(judge('replace', created, put(409), gone)).toEqual(['something was removed after a refusal: it']);
  });

  it('is not blamed for changes of a later write', () => {
    expect(
      judge(
        'replace',
        created,
        put(409),
        { send: `PATCH ${MAPS}/m`, body: {}, response: [200, map('2', { k: 'z' })] },
        get(map('2', { k: 'z' })),
      ),
    ).toEqual(['held']);
  });

  it('creates no object', () => {
    const refusal: Literal = { send: `POST ${MAPS}`, body: BEFORE, response: [422, { kind: 'Status' }] };
    expect(judge('create', empty, refusal, gone)).toEqual(['held']);
    expect(judge('create', empty, refusal, get(BEFORE))).toEqual(['something was made after a refusal: it']);
  });

  it('is not delivered to watches as a new object', () => {
    const open: Literal = { open: `GET ${MAPS}?watch=true`, as: 'w' };
    const removed: Literal = {
      send: `DELETE ${MAPS}/m`,
      body: { gracePeriodSeconds: 0 },
      response: [200, { kind: 'Status', status: 'Success' }],
    };
    const refusal: Literal = { send: `POST ${MAPS}`, body: BEFORE, response: [422, { kind: 'Status' }] };
    const delivered = (uid: string): Literal => ({
      event: 'w',
      type: 'ADDED',
      object: { ...BEFORE, metadata: { name: 'm', namespace: 'a', uid, resourceVersion: '9' } },
    });
    expect(judge('create', open, created, removed, gone, refusal, delivered('u9'))).toEqual([
      'a watch was told after a refusal: it',
    ]);
    expect(judge('create', open, created, removed, gone, refusal, delivered('u1'))).toEqual(['held']);
  });
});
