import { describe, expect, it } from 'vitest';
import { SPEC } from '../../../spec/dialects/index.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { historyFrom, type Literal } from '../history-literals.fixture.ts';
import { judgeFieldSelection, judgeSelection } from './selection.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function map(name: string, labels: JsonObject): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'a', uid: `u-${name}`, resourceVersion: `v-${name}`, labels },
  };
}

const [X, Y, NONE] = [map('x', { app: 'x' }), map('y', { app: 'y' }), map('none', {})];

const made: readonly Literal[] = [X, Y, NONE].map((object) => ({
  send: `POST ${MAPS}`,
  body: object,
  response: [200, object],
}));

function list(selector: string, ...items: readonly JsonObject[]): Literal {
  return {
    send: `GET ${MAPS}?labelSelector=${encodeURIComponent(selector)}`,
    response: [200, { kind: 'ConfigMapList', items }],
  };
}

function judge(...literals: readonly Literal[]): string[] {
  return [...judgeSelection(historyFrom(literals), () => 'it')].map((finding) =>
    finding.outcome === 'violated' ? finding.cause : finding.outcome,
  );
}

describe('a selection', () => {
  it.each([
    ['app=x', [X]],
    ['app!=x', [Y, NONE]],
    ['app in (x,y)', [X, Y]],
    ['app notin (x,y)', [NONE]],
    ['app', [X, Y]],
    ['!app', [NONE]],
    ['app=x,app!=y', [X]],
    ['', [X, Y, NONE]],
  ])('of %s holds if it is exact', (selector, items) => {
    expect(judge(...made, list(selector, ...items))).toEqual(['held']);
  });

  it('is violated by an item that is not selected', () => {
    expect(judge(...made, list('app=x', X, Y))).toEqual(['it: shows what is not selected']);
    expect(judge(list('app=x', NONE))).toEqual(['it: shows what is not selected']);
  });

  it('is violated if an existing object is selected and missing', () => {
    expect(judge(...made, list('app!=x', Y))).toEqual(['it: misses what is selected']);
  });

  it('is not judged by missing objects that another client may have removed or changed', () => {
    const foreign = made.map((literal) => ({ ...literal, foreign: true as const })) as readonly Literal[];
    expect(judge(...foreign, list('app!=x', Y))).toEqual(['held']);
  });

  it('is not judged by an object whose labels may be changing', () => {
    const patched = map('x', { app: 'z' });
    const patch = {
      send: `PATCH ${MAPS}/x`,
      body: { metadata: { labels: { app: 'z' } } },
      headers: [['Content-Type', 'application/merge-patch+json']] as const,
      response: [200, patched] as const,
    };
    expect(
      judge(...made, {
        together: [
          patch,
          { send: `GET ${MAPS}?labelSelector=app%3Dx`, response: [200, { kind: 'ConfigMapList', items: [] }] },
        ],
      }),
    ).toEqual(['held']);
  });

  it('is violated if a well-formed selector is refused, unless the client may not list', () => {
    const refusal = (status: number, selector = 'app=x'): Literal => ({
      send: `GET ${MAPS}?labelSelector=${encodeURIComponent(selector)}`,
      response: [status, { kind: 'Status' }],
    });
    expect(judge(refusal(400))).toEqual(['refused']);
    expect(judge(refusal(403))).toEqual([]);
    expect(judge(refusal(400, 'app in (x,)'))).toEqual(['refused']);
    expect(judge(refusal(400, 'app in (x,,)'))).toEqual([]);
  });
});

describe('a selection by field', () => {
  const byName = (...items: readonly JsonObject[]): Literal => ({
    send: `GET ${MAPS}?fieldSelector=metadata.name%3Dx`,
    response: [200, { kind: 'ConfigMapList', items }],
  });
  const refusal: Literal = { send: `GET ${MAPS}?fieldSelector=metadata.name%3Dx`, response: [400, { kind: 'Status' }] };
  const judgeFields = (choices: typeof SPEC.choices, ...literals: readonly Literal[]): string[] =>
    [...judgeFieldSelection(historyFrom(literals), { choices }, () => 'it')].map(({ outcome }) => outcome);

  it('holds for the object of that name, and is violated by another', () => {
    expect(judgeFields(SPEC.choices, ...made, byName(X))).toEqual(['held']);
    expect(judgeFields(SPEC.choices, ...made, byName(X, Y))).toEqual(['violated']);
    expect(judgeFields(SPEC.choices, ...made, byName())).toEqual(['violated']);
  });

  it('may be refused only if the dialect has kinds without such selectors', () => {
    expect(judgeFields(SPEC.choices, refusal)).toEqual(['violated']);
    expect(judgeFields({ ...SPEC.choices, 'selectors.field-names': 'by-kind' }, refusal)).toEqual(['observed']);
  });
});
