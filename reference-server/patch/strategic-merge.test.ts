import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, SPEC } from '../../spec/dialects/index.ts';
import type { Json } from '../../shared/json.ts';
import { applyPatch } from './index.ts';
import { equalJson } from './json-values.ts';

const patched = (document: Json, patch: Json): Json =>
  applyPatch('application/strategic-merge-patch+json', document, patch, {
    schema: 'core/v1.Pod',
    choices: SPEC.choices,
  });
const containers = (...list: Json[]): Json => ({ spec: { containers: list } });
const OLD = containers({ name: 'a', image: 'x' }, { name: 'b', image: 'y', ports: [{ containerPort: 80 }] });

describe('strategic merge', () => {
  it.each<[string, Json, Json, Json]>([
    [
      'merges entries by key',
      OLD,
      containers({ name: 'a', tty: true }),
      containers({ name: 'a', image: 'x', tty: true }, { name: 'b', image: 'y', ports: [{ containerPort: 80 }] }),
    ],
    [
      'keeps the order of the patch',
      containers({ name: 'c' }, { name: 'd' }),
      containers({ name: 'd' }, { name: 'n' }),
      containers({ name: 'c' }, { name: 'd' }, { name: 'n' }),
    ],
    [
      'reorders as the patch does',
      containers({ name: 'a' }, { name: 'x' }, { name: 'b' }),
      containers({ name: 'b' }, { name: 'a' }),
      containers({ name: 'x' }, { name: 'b' }, { name: 'a' }),
    ],
    [
      'puts entries first that stand before none of the patch',
      containers({ name: 'a' }),
      containers({ name: 'c' }, { name: 'd' }),
      containers({ name: 'c' }, { name: 'd' }, { name: 'a' }),
    ],
    [
      'merges lists within entries',
      OLD,
      containers({ name: 'b', ports: [{ containerPort: 80, name: 'web' }, { containerPort: 81 }] }),
      containers(
        { name: 'a', image: 'x' },
        { name: 'b', image: 'y', ports: [{ containerPort: 80, name: 'web' }, { containerPort: 81 }] },
      ),
    ],
    [
      'merges the first of entries with one key',
      containers({ name: 'a', x: 1 }, { name: 'a', x: 2 }),
      containers({ name: 'a', x: 3 }),
      containers({ name: 'a', x: 3 }, { name: 'a', x: 2 }),
    ],
    [
      'replaces lists that have no strategy',
      { spec: { tolerations: [{ key: 'a' }] } },
      { spec: { tolerations: [{ key: 'b' }] } },
      { spec: { tolerations: [{ key: 'b' }] } },
    ],
    [
      'unites lists of primitives',
      { metadata: { finalizers: ['a/1', 'a/2'] } },
      { metadata: { finalizers: ['a/3', 'a/1'] } },
      { metadata: { finalizers: ['a/3', 'a/1', 'a/2'] } },
    ],
    [
      'merges maps',
      { metadata: { labels: { a: '1', b: '2' } } },
      { metadata: { labels: { b: null, c: '3' } } },
      { metadata: { labels: { a: '1', c: '3' } } },
    ],
    [
      'merges unknown members as maps',
      { other: { a: 1, list: [1] } },
      { other: { b: 2, list: [2] } },
      { other: { a: 1, b: 2, list: [2] } },
    ],
    ['removes a list by null', OLD, { spec: { containers: null } }, { spec: {} }],
    ['changes nothing by an empty list', OLD, containers(), OLD],
    [
      'deletes an entry',
      OLD,
      containers({ name: 'a', $patch: 'delete' }),
      containers({ name: 'b', image: 'y', ports: [{ containerPort: 80 }] }),
    ],
    ['replaces a list', OLD, containers({ $patch: 'replace' }, { name: 'z' }), containers({ name: 'z' })],
    [
      'replaces a map',
      { metadata: { labels: { a: '1' } } },
      { metadata: { labels: { $patch: 'replace', b: '2' } } },
      { metadata: { labels: { b: '2' } } },
    ],
    [
      'empties a map',
      { metadata: { labels: { a: '1' } } },
      { metadata: { labels: { $patch: 'delete' } } },
      { metadata: { labels: {} } },
    ],
    [
      'merges lists whose schema says so',
      { metadata: { labels: { a: '1' } } },
      { metadata: { labels: { $patch: 'merge', b: '2' } } },
      { metadata: { labels: { a: '1', b: '2' } } },
    ],
    [
      'retains keys',
      { spec: { volumes: [{ name: 'v', emptyDir: {} }] } },
      { spec: { volumes: [{ name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/x' } }] } },
      { spec: { volumes: [{ name: 'v', hostPath: { path: '/x' } }] } },
    ],
    [
      'retains keys of a map',
      { spec: { securityContext: { runAsUser: 1, fsGroup: 2 } } },
      { spec: { securityContext: { $retainKeys: ['fsGroup'], fsGroup: 3 } } },
      { spec: { securityContext: { fsGroup: 3 } } },
    ],
    [
      'deletes from lists of primitives',
      { metadata: { finalizers: ['a/1', 'a/2'] } },
      { metadata: { '$deleteFromPrimitiveList/finalizers': ['a/1'], finalizers: ['a/3'] } },
      { metadata: { finalizers: ['a/3', 'a/2'] } },
    ],
    [
      'orders entries',
      containers({ name: 'a' }, { name: 'b' }),
      {
        spec: {
          '$setElementOrder/containers': [{ name: 'b' }, { name: 'c' }, { name: 'a' }],
          containers: [{ name: 'c' }],
        },
      },
      containers({ name: 'b' }, { name: 'c' }, { name: 'a' }),
    ],
    [
      'leaves entries that the order does not name in place',
      containers({ name: 'a' }, { name: 'x' }, { name: 'b' }),
      {
        spec: {
          '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }, { name: 'c' }],
          containers: [{ name: 'c' }],
        },
      },
      containers({ name: 'x' }, { name: 'b' }, { name: 'a' }, { name: 'c' }),
    ],
  ])('%s', (_, document, patch, expected) => {
    expect(JSON.parse(JSON.stringify(patched(document, patch)))).toEqual(expected);
  });

  it('keeps the order of the patch, and other entries before their old successors, in all combinations of small lists', () => {
    const lists = listsOf(['a', 'b', 'c', 'd'], 3);
    for (const old of lists) {
      for (const patch of lists) {
        const expected = ordered(old, patch);
        const objects = patched(named(old), named(patch)) as { readonly spec: { readonly containers: object } };
        const texts = patched({ metadata: { finalizers: old } }, { metadata: { finalizers: patch } });
        expect([old, patch, objects.spec.containers]).toEqual([old, patch, expected.map((name) => ({ name }))]);
        expect([old, patch, texts]).toEqual([old, patch, { metadata: { finalizers: expected } }]);
      }
    }
  });

  it.each<[string, Json, Json, Json]>([
    [
      'the elements of a list that is not there, directives and all',
      { spec: {} },
      containers({ name: 'a', $patch: 'delete' }, { name: 'a' }),
      containers({ name: 'a', $patch: 'delete' }, { name: 'a' }),
    ],
    [
      'a new element with its nulls',
      containers({ name: 'a' }),
      containers({ name: 'n', image: null }),
      containers({ name: 'n', image: null }, { name: 'a' }),
    ],
    [
      'a value twice',
      { metadata: {} },
      { metadata: { finalizers: ['a', 'a'] } },
      { metadata: { finalizers: ['a', 'a'] } },
    ],
    [
      'an element that it deletes and names again',
      containers({ name: 'b' }, { name: 'a', image: 'x' }),
      containers({ name: 'a', $patch: 'delete' }, { name: 'a' }),
      containers({ name: 'a' }, { name: 'b' }),
    ],
  ])('stores directives as sent, in kubernetes-1.7: %s', (_, document, patch, expected) => {
    expect(
      applyPatch('application/strategic-merge-patch+json', document, patch, {
        schema: 'core/v1.Pod',
        choices: KUBERNETES_1_7.choices,
      }),
    ).toEqual(expected);
  });

  it('stores nulls in a new map in kubernetes-1.7, and in no other map', () => {
    const rules = { schema: 'core/v1.Pod', choices: KUBERNETES_1_7.choices };
    const patch = { metadata: { labels: { a: null, b: '2' }, annotations: { a: null } } };
    const expected = { metadata: { labels: { b: '2' }, annotations: { a: null } } };
    expect(
      applyPatch('application/strategic-merge-patch+json', { metadata: { labels: { a: '1' } } }, patch, rules),
    ).toEqual(expected);
  });

  it.each<[string, Json]>([
    ['a list', []],
    ['an entry without its key', containers({ image: 'x' })],
    ['an entry that is not an object', containers('a')],
    ['an unknown directive', { metadata: { $patch: 'remove' } }],
    ['an object in a list of primitives', { metadata: { finalizers: [{}] } }],
    ['keys to retain that lack one that is set', { metadata: { $retainKeys: ['labels'], name: 'x' } }],
    [
      'an order that contradicts the list',
      {
        spec: {
          '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }],
          containers: [{ name: 'a' }, { name: 'b' }],
        },
      },
    ],
  ])('is refused: %s', (_, patch) => {
    expect(() => patched(OLD, patch)).toThrow(expect.objectContaining({ name: 'PatchError', code: 'undecodable' }));
  });

  const labels = fc.dictionary(fc.string(), fc.string());
  const entries = fc.uniqueArray(
    fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), image: fc.string() }),
    {
      selector: ({ name }) => name,
    },
  );

  it('of maps changes nothing more when it is applied again', () => {
    fc.assert(
      fc.property(labels, labels, (old, patch) => {
        fc.pre(!Object.hasOwn(patch, '$patch'));
        const change = { metadata: { labels: patch } } as Json;
        const once = patched({ metadata: { labels: old } }, change);
        expect(equalJson(patched(once, change), once)).toBe(true);
      }),
    );
  });

  it('of lists gives the same entries in either order, if the keys differ', () => {
    fc.assert(
      fc.property(entries, entries, entries, (old, first, second) => {
        fc.pre(!first.some(({ name }) => second.some((other) => other.name === name)));
        const one = patched(patched(containers(...old), containers(...first)), containers(...second));
        const other = patched(patched(containers(...old), containers(...second)), containers(...first));
        expect(sorted(one)).toEqual(sorted(other));
      }),
    );
  });

  it('never changes its arguments', () => {
    fc.assert(
      fc.property(entries, entries, (old, change) => {
        const [document, patch] = [containers(...old), containers(...change)];
        const before = JSON.stringify([document, patch]);
        patched(document, patch);
        expect(JSON.stringify([document, patch])).toBe(before);
      }),
    );
  });
});

const named = (names: readonly string[]): Json => containers(...names.map((name) => ({ name })));

/** Every ordered selection of at most so many of these. */
function listsOf(names: readonly string[], length: number): string[][] {
  if (length === 0) return [[]];
  const rest = (name: string): string[][] =>
    listsOf(
      names.filter((other) => other !== name),
      length - 1,
    );
  return [[], ...names.flatMap((name) => rest(name).map((list) => [name, ...list]))];
}

/**
 * The measured order, as two queues: the head of the entries that the patch does not name goes first if it stood
 * before the head of the patch.
 */
function ordered(old: readonly string[], patch: readonly string[]): string[] {
  const [others, queue] = [old.filter((name) => !patch.includes(name)), [...patch]];
  const result: string[] = [];
  while (others.length > 0 || queue.length > 0) {
    const [other = -1, next = -1] = [others[0], queue[0]].map((name) =>
      name === undefined ? undefined : old.indexOf(name),
    );
    const takesOther = queue.length === 0 || (others.length > 0 && other < next);
    result.push(...(takesOther ? others : queue).splice(0, 1));
  }
  return result;
}

function sorted(document: Json): string[] {
  const { spec } = document as { readonly spec: { readonly containers: readonly Json[] } };
  return spec.containers.map((entry) => JSON.stringify(entry)).sort();
}
