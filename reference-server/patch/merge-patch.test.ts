import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPEC } from '../../spec/dialects/index.ts';
import type { Json } from '../../shared/json.ts';
import { PatchError, applyPatch } from './index.ts';
import { equalJson, isObject } from './json-values.ts';

const patched = (document: Json, patch: Json): Json =>
  applyPatch('application/merge-patch+json', document, patch, { schema: 'core/v1.Pod', choices: SPEC.choices });
const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

function hasNull(value: Json): boolean {
  return value === null || (isObject(value) && Object.values(value).some(hasNull));
}

describe('merge patch', () => {
  it.each<[Json, Json, Json]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j gives %j, as in RFC 7386', (document, patch, expected) => {
    expect(patched(document, patch)).toEqual(expected);
  });

  it('changes nothing more when it is applied again', () => {
    fc.assert(
      fc.property(json, json, (document, patch) => {
        const once = patched(document, patch);
        expect(equalJson(patched(once, patch), once)).toBe(true);
      }),
    );
  });

  it('turns an empty document into the patch itself, unless it deletes members', () => {
    fc.assert(
      fc.property(json, (patch) => {
        fc.pre(!hasNull(patch));
        expect(equalJson(patched({}, patch), patch)).toBe(true);
      }),
    );
  });

  it('does nothing when it is empty', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), (document) => {
        expect(equalJson(patched(document as Json, {}), document as Json)).toBe(true);
      }),
    );
  });

  it('keeps members with the names of inherited members', () => {
    const result = patched(
      JSON.parse('{"__proto__":{"a":1}}') as Json,
      JSON.parse('{"__proto__":{"b":2},"constructor":{"c":3}}') as Json,
    );
    expect(JSON.stringify(result)).toBe('{"__proto__":{"a":1,"b":2},"constructor":{"c":3}}');
  });

  it('refuses patches that are nested too deep', () => {
    let patch: Json = 1;
    for (let depth = 0; depth < 300; depth += 1) patch = { a: patch };
    expect(() => patched({}, patch)).toThrow(PatchError);
  });

  it('is not accepted as another type', () => {
    expect(() => applyPatch('application/json', {}, {}, { schema: 'core/v1.Pod', choices: SPEC.choices })).toThrow(
      expect.objectContaining({ code: 'unsupported' }),
    );
  });
});
