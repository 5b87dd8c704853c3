import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, SPEC } from '../../spec/dialects/index.ts';
import type { Json } from '../../shared/json.ts';
import { PatchError, applyPatch } from './index.ts';
import { equalJson } from './json-values.ts';

const patched = (document: Json, patch: Json): Json =>
  applyPatch('application/json-patch+json', document, patch, { schema: 'core/v1.Pod', choices: SPEC.choices });
const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

describe('JSON patch', () => {
  it('that would move a long list thousands of times over is refused', () => {
    const list = Array.from({ length: 20_000 }, () => 0);
    const patch = Array.from({ length: 5000 }, () => ({ op: 'add', path: '/a/0', value: 1 }));
    expect(() => patched({ a: list }, patch)).toThrow(/moves more than/);
    expect(
      patched(
        { a: list },
        patch.map((operation) => ({ ...operation, path: '/a/-' })),
      ),
    ).toHaveProperty('a.length', 25_000);
  });

  it.each<[Json, Json, Json]>([
    [{ a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    [{ a: 1 }, [{ op: 'add', path: '/a', value: null }], { a: null }],
    [{ a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
    [{ a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
    [{ a: [1] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2] }],
    [{ a: 1 }, [{ op: 'add', path: '', value: { b: 1 } }], { b: 1 }],
    [
      { 'a/b': 1, 'm~n': 2 },
      [
        { op: 'remove', path: '/a~1b' },
        { op: 'replace', path: '/m~0n', value: 3 },
      ],
      { 'm~n': 3 },
    ],
    [{ a: [1, 2] }, [{ op: 'remove', path: '/a/0' }], { a: [2] }],
    [{ a: { b: 1 } }, [{ op: 'move', from: '/a/b', path: '/c' }], { a: {}, c: 1 }],
    [
      { a: { b: [1] } },
      [
        { op: 'copy', from: '/a/b', path: '/c' },
        { op: 'add', path: '/c/-', value: 2 },
      ],
      { a: { b: [1] }, c: [1, 2] },
    ],
    [{ a: { x: 1, y: [2] } }, [{ op: 'test', path: '/a', value: { y: [2], x: 1 } }], { a: { x: 1, y: [2] } }],
    [{ '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
  ])('%j with %j gives %j', (document, patch, expected) => {
    expect(patched(document, patch)).toEqual(expected);
  });

  it.each<[Json, Json, string]>([
    [{}, {}, 'undecodable'],
    [{}, [1], 'undecodable'],
    [{}, [{ op: 'Add', path: '/a', value: 1 }], 'undecodable'],
    [{}, [{ op: 'add', path: '/a' }], 'undecodable'],
    [{}, [{ op: 'add', path: 'a', value: 1 }], 'undecodable'],
    [{}, [{ op: 'add', path: '/a~2', value: 1 }], 'undecodable'],
    [{}, [{ op: 'move', path: '/a' }], 'undecodable'],
    [{ a: [] }, [{ op: 'add', path: '/a/1', value: 1 }], 'inapplicable'],
    [{ a: [1] }, [{ op: 'add', path: '/a/-1', value: 1 }], 'inapplicable'],
    [{ a: [1] }, [{ op: 'replace', path: '/a/00', value: 1 }], 'inapplicable'],
    [{ a: [1] }, [{ op: 'remove', path: '/a/-' }], 'inapplicable'],
    [{ a: 1 }, [{ op: 'add', path: '/a/b', value: 1 }], 'inapplicable'],
    [{}, [{ op: 'add', path: '/a/b', value: 1 }], 'inapplicable'],
    [{}, [{ op: 'remove', path: '/a' }], 'inapplicable'],
    [{}, [{ op: 'replace', path: '/a', value: 1 }], 'inapplicable'],
    [{}, [{ op: 'remove', path: '/constructor' }], 'inapplicable'],
    [{ a: 1 }, [{ op: 'test', path: '/a', value: null }], 'inapplicable'],
    [{ a: 1 }, [{ op: 'test', path: '/b', value: null }], 'inapplicable'],
    [{ a: { b: 1 } }, [{ op: 'move', from: '/a', path: '/a/b' }], 'inapplicable'],
    [{ a: 1 }, [{ op: 'remove', path: '' }], 'inapplicable'],
  ])('%j with %j is %s', (document, patch, code) => {
    expect(() => patched(document, patch)).toThrow(expect.objectContaining({ name: 'PatchError', code }));
  });

  it('treats __proto__ as any other member', () => {
    const result = patched({}, JSON.parse('[{"op":"add","path":"/__proto__","value":{"polluted":true}}]') as Json);
    expect(Object.keys(result as object)).toEqual(['__proto__']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('refuses copies that make the document grow without bound', () => {
    const doubling = Array.from({ length: 60 }, (_, index) => ({ op: 'copy', from: '/a', path: `/a/${index}` }));
    expect(() => patched({ a: { x: 'y'.repeat(100) } }, doubling)).toThrow(PatchError);
  });

  it('leaves the document and the patch unchanged, also if it fails half way', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), json, (document, value) => {
        const [before, patch] = [
          JSON.stringify(document),
          [
            { op: 'add', path: '/new', value },
            { op: 'add', path: '/new/x/y', value: 1 },
          ] as Json,
        ];
        const sent = JSON.stringify(patch);
        expect(() => patched(document as Json, [...(patch as Json[]), { op: 'remove', path: '' }])).toThrow(PatchError);
        expect(JSON.stringify(document)).toBe(before);
        expect(JSON.stringify(patch)).toBe(sent);
      }),
    );
  });

  it('removes by remove the members that add put there', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), json, fc.string(), (document, value, member) => {
        fc.pre(!Object.hasOwn(document, member));
        const path = `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        const result = patched(document as Json, [
          { op: 'add', path, value },
          { op: 'test', path, value },
          { op: 'remove', path },
        ]);
        expect(equalJson(result, document as Json)).toBe(true);
      }),
    );
  });
});

describe('a JSON patch without copy', () => {
  const apply = (patch: Json): Json =>
    applyPatch('application/json-patch+json', { a: 1, list: [1, 2] }, patch, {
      schema: 'core/v1.Pod',
      choices: KUBERNETES_1_7.choices,
    });

  it('adds a missing member by replace, and replaces an existing one', () => {
    expect(
      apply([
        { op: 'replace', path: '/b', value: 2 },
        { op: 'replace', path: '/list/0', value: 0 },
      ]),
    ).toEqual({ a: 1, b: 2, list: [0, 2] });
  });

  it.each<[string, Json]>([
    ['copy', { op: 'copy', from: '/a', path: '/b' }],
    ['operation on the whole document', { op: 'add', path: '', value: {} }],
  ])('refuses %s', (_, operation) => {
    expect(() => apply([operation])).toThrow(expect.objectContaining({ code: 'undecodable', path: '/0' }));
  });
});
