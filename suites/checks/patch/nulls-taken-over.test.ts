import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, SPEC } from '../../../spec/dialects/index.ts';
import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import type { Json } from '../../oracle/json.ts';
import { nullsTakenOver } from './nulls-taken-over.ts';

const POD = resourceById('pods').schema;
const ENV = '/spec/containers/[name=c]/env';

const pod = (container: object): Json => ({ metadata: {}, spec: { containers: [{ name: 'c', ...container }] } });
const takenOver = (before: Json, patch: Json): readonly string[] =>
  nullsTakenOver(STRATEGIC_MERGE_PATCH_TYPE, before, patch, KUBERNETES_1_7.choices, POD);

describe('a strategic merge patch stores as sent', () => {
  it('a null inside a missing map', () => {
    const patch = { metadata: { annotations: { note: null } } };
    expect(takenOver(pod({}), patch)).toEqual(['/metadata/annotations/note']);
    expect(takenOver({ metadata: { annotations: { other: 'x' } } }, patch)).toEqual([]);
  });

  it('an element to delete from a missing list', () => {
    const gone = { name: 'A', $patch: 'delete' };
    expect(takenOver(pod({}), pod({ env: [gone, { name: 'B', value: 'b' }] }))).toEqual([`${ENV}/[name=A]`]);
    expect(takenOver(pod({}), pod({ env: [gone] }))).toEqual([ENV, `${ENV}/[name=A]`]);
    expect(takenOver(pod({ env: [{ name: 'A' }] }), pod({ env: [gone] }))).toEqual([]);
  });

  it('a null in a missing element', () => {
    const patch = pod({ env: [{ name: 'A', valueFrom: null, value: 'x' }] });
    expect(takenOver(pod({}), patch)).toEqual([`${ENV}/[name=A]/valueFrom`]);
    expect(takenOver(pod({ env: [{ name: 'A' }] }), patch)).toEqual([]);
  });

  it('nothing in other patches and other dialects', () => {
    const patch = { metadata: { annotations: { note: null } } };
    expect(nullsTakenOver(MERGE_PATCH_TYPE, pod({}), patch, KUBERNETES_1_7.choices, POD)).toEqual([]);
    expect(nullsTakenOver(STRATEGIC_MERGE_PATCH_TYPE, pod({}), patch, SPEC.choices, POD)).toEqual([]);
  });
});
