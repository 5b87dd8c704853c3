import { describe, expect, it } from 'vitest';
import type { Literal } from '../checks/history-literals.fixture.ts';
import type { JsonObject } from '../oracle/json.ts';
import { rule as removesExactlyWhatMatches } from './delete-collection/removes-exactly-what-matches.rule.ts';
import { rule as finalizerHoldsTheObject } from './delete/finalizer-holds-the-object.rule.ts';
import { rule as removesTheObject } from './delete/removes-the-object.rule.ts';
import { rule as failingTestLeavesNoTrace } from './patch/failing-test-leaves-no-trace.rule.ts';
import { rule as jsonPatchFollowsRfc6902 } from './patch/json-patch-follows-rfc-6902.rule.ts';
import { rule as kindCannotBeChanged } from './patch/kind-cannot-be-changed.rule.ts';
import { rule as malformedPatchIsRefused } from './patch/malformed-patch-is-refused.rule.ts';
import { rule as wellFormedPatchIsAccepted } from './patch/well-formed-patch-is-accepted.rule.ts';
import { rule as parallelPatchesLoseNothing } from './patch/parallel-patches-lose-nothing.rule.ts';
import { rule as atMostOneOfSeveralWins } from './replace/at-most-one-of-several-wins.rule.ts';
import { rule as replacesTheWholeObject } from './replace/replaces-the-whole-object.rule.ts';
import { rule as staleVersionIsRefused } from './replace/stale-version-is-refused.rule.ts';
import { rule as badInputIsNeverAServerError } from './validation/bad-input-is-never-a-server-error.rule.ts';
import { rule as bodiesThatAreNoObjects } from './validation/bodies-that-are-no-objects-are-refused.rule.ts';
import { rule as malformedBodiesAreRefused } from './validation/malformed-bodies-are-refused.rule.ts';
import { rule as missingBodiesAreRefused } from './validation/missing-bodies-are-refused.rule.ts';
import { rule as replacedVersionNeverComesBack } from './world/replaced-version-never-comes-back.rule.ts';
import { rule as untouchedObjectsStayUntouched } from './world/untouched-objects-stay-untouched.rule.ts';
import type { Rule } from './rule.ts';
import { judge } from './watch/watch-literals.fixture.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

interface MadeMetadata {
  readonly name?: string;
  readonly uid?: string;
  readonly labels?: JsonObject;
  readonly [member: string]: unknown;
}

/** A config map at a version; `more` goes into its metadata, except `data`. */
function map(
  version: string,
  data: JsonObject = {},
  { name = 'm', uid = `u-${name}`, ...more }: MadeMetadata = {},
): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'a', uid, resourceVersion: version, ...(more as JsonObject) },
    data,
  };
}

const create = (made: JsonObject): Literal => ({ send: `POST ${MAPS}`, body: made, response: [200, made] });
const put = (
  body: JsonObject,
  ...response: readonly [status: number, body?: JsonObject]
): { send: string; body: JsonObject; response: readonly [number, JsonObject?] } => ({
  send: `PUT ${MAPS}/m`,
  body,
  response,
});
const get = (object: JsonObject | undefined, name = 'm'): Literal => ({
  send: `GET ${MAPS}/${name}`,
  response: object === undefined ? [404, { kind: 'Status' }] : [200, object],
});
const list = (...items: readonly JsonObject[]): Literal => ({
  send: `GET ${MAPS}`,
  response: [200, { kind: 'ConfigMapList', items }],
});
const remove = (query = ''): Literal => ({
  send: `DELETE ${MAPS}${query === '' ? '/m' : query}`,
  body: { gracePeriodSeconds: 0, propagationPolicy: 'Background' },
  response: [200, { kind: 'Status', status: 'Success', code: 200 }],
});
const patch = (
  type: string,
  body: unknown,
  response: readonly [number, JsonObject?],
): { send: string; headers: [string, string][]; body: unknown; response: readonly [number, JsonObject?] } => ({
  send: `PATCH ${MAPS}/m`,
  headers: [['Content-Type', `application/${type}+json`]],
  body,
  response,
});

describe('an illegal write that gets a 500', () => {
  const failure = { kind: 'Status', code: 500 };
  const post = (body?: string): Literal => ({
    send: `POST ${MAPS}`,
    ...(body === undefined ? {} : { body }),
    response: [500, failure],
  });
  const before = [create(map('1')), get(map('1'))];
  const cases: readonly (readonly [Rule, Literal])[] = [
    [malformedBodiesAreRefused, post('{"a": ')],
    [missingBodiesAreRefused, post()],
    [bodiesThatAreNoObjects, post('[1]')],
    [malformedPatchIsRefused, patch('merge-patch', '{"metadata":', [500, failure])],
    [failingTestLeavesNoTrace, patch('json-patch', [{ op: 'test', path: '/kind', value: 'Other' }], [500, failure])],
    [kindCannotBeChanged, patch('merge-patch', { kind: 'Other' }, [500, failure])],
  ];

  it.each(cases.map(([rule, write]) => [rule.id, rule, write] as const))('keeps %s', (_, rule, write) => {
    expect(judge(rule, ...before, write, get(map('1')))).toEqual(['held']);
  });

  it.each(cases.map(([rule, write]) => [rule.id, write] as const))(
    'breaks the rule about codes alone: %s',
    (_, write) => {
      expect(judge(badInputIsNeverAServerError, ...before, write)).toContain('500');
    },
  );
});

describe('a PUT with an old version', () => {
  const start = [create(map('1')), put(map('1', { a: '1' }), 200, map('2', { a: '1' })), get(map('2', { a: '1' }))];

  it('is right to be refused', () => {
    expect(
      judge(
        staleVersionIsRefused,
        ...start,
        put(map('1', { a: '2' }), 409, { kind: 'Status' }),
        get(map('2', { a: '1' })),
      ),
    ).toEqual(['held']);
  });

  it('is violated if it is accepted, or refused by any code with a trace', () => {
    expect(judge(staleVersionIsRefused, ...start, put(map('1', { a: '2' }), 200, map('3', { a: '2' })))).toEqual([
      'accepted: a version that was replaced',
    ]);
    expect(judge(staleVersionIsRefused, ...start, put(map('1', { a: '2' }), 409), get(map('3', { a: '2' })))).toEqual([
      '/data/a changed after a refusal: a version that was replaced',
    ]);
    expect(judge(staleVersionIsRefused, ...start, put(map('1', { a: '2' }), 409), get(undefined))).toEqual([
      'something was removed after a refusal: a version that was replaced',
    ]);
    expect(judge(staleVersionIsRefused, ...start, put(map('1', { a: '2' }), 500))).toEqual(['held']);
    expect(judge(staleVersionIsRefused, ...start, put(map('1', { a: '2' }), 500), get(map('3', { a: '2' })))).toEqual([
      '/data/a changed after a refusal: a version that was replaced',
    ]);
  });

  it('may follow an unseen status write of a controller', () => {
    expect(
      judge(
        staleVersionIsRefused,
        ...start,
        put(map('1', { a: '2' }), 409),
        get({ ...map('4', { a: '1' }), status: { seen: 1 } }),
      ),
    ).toEqual(['held']);
  });
});

describe('PUTs of one version', () => {
  it('may have one winner, or none', () => {
    expect(
      judge(atMostOneOfSeveralWins, create(map('1')), {
        together: [put(map('1', { a: '1' }), 200, map('2', { a: '1' })), put(map('1', { a: '2' }), 409)],
      }),
    ).toEqual(['held']);
  });

  it('may not have two, unless they changed nothing', () => {
    expect(
      judge(atMostOneOfSeveralWins, create(map('1')), {
        together: [
          put(map('1', { a: '1' }), 200, map('2', { a: '1' })),
          put(map('1', { a: '2' }), 200, map('3', { a: '2' })),
        ],
      }),
    ).toEqual(['several winners']);
    expect(
      judge(atMostOneOfSeveralWins, create(map('1')), {
        together: [put(map('1'), 200, map('1')), put(map('1'), 200, map('1'))],
      }),
    ).toEqual(['held']);
  });
});

describe('members that a PUT lacks', () => {
  it('are gone, in the response and in reads', () => {
    expect(
      judge(
        replacesTheWholeObject,
        create(map('1', { a: '1', b: '2' })),
        put(map('1', { a: '1' }), 200, map('2', { a: '1' })),
        get(map('2', { a: '1' })),
      ),
    ).toEqual(['held']);
    expect(
      judge(
        replacesTheWholeObject,
        create(map('1', { a: '1', b: '2' })),
        put(map('1', { a: '1' }), 200, map('2', { a: '1', b: '2' })),
      ),
    ).toEqual(['/data/b is kept']);
    expect(
      judge(
        replacesTheWholeObject,
        create(map('1', { a: '1', b: '2' })),
        put(map('1', { a: '1' }), 200, map('2', { a: '1' })),
        get(map('2', { a: '1', b: '2' })),
      ),
    ).toEqual(['/data/b is kept']);
  });

  it('are not missed in an object that others may have written', () => {
    const foreign = {
      send: `PUT ${MAPS}/m`,
      foreign: true as const,
      body: map('1', { a: '1' }),
      response: [200, map('2', { a: '1', b: '2' })] as const,
    };
    expect(judge(replacesTheWholeObject, get(map('1', { a: '1', b: '2' })), foreign)).toEqual([]);
  });
});

describe('patches', () => {
  it('follow the oracle', () => {
    const body = [{ op: 'add', path: '/metadata/labels/x~1y', value: '1' }];
    const before = map('1', {}, { labels: { a: 'b' } });
    expect(
      judge(
        jsonPatchFollowsRfc6902,
        create(before),
        patch('json-patch', body, [200, map('2', {}, { labels: { a: 'b', 'x/y': '1' } })]),
      ),
    ).toEqual(['held']);
    expect(
      judge(
        jsonPatchFollowsRfc6902,
        create(before),
        patch('json-patch', body, [200, map('2', {}, { labels: { a: 'b', 'x~1y': '1' } })]),
      ),
    ).toHaveLength(1);
    expect(
      judge(jsonPatchFollowsRfc6902, create(before), patch('json-patch', body, [422, { kind: 'Status' }])),
    ).toEqual([]);
    for (const code of [422, 500])
      expect(
        judge(wellFormedPatchIsAccepted, create(before), patch('json-patch', body, [code, { kind: 'Status' }])),
      ).toEqual(['application/json-patch+json is refused']);
  });

  it('leave the finalizers of clients that they do not name', () => {
    const finalizers = ['example.com/hold'];
    const judged = (operations: JsonObject[], after: JsonObject): string[] =>
      judge(
        jsonPatchFollowsRfc6902,
        create(map('1', {}, { finalizers })),
        patch('json-patch', operations, [200, map('2', { k: 'v' }, after)]),
      );
    const data = { op: 'add', path: '/data/k', value: 'v' };
    expect(judged([data], { finalizers })).toEqual(['held']);
    expect(judged([data], {})).toEqual(['a finalizer is lost']);
    expect(judged([data, { op: 'remove', path: '/metadata/finalizers' }], {})).toEqual(['held']);
  });

  it('that are acknowledged concurrently are all stored', () => {
    const note = (n: string, response: readonly [number, JsonObject?]): ReturnType<typeof patch> =>
      patch('merge-patch', { metadata: { annotations: { [n]: n } } }, response);
    const race: Literal = {
      together: [
        note('p', [200, map('2', {}, { annotations: { p: 'p' } })]),
        note('q', [200, map('3', {}, { annotations: { p: 'p', q: 'q' } })]),
      ],
    };
    expect(
      judge(parallelPatchesLoseNothing, create(map('1')), race, get(map('3', {}, { annotations: { p: 'p', q: 'q' } }))),
    ).toEqual(['held']);
    expect(
      judge(parallelPatchesLoseNothing, create(map('1')), race, get(map('3', {}, { annotations: { q: 'q' } }))),
    ).toContain('an acknowledged field is lost in parallel');
  });
});

describe('deletes', () => {
  it('leave no object that a read shows', () => {
    expect(judge(removesTheObject, create(map('1')), remove(), get(undefined), list())).toEqual(['held']);
    expect(judge(removesTheObject, create(map('1')), remove(), get(map('1')))).toEqual(['still there in a get']);
    expect(judge(removesTheObject, create(map('1')), remove(), get(undefined), list(map('1')))).toContain(
      'still there in a list',
    );
  });

  it('wait for finalizers, and no longer', () => {
    const held = map('1', {}, { finalizers: ['example.com/hold'] });
    const leaving = map('2', {}, { finalizers: ['example.com/hold'], deletionTimestamp: '2017-01-01T00:00:00Z' });
    const release = patch('merge-patch', { metadata: { finalizers: null } }, [200, map('3')]);
    expect(judge(finalizerHoldsTheObject, create(held), remove(), get(leaving), release, get(undefined))).toEqual([
      'held',
    ]);
    expect(judge(finalizerHoldsTheObject, create(held), remove(), get(undefined))).toEqual([
      'removed in spite of a finalizer',
    ]);
    expect(judge(finalizerHoldsTheObject, create(held), remove(), get(held))).toEqual(['not marked as being deleted']);
    expect(judge(finalizerHoldsTheObject, create(held), remove(), get(leaving), release, get(map('3')))).toContain(
      'stays without a finalizer',
    );
  });

  it('of a collection remove the matching objects and nothing else', () => {
    const [one, other] = [map('1', {}, { labels: { app: 'x' } }), map('2', {}, { name: 'n', labels: { app: 'y' } })];
    const start = [create(one), create(other), remove('?labelSelector=app%3Dx')];
    expect(judge(removesExactlyWhatMatches, ...start, list(other))).toEqual(['held']);
    expect(judge(removesExactlyWhatMatches, ...start, list(one, other))).toContain('spares what matches: in');
    expect(judge(removesExactlyWhatMatches, ...start, list())).toContain('removes what does not match: in');
  });
});

describe('walks', () => {
  it('keep members that a write does not name', () => {
    const start = [
      create(map('1')),
      create(map('2', { a: 'b' }, { name: 'mm' })),
      put(map('1', { a: '1' }), 200, map('3', { a: '1' })),
    ];
    expect(judge(untouchedObjectsStayUntouched, ...start, get(map('2', { a: 'b' }, { name: 'mm' }), 'mm'))).toEqual([
      'held',
    ]);
    expect(judge(untouchedObjectsStayUntouched, ...start, get(map('3', { a: '1' }, { name: 'mm' }), 'mm'))).toEqual([
      'changes a name that begins alike: /data/a',
    ]);
    expect(judge(untouchedObjectsStayUntouched, ...start, get(undefined, 'mm'))).toEqual([
      'removes a name that begins alike',
    ]);
  });

  it('never see an old version again, with any writer', () => {
    const foreign = (version: string): Literal => ({
      send: `GET ${MAPS}/m`,
      foreign: true,
      response: [200, map(version)],
    });
    expect(judge(replacedVersionNeverComesBack, foreign('1'), foreign('2'), foreign('3'))).toEqual(['held']);
    expect(judge(replacedVersionNeverComesBack, foreign('1'), foreign('2'), foreign('1'))).toContain(
      'an old version comes back',
    );
  });
});
