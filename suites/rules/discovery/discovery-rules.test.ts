import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule as isAList } from './is-an-api-resource-list.rule.ts';
import { rule as kindAndScope } from './kind-and-scope-are-right.rule.ts';
import { rule as listsEach } from './lists-each-resource-that-is-served.rule.ts';
import { rule as groupVersion } from './names-the-group-version-of-its-path.rule.ts';
import { rule as verbs } from './verbs-that-work-are-listed.rule.ts';

const JOBS = RESOURCES.filter(({ prefix }) => prefix === '/apis/batch/v1').map(({ plural, kind, namespaced }) => ({
  name: plural,
  kind,
  namespaced,
  verbs: ['get', 'list'],
}));

function discovered(change: JsonObject = {}, resources: readonly JsonObject[] = JOBS): Literal {
  return {
    send: 'GET /apis/batch/v1',
    response: [200, { kind: 'APIResourceList', groupVersion: 'batch/v1', resources, ...change }],
  };
}

describe('a discovery document', () => {
  it('is an APIResourceList', () => {
    expect(outcomesOf(isAList, discovered())).toEqual(['held']);
    expect(outcomesOf(isAList, discovered({ kind: 'List' }))).toEqual(['kind']);
    expect(outcomesOf(isAList, { send: 'GET /api/v1', response: [404, {}] })).toEqual(['status']);
  });

  it('lists each resource, with its kind and scope', () => {
    const listed: Literal = { send: 'GET /apis/batch/v1/jobs', response: [200, { kind: 'JobList', items: [] }] };
    expect(outcomesOf(listsEach, listed, discovered())).toEqual(['held']);
    expect(outcomesOf(listsEach, listed, discovered({}, []))).toEqual(['no entry for jobs']);
    expect(outcomesOf(kindAndScope, discovered())).toEqual(['held']);
    expect(
      outcomesOf(
        kindAndScope,
        discovered(
          {},
          JOBS.map((job) => ({ ...job, namespaced: false })),
        ),
      ),
    ).toEqual(['held', 'jobs namespaced']);
    expect(outcomesOf(groupVersion, discovered())).toEqual(['held']);
    expect(outcomesOf(groupVersion, discovered({ groupVersion: 'batch/v2' }))).toEqual(['groupVersion']);
  });

  it('need not list a resource that is not served', () => {
    expect(outcomesOf(listsEach, { send: 'GET /apis/batch/v1/jobs', response: [404, {}] }, discovered({}, []))).toEqual(
      [],
    );
  });

  it('lists the verbs that were seen to work, and may list others', () => {
    const listed: Literal = { send: 'GET /apis/batch/v1/jobs', response: [200, { kind: 'JobList', items: [] }] };
    expect(outcomesOf(verbs, listed, discovered())).toEqual(['held']);
    expect(
      outcomesOf(
        verbs,
        listed,
        discovered(
          {},
          JOBS.map((job) => ({ ...job, verbs: ['get'] })),
        ),
      ),
    ).toEqual(['jobs list']);
    expect(outcomesOf(verbs, discovered())).toEqual([]);
  });

  it('may leave out the members that the document does not show', () => {
    const listed: Literal = { send: 'GET /apis/batch/v1/jobs', response: [200, { kind: 'JobList', items: [] }] };
    const names = JOBS.map(({ name }) => ({ name }));
    const withoutVersion: Literal = {
      send: 'GET /apis/batch/v1',
      response: [200, { kind: 'APIResourceList', resources: JOBS }],
    };
    expect(outcomesOf(groupVersion, withoutVersion)).toEqual(['held']);
    expect(outcomesOf(kindAndScope, discovered({}, names))).toEqual(['held']);
    expect(outcomesOf(verbs, listed, discovered({}, names))).toEqual(['held']);
  });
});
