import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7 } from '../../../spec/dialects/index.ts';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { objectBytes } from '../../oracle/protobuf/object-bytes.ts';
import { outcomesOf, outcomesUnder } from '../outcomes-of.fixture.ts';
import { rule as isAList } from '../discovery/is-an-api-resource-list.rule.ts';
import { rule as noProtobuf } from './bytes-that-are-no-protobuf-are-refused.rule.ts';
import { rule as everywhere } from './every-endpoint-answers-in-protobuf.rule.ts';
import { rule as asSent } from './protobuf-bodies-are-stored-as-sent.rule.ts';
import { rule as obeyed } from './protobuf-delete-options-are-obeyed.rule.ts';
import { rule as refuses } from './protobuf-refuses-what-json-does.rule.ts';
import { rule as sameObject } from './protobuf-shows-the-same-object.rule.ts';
import { rule as sameEvents } from './protobuf-watches-tell-the-same-events.rule.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const MAPS = '/api/v1/namespaces/a/configmaps';
const MAP: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'm',
    namespace: 'a',
    uid: 'u1',
    resourceVersion: '10',
    creationTimestamp: '2017-01-02T03:04:05Z',
    managedBy: 'a later release',
  },
  data: { k: '1' },
};
const OTHER: JsonObject = { ...MAP, data: { k: '2' } };

function bytes(object: JsonObject): Buffer {
  return objectBytes(object) ?? Buffer.alloc(0);
}

function exchange(status: number, body: unknown, path = `${MAPS}/m`): Literal {
  return {
    send: `GET ${path}`,
    headers: [['Accept', PROTOBUF]],
    response: [status, body, [['Content-Type', Buffer.isBuffer(body) ? PROTOBUF : 'application/json']]],
  };
}

const made: Literal = { send: `POST ${MAPS}`, body: { ...MAP, metadata: { name: 'm' } }, response: [201, MAP] };
const inJson: Literal = { send: `GET ${MAPS}/m`, response: [200, MAP] };

describe('a response in protobuf', () => {
  it('shows the same as JSON, except members that protobuf cannot carry', () => {
    expect(outcomesOf(sameObject, inJson, exchange(200, bytes(MAP)))).toEqual(['held']);
    expect(outcomesOf(sameObject, inJson, exchange(200, bytes(OTHER)))).toEqual(['/data/k differs']);
  });

  it('lists what its selector selects, and exports what a user can specify', () => {
    const list = { apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '10' }, items: [MAP] };
    const { uid: _, resourceVersion: __, creationTimestamp: ___, ...metadata } = MAP['metadata'] as JsonObject;
    const judged = (query: string, shown: JsonObject, path = `${MAPS}/m`): string[] =>
      outcomesOf(sameObject, made, exchange(200, bytes(shown), `${path}?${query}`));
    expect(judged('labelSelector=!only', list, MAPS)).toContain('held');
    expect(judged('labelSelector=only', list, MAPS)).toContain('a selector in protobuf: shows what is not selected');
    expect(judged('export=true', { ...MAP, metadata })).toContain('held');
    expect(judged('export=true', MAP)).toContain('metadata.uid is exported');
  });

  it('is an enveloped object of the kind of the path', () => {
    expect(outcomesOf(sameObject, exchange(200, Buffer.from('\x0a\x00')))).toEqual(['cannot be read']);
    expect(outcomesOf(sameObject, exchange(200, bytes({ ...MAP, kind: 'Secret' })))).toEqual(['another kind']);
    expect(outcomesOf(sameObject, exchange(200, Buffer.from('redacted-0123456789abcdef')))).toEqual([]);
  });

  it('is required only from servers that sent protobuf before', () => {
    expect(outcomesOf(sameObject, exchange(406, {}))).toEqual([]);
    expect(outcomesOf(sameObject, exchange(200, MAP))).toEqual([]);
    expect(outcomesOf(sameObject, exchange(200, bytes(MAP)), exchange(406, {}), exchange(200, MAP))).toEqual([
      'protobuf is refused',
      'content type',
      'held',
    ]);
  });

  const asked = (send: string, shown: unknown, accept: string): Literal => ({
    ...exchange(200, shown),
    send,
    headers: [
      ['Accept', accept],
      ['X-Plumbline-Rule', everywhere.id],
    ],
  });

  it('may be a discovery document without a version of its own', () => {
    const resources = [{ name: 'configmaps', singularName: '', namespaced: true, kind: 'ConfigMap', verbs: ['get'] }];
    const document = { kind: 'APIResourceList', groupVersion: 'v1', resources };
    const inProtobuf = bytes({ ...document, apiVersion: 'v1' });
    // 0a 15 (0a 02 'v1' 12 0f 'APIResourceList') becomes 0a 11 (12 0f 'APIResourceList').
    const unversioned = Buffer.concat([Buffer.from('k8s\0\n\x11', 'latin1'), inProtobuf.subarray(10)]);
    const json = asked('GET /api/v1', document, 'application/json');
    for (const shown of [inProtobuf, unversioned]) {
      const subject = asked('GET /api/v1', shown, PROTOBUF);
      expect(outcomesOf(everywhere, json, subject)).toEqual(['held']);
      expect(outcomesOf(isAList, subject)).toEqual([]);
    }
  });

  it('may show the missing code of a delete as 0', () => {
    const status: JsonObject = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' };
    const outcomes = (code: number): string[] =>
      outcomesUnder(
        KUBERNETES_1_7.choices,
        everywhere,
        asked(`DELETE ${MAPS}/m`, status, 'application/json'),
        asked(`DELETE ${MAPS}/m`, bytes({ ...status, code }), PROTOBUF),
      );
    expect([outcomes(0), outcomes(404)]).toEqual([['held'], ['held', `${PROTOBUF} is not whole`]]);
  });

  it('is a list with its items, of which there may be none', () => {
    const list = (...items: JsonObject[]): Literal => {
      const shown = bytes({ apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '11' }, items });
      const own = ['X-Plumbline-Rule', everywhere.id] as const;
      return { ...exchange(200, shown, MAPS), headers: [['Accept', PROTOBUF], own] };
    };
    expect(outcomesOf(everywhere, list())).toEqual(['held']);
    expect(outcomesOf(everywhere, made, list(MAP))).toEqual(['held']);
    expect(outcomesOf(everywhere, made, list())).toContain(`${PROTOBUF} is not whole`);
  });

  it('has the same status for an absent object as JSON', () => {
    const status = (code: number): JsonObject => ({
      apiVersion: 'v1',
      kind: 'Status',
      status: 'Failure',
      reason: 'NotFound',
      code,
      message: `at ${code}`,
    });
    const said = (code: number): Literal => exchange(404, bytes(status(code)));
    const absent: Literal = { send: `GET ${MAPS}/m`, response: [404, status(404)] };
    expect(outcomesOf(sameObject, absent, said(404))).toEqual(['held']);
    expect(outcomesOf(sameObject, absent, said(403))).toEqual(['Status/code differs']);
    expect(outcomesOf(sameObject, absent, exchange(404, Buffer.from('nothing')))).toEqual(['Status differs']);
  });
});

describe('a body in protobuf', () => {
  const put = (body: Buffer, status: number, shown: unknown): Literal => ({
    send: `PUT ${MAPS}/m`,
    headers: [['Content-Type', PROTOBUF]],
    body,
    response: [status, shown],
  });

  it('is stored as sent', () => {
    expect(outcomesOf(asSent, put(bytes(MAP), 200, MAP))).toEqual(['held']);
    expect(outcomesOf(asSent, put(bytes(MAP), 200, OTHER))).toEqual(['/data/k differs']);
  });

  it('is accepted if the same body in JSON is, by servers that accepted protobuf before', () => {
    const json: Literal = { send: `PUT ${MAPS}/m`, body: MAP, response: [200, MAP] };
    expect(outcomesOf(asSent, made, json, put(bytes(MAP), 400, {}), inJson)).toEqual(['protobuf is refused']);
    expect(outcomesOf(asSent, made, json, put(bytes(MAP), 415, {}), inJson)).toEqual([]);
  });

  it('is refused if it is invalid', () => {
    const nothing = Buffer.from('nothing');
    expect(outcomesOf(noProtobuf, made, put(nothing, 400, {}), inJson)).toEqual(['held']);
    expect(outcomesOf(noProtobuf, made, put(nothing, 200, MAP))[0]).toMatch(/^accepted/);
    expect(
      outcomesOf(noProtobuf, made, put(nothing, 400, {}), {
        send: `GET ${MAPS}/m`,
        response: [200, { ...OTHER, metadata: { ...(MAP['metadata'] as JsonObject), resourceVersion: '11' } }],
      })[0],
    ).toMatch(/after a refusal/);
    expect(outcomesOf(noProtobuf, put(bytes(MAP), 200, MAP))).toEqual([]);
  });

  it('is refused if it is a new object of a kind of another group; a PUT may ignore the kind', () => {
    const job = bytes({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'm' } });
    const create = (status: number, shown: unknown): Literal => ({
      ...put(job, status, shown),
      send: `POST ${MAPS}`,
    });
    expect(outcomesOf(noProtobuf, create(400, {}))).toEqual(['held']);
    expect(outcomesOf(noProtobuf, create(200, MAP))[0]).toMatch(/^accepted/);
    expect(outcomesOf(noProtobuf, made, put(job, 200, MAP))).toEqual([]);
  });
});

describe('a watch in protobuf', () => {
  const target = `GET ${MAPS}?watch=true&resourceVersion=9`;
  const type = `${PROTOBUF};stream=watch`;
  const small = (text: string, length: number): Buffer =>
    Buffer.concat([Buffer.from([(Number(text) << 3) | 2]), varint(length)]);
  const frame = (kind: string, object: JsonObject): Buffer => {
    const raw = Buffer.concat([small('1', bytes(object).length), bytes(object)]);
    const message = Buffer.concat([small('1', kind.length), Buffer.from(kind), small('2', raw.length), raw]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(message.length);
    return Buffer.concat([length, message]);
  };
  const delivered = (...frames: readonly Buffer[]): string[] =>
    outcomesOf(
      sameEvents,
      { open: target, as: 'json' },
      { open: target, as: 'protobuf', headers: [['Accept', type]], type },
      { event: 'json', type: 'MODIFIED', object: MAP },
      ...frames.map((each): Literal => ({ event: 'protobuf', frame: each })),
      { end: 'json' },
      { end: 'protobuf' },
    );

  it('delivers the same events as in JSON', () => {
    expect(delivered(frame('MODIFIED', MAP))).toEqual(['held']);
    expect(delivered(frame('ADDED', MAP))).toEqual(['another event']);
    expect(delivered(frame('MODIFIED', OTHER))).toEqual(['/data/k differs']);
    expect(delivered()).toEqual([]);
  });

  it('is framed by length', () => {
    expect(delivered(frame('MODIFIED', MAP).subarray(4))).toEqual(['a frame cannot be read']);
    expect(delivered(Buffer.from(`${JSON.stringify({ type: 'MODIFIED', object: MAP })}\n`))).toEqual([
      'a frame cannot be read',
    ]);
  });
});

describe('a body in protobuf that must be refused', () => {
  const stored = (version: string, value: string): JsonObject => ({
    ...MAP,
    metadata: { ...(MAP['metadata'] as JsonObject), resourceVersion: version },
    data: { k: value },
  });
  const put = (object: JsonObject, code: number, shown: JsonObject): Literal => ({
    send: `PUT ${MAPS}/m`,
    body: bytes(object),
    headers: [['Content-Type', PROTOBUF]],
    response: [code, shown],
  });
  const get = (object: JsonObject): Literal => ({ send: `GET ${MAPS}/m`, response: [200, object] });
  const inJson: Literal = { send: `PUT ${MAPS}/m`, body: stored('10', '2'), response: [200, stored('11', '2')] };
  const before = [made, get(MAP), inJson, get(stored('11', '2'))];

  it('is refused for a version that was replaced', () => {
    const refused = put(stored('10', '3'), 409, { kind: 'Status' });
    expect(outcomesOf(refuses, ...before, refused, get(stored('11', '2')))).toEqual(['held']);
    const accepted = put(stored('10', '3'), 200, stored('12', '3'));
    expect(outcomesOf(refuses, ...before, accepted, get(stored('12', '3')))).toEqual([
      'accepted: a version that was replaced',
    ]);
  });

  it('is refused for delete options that exclude each other', () => {
    const options = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy: 'Background',
      orphanDependents: false,
    };
    const remove = (code: number): Literal => ({
      send: `DELETE ${MAPS}/m`,
      body: bytes(options),
      headers: [['Content-Type', PROTOBUF]],
      response: [code, { kind: 'Status' }],
    });
    expect(outcomesOf(refuses, made, get(MAP), remove(422), get(MAP))).toEqual(['held']);
    expect(outcomesOf(refuses, made, get(MAP), remove(200))).toEqual(['accepted: both in the body']);
  });

  it('does not judge bodies in other types', () => {
    const again: Literal = { send: `PUT ${MAPS}/m`, body: stored('10', '3'), response: [200, stored('12', '3')] };
    expect(outcomesOf(refuses, ...before, again, exchange(200, bytes(stored('12', '3'))))).toEqual([]);
  });
});

/** A length below 2^14. */
function varint(length: number): Buffer {
  return length < 128 ? Buffer.from([length]) : Buffer.from([(length & 0x7f) | 0x80, length >> 7]);
}

describe('a delete option in protobuf', () => {
  const remove = (code: number, option: JsonObject): Literal => ({
    send: `DELETE ${MAPS}/m`,
    body: bytes({ apiVersion: 'v1', kind: 'DeleteOptions', ...option }),
    headers: [['Content-Type', PROTOBUF]],
    response: [code, { kind: 'Status', status: code === 200 ? 'Success' : 'Failure' }],
  });
  const gone: Literal = { send: `GET ${MAPS}/m`, response: [404, { kind: 'Status', status: 'Failure' }] };

  it.each<JsonObject>([{ gracePeriodSeconds: 0 }, { propagationPolicy: 'Background' }, { orphanDependents: true }])(
    'is obeyed if the delete is acknowledged: %j',
    (option) => {
      const [name = ''] = Object.keys(option);
      expect(outcomesOf(obeyed, made, remove(200, option), gone)).toEqual(['held']);
      expect(outcomesOf(obeyed, made, remove(200, option), inJson)).toEqual([
        `still there without a reason: ${name} in the body`,
      ]);
      expect(outcomesOf(obeyed, made, remove(415, option), inJson)).toEqual([]);
    },
  );
});
