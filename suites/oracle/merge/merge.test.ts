import { anything, type Arbitrary, assert, dictionary, jsonValue, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { objectOf } from '../../generators/objects.ts';
import { patchFor } from '../../generators/patches.ts';
import { differences } from '../values/comparison.ts';
import type { Json, JsonObject } from '../json.ts';
import { applyPatch } from './apply-patch.ts';
import { jsonPatched } from './json-patch.ts';
import { mergePatched } from './merge-patch.ts';
import { strategicallyMerged } from './strategic-merge.ts';
import { fieldOf } from '../values/schema-fields.ts';

const value = jsonValue({ maxDepth: 3 }) as Arbitrary<Json>;
const members = dictionary(string({ maxLength: 3 }), value, { noNullPrototype: true }) as Arbitrary<JsonObject>;

describe('a merge patch', () => {
  it('has the results of the examples of RFC 7386', () => {
    const rows: readonly (readonly [Json, Json, Json])[] = [
      [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
      [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
      [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
      [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
      [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
      [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
      [{ e: null }, { a: 1 }, { e: null, a: 1 }],
      [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
      [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    ];
    for (const [document, patch, result] of rows) expect(mergePatched(document, patch)).toEqual(result);
  });

  it('has the same effect twice as once, and none if it is empty', () => {
    assert(
      property(
        members,
        members,
        (document, patch) =>
          void expect(mergePatched(mergePatched(document, patch), patch)).toEqual(mergePatched(document, patch)),
      ),
    );
    assert(property(members, (document) => void expect(mergePatched(document, {})).toEqual(document)));
  });

  it('sets and removes members named like those of JavaScript', () => {
    const patch = JSON.parse('{"data":{"__proto__":"1","constructor":null}}') as Json;
    expect(JSON.stringify(mergePatched({ data: { constructor: '2', a: '3' } }, patch))).toBe(
      '{"data":{"a":"3","__proto__":"1"}}',
    );
  });
});

describe('a JSON patch', () => {
  const done = (document: Json, ...operations: Json[]): Json => {
    const patched = jsonPatched(document, operations);
    return 'refused' in patched ? patched.refused : patched.document;
  };

  it('has the results of the examples of RFC 6902', () => {
    expect(done({ foo: 'bar' }, { op: 'add', path: '/baz', value: 'qux' })).toEqual({ foo: 'bar', baz: 'qux' });
    expect(done({ foo: ['bar', 'baz'] }, { op: 'add', path: '/foo/1', value: 'qux' })).toEqual({
      foo: ['bar', 'qux', 'baz'],
    });
    expect(done({ foo: ['bar', 'qux', 'baz'] }, { op: 'remove', path: '/foo/1' })).toEqual({ foo: ['bar', 'baz'] });
    expect(done({ a: { b: 1 }, c: {} }, { op: 'move', from: '/a/b', path: '/c/d' })).toEqual({ a: {}, c: { d: 1 } });
    expect(done({ foo: ['all', 'grass', 'cows', 'eat'] }, { op: 'move', from: '/foo/1', path: '/foo/3' })).toEqual({
      foo: ['all', 'cows', 'eat', 'grass'],
    });
    expect(done({ foo: ['bar'] }, { op: 'add', path: '/foo/-', value: ['abc'] })).toEqual({ foo: ['bar', ['abc']] });
    expect(done({ '/': 9, '~1': 10 }, { op: 'test', path: '/~01', value: 10 })).toEqual({ '/': 9, '~1': 10 });
    expect(done({ foo: null }, { op: 'test', path: '/foo', value: null })).toEqual({ foo: null });
    expect(done({ a: 1 }, { op: 'replace', path: '', value: { b: 2 } })).toEqual({ b: 2 });
    expect(done({ a: 1 }, { op: 'copy', from: '/a', path: '/b' })).toEqual({ a: 1, b: 1 });
  });

  it('is refused as a whole if one operation is', () => {
    const refused: readonly Json[][] = [
      [
        { op: 'add', path: '/b', value: 1 },
        { op: 'test', path: '/a', value: 2 },
      ],
      [{ op: 'remove', path: '/b' }],
      [{ op: 'replace', path: '/b', value: 1 }],
      [{ op: 'add', path: '/b/c', value: 1 }],
      [{ op: 'add', path: '/l/3', value: 1 }],
      [{ op: 'remove', path: '/l/2' }],
      [{ op: 'remove', path: '/l/01' }],
      [{ op: 'remove', path: '/l/-' }],
      [{ op: 'add', path: '/b' }],
      [{ op: 'add', path: 'b', value: 1 }],
      [{ op: 'spam', path: '/a' }],
      [{ op: 'move', from: '/o', path: '/o/p' }],
    ];
    for (const operations of refused)
      expect({ operations, patched: jsonPatched({ a: 1, l: [0, 1], o: {} }, operations) }).toHaveProperty(
        'patched.refused',
      );
  });

  it('that adds and removes again changes nothing', () => {
    assert(
      property(members, string({ maxLength: 4 }), value, (document, name, added) => {
        if (Object.hasOwn(document, name)) return;
        const path = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        expect(
          done(document, { op: 'add', path, value: added }, { op: 'test', path, value: added }, { op: 'remove', path }),
        ).toEqual(document);
      }),
    );
  });

  it('that is not a list of operations is refused', () => {
    assert(property(anything(), (patch) => void expect(jsonPatched({}, [patch as Json])).toHaveProperty('refused')));
    expect(jsonPatched({}, { op: 'add' })).toHaveProperty('refused');
  });
});

describe('a strategic merge patch', () => {
  const POD = fieldOf('core/v1.Pod');
  const done = (document: Json, patch: Json): Json => {
    const patched = strategicallyMerged(document, patch, POD);
    return 'refused' in patched ? patched.refused : patched.document;
  };
  const pod = (spec: Json): Json => ({ spec });
  const BEFORE = pod({
    containers: [
      {
        name: 'a',
        image: '1',
        args: ['x'],
        env: [
          { name: 'E', value: '1' },
          { name: 'F', value: '2' },
        ],
      },
      { name: 'b', image: '1' },
    ],
  });

  it('merges lists by their merge key, at every depth', () => {
    const after = done(BEFORE, pod({ containers: [{ name: 'a', env: [{ name: 'F', value: '3' }] }] }));
    expect(after).toEqual(
      pod({
        containers: [
          {
            name: 'a',
            image: '1',
            args: ['x'],
            env: [
              { name: 'E', value: '1' },
              { name: 'F', value: '3' },
            ],
          },
          { name: 'b', image: '1' },
        ],
      }),
    );
  });

  it('replaces lists without a merge key', () => {
    expect(done(BEFORE, pod({ containers: [{ name: 'a', args: ['y', 'z'] }] }))).toMatchObject({
      spec: { containers: [{ name: 'a', args: ['y', 'z'] }, { name: 'b' }] },
    });
  });

  it('follows directives', () => {
    expect(done(BEFORE, pod({ containers: [{ name: 'a', $patch: 'delete' }] }))).toEqual(
      pod({ containers: [{ name: 'b', image: '1' }] }),
    );
    expect(done(BEFORE, pod({ containers: [{ $patch: 'replace' }, { name: 'z' }] }))).toEqual(
      pod({ containers: [{ name: 'z' }] }),
    );
    expect(
      done({ metadata: { labels: { a: '1', b: '2' } } }, { metadata: { labels: { $patch: 'replace', c: '3' } } }),
    ).toEqual({ metadata: { labels: { c: '3' } } });
    expect(done({ metadata: { labels: { a: '1' } } }, { metadata: { labels: { $patch: 'delete' } } })).toEqual({
      metadata: { labels: {} },
    });
    expect(
      done(
        { metadata: { finalizers: ['a', 'b'] } },
        { metadata: { finalizers: ['b', 'c'], '$deleteFromPrimitiveList/finalizers': ['a'] } },
      ),
    ).toEqual({ metadata: { finalizers: ['b', 'c'] } });
  });

  it('is not judged for directives in a new list', () => {
    const patch = pod({ containers: [{ name: 'new', env: [{ name: 'A', $patch: 'delete' }] }] });
    expect(strategicallyMerged(pod({ containers: [{ name: 'c' }] }), patch, POD)).toEqual({
      refused: expect.stringContaining('the document does not define') as unknown,
    });
    expect(strategicallyMerged(pod({ containers: [{ name: 'new', env: [{ name: 'A' }] }] }), patch, POD)).toEqual({
      document: pod({ containers: [{ name: 'new', env: [] }] }),
    });
  });

  it('is not judged with $retainKeys, which the document does not mention', () => {
    expect(strategicallyMerged(pod({ a: 1, b: 2 }), pod({ $retainKeys: ['b', 'c'], c: 3 }), POD)).toEqual({
      refused: expect.stringContaining('the document does not define') as unknown,
    });
  });

  it('removes members and whole lists by null', () => {
    expect(done(BEFORE, pod({ containers: null }))).toEqual(pod({}));
    expect(done({ metadata: { labels: { a: '1', b: '2' } } }, { metadata: { labels: { a: null, z: null } } })).toEqual({
      metadata: { labels: { b: '2' } },
    });
  });

  it('is refused if an element has no key or a directive is unknown', () => {
    expect(strategicallyMerged(BEFORE, pod({ containers: [{ image: '2' }] }), POD)).toHaveProperty('refused');
    expect(strategicallyMerged(BEFORE, pod({ $patch: 'spam' }), POD)).toHaveProperty('refused');
    expect(strategicallyMerged(BEFORE, [], POD)).toHaveProperty('refused');
  });
});

describe('generated patches', () => {
  it('apply to the objects they were made from, and strategic ones with the same result when done again', () => {
    for (const resource of RESOURCES) {
      for (const kind of ['json', 'merge', 'strategic'] as const) {
        const cases = objectOf(resource).chain((object) =>
          patchFor(resource, object, kind).map((patch) => ({ object, patch })),
        );
        assert(
          property(cases, ({ object, patch }) => {
            const once = applyPatch(patch.mediaType, object, patch.body, resource.schema);
            if ('refused' in once) throw new Error(once.refused);
            if (kind === 'json') return;
            const twice = applyPatch(patch.mediaType, once.document, patch.body, resource.schema);
            if ('refused' in twice) throw new Error(twice.refused);
            expect(differences(once.document, twice.document, { schema: resource.schema })).toEqual([]);
          }),
          { numRuns: 40 },
        );
      }
    }
  });
});
