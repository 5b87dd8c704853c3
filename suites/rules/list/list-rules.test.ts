import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, type NamedDialect, SPEC } from '../../../spec/dialects/index.ts';
import { historyFrom, type Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule as carriesListMetadata } from './carries-list-metadata.rule.ts';
import { rule as freshness } from './is-at-least-as-fresh-as-the-version-asked-for.rule.ts';
import { rule as whatGetShows } from './items-are-what-get-shows.rule.ts';
import { rule as isAList } from './is-a-list-of-its-kind.rule.ts';
import { rule as ofNothing } from './of-nothing-has-empty-items.rule.ts';
import { rule as currentState } from './shows-the-current-state.rule.ts';
import { rule as everyObject } from './shows-every-object-that-exists.rule.ts';
import { rule as nothingGone } from './shows-no-object-that-is-gone.rule.ts';
import { rule as noneTwice } from './shows-no-object-twice.rule.ts';
import { rule as versionMoves } from './version-moves-with-each-write.rule.ts';
import { rule as onlyItsOwn } from './shows-only-its-namespace-and-kind.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function map(version: string, meta: JsonObject = {}, kind = 'ConfigMap'): JsonObject {
  return {
    apiVersion: 'v1',
    kind,
    metadata: { name: 'm', namespace: 'a', uid: 'u1', resourceVersion: version, ...meta },
  };
}

const created = (object: JsonObject): Literal => ({ send: `POST ${MAPS}`, body: object, response: [200, object] });
const patched = (object: JsonObject): Literal => ({ send: `PATCH ${MAPS}/m`, body: {}, response: [200, object] });
const removed: Literal = {
  send: `DELETE ${MAPS}/m`,
  body: { gracePeriodSeconds: 0 },
  response: [200, { kind: 'Status', status: 'Success', code: 200 }],
};
const listAt = (resourceVersion: string, query: string, ...items: readonly JsonObject[]): Literal => ({
  send: `GET ${MAPS}${query}`,
  response: [200, { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { selfLink: MAPS, resourceVersion }, items }],
});
const list = (query: string, ...items: readonly JsonObject[]): Literal => listAt('9', query, ...items);

describe('every object that exists is listed', () => {
  it('holds if it is listed, and is violated if it is not', () => {
    expect(outcomesOf(everyObject, created(map('1')), list('', map('1')))).toEqual(['held']);
    expect(outcomesOf(everyObject, created(map('1')), list(''))).toEqual(['an object is missing']);
  });

  it('is not judged after a delete, or with a selector', () => {
    expect(outcomesOf(everyObject, created(map('1')), removed, list(''))).toEqual([]);
    expect(outcomesOf(everyObject, created(map('1')), list('?labelSelector=a%3Db'))).toEqual([]);
  });

  it('is not judged for objects of other clients that may have removed or changed them', () => {
    const foreign = { send: `POST ${MAPS}`, foreign: true, body: map('1'), response: [200, map('1')] } as const;
    expect(outcomesOf(everyObject, foreign, list(''))).toEqual([]);
  });
});

describe('no deleted object is listed', () => {
  it('holds if it is not listed, and is violated if it is', () => {
    expect(outcomesOf(nothingGone, created(map('1')), removed, list(''))).toEqual(['held']);
    expect(outcomesOf(nothingGone, created(map('1')), removed, list('', map('1')))).toEqual([
      'a removed object is listed',
    ]);
  });

  it('is not judged for an object with a finalizer, which stays', () => {
    const kept = map('1', { finalizers: ['example.com/hold'] });
    expect(outcomesOf(nothingGone, created(kept), removed, list('', kept))).toEqual([]);
  });

  it('is not judged for a recreated object', () => {
    expect(
      outcomesOf(
        nothingGone,
        created(map('1')),
        removed,
        created(map('2', { uid: 'u2' })),
        list('', map('2', { uid: 'u2' })),
      ),
    ).toEqual([]);
  });
});

describe('a list shows the last written state', () => {
  it('and never a state that an acknowledged write replaced', () => {
    expect(outcomesOf(currentState, created(map('1')), patched(map('2')), list('', map('2')))).toEqual(['held']);
    expect(outcomesOf(currentState, created(map('1')), patched(map('2')), list('', map('1')))).toEqual([
      'an old state is listed',
    ]);
  });

  it('and may show an even later state of another client', () => {
    expect(outcomesOf(currentState, created(map('1')), patched(map('2')), list('', map('3')))).toEqual(['held']);
  });
});

describe('a list at a version', () => {
  const at2 = '?resourceVersion=2';

  it('holds if it shows that state or a later one, and is violated if it is older', () => {
    expect(outcomesOf(freshness, created(map('1')), patched(map('2')), list(at2, map('2')))).toEqual(['held']);
    expect(outcomesOf(freshness, created(map('1')), patched(map('2')), list(at2, map('3')))).toEqual(['held']);
    expect(outcomesOf(freshness, created(map('1')), patched(map('2')), list(at2, map('1')))).toEqual([
      'an older state',
    ]);
    expect(outcomesOf(freshness, created(map('2')), list(at2))).toEqual(['the object is missing']);
  });

  it('may be of any age at version 0', () => {
    expect(outcomesOf(freshness, created(map('1')), patched(map('2')), list('?resourceVersion=0', map('1')))).toEqual(
      [],
    );
  });
});

describe('the version of a list', () => {
  const kept = 'the version of the list stays';

  it('changes with every visible write', () => {
    expect(outcomesOf(versionMoves, listAt('1', ''), created(map('2')), listAt('2', '', map('2')))).toEqual(['held']);
    expect(outcomesOf(versionMoves, listAt('1', ''), created(map('2')), listAt('1', '', map('2')))).toEqual([kept]);
    const patchedFrom1 = [created(map('1')), listAt('1', '', map('1')), patched(map('2'))];
    expect(outcomesOf(versionMoves, ...patchedFrom1, listAt('1', '', map('2')))).toEqual([kept]);
    expect(outcomesOf(versionMoves, created(map('1')), list('', map('1')), removed, list(''))).toEqual([kept]);
  });

  it('changes in lists from a cache too, unless these show the former items', () => {
    const cached = '?resourceVersion=0';
    const begun = [created(map('1')), listAt('1', cached, map('1')), patched(map('2'))];
    expect(outcomesOf(versionMoves, ...begun, listAt('1', cached, map('2')))).toEqual([kept]);
    expect(outcomesOf(versionMoves, ...begun, listAt('1', cached, map('1')))).toEqual([]);
  });

  it('may stay after an invisible write, for another selection, and after two writes', () => {
    expect(outcomesOf(versionMoves, created(map('1')), list('', map('1')), list('', map('1')))).toEqual([]);
    expect(outcomesOf(versionMoves, list('?labelSelector=a%3Db'), created(map('1')), list('', map('1')))).toEqual([]);
    expect(outcomesOf(versionMoves, list(''), created(map('1')), patched(map('2')), list('', map('2')))).toEqual([]);
  });
});

describe('a list of a new namespace', () => {
  const made: Literal = {
    send: 'POST /api/v1/namespaces',
    body: { metadata: { name: 'a' } },
    response: [200, { kind: 'Namespace', metadata: { name: 'a', uid: 'n', resourceVersion: '1' } }],
  };
  const response = (status: number, query = ''): Literal => ({
    send: `GET ${MAPS}${query}`,
    response: [status, { kind: 'Status', status: 'Failure' }],
  });

  it('is served, once the namespace exists', () => {
    expect(outcomesOf(ofNothing, made, list(''))).toEqual(['held']);
    expect(outcomesOf(ofNothing, made, response(400))).toEqual(['is refused']);
    expect(outcomesOf(ofNothing, made, response(404))).toEqual(['is not found']);
  });

  it('may fail in YAML, in dialects that cannot write control characters', () => {
    const failure = { kind: 'Status', status: 'Failure', code: 500 };
    const inYaml: Literal = { send: `GET ${MAPS}`, response: [200, failure, [['Content-Type', 'application/yaml']]] };
    const outcomes = ({ choices }: NamedDialect): string[] =>
      [...ofNothing.check(historyFrom([inYaml]), { choices })].map(({ outcome }) => outcome);
    expect([outcomes(SPEC), outcomes(KUBERNETES_1_7)]).toEqual([['violated'], []]);
  });

  it('may be refused before that, and for its other parameters', () => {
    expect(outcomesOf(ofNothing, response(400))).toEqual([]);
    expect(outcomesOf(ofNothing, made, response(400, '?labelSelector=x'))).toEqual([]);
    expect(outcomesOf(ofNothing, made, response(403))).toEqual([]);
  });
});

describe('the form of a list', () => {
  it('has the kind, the version and the metadata of a list', () => {
    expect(outcomesOf(isAList, list(''))).toEqual(['held']);
    expect(
      outcomesOf(isAList, { send: `GET ${MAPS}`, response: [200, { kind: 'List', apiVersion: 'v1', items: [] }] }),
    ).toEqual(['kind', 'held']);
    const beta = { ...map('1'), apiVersion: 'v1beta1' };
    expect(outcomesOf(isAList, list('', map('1'), { metadata: { name: 'n' } }))).toEqual(['held']);
    expect(outcomesOf(isAList, list('', beta))).toEqual(['held', 'apiVersion of an item']);
    expect(outcomesOf(carriesListMetadata, list(''))).toEqual(['held']);
    expect(
      outcomesOf(carriesListMetadata, {
        send: `GET ${MAPS}`,
        response: [200, { metadata: { resourceVersion: 9 }, items: [] }],
      }),
    ).toEqual(['metadata.resourceVersion', 'metadata.selfLink']);
  });

  it('shows no object twice, and none of other namespaces or kinds', () => {
    expect(outcomesOf(noneTwice, list('', map('1'), map('1', { name: 'n' })))).toEqual(['held']);
    expect(outcomesOf(noneTwice, list('', map('1'), map('2')))).toEqual(['an object is listed twice']);
    expect(outcomesOf(onlyItsOwn, list('', map('1')))).toEqual(['held']);
    expect(outcomesOf(onlyItsOwn, list('', map('1', { namespace: 'ab' })))).toEqual(['items of namespace']);
    expect(outcomesOf(onlyItsOwn, list('', map('1', {}, 'Secret')))).toEqual(['items of kind']);
  });
});

describe('an item between two gets that show one version', () => {
  const get = (version: string): Literal => ({ send: `GET ${MAPS}/m`, response: [200, map(version)] });

  it('has that version', () => {
    expect(outcomesOf(whatGetShows, created(map('1')), get('1'), list('', map('1')), get('1'))).toContain('held');
    expect(outcomesOf(whatGetShows, created(map('1')), get('1'), list('', map('9')), get('1'))).toContain(
      'another version than in gets',
    );
  });

  it('may have another one if a write came between', () => {
    const story = [created(map('1')), get('1'), list('', map('2')), get('2')];
    expect(outcomesOf(whatGetShows, ...story)).not.toContain('another version than in gets');
  });
});
