import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule as absent } from './absent-object-is-refused.rule.ts';
import { rule as lastWritten } from './answers-what-was-last-written.rule.ts';
import { rule as everyView } from './every-view-shows-the-same-object.rule.ts';
import { rule as exact } from './exact-export-keeps-the-namespace.rule.ts';
import { rule as exportDropsStatus } from './export-drops-the-status.rule.ts';
import { rule as exportDrops } from './export-drops-what-a-user-cannot-specify.rule.ts';
import { rule as exportKeeps } from './export-keeps-what-the-user-specified.rule.ts';
import { rule as exportOnly } from './export-is-for-the-answer-only.rule.ts';
import { rule as namesItself } from './names-itself.rule.ts';
import { rule as selfLink } from './self-link-is-the-path.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function map(
  version: string | undefined,
  data: JsonObject = { k: 'v' },
  meta: JsonObject = { namespace: 'a', uid: 'u1' },
): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'm', ...meta, ...(version === undefined ? {} : { resourceVersion: version }) },
    data,
  };
}

const created: Literal = { send: `POST ${MAPS}`, body: map('1'), response: [200, map('1')] };
const patched: Literal = { send: `PATCH ${MAPS}/m`, body: {}, response: [200, map('2', { k: 'w' })] };
const get = (object: JsonObject, query = ''): Literal => ({ send: `GET ${MAPS}/m${query}`, response: [200, object] });
const refusal = (status: number): Literal => ({ send: `GET ${MAPS}/m`, response: [status, { kind: 'Status' }] });
const nothing: Literal = { send: `GET ${MAPS}`, response: [200, { kind: 'ConfigMapList', items: [] }] };

describe('a get', () => {
  it('returns the last written state, or a later one', () => {
    expect(outcomesOf(lastWritten, created, patched, get(map('2', { k: 'w' })))).toEqual(['held']);
    expect(outcomesOf(lastWritten, created, patched, get(map('3', { k: 'x' })))).toEqual(['held']);
    expect(outcomesOf(lastWritten, created, patched, get(map('1')))).toEqual(['an old state']);
  });

  it('may return either state while a write is under way', () => {
    expect(
      outcomesOf(lastWritten, created, {
        together: [
          { send: `PATCH ${MAPS}/m`, body: {}, response: [200, map('2')] },
          { send: `GET ${MAPS}/m`, response: [200, map('1')] },
        ],
      }),
    ).toEqual(['held']);
  });

  it('of a missing object is refused, by any code', () => {
    expect(outcomesOf(absent, nothing, refusal(404))).toEqual(['held']);
    expect(outcomesOf(absent, nothing, refusal(410))).toEqual(['held']);
    expect(outcomesOf(absent, nothing, get(map('1')))).toEqual(['found, nothing like it exists']);
    expect(outcomesOf(absent, nothing, refusal(500))).toEqual(['held']);
    expect(outcomesOf(absent, get(map('1')))).toEqual([]);
  });

  it('returns the object of its path', () => {
    expect(outcomesOf(namesItself, get(map('1')))).toEqual(['held']);
    expect(outcomesOf(namesItself, get({ ...map('1'), kind: 'Secret' }))).toEqual(['kind']);
    expect(outcomesOf(namesItself, get(map('1', {}, { name: 'n', namespace: 'a' })))).toEqual(['metadata.name']);
    expect(outcomesOf(namesItself, get(map('1', {}, { namespace: 'b' })))).toEqual(['metadata.namespace']);
  });
});

describe('an export', () => {
  const bare = map(undefined, { k: 'v' }, {});

  it('drops the members that the server sets', () => {
    expect(
      outcomesOf(exportDrops, get({ ...bare, metadata: { name: 'm', creationTimestamp: null } }, '?export=true')),
    ).toEqual(['held']);
    expect(outcomesOf(exportDrops, get(map(undefined), '?export=true'))).toEqual(['metadata.uid is exported']);
    expect(outcomesOf(exportDrops, get(map('1', {}, {}), '?export=true'))).toEqual([
      'metadata.resourceVersion is exported',
    ]);
  });

  it('keeps the members that the user sets', () => {
    expect(outcomesOf(exportKeeps, created, get(bare, '?export=true'))).toEqual(['held']);
    expect(outcomesOf(exportKeeps, created, get(map(undefined, {}, {}), '?export=true'))).toEqual([
      '/data/k is dropped',
    ]);
  });

  it('keeps the namespace if it is exact', () => {
    expect(outcomesOf(exact, get(map(undefined), '?export=true&exact=true'))).toEqual(['held']);
    expect(outcomesOf(exact, get(bare, '?export=true&exact=true'))).toEqual(['metadata.namespace is dropped', 'held']);
    expect(outcomesOf(exact, get(bare, '?export=true'))).toEqual([]);
  });

  it('does not change the stored object', () => {
    expect(outcomesOf(exportOnly, created, get(bare, '?export=true'), get(map('1')))).toEqual(['held']);
    expect(outcomesOf(exportOnly, created, get(bare, '?export=true'), get(map('2', {})))).toEqual([
      '/data/k is changed',
    ]);
  });
});

describe('two group versions of one object', () => {
  const deployment = (group: string, labels: JsonObject): JsonObject => ({
    apiVersion: `${group}/v1beta1`,
    kind: 'Deployment',
    metadata: {
      name: 'd',
      namespace: 'a',
      uid: 'u1',
      resourceVersion: '1',
      labels,
      selfLink: `/apis/${group}/v1beta1/namespaces/a/deployments/d`,
    },
  });
  const gvr = (group: string, labels: JsonObject): Literal => ({
    send: `GET /apis/${group}/v1beta1/namespaces/a/deployments/d`,
    response: [200, deployment(group, labels)],
  });

  it('agree except for members that the path decides', () => {
    expect(outcomesOf(everyView, gvr('apps', { a: 'b' }), gvr('extensions', { a: 'b' }))).toEqual(['held']);
    expect(outcomesOf(everyView, gvr('apps', { a: 'b' }), gvr('extensions', { a: 'c' }))).toEqual([
      '/metadata/labels/a differs',
    ]);
  });

  it('have a selfLink with either of their paths', () => {
    const linked = (link: string): Literal => ({
      send: 'GET /apis/extensions/v1beta1/namespaces/a/deployments/d',
      response: [200, { ...deployment('extensions', {}), metadata: { name: 'd', namespace: 'a', selfLink: link } }],
    });
    const outcomes = (link: string): string[] => outcomesOf(selfLink, linked(link));
    expect(outcomes('/apis/extensions/v1beta1/namespaces/a/deployments/d')).toEqual(['held']);
    expect(outcomes('/apis/apps/v1beta1/namespaces/a/deployments/d')).toEqual(['held']);
    expect(outcomes('/apis/apps/v1beta1/namespaces/b/deployments/d')).toEqual(['metadata.selfLink']);
    expect(outcomes('/apis/batch/v1/namespaces/a/deployments/d')).toEqual(['metadata.selfLink']);
  });
});

describe('an export of an object whose status was written', () => {
  const JOBS = '/apis/batch/v1/namespaces/a/jobs';
  const job = (version: string, status: JsonObject): JsonObject => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'a', uid: 'u1', resourceVersion: version },
    spec: {},
    status,
  });
  const delivered = (made: JsonObject, written: JsonObject, exported: JsonObject): string[] =>
    outcomesOf(
      exportDropsStatus,
      { send: `POST ${JOBS}`, body: job('1', {}), response: [200, job('1', made)] },
      { send: `PATCH ${JOBS}/j/status`, body: { status: written }, response: [200, job('2', written)] },
      { send: `GET ${JOBS}/j?export=true`, response: [200, job('2', exported)] },
    );

  it('shows none of it, but may show the status of a new object', () => {
    expect(delivered({ active: 1 }, { active: 1, failed: 3 }, {})).toEqual(['held']);
    expect(delivered({ active: 1 }, { active: 1, failed: 3 }, { active: 1, failed: 0 })).toEqual(['held']);
    expect(delivered({}, { failed: 3 }, { failed: 3 })).toEqual(['the status is exported']);
  });

  it('is not judged if nothing was written to the status', () => {
    expect(delivered({ failed: 3 }, { failed: 3, active: 0 }, { failed: 3 })).toEqual([]);
  });
});
