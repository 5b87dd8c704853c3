import { type Arbitrary, assert, constantFrom, dictionary, letrec, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { Json, JsonObject } from '../json.ts';
import { combinedPatch, inversePatch } from './combined.ts';
import { jsonPatched } from './json-patch.ts';
import { mergePatched } from './merge-patch.ts';

const name = oneof(constantFrom('a', 'b', '__proto__', 'constructor'), string({ maxLength: 2 }));
const { object } = letrec<{ object: JsonObject; value: Json }>((tie) => ({
  object: dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  value: oneof({ depthSize: 'small' }, constantFrom<Json>(null, 1, 'x', [1, null]), tie('object')),
}));
/** Like objects of the API: null is absent. */
const document: Arbitrary<JsonObject> = object.map((value) => mergePatched({}, value) as JsonObject);

describe('two merge patches', () => {
  it('have the same effect one after the other as the combined one', () => {
    let combinations = 0;
    assert(
      property(document, object, object, (before, first, second) => {
        const combined = combinedPatch(MERGE_PATCH_TYPE, first, second);
        if (combined === undefined) return;
        combinations += 1;
        expect(mergePatched(before, combined)).toEqual(mergePatched(mergePatched(before, first), second));
      }),
    );
    expect(combinations).toBeGreaterThan(20);
  });

  it('are not combined if the result depends on the object, nor if they are strategic with lists or directives', () => {
    expect(combinedPatch(MERGE_PATCH_TYPE, { a: null }, { a: { b: 1 } })).toBeUndefined();
    expect(combinedPatch(STRATEGIC_MERGE_PATCH_TYPE, { a: [1] }, { b: 1 })).toBeUndefined();
    expect(combinedPatch(STRATEGIC_MERGE_PATCH_TYPE, { a: { $patch: 'replace' } }, { b: 1 })).toBeUndefined();
    expect(combinedPatch(STRATEGIC_MERGE_PATCH_TYPE, { a: { c: null } }, { b: 1 })).toEqual({ a: { c: null }, b: 1 });
  });
});

describe('two JSON patches', () => {
  it('have the same effect one after the other as both in one', () => {
    const [first, second]: Json[][] = [
      [{ op: 'add', path: '/a', value: [1] }],
      [
        { op: 'add', path: '/a/-', value: 2 },
        { op: 'remove', path: '/b' },
      ],
    ];
    expect(jsonPatched({ b: 1 }, combinedPatch(JSON_PATCH_TYPE, first ?? [], second ?? []) ?? [])).toEqual({
      document: { a: [1, 2] },
    });
  });
});

describe('the inverse of a merge patch', () => {
  it('restores what the patch met', () => {
    let inverses = 0;
    assert(
      property(document, object, (before, patch) => {
        const inverse = inversePatch(before, patch);
        if (inverse === undefined) return;
        inverses += 1;
        expect(mergePatched(mergePatched(before, patch), inverse)).toEqual(before);
      }),
    );
    expect(inverses).toBeGreaterThan(20);
  });
});
