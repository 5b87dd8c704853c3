import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { firstMistyped, typedIn } from './shown-types.ts';

const pod = (status: JsonObject, spec: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', labels: { a: 'b' } },
  spec,
  status,
});

describe('a value of the wrong type', () => {
  it('is found anywhere in an object, with a path without indexes and keys', () => {
    expect(
      firstMistyped(
        'core/v1.Pod',
        pod({ phase: 'Pending', containerStatuses: [{ name: 'c', ready: true, restartCount: 0 }] }),
      ),
    ).toBeUndefined();
    expect(firstMistyped('core/v1.Pod', pod({ containerStatuses: [{ name: 'c', ready: 'yes' }] }))).toEqual({
      path: 'status.containerStatuses[].ready',
      expected: 'boolean',
      actual: 'yes',
    });
    expect(firstMistyped('core/v1.Pod', pod({}, { nodeSelector: { 'a/b': 5 } }))).toEqual({
      path: 'spec.nodeSelector{}',
      expected: 'string',
      actual: 5,
    });
    expect(firstMistyped('core/v1.Pod', pod({ conditions: {} }))?.path).toBe('status.conditions');
  });

  it('is none if it is null, of a member that the schema lacks, or of one of several types', () => {
    expect(firstMistyped('core/v1.Pod', pod({ startTime: null, unheardOf: 5 }))).toBeUndefined();
    for (const bound of [1, '10%'])
      expect(
        firstMistyped('apps/v1beta1.Deployment', { spec: { strategy: { rollingUpdate: { maxSurge: bound } } } }),
      ).toBeUndefined();
    expect(
      firstMistyped('apps/v1beta1.Deployment', { spec: { strategy: { rollingUpdate: { maxSurge: true } } } })?.expected,
    ).toBe('integer or string');
    expect(
      firstMistyped('core/v1.Pod', JSON.parse('{"__proto__": 5, "constructor": []}') as JsonObject),
    ).toBeUndefined();
  });

  it('can be a time that is not in the form of RFC 3339', () => {
    for (const time of ['2017-01-02T03:04:05Z', '2017-01-02T03:04:05.678+01:00', '2017-01-02t03:04:05z'])
      expect(firstMistyped('core/v1.Pod', pod({ startTime: time }))).toBeUndefined();
    for (const time of ['2017-01-02 03:04:05', 'yesterday', '2017-01-02T03:04Z', '2017-13-02T03:04:05Z'])
      expect(firstMistyped('core/v1.Pod', pod({ startTime: time }))?.expected).toBe('a time in the form of RFC 3339');
    expect(firstMistyped('core/v1.Pod', pod({ startTime: 5 }))?.expected).toBe('string');
  });
});

describe('the content of a body', () => {
  it('is an object, the items and metadata of a list, or a Status, but no kind beyond the document', () => {
    expect(typedIn(pod({})).map(({ type }) => type)).toEqual(['core/v1.Pod']);
    expect(
      typedIn({
        apiVersion: 'v1',
        kind: 'PodList',
        metadata: { resourceVersion: '1' },
        items: [{ metadata: {} }, 5],
      }).map(({ type }) => type),
    ).toEqual(['meta/v1.ListMeta', 'core/v1.Pod']);
    expect(typedIn({ apiVersion: 'v1', kind: 'Status', code: 200 }).map(({ type }) => type)).toEqual([
      'meta/v1.Status',
    ]);
    for (const body of [{ apiVersion: 'v1', kind: 'Node' }, { kind: 'Pod' }, 'text', null])
      expect(typedIn(body)).toEqual([]);
  });
});
