import { describe, expect, it } from 'vitest';
import { JSON_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import type { JsonObject } from '../oracle/json.ts';
import { patchTo } from './full-patches.ts';

const ingress = (...tls: JsonObject[]): JsonObject => ({ spec: { tls } });

const patch = (from: JsonObject, to: JsonObject): unknown =>
  patchTo(JSON_PATCH_TYPE, from, to, 'extensions/v1beta1.Ingress');

describe('JSON patches to a full object', () => {
  it('remove the last member of an element', () => {
    expect(patch(ingress({ secretName: 'a' }), ingress({}))).toEqual([
      { op: 'remove', path: '/spec/tls/0/secretName' },
    ]);
  });

  it('replace an element that was empty, because an addition puts another one before it', () => {
    const other = { secretName: 'b' };
    expect(patch(ingress({}, other), ingress({ secretName: 'a' }, other))).toEqual([
      { op: 'replace', path: '/spec/tls/0', value: { secretName: 'a' } },
      { op: 'add', path: '/spec/tls/1/secretName', value: 'b' },
    ]);
  });

  it('add a parent that a server may not show, because it was empty', () => {
    expect(patch({ spec: {} }, ingress({ secretName: 'a' }))).toEqual([
      { op: 'add', path: '/spec', value: { tls: [{ secretName: 'a' }] } },
    ]);
  });
});
