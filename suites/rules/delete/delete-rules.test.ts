import { describe, expect, it } from 'vitest';
import { type DialectChoices, KUBERNETES_1_7, SPEC } from '../../../spec/dialects/index.ts';
import { historyFrom, type Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule as answersAStatus } from './answers-a-status-of-success.rule.ts';
import { rule as heldByFinalizers } from './finalizer-holds-the-object.rule.ts';
import { rule as leavesOthers } from './leaves-other-objects.rule.ts';
import { rule as keepsContent } from './lingering-object-keeps-its-content.rule.ts';
import { rule as markingIsTold } from './marking-is-told-to-watches.rule.ts';
import { rule as nameIsTaken } from './name-of-a-lingering-object-is-taken.rule.ts';
import { rule as onlyOne } from './only-one-of-several-removes.rule.ts';
import { rule as notBroughtBack } from './parallel-writes-do-not-bring-it-back.rule.ts';
import { rule as preconditions } from './preconditions.rule.ts';
import { rule as noTrace } from './refusal-leaves-no-trace.rule.ts';
import { rule as removes } from './removes-the-object.rule.ts';
import { rule as dependants } from './what-becomes-of-dependants.rule.ts';
import { rule as marksStay } from './writes-do-not-take-the-mark-back.rule.ts';
import { rule as zeroGrace } from './zero-grace-ends-a-longer-one.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';
const PODS = '/api/v1/namespaces/a/pods';
const SUCCESS = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 };
const FAILURE = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' };
const DELETED = '2026-01-01T00:00:00Z';
const HOLD = ['example.com/hold'];

function map(version: string, meta: JsonObject = {}, rest: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: version, ...meta },
    ...rest,
  };
}

function pod(version: string, meta: JsonObject = {}): JsonObject {
  return { ...map(version, meta), kind: 'Pod' };
}

const created = (object: JsonObject, path = MAPS): Literal => ({
  send: `POST ${path}`,
  body: object,
  response: [200, object],
});
const deletion = (status = 200, options: JsonObject = {}, path = MAPS) =>
  ({ send: `DELETE ${path}/m`, body: options, response: [status, status === 200 ? SUCCESS : FAILURE] }) as const;
const patch = {
  send: `PATCH ${MAPS}/m`,
  body: { metadata: { labels: { a: 'b' } } },
  response: [200, map('2')],
} as const;
const shown = (object: JsonObject, path = MAPS): Literal => ({ send: `GET ${path}/m`, response: [200, object] });
const gone: Literal = { send: `GET ${MAPS}/m`, response: [404, FAILURE] };

describe('an object of any kind that stays for a grace period', () => {
  const waiting = shown(map('2', { deletionTimestamp: DELETED, deletionGracePeriodSeconds: 1 }));

  it('may stay by the default of its kind', () => {
    expect(outcomesOf(removes, created(map('1')), deletion(), waiting)).toEqual([]);
    expect(outcomesOf(removes, created(map('1')), deletion(200, { propagationPolicy: 'Background' }), waiting)).toEqual(
      [],
    );
  });

  it('may not stay if the delete asks for no grace period, or without a deletionTimestamp', () => {
    expect(outcomesOf(removes, created(map('1')), deletion(200, { gracePeriodSeconds: 0 }), waiting)).toEqual([
      'still there in a get',
    ]);
    expect(outcomesOf(removes, created(map('1')), deletion(), shown(map('2', { deletionTimestamp: DELETED })))).toEqual(
      ['still there in a get'],
    );
  });
});

describe('the response of a delete', () => {
  const judged = (body: unknown): string[] =>
    outcomesOf(answersAStatus, { send: 'DELETE /api/v1/namespaces/a/pods/a', response: [200, body] });

  it('is a Status with kind, apiVersion, metadata, status and code', () => {
    const { apiVersion: _v, ...untyped } = SUCCESS;
    const { metadata: _m, ...bare } = SUCCESS;
    expect(judged(SUCCESS)).toEqual(['held']);
    expect(judged(untyped)).toEqual(['Status without apiVersion']);
    expect(judged(bare)).toEqual(['Status without metadata']);
    expect(judged({ ...SUCCESS, code: '200' })).toEqual(['/code is not 200']);
  });
});

describe('of several concurrent deletes', () => {
  it('one may find the object', () => {
    expect(outcomesOf(onlyOne, created(map('1')), { together: [deletion(), deletion(404)] })).toEqual(['held']);
    expect(outcomesOf(onlyOne, created(map('1')), { together: [deletion(), deletion()] })).toEqual([
      'one object is removed twice',
    ]);
    expect(outcomesOf(onlyOne, created(map('1')), { together: [deletion(404), deletion(404)] })).toEqual([
      'nobody removes the object',
    ]);
  });

  it('several deletes may succeed if the server sets the timestamp before it removes the object', () => {
    const terminating = {
      send: `GET ${MAPS}/m`,
      response: [200, map('2', { deletionTimestamp: DELETED, deletionGracePeriodSeconds: 0 })],
    } as const;
    expect(outcomesOf(onlyOne, created(map('1')), { together: [deletion(), terminating, deletion()] })).toEqual([]);
  });

  it('all may, if a finalizer keeps it', () => {
    expect(
      outcomesOf(onlyOne, created(map('1', { finalizers: HOLD })), { together: [deletion(), deletion()] }),
    ).toEqual([]);
  });

  it('all may, if a controller holds it back by a finalizer: then the rule requires nothing', () => {
    const terminating = {
      send: `GET ${MAPS}/m`,
      response: [200, map('2', { deletionTimestamp: DELETED, finalizers: HOLD })],
    } as const;
    expect(outcomesOf(onlyOne, created(map('1')), { together: [deletion(), terminating, deletion()] })).toContain(
      'observed',
    );
  });

  it('all may, if it leaves after a grace period', () => {
    const at = deletion(200, { gracePeriodSeconds: 0 }, PODS);
    expect(outcomesOf(onlyOne, created(pod('1'), PODS), { together: [at, at] })).toEqual([]);
  });
});

describe('a write to a terminating object', () => {
  it('does not keep it', () => {
    expect(outcomesOf(notBroughtBack, created(map('1')), { together: [deletion(), patch] }, gone)).toEqual(['held']);
    expect(outcomesOf(notBroughtBack, created(map('1')), { together: [deletion(), patch] }, shown(map('2')))).toEqual([
      'brought back by patch',
    ]);
  });

  it('may keep it by a finalizer', () => {
    const holding = { ...patch, body: { metadata: { finalizers: HOLD } } };
    expect(outcomesOf(notBroughtBack, created(map('1')), { together: [deletion(), holding] }, shown(map('2')))).toEqual(
      [],
    );
  });

  it('does not concern the recreated object', () => {
    expect(
      outcomesOf(
        notBroughtBack,
        created(map('1')),
        { together: [deletion(), patch] },
        created(map('3', { uid: 'u2' })),
        shown(map('3', { uid: 'u2' })),
      ),
    ).toEqual([]);
  });
});

describe('a delete that was refused', () => {
  it('leaves the object as it was', () => {
    expect(outcomesOf(noTrace, created(map('1')), deletion(422), shown(map('1')))).toEqual(['held']);
    expect(outcomesOf(noTrace, created(map('1')), deletion(422), gone)).toEqual([
      'something was removed after a refusal: no options',
    ]);
  });
});

describe('a grace period of zero', () => {
  const waiting = pod('2', { deletionTimestamp: DELETED, deletionGracePeriodSeconds: 30 });
  const story = [
    created(pod('1'), PODS),
    deletion(200, {}, PODS),
    shown(waiting, PODS),
    deletion(200, { gracePeriodSeconds: 0 }, PODS),
  ];

  it('ends a longer one', () => {
    expect(outcomesOf(zeroGrace, ...story, { send: `GET ${PODS}/m`, response: [404, FAILURE] })).toEqual(['held']);
    expect(outcomesOf(zeroGrace, ...story, shown(waiting, PODS))).toEqual([
      'a grace period of zero does not end a longer one',
    ]);
  });
});

describe('a terminating object', () => {
  const kept = map('1', { finalizers: HOLD }, { data: { k: 'v' } });
  const terminating = map('2', { finalizers: HOLD, deletionTimestamp: DELETED }, { data: { k: 'v' } });

  it('still exists after a write that leaves a finalizer', () => {
    const two = map('1', { finalizers: [...HOLD, 'example.com/other'] });
    const left = map('3', { finalizers: HOLD, deletionTimestamp: DELETED });
    const put: Literal = { send: `PUT ${MAPS}/m`, body: map('2', { finalizers: HOLD }), response: [200, left] };
    expect(outcomesOf(heldByFinalizers, created(two), deletion(), put, shown(left))).toEqual(['held']);
    expect(outcomesOf(heldByFinalizers, created(two), deletion(), put, gone)).toEqual([
      'removed by a write that leaves a finalizer',
    ]);
  });

  it('still exists after a write of its status', () => {
    const [made, marked] = ['1', '2'].map((version) =>
      pod(version, { finalizers: HOLD, ...(version === '1' ? {} : { deletionTimestamp: DELETED }) }),
    ) as [JsonObject, JsonObject];
    const write: Literal = { send: `PATCH ${PODS}/m/status`, body: { status: {} }, response: [200, marked] };
    const story = [created(made, PODS), deletion(200, {}, PODS), write];
    expect(outcomesOf(heldByFinalizers, ...story, shown(marked, PODS))).toEqual(['held']);
    expect(outcomesOf(heldByFinalizers, ...story, { send: `GET ${PODS}/m`, response: [404, FAILURE] })).toEqual([
      'removed by a write that leaves a finalizer',
    ]);
  });

  it('shows no finalizers in the response to a write that removes them', () => {
    const put: Literal = { send: `PUT ${MAPS}/m`, body: map('2', { finalizers: [] }), response: [200, terminating] };
    expect(outcomesOf(heldByFinalizers, created(kept), deletion(), shown(terminating), put)).toContain(
      'finalizers stay although a write removes them',
    );
  });

  it('is gone after a write that removes its finalizers, in whatever form', () => {
    const free = map('3', { deletionTimestamp: DELETED });
    const writes: Literal[] = [
      { send: `PUT ${MAPS}/m`, body: map('2', { finalizers: [] }), response: [200, free] },
      { ...patch, body: [{ op: 'remove', path: '/metadata/finalizers' }], response: [200, free] },
    ];
    for (const write of writes) {
      const story = [created(kept), deletion(), deletion(), write];
      expect(outcomesOf(heldByFinalizers, ...story, gone)).toEqual(['held']);
      expect(outcomesOf(heldByFinalizers, ...story, shown(free))).toContain('stays without a finalizer');
    }
  });

  it('still exists after a further delete', () => {
    const story = [created(kept), deletion(), shown(terminating), deletion()];
    expect(outcomesOf(heldByFinalizers, ...story, shown(terminating))).toEqual(['held']);
    expect(outcomesOf(heldByFinalizers, ...story, gone)).toEqual([
      'held',
      'removed by a further delete, in spite of a finalizer',
    ]);
    expect(
      outcomesOf(heldByFinalizers, ...story, { ...patch, body: { metadata: { finalizers: null } } }, gone),
    ).toEqual(['held']);
  });

  it('keeps its name', () => {
    const again = { send: `POST ${MAPS}`, body: map('') };
    expect(
      outcomesOf(
        nameIsTaken,
        created(kept),
        deletion(),
        shown(terminating),
        { ...again, response: [409, FAILURE] },
        shown(terminating),
      ),
    ).toEqual(['held']);
    expect(
      outcomesOf(
        nameIsTaken,
        created(kept),
        deletion(),
        shown(terminating),
        { ...again, response: [200, map('3', { uid: 'u2' })] },
        shown(map('3', { uid: 'u2' })),
      ),
    ).toEqual(['a lingering object is replaced']);
  });

  it('keeps its content', () => {
    expect(outcomesOf(keepsContent, created(kept), deletion(), shown(terminating))).toEqual(['held']);
    expect(
      outcomesOf(
        keepsContent,
        created(kept),
        deletion(),
        shown(map('2', { finalizers: HOLD, deletionTimestamp: DELETED })),
      ),
    ).toEqual(['/data/k changes']);
  });

  it('has a new version, which watches deliver', () => {
    const open: Literal = { open: `GET /api/v1/watch/namespaces/a/configmaps/m?resourceVersion=1`, as: 'w' };
    const fence = map('3', { finalizers: HOLD, deletionTimestamp: DELETED, labels: { a: 'b' } });
    const fenced: Literal[] = [
      { ...patch, response: [200, fence] },
      { event: 'w', type: 'MODIFIED', object: fence },
      { end: 'w' },
    ];
    const story = [created(kept), open, deletion(), shown(terminating)];
    expect(
      outcomesOf(markingIsTold, ...story, { event: 'w', type: 'MODIFIED', object: terminating }, ...fenced),
    ).toEqual(['held']);
    const bare = { ...terminating, data: {} };
    expect(outcomesOf(markingIsTold, ...story, { event: 'w', type: 'MODIFIED', object: bare }, ...fenced)).toContain(
      '/data/k differs',
    );
    expect(outcomesOf(markingIsTold, ...story, ...fenced)).toEqual(['a marking is not told', 'held']);
    const selecting = (selector: string): string[] =>
      outcomesOf(
        markingIsTold,
        created(kept),
        { ...open, open: `${open.open}&labelSelector=${selector}` },
        deletion(),
        shown(terminating),
        ...fenced,
      );
    expect(selecting('!absent')).toEqual(['a marking is not told', 'held']);
    expect(selecting('absent')).toEqual(['held']);
    expect(
      outcomesOf(
        markingIsTold,
        created(kept),
        deletion(),
        shown(map('1', { finalizers: HOLD, deletionTimestamp: DELETED })),
      ),
    ).toEqual(['marked without a new version']);
  });
});

describe('the dependants that a delete may remove', () => {
  const child = map('5', {
    name: 'child',
    uid: 'u5',
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'm', uid: 'u1' }],
  });
  const childGone: Literal = { send: `GET ${MAPS}/child`, response: [404, FAILURE] };

  it('are dependants, and nothing else', () => {
    expect(outcomesOf(leavesOthers, created(map('1')), created(child), deletion(), childGone)).toEqual([]);
    expect(
      outcomesOf(
        leavesOthers,
        created(map('1')),
        created(map('5', { name: 'child', uid: 'u5' })),
        deletion(),
        childGone,
      ),
    ).toEqual(['removes another name']);
    expect(outcomesOf(dependants, created(map('1')), created(child), deletion(), childGone)).toEqual(['observed']);
  });

  it('are not those of another object that is there, whatever its name', () => {
    const namesake: JsonObject = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'm', namespace: 'a', uid: 'u9', resourceVersion: '6' },
    };
    const ofNamesake = map('7', {
      name: 'child',
      uid: 'u7',
      ownerReferences: [{ kind: 'Secret', name: 'm', uid: 'u9' }],
    });
    const story = [created(namesake, '/api/v1/namespaces/a/secrets'), created(map('1')), created(ofNamesake)];
    expect(outcomesOf(leavesOthers, ...story, deletion(), childGone)).toContain('removes another name');
    expect(outcomesOf(leavesOthers, ...story.slice(1), deletion(), childGone)).toEqual([]);
  });

  it('are the contents of a namespace', () => {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a', uid: 'n1', resourceVersion: '1' } };
    const ended: Literal = { send: 'DELETE /api/v1/namespaces/a', response: [200, SUCCESS] };
    expect(
      outcomesOf(
        leavesOthers,
        { send: 'POST /api/v1/namespaces', body: namespace, response: [200, namespace] },
        created(map('1')),
        ended,
        gone,
      ),
    ).toEqual([]);
  });
});

describe('a delete whose preconditions name another uid', () => {
  const outcomes = (choices: DialectChoices, status: number): string[] =>
    [
      ...preconditions.check(historyFrom([created(map('1')), deletion(status, { preconditions: { uid: 'u2' } })]), {
        choices,
      }),
    ].map(({ outcome }) => outcome);

  it('may have any outcome by the document, and is refused under kubernetes-1.7', () => {
    expect(outcomes(SPEC.choices, 200)).toEqual(['observed']);
    expect(outcomes(KUBERNETES_1_7.choices, 409)).toEqual(['observed']);
    expect(outcomes(KUBERNETES_1_7.choices, 200)).toEqual(['violated']);
  });
});

describe('the deletionTimestamp of a terminating object', () => {
  const terminating = { deletionTimestamp: DELETED, finalizers: HOLD };
  const written = (meta: JsonObject): Literal => ({
    send: `PUT ${MAPS}/m`,
    body: map('2'),
    response: [200, map('3', meta)],
  });
  const before = [created(map('1', { finalizers: HOLD })), deletion(), shown(map('2', terminating))];

  it('stays after every write', () => {
    expect(outcomesOf(marksStay, ...before, written(terminating), shown(map('3', terminating)))).toEqual(['held']);
    expect(outcomesOf(marksStay, ...before, written({ finalizers: HOLD }), shown(map('3', terminating)))).toEqual([
      'a replace takes the mark back',
      'held',
    ]);
    expect(outcomesOf(marksStay, ...before, written(terminating), shown(map('3', { finalizers: HOLD })))).toEqual([
      'held',
      'a replace takes the mark back',
    ]);
  });

  it('does not keep a write from being carried out', () => {
    const write = (annotations: JsonObject): Literal => ({
      send: `PATCH ${MAPS}/m`,
      body: { metadata: { annotations: { written: 'yes' } } },
      response: [200, map('3', { ...terminating, annotations })],
    });
    expect(outcomesOf(marksStay, ...before, write({ written: 'yes' }))).toEqual(['held']);
    expect(outcomesOf(marksStay, ...before, write({}))).toContain('a patch of a terminating object is not carried out');
  });

  it('is not at issue if a patch of the object has directives beside its annotations, which nobody stores', () => {
    const patch: Literal = {
      send: `PATCH ${MAPS}/m`,
      body: { metadata: { annotations: { written: 'yes', $patch: 'replace' } } },
      response: [200, map('3', { ...terminating, annotations: { written: 'yes' } })],
    };
    expect(outcomesOf(marksStay, ...before, patch)).toEqual(['held']);
  });

  const marked = [
    created(pod('1', { finalizers: HOLD }), PODS),
    deletion(200, {}, PODS),
    shown(pod('2', terminating), PODS),
  ];

  it('does not keep a write of the status from being carried out', () => {
    const write = (status: JsonObject, ofRule = marksStay.id): Literal => ({
      send: `PATCH ${PODS}/m/status`,
      headers: [['X-Plumbline-Rule', ofRule]],
      body: { status: { reason: 'Written' } },
      response: [200, { ...pod('3', terminating), status }],
    });
    expect(outcomesOf(marksStay, ...marked, write({ reason: 'Written', phase: 'Running' }))).toEqual(['held']);
    expect(outcomesOf(marksStay, ...marked, write({ phase: 'Running' }))).toContain(
      'a patchStatus of a terminating object is not carried out',
    );
    expect(outcomesOf(marksStay, ...marked, write({}, 'world/mixed-walk'))).toEqual(['held']);
  });

  it('stays after a write of the status', () => {
    const write = (meta: JsonObject): Literal => ({
      send: `PATCH ${PODS}/m/status`,
      body: { status: {} },
      response: [200, pod('3', meta)],
    });
    expect(outcomesOf(marksStay, ...marked, write(terminating))).toEqual(['held']);
    expect(outcomesOf(marksStay, ...marked, write({ finalizers: HOLD }))).toEqual([
      'a patchStatus takes the mark back',
    ]);
  });

  it('may go if no finalizer is left, or if another object has the name', () => {
    expect(outcomesOf(marksStay, ...before, written({ deletionTimestamp: DELETED }))).toEqual([]);
    expect(outcomesOf(marksStay, ...before, shown(map('9', { uid: 'u2', finalizers: HOLD })))).toEqual([]);
  });
});
