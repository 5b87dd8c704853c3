import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule as bodyIsOptional } from './body-is-optional.rule.ts';
import { rule as everyView } from './every-view-shows-the-removal.rule.ts';
import { rule as heldByFinalizers } from './finalizer-holds-the-object.rule.ts';
import { rule as goesOn } from './goes-on-when-others-delete.rule.ts';
import { rule as leavesLater } from './leaves-what-is-made-later.rule.ts';
import { rule as exactly } from './removes-exactly-what-matches.rule.ts';
import { rule as takesParameters } from './takes-the-list-parameters.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';
const SUCCESS = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 };
const FAILURE = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' };

function map(name: string, labels: JsonObject = {}, uid = name): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'a', uid, resourceVersion: `v-${uid}`, labels },
  };
}

const created = (object: JsonObject, path = MAPS): Literal => ({
  send: `POST ${path}`,
  body: object,
  response: [200, object],
});
const removeAll = (query: string, status = 200, path = MAPS) =>
  ({ send: `DELETE ${path}${query}`, response: [status, status === 200 ? SUCCESS : FAILURE] }) as const;
const shown = (object: JsonObject, name: string, path = MAPS): Literal => ({
  send: `GET ${path}/${name}`,
  response: [200, object],
});
const gone = (name: string, path = MAPS): Literal => ({ send: `GET ${path}/${name}`, response: [404, FAILURE] });

describe('a collection delete by selector', () => {
  const story = [created(map('m', { a: '1' })), created(map('n', { a: '2' })), removeAll('?labelSelector=a%3D1')];

  it('removes matching objects and leaves the rest', () => {
    expect(outcomesOf(exactly, ...story, gone('m'), shown(map('n', { a: '2' }), 'n'))).toEqual(['held']);
    expect(outcomesOf(exactly, ...story, shown(map('m', { a: '1' }), 'm'))).toEqual(['spares what matches: in']);
    expect(outcomesOf(exactly, ...story, gone('n'))).toEqual(['removes what does not match: in']);
  });
});

describe('an object with a finalizer', () => {
  const withFinalizer = (members: JsonObject, uid = 'm'): JsonObject => {
    const object = map('m', { a: '1' }, uid);
    return {
      ...object,
      metadata: { ...(object['metadata'] as JsonObject), finalizers: ['example.com/hold'], ...members },
    };
  };
  const kept = withFinalizer({});
  const terminating = withFinalizer({ resourceVersion: 'v-2', deletionTimestamp: '2017-01-01T00:00:00Z' });

  it('is held, if the selector of the collection delete matches', () => {
    const story = [created(kept), removeAll('?labelSelector=a%3D1')];
    expect(outcomesOf(heldByFinalizers, ...story, shown(terminating, 'm'))).toEqual(['held']);
    expect(outcomesOf(heldByFinalizers, ...story, shown(kept, 'm'))).toEqual(['not marked as being deleted']);
    expect(outcomesOf(heldByFinalizers, ...story, gone('m'))).toEqual(['removed in spite of a finalizer']);
  });

  it('stays as it is, if the selector does not match', () => {
    const story = [created(kept), removeAll('?labelSelector=a%3D2')];
    expect(outcomesOf(heldByFinalizers, ...story, shown(kept, 'm'))).toEqual([]);
    expect(outcomesOf(exactly, ...story, shown(kept, 'm'))).toEqual(['held']);
    expect(outcomesOf(exactly, ...story, shown(terminating, 'm'))).toEqual(['terminates what does not match: in']);
  });

  it('may be removed, if only a write of an earlier object of its name says the finalizer', () => {
    const { finalizers: _, ...metadata } = kept['metadata'] as JsonObject;
    const sent = { ...kept, metadata };
    const made = (object: JsonObject): Literal => ({ send: `POST ${MAPS}`, body: sent, response: [200, object] });
    const put: Literal = {
      send: `PUT ${MAPS}/m`,
      body: kept,
      response: [200, withFinalizer({ resourceVersion: 'v-3' })],
    };
    const next = withFinalizer({ resourceVersion: 'v-4' }, 'u2');
    const story = [
      made(kept),
      put,
      { send: `DELETE ${MAPS}/m`, response: [200, SUCCESS] as const },
      gone('m'),
      made(next),
    ];
    expect(outcomesOf(heldByFinalizers, ...story, removeAll(''), gone('m'))).toEqual([]);
  });
});

describe('an object that is created after a collection delete', () => {
  const story = [created(map('m')), removeAll(''), gone('m')];

  it('stays', () => {
    expect(outcomesOf(leavesLater, ...story, created(map('m', {}, 'u2')), shown(map('m', {}, 'u2'), 'm'))).toEqual([
      'held',
    ]);
    expect(outcomesOf(leavesLater, ...story, created(map('m', {}, 'u2')), gone('m'))).toEqual([
      'takes what is made later',
    ]);
    expect(
      outcomesOf(leavesLater, ...story, { send: `POST ${MAPS}`, body: map('m'), response: [409, FAILURE] }),
    ).toEqual(['a removed name stays taken']);
  });

  it('may be removed by a later delete', () => {
    expect(
      outcomesOf(
        leavesLater,
        ...story,
        created(map('m', {}, 'u2')),
        { send: `DELETE ${MAPS}/m`, response: [200, SUCCESS] },
        gone('m'),
      ),
    ).toEqual([]);
  });
});

describe('a body of a collection delete', () => {
  it('may be left out', () => {
    expect(
      outcomesOf(bodyIsOptional, created(map('m')), removeAll('?labelSelector=a%3D1'), shown(map('m'), 'm')),
    ).toEqual([]);
    expect(outcomesOf(bodyIsOptional, created(map('m')), removeAll(''), gone('m'))).toEqual(['held']);
    expect(outcomesOf(bodyIsOptional, created(map('m')), removeAll('', 400))).toEqual(['refused with no body']);
    expect(outcomesOf(bodyIsOptional, created(map('m')), removeAll(''), shown(map('m'), 'm'))).toEqual([
      'still there with no body',
    ]);
  });
});

describe('the parameters of lists', () => {
  it('are accepted', () => {
    expect(outcomesOf(takesParameters, removeAll('?pretty=true'))).toEqual(['held']);
    expect(outcomesOf(takesParameters, removeAll('?timeoutSeconds=30&pretty=true', 400))).toEqual([
      'refused with pretty timeoutSeconds',
    ]);
  });

  it('may be refused for another reason', () => {
    expect(outcomesOf(takesParameters, removeAll('?pretty=true', 403))).toEqual([]);
    expect(outcomesOf(takesParameters, removeAll('?pretty=true&labelSelector=a+in', 400))).toEqual([]);
  });

  it('take effect, unless they name a version at which the object may not exist', () => {
    const spared = (query: string): readonly string[] =>
      outcomesOf(takesParameters, created(map('m')), removeAll(query), shown(map('m'), 'm'));
    expect(spared('?includeUninitialized=true')).toContain(
      'spares what matches: no selector, with includeUninitialized',
    );
    expect(spared('?resourceVersion=v-m')).toContain('spares what matches: no selector, with resourceVersion');
    expect(spared('?resourceVersion=0')).toEqual(['held']);
    expect(spared('?resourceVersion=v-other')).toEqual(['held']);
  });
});

describe('concurrent collection deletes', () => {
  it('all succeed', () => {
    expect(outcomesOf(goesOn, created(map('m')), { together: [removeAll(''), removeAll('')] })).toEqual(['held']);
    expect(outcomesOf(goesOn, created(map('m')), { together: [removeAll(''), removeAll('', 404)] })).toEqual([
      'held',
      'fails beside deleteCollection',
    ]);
  });

  it('are not judged if they are in different namespaces, or sequential', () => {
    expect(
      outcomesOf(goesOn, { together: [removeAll(''), removeAll('', 404, '/api/v1/namespaces/b/configmaps')] }),
    ).toEqual([]);
    expect(outcomesOf(goesOn, removeAll(''), removeAll('', 404))).toEqual([]);
  });
});

describe('two group versions of a kind', () => {
  const [apps, extensions] = [
    '/apis/apps/v1beta1/namespaces/a/deployments',
    '/apis/extensions/v1beta1/namespaces/a/deployments',
  ];
  const deployment = (apiVersion: string): JsonObject => ({ ...map('m'), kind: 'Deployment', apiVersion });
  const deletion: Literal = { ...removeAll('', 200, apps), body: { propagationPolicy: 'Background' } };

  it('both lose a deleted object', () => {
    const made = created(deployment('apps/v1beta1'), apps);
    const inOther = shown(deployment('extensions/v1beta1'), 'm', extensions);
    expect(outcomesOf(everyView, made, inOther, deletion, gone('m', extensions))).toEqual(['held']);
    expect(outcomesOf(everyView, made, deletion, inOther)).toEqual(['spared in the other view']);
  });

  it('are not compared if only one is served', () => {
    const made = created(deployment('apps/v1beta1'), apps);
    expect(outcomesOf(everyView, made, deletion, gone('m', extensions))).toEqual([]);
  });
});
