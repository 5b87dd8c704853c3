import { describe, expect, it } from 'vitest';
import { resourceById } from '../../spec/surface/resources.ts';
import { historyFrom, type Literal } from '../checks/history-literals.fixture.ts';
import type { JsonObject } from './json.ts';
import { keyOf, type ObservedState, observedStateOf } from './observed-state.ts';

const CONFIG_MAPS = '/api/v1/namespaces/n/configmaps';
const A = `${CONFIG_MAPS}/a`;
const KEY = keyOf(resourceById('configmaps'), 'n', 'a');
const LATER = 1000;

function map(resourceVersion: string, rest: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'n', uid: 'u1', resourceVersion, ...metadata },
    ...rest,
  };
}

const CREATE: Literal = { send: `POST ${CONFIG_MAPS}`, body: map(''), response: [200, map('1')] };
const get = (resourceVersion: string): Literal => ({ send: `GET ${A}`, response: [200, map(resourceVersion)] });
const put = (resourceVersion: string): Literal => ({
  send: `PUT ${A}`,
  body: map(''),
  response: [200, map(resourceVersion)],
});
const REMOVE: Literal = { send: `DELETE ${A}`, body: {}, response: [200, { kind: 'Status', status: 'Success' }] };

function observed(...literals: Literal[]): ObservedState {
  return observedStateOf(historyFrom(literals));
}

/** The position right after an exchange, counted from 1. */
function after(exchange: number): number {
  return exchange * 4 + 0.5;
}

describe('the observed state of a history', () => {
  it('includes objects in every response and event', () => {
    const seen = observed(
      { open: `GET /api/v1/watch/namespaces/n/configmaps`, as: 'w' },
      CREATE,
      { event: 'w', type: 'ADDED', object: map('1') },
      get('1'),
      {
        send: `GET ${CONFIG_MAPS}`,
        response: [
          200,
          {
            kind: 'ConfigMapList',
            metadata: {},
            items: [{ metadata: { name: 'a', namespace: 'n', uid: 'u1', resourceVersion: '1' } }],
          },
        ],
      },
      { send: `GET ${CONFIG_MAPS}?resourceVersion=0`, response: [200, { items: [map('1')] }] },
      { send: `GET ${A}?export=true`, response: [200, map('1')] },
      REMOVE,
    ).observationsOf(KEY);
    expect(seen.map(({ source }) => source)).toEqual(['write', 'event', 'get', 'list', 'list']);
    expect(seen.map(({ content }) => content['kind'])).toEqual(Array.from({ length: 5 }, () => 'ConfigMap'));
    expect(seen.map(({ began }) => began > 0)).toEqual([true, false, true, true, false]);
  });

  it('keeps both Deployment resources in one store', () => {
    expect(keyOf(resourceById('deployments.apps'), 'n', 'a').id).toBe(
      keyOf(resourceById('deployments.extensions'), 'n', 'a').id,
    );
    expect(keyOf(resourceById('deployments.apps'), 'n', 'a').id).not.toBe(
      keyOf(resourceById('replicasets.extensions'), 'n', 'a').id,
    );
    expect(keyOf(resourceById('namespaces'), undefined, 'a').id).toBe(
      keyOf(resourceById('namespaces'), 'ignored', 'a').id,
    );
  });

  it('knows that a version was replaced once another was seen after it', () => {
    const known = observed(CREATE, put('2'), get('2'));
    expect(known.wasReplaced(KEY, '1', LATER)).toBe(true);
    expect(known.wasReplaced(KEY, '1', after(1))).toBe(false);
    expect(known.wasReplaced(KEY, '2', LATER)).toBe(false);
    expect(known.wasReplaced(KEY, '7', LATER)).toBe(false);
  });

  it('does not know which of two concurrent writes came last, until a read shows it', () => {
    const both: Literal = {
      together: [
        { send: `PUT ${A}`, body: map(''), response: [200, map('2')] },
        { send: `PUT ${A}`, body: map(''), response: [200, map('3')] },
      ],
    };
    expect(observed(CREATE, both).wasReplaced(KEY, '2', LATER)).toBe(false);
    expect(observed(CREATE, both).expectedAt(KEY, LATER)).toBeUndefined();
    expect(observed(CREATE, both, get('3')).wasReplaced(KEY, '2', LATER)).toBe(true);
    expect(observed(CREATE, both, get('3')).wasReplaced(KEY, '3', LATER)).toBe(false);
  });

  it('takes no stale read for news', () => {
    const stale: Literal = { send: `GET ${CONFIG_MAPS}?resourceVersion=0`, response: [200, { items: [map('1')] }] };
    expect(observed(CREATE, put('2'), stale).wasReplaced(KEY, '2', LATER)).toBe(false);
    expect(observed(CREATE, put('2'), stale).expectedAt(KEY, LATER)?.version).toBe('2');
  });

  it('expects the last seen state only while no write may have changed it', () => {
    expect(observed(CREATE).expectedAt(KEY, LATER)?.version).toBe('1');
    expect(observed(CREATE, put('2')).expectedAt(KEY, LATER)?.version).toBe('2');
    expect(observed(CREATE, put('2')).expectedAt(KEY, after(1))?.version).toBe('1');
    expect(observed(CREATE, { send: `PUT ${A}`, body: map(''), response: [409] }).expectedAt(KEY, LATER)?.version).toBe(
      '1',
    );
    expect(observed(CREATE, { send: `PATCH ${A}`, body: {} }).expectedAt(KEY, LATER)).toBeUndefined();
    expect(
      observed(CREATE, { send: `PUT ${A}`, body: map(''), response: [500] }, get('1')).expectedAt(KEY, LATER),
    ).toBeUndefined();
    expect(
      observed(CREATE, { send: `DELETE ${CONFIG_MAPS}`, response: [200, {}] }).expectedAt(KEY, LATER),
    ).toBeUndefined();
    expect(
      observed(CREATE, { send: 'DELETE /api/v1/namespaces/n', response: [200, {}] }).expectedAt(KEY, LATER),
    ).toBeUndefined();
    expect(
      observed(CREATE, { send: 'DELETE /api/v1/namespaces/other/configmaps', response: [200, {}] }).expectedAt(
        KEY,
        LATER,
      )?.version,
    ).toBe('1');
  });

  it('expects nothing of objects that others may write', () => {
    const foreign: Literal = { send: `POST ${CONFIG_MAPS}`, foreign: true, body: map(''), response: [200, map('1')] };
    expect(observed(foreign).soleWriter(KEY)).toBe(false);
    expect(observed(foreign).expectedAt(KEY, LATER)).toBeUndefined();
    expect(observed(foreign).surelyExists(KEY, LATER)).toBe(false);
    expect(observed(foreign, get('1')).currentAt(KEY, after(1))?.version).toBe('1');
    expect(observed(foreign, get('1')).surelyExists(KEY, after(1))).toBe(true);
    expect(observed(foreign, get('2')).currentAt(KEY, after(1))).toBeUndefined();
  });

  it('knows that an object exists until a request may have removed it', () => {
    expect(observed(CREATE, put('2')).surelyExists(KEY, LATER)).toBe(true);
    expect(observed(CREATE, { send: `PUT ${A}`, body: map(''), response: [500] }).surelyExists(KEY, LATER)).toBe(true);
    expect(observed(CREATE, REMOVE).surelyExists(KEY, LATER)).toBe(false);
    expect(observed(CREATE, { send: `DELETE ${A}`, response: [409] }).surelyExists(KEY, LATER)).toBe(true);
    expect(observed(CREATE, { send: `DELETE ${CONFIG_MAPS}`, response: [200, {}] }).surelyExists(KEY, LATER)).toBe(
      false,
    );
    expect(
      observed({
        send: `POST ${CONFIG_MAPS}`,
        body: map(''),
        response: [200, map('1', {}, { deletionTimestamp: '2017-01-01T00:00:00Z' })],
      }).surelyExists(KEY, LATER),
    ).toBe(false);
    expect(
      observed({
        send: `POST ${CONFIG_MAPS}`,
        body: map(''),
        response: [200, map('1', {}, { ownerReferences: [{ uid: 'x' }] })],
      }).surelyExists(KEY, LATER),
    ).toBe(false);
  });

  it('takes 403 for absence only if gets are allowed, and nothing else shows that the object may exist', () => {
    const refused: Literal = { send: `GET ${A}`, response: [403, { kind: 'Status', code: 403 }] };
    const lingers: Literal = {
      send: `GET ${A}`,
      response: [200, map('2', {}, { deletionTimestamp: '2017-07-01T00:00:00Z' })],
    };
    const other: Literal = { send: `GET ${CONFIG_MAPS}/b`, response: [200, map('1', {}, { name: 'b', uid: 'u2' })] };
    const says = (...literals: Literal[]): boolean => {
      const history = historyFrom(literals);
      const last = history.exchanges.at(-1);
      return last !== undefined && observedStateOf(history).saysAbsent(KEY, last);
    };
    expect(says(CREATE, get('1'), REMOVE, refused)).toBe(true);
    expect(says(CREATE, get('1'), REMOVE, lingers, refused)).toBe(true);
    const held: Literal = {
      send: `GET ${A}`,
      response: [200, map('2', {}, { deletionTimestamp: '2017-07-01T00:00:00Z', finalizers: ['x.io/held'] })],
    };
    const sparing: Literal = { send: `DELETE ${CONFIG_MAPS}?labelSelector=app%3Dx`, response: [200, { items: [] }] };
    expect(says(CREATE, get('1'), REMOVE, held, refused)).toBe(false);
    expect(says(CREATE, get('1'), sparing, refused)).toBe(false);
    expect(says({ ...other, foreign: true } as Literal, refused)).toBe(false);
    expect(says(other, refused)).toBe(true);
    expect(says(refused)).toBe(false);
    expect(says(CREATE, REMOVE, refused)).toBe(false);
    expect(says(CREATE, get('1'), refused)).toBe(false);
    expect(says(CREATE, get('1'), REMOVE, CREATE, refused)).toBe(false);
    expect(says(CREATE, get('1'), REMOVE, { ...refused, foreign: true } as Literal)).toBe(false);
    expect(observed(CREATE, get('1'), REMOVE, refused).surelyGone(KEY, LATER)).toBe(true);
  });

  it('knows that an object is gone when the server said so, until a request may have created it', () => {
    const notFound: Literal = { send: `GET ${A}`, response: [404, { kind: 'Status', code: 404 }] };
    const empty: Literal = { send: `GET ${CONFIG_MAPS}`, response: [200, { items: [] }] };
    expect(observed(CREATE, REMOVE).surelyGone(KEY, LATER)).toBe(true);
    expect(observed(CREATE, REMOVE).surelyGone(KEY, after(1))).toBe(false);
    expect(observed(CREATE, REMOVE, CREATE).surelyGone(KEY, LATER)).toBe(false);
    expect(observed(notFound).surelyGone(KEY, LATER)).toBe(true);
    expect(observed(empty).surelyGone(KEY, LATER)).toBe(true);
    const listed: Literal = { send: `GET ${CONFIG_MAPS}`, response: [200, { items: [map('1')] }] };
    expect(observed(empty, listed).surelyGone(KEY, LATER)).toBe(false);
    expect(
      observed(empty, listed, {
        send: `DELETE ${CONFIG_MAPS}?labelSelector=a%3Db`,
        response: [200, { kind: 'Status' }],
      }).surelyGone(KEY, LATER),
    ).toBe(false);
    expect(observed(empty, { send: `POST ${CONFIG_MAPS}`, body: map('') }).surelyGone(KEY, LATER)).toBe(false);
    expect(
      observed({ send: `GET ${CONFIG_MAPS}?labelSelector=a`, response: [200, { items: [] }] }).surelyGone(KEY, LATER),
    ).toBe(false);
    expect(observed({ send: `GET ${A}`, foreign: true, response: [404] }).surelyGone(KEY, LATER)).toBe(false);
    expect(
      observed({ ...CREATE, response: [200, map('1', {}, { finalizers: ['a/b'] })] } as Literal, REMOVE).surelyGone(
        KEY,
        LATER,
      ),
    ).toBe(false);
  });

  it('takes no read of a removed object for its existence', () => {
    const listed = (rest: JsonObject = {}): Literal => ({
      send: `GET ${CONFIG_MAPS}`,
      response: [200, { items: [map('1', {}, rest)] }],
    });
    expect(observed(CREATE, REMOVE, listed()).surelyExists(KEY, LATER)).toBe(false);
    expect(observed(CREATE, REMOVE, listed(), get('1')).surelyExists(KEY, after(2))).toBe(false);
    expect(observed(CREATE, REMOVE, listed({ uid: 'u2' })).surelyExists(KEY, LATER)).toBe(true);
    const sameUid: Literal = { send: `POST ${CONFIG_MAPS}`, body: map(''), response: [200, map('3')] };
    expect(observed(CREATE, REMOVE, sameUid, get('3')).lastObservation(KEY, LATER)?.source).toBe('get');
    expect(observed(CREATE, REMOVE, put('4')).lastObservation(KEY, LATER)?.version).toBe('4');
    const again: Literal = { send: `POST ${CONFIG_MAPS}`, body: map(''), response: [200, map('9', {}, { uid: 'u9' })] };
    expect(observed(CREATE, again, listed()).lastObservation(KEY, LATER)?.uid).toBe('u9');
    const terminating = listed({ deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(observed(CREATE, REMOVE, terminating, listed()).surelyExists(KEY, LATER)).toBe(true);
  });

  it('does not take a delete for the end of an object that may be terminating', () => {
    const pods = '/api/v1/namespaces/n/pods';
    const pod = { kind: 'Pod', metadata: { name: 'a', uid: 'u1', resourceVersion: '1' } };
    const key = keyOf(resourceById('pods'), 'n', 'a');
    const made: Literal = { send: `POST ${pods}`, body: pod, response: [200, pod] };
    const removed = (target: string, body?: JsonObject): boolean =>
      observed(made, {
        send: `DELETE ${pods}/a${target}`,
        ...(body === undefined ? {} : { body }),
        response: [200, { kind: 'Status' }],
      }).surelyGone(key, LATER);
    expect(removed('')).toBe(false);
    expect(removed('', { gracePeriodSeconds: 0 })).toBe(true);
    expect(removed('?gracePeriodSeconds=0')).toBe(true);
    expect(removed('?gracePeriodSeconds=0', {})).toBe(false);
    expect(removed('', { gracePeriodSeconds: 0, propagationPolicy: 'Orphan' })).toBe(false);
    expect(removed('', { gracePeriodSeconds: 5 })).toBe(false);
  });

  it('names the writes that were concurrent with an exchange', () => {
    const history = historyFrom([
      CREATE,
      { send: `PATCH ${A}`, body: {} },
      {
        together: [
          { send: `GET ${A}`, response: [200, map('1')] },
          { send: `PUT ${A}`, body: map(''), response: [200, map('2')] },
        ],
      },
    ]);
    const [create, , read] = history.exchanges;
    const overlapping = (exchange: typeof create): string[] =>
      exchange === undefined
        ? []
        : observedStateOf(history)
            .writesOverlapping(exchange)
            .map(({ verb }) => verb);
    expect(overlapping(read)).toEqual(['patch', 'replace']);
    expect(overlapping(create)).toEqual([]);
  });
});
