import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule as failingTests } from '../patch/failing-test-leaves-no-trace.rule.ts';
import { rule as staleVersions } from '../patch/stale-version-is-no-condition.rule.ts';
import { rule as patches } from './patch-follows-its-media-type.rule.ts';
import { rule as puts } from './put-replaces-the-whole-status.rule.ts';

const JOBS = '/apis/batch/v1/namespaces/a/jobs';
const CONDITION = { type: 'Other', status: 'True' };

function job(version: string, status: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'a', uid: 'u1', resourceVersion: version },
    spec: { parallelism: 1 },
    status,
  };
}

const MADE: Literal = { send: `POST ${JOBS}`, body: job('1'), response: [200, job('1')] };
const shown = (object: JsonObject): Literal => ({ send: `GET ${JOBS}/j`, response: [200, object] });

function write(verb: 'PATCH' | 'PUT', body: Json, code: number, after: JsonObject, type = 'merge-patch'): Literal {
  const headers = [['Content-Type', verb === 'PUT' ? 'application/json' : `application/${type}+json`]] as const;
  return { send: `${verb} ${JOBS}/j/status`, headers, body, response: [code, after] };
}

const FIRST = write('PATCH', { status: { failed: 33 } }, 200, job('2', { failed: 33 }));

describe('a JSON patch of /status whose test fails', () => {
  const body = [
    { op: 'add', path: '/status', value: { failed: 33 } },
    { op: 'test', path: '/metadata/name', value: 'k' },
  ];

  it('is refused and writes nothing', () => {
    const judged = (code: number, after: JsonObject): string[] =>
      outcomesOf(failingTests, MADE, write('PATCH', body, code, after, 'json-patch'), shown(after));
    expect(judged(422, job('1'))).toEqual(['held']);
    expect(judged(200, job('2', { failed: 33 }))).toEqual(['accepted: after other operations']);
    expect(judged(422, job('2', { failed: 33 }))).toEqual([
      '/status/failed changed after a refusal: after other operations',
    ]);
  });

  it('fails by a list or map that differs in part from the one that was just added', () => {
    const judged = (added: string, value: Json, sent: Json): string[] => {
      const operations = [
        { op: 'add', path: added, value },
        { op: 'test', path: '/metadata/annotations', value: sent },
      ];
      return outcomesOf(failingTests, MADE, write('PATCH', operations, 200, job('2'), 'json-patch'), shown(job('2')));
    };
    const accepted = ['accepted: after other operations'];
    expect(judged('/metadata/annotations', { a: '1', b: '2' }, { a: '1' })).toEqual(accepted);
    expect(judged('/metadata/annotations', ['x', 'y'], ['x', 'z'])).toEqual(accepted);
    expect(judged('/metadata/annotations', { a: '1', b: '2' }, { b: '2', a: '1' })).toEqual([]);
    expect(judged('/metadata/labels', { a: '1' }, { b: '2' })).toEqual([]);
  });
});

describe('a PATCH of /status that names a replaced version', () => {
  const body = { metadata: { resourceVersion: '1' }, status: { failed: 4 } };

  it('is carried out', () => {
    const judged = (code: number, after: JsonObject): string[] =>
      outcomesOf(staleVersions, MADE, FIRST, write('PATCH', body, code, after));
    expect(judged(200, job('3', { failed: 4 }))).toEqual(['held']);
    expect(judged(409, {})).toEqual(['refused for a stale version']);
  });
});

describe('a PATCH of /status that names the current version', () => {
  const body = { metadata: { resourceVersion: '1' }, status: { failed: 4 } };
  const judged = (code: number, after: JsonObject, from: string): string[] => {
    const sent = write('PATCH', body, code, after);
    const headers = [...('headers' in sent ? (sent.headers ?? []) : []), ['X-Plumbline-Rule', from] as const];
    return outcomesOf(staleVersions, MADE, { ...sent, headers } as Literal);
  };

  it('is carried out', () => {
    expect(judged(200, job('2', { failed: 4 }), staleVersions.id)).toEqual([]);
    expect(judged(422, {}, staleVersions.id)).toEqual(['refused for the current version']);
  });

  it('may have another defect in a case of another rule', () => {
    expect(judged(422, {}, 'another/rule')).toEqual([]);
  });
});

describe('a strategic merge patch that replaces the status', () => {
  it('leaves no other member', () => {
    const body = { status: { $patch: 'replace', succeeded: 1 } };
    const judged = (after: JsonObject): string[] =>
      outcomesOf(patches, MADE, FIRST, write('PATCH', body, 200, job('3', after), 'strategic-merge-patch'));
    expect(judged({ succeeded: 1 })).toEqual(['held']);
    expect(judged({ succeeded: 1, failed: 33 })).toEqual(['held', '/status/failed is not removed']);
    expect(judged({})).toEqual(['held', '/status/succeeded is not as patched']);
  });
});

describe('a PUT of /status without a condition', () => {
  it('removes the condition, unless the object was created with it', () => {
    const had = { conditions: [CONDITION, { type: 'Another', status: 'True' }] };
    const asked = { conditions: [CONDITION] };
    const judged = (made: JsonObject, after: JsonObject): string[] =>
      outcomesOf(
        puts,
        { send: `POST ${JOBS}`, body: job('1'), response: [200, job('1', made)] },
        write('PUT', job('1', had), 200, job('2', had)),
        write('PUT', job('2', asked), 200, job('3', after)),
      );
    expect(judged({}, asked)).toEqual(['held']);
    expect(judged({}, had)).toEqual(['a condition is kept']);
    expect(judged(had, had)).toEqual(['held']);
  });
});
