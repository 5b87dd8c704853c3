import { describe, expect, it } from 'vitest';
import { SPEC } from '../../../../spec/dialects/index.ts';
import { historyFrom, type Literal } from '../../../checks/history-literals.fixture.ts';
import { ruleById } from '../../../rules/index.ts';
import type { Rule } from '../../../rules/rule.ts';
import { judgeHistory, type HistoryJudgement } from './judge-history.ts';

const PODS = '/api/v1/namespaces/a/pods';
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'a', uid: 'u', resourceVersion: '1', labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'x:1' }] },
};
const create: Literal = { send: `POST ${PODS}`, body: pod, response: [200, pod] };

function ruleOf(id: string): Rule {
  const rule = ruleById(id);
  if (rule === undefined) throw new RangeError(`there is no rule ${id}`);
  return rule;
}

function judged(id: string, ...literals: readonly Literal[]): HistoryJudgement {
  return judgeHistory(ruleOf(id), historyFrom(literals), { choices: SPEC.choices });
}

describe('the blame for a failed precondition', () => {
  const patch: Literal = {
    send: `PATCH ${PODS}/p`,
    headers: [['Content-Type', 'application/json-patch+json']],
    body: [{ op: 'add', path: '/metadata/labels/x', value: 'y' }],
    response: [500, { kind: 'Status', code: 500, message: 'cannot decode' }],
  };

  it('falls on the rule that owns it', () => {
    expect(judged('patch/well-formed-patch-is-accepted', create, patch).violations).toHaveLength(1);
  });

  it('blocks a rule that is broken by the same exchange', () => {
    const { violations, blocker } = judgeHistory(
      ruleOf('world/well-formed-requests-never-break-the-server'),
      historyFrom([create, patch]),
      { choices: SPEC.choices },
      'PATCH /api/v1/namespaces/{namespace}/pods/{name}',
    );
    expect(violations).toEqual([]);
    expect(blocker).toMatchObject({
      by: 'patch/well-formed-patch-is-accepted',
      evidence: `PATCH ${PODS}/p: 500 "cannot decode"`,
      operation: 'PATCH /api/v1/namespaces/{namespace}/pods/{name}',
    });
  });

  it('blocks a rule that could not be applied because of it', () => {
    expect(judged('patch/json-patch-follows-rfc-6902', create, patch)).toMatchObject({
      applied: 0,
      blocker: { by: 'patch/well-formed-patch-is-accepted' },
    });
    expect(judged('patch/is-never-refused-for-a-lock', create, patch)).toMatchObject({
      violations: [],
      blocker: { by: 'patch/well-formed-patch-is-accepted' },
    });
  });

  it('does not block a rule that was applied all the same', () => {
    expect(judged('create/name-is-the-one-asked-for', create, patch)).toMatchObject({ violations: [] });
    expect(judged('create/name-is-the-one-asked-for', create, patch).blocker).toBeUndefined();
  });

  it('names the first refused call of a legal case, and none of a case that must be refused', () => {
    const refused: Literal = {
      send: `POST ${PODS}`,
      body: pod,
      response: [422, { kind: 'Status', code: 422, message: 'no' }],
    };
    expect(judged('create/uid-has-uuid-form', refused).blocker).toEqual({
      by: 'create/legal-object-is-accepted',
      evidence: `POST ${PODS}: 422 "no"`,
      operation: 'POST /api/v1/namespaces/{namespace}/pods',
    });
    expect(judged('create/existing-name-is-refused', refused).blocker).toBeUndefined();
  });

  it('falls on no rule for a create of a taken name, whatever the status code', () => {
    const taken: Literal = { send: `POST ${PODS}`, body: pod, response: [500, { kind: 'Status', code: 500 }] };
    expect(judged('create/uid-has-uuid-form', taken).blocker?.by).toBe('create/legal-object-is-accepted');
    expect(judged('patch/json-patch-follows-rfc-6902', create, taken).blocker).toBeUndefined();
  });

  it('names the rule of items for a list that has none', () => {
    const list: Literal = { send: `GET ${PODS}`, response: [200, { kind: 'PodList', apiVersion: 'v1', metadata: {} }] };
    expect(judged('list/shows-every-object-that-exists', create, list)).toMatchObject({
      applied: 0,
      blocker: { by: 'list/of-nothing-has-empty-items', evidence: `GET ${PODS}: nothing` },
    });
  });

  it('names the rule of kinds for a get that returns no object of any kind, and no rule for one that returns another object', () => {
    const get = (body: object): Literal => ({ send: `GET ${PODS}/p`, response: [200, body] });
    expect(judged('get/answers-what-was-last-written', create, get({}))).toMatchObject({
      violations: [],
      blocker: { by: 'get/names-itself', evidence: `GET ${PODS}/p: nothing` },
    });
    expect(
      judged(
        'get/answers-what-was-last-written',
        create,
        get({ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'q' } }),
      ).blocker?.by,
    ).not.toBe('get/names-itself');
  });

  it('names the rule of streams for a watch whose response is a list', () => {
    const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };
    const watch: readonly Literal[] = [
      { open: `GET ${PODS}?watch=true`, as: 'w' },
      { event: 'w', frame: Buffer.from(JSON.stringify(list)) },
      { end: 'w' },
    ];
    expect(judged('watch/answers-a-stream', create, ...watch).violations.map(({ actual }) => actual)).toEqual([
      'a PodList instead of an event',
    ]);
    expect(judged('watch/misses-nothing', create, ...watch)).toMatchObject({
      applied: 0,
      violations: [],
      blocker: { by: 'watch/answers-a-stream' },
    });
  });
});
