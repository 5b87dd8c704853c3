import * as fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../oracle/json.ts';
import { objectIn } from '../../oracle/protobuf/object-bytes.ts';
import { encodeBody } from './encode.ts';
import { type Bindings, expand, labelled } from './expand.ts';
import { pathOf } from '../../oracle/values/json-pointer.ts';
import { removedAt, valueAt, withSet } from '../../oracle/values/json-edits.ts';
import type { Template } from '../../program/program.ts';

const bindings: Bindings = {
  text: (hole) => (hole === 'none' ? undefined : `<${hole}>`),
  responseBody: (as) =>
    as === 'made'
      ? { metadata: { uid: 'u', labels: { 'a/b': '1', '~': '2' } }, items: [{ n: 0 }, { n: 1 }] }
      : undefined,
};

function expanded(template: Template): { value: Json; missing: string[] } {
  const missing: string[] = [];
  return { value: expand(template, bindings, missing), missing };
}

const full = (template: Template): Json => {
  const { value, missing } = expanded(template);
  expect(missing).toEqual([]);
  return value;
};

/** A value after a round trip through JSON, which has no negative zero. */
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);

describe('a template', () => {
  it('without holes is unchanged', () => {
    fc.assert(
      fc.property(
        json.filter((value) => !JSON.stringify(value).includes('{{')),
        (value) => void expect(full(value as Template)).toEqual(value),
      ),
    );
  });

  it('has its names filled in, in values and in member names', () => {
    expect(full({ '{{a}}/x': ['{{a}}-{{ab}}', '{ {a}}'] })).toEqual({ '<a>/x': ['<a>-<ab>', '{ {a}}'] });
  });

  it('takes the value of a response at a pointer, escapes and indexes included', () => {
    expect(full({ $from: 'made', at: '/metadata/labels/a~1b' })).toBe('1');
    expect(full({ $from: 'made', at: '/metadata/labels/~0' })).toBe('2');
    expect(full([{ $from: 'made', at: '/items/1/n' }])).toEqual([1]);
  });

  it('reports holes that have no value', () => {
    expect(expanded({ a: { $from: 'gone' } }).missing).toEqual(["'gone' has no successful response"]);
    expect(expanded({ $from: 'made', at: '/metadata/toString' }).missing).toEqual([
      "the response 'made' has nothing at /metadata/toString",
    ]);
    expect(expanded({ $from: 'made', at: 'metadata' }).missing).toEqual(["'metadata' is no JSON pointer"]);
    expect(expanded('{{none}}').missing).toEqual(['nothing stands for {{none}} here']);
    expect(expanded({ $edit: { $from: 'made' }, with: [{ set: '/items/9', to: 1 }] }).missing).toEqual([
      'there is no place for /items/9',
    ]);
  });

  it('edits a copy and not the response', () => {
    const edit: Template = {
      $edit: { $from: 'made' },
      with: [
        { set: '/metadata/uid', to: 'x' },
        { remove: '/items/0' },
        { remove: '/no/such' },
        { set: '/items/-', to: null },
      ],
    };
    expect(full(edit)).toEqual({ metadata: { uid: 'x', labels: { 'a/b': '1', '~': '2' } }, items: [{ n: 1 }, null] });
    expect(full({ $from: 'made', at: '/metadata/uid' })).toBe('u');
  });

  it('treats members named __proto__ and constructor as data', () => {
    const template = JSON.parse('{"__proto__":{"x":"{{a}}"},"constructor":"y"}') as Template;
    expect(JSON.stringify(full(template))).toBe('{"__proto__":{"x":"<a>"},"constructor":"y"}');
    const set = full({ $edit: {}, with: [{ set: '/data/__proto__/x', to: 1 }] });
    expect(JSON.stringify(set)).toBe('{"data":{"__proto__":{"x":1}}}');
    expect(JSON.stringify(full({ $edit: set as Template, with: [{ remove: '/data/__proto__/x' }] }))).toBe(
      '{"data":{"__proto__":{}}}',
    );
    expect({}).not.toHaveProperty('x');
  });
});

describe('an edit', () => {
  const member = fc.constantFrom('a', 'b', '0', '__proto__');
  const path = fc.array(fc.constantFrom('a', 'b', '', '~', '/', '__proto__', '0'), { minLength: 1, maxLength: 4 });

  it('finds set members, and no removed ones', () => {
    fc.assert(
      fc.property(fc.dictionary(member, fc.dictionary(member, fc.integer())), path, json, (before, tokens, value) => {
        const after = withSet(before, tokens, value);
        if (after === undefined) return;
        expect(valueAt(after, tokens)).toEqual(value);
        expect(valueAt(removedAt({ in: after }, ['in', ...tokens]), ['in', ...tokens])).toBeUndefined();
      }),
    );
  });

  it('shortens a list by the removed elements', () => {
    expect(removedAt({ a: [1, { b: 2, c: 3 }, 4] }, ['a', '1', 'b'])).toEqual({ a: [1, { c: 3 }, 4] });
    expect(removedAt({ a: [1, 2, 3] }, ['a', '1'])).toEqual({ a: [1, 3] });
    expect(removedAt({ a: [1] }, ['a', '7'])).toEqual({ a: [1] });
  });

  it('reads pointers as they were written', () => {
    fc.assert(
      fc.property(
        path,
        (tokens) =>
          void expect(
            pathOf(tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')),
          ).toEqual(tokens),
      ),
    );
  });
});

describe('a body', () => {
  it('is a message of its kind for protobuf, and JSON for any other content type', () => {
    const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'm' }, data: { k: '1' } };
    expect(objectIn(Buffer.from(encodeBody(object, 'application/vnd.kubernetes.protobuf')))).toEqual(object);
    expect(encodeBody({ kind: 'Unheard', apiVersion: 'v1' }, 'application/vnd.kubernetes.protobuf')).toBe(
      '{"kind":"Unheard","apiVersion":"v1"}',
    );
  });

  it('is the same value in YAML as in JSON', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(load(String(encodeBody(value, 'application/yaml')))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(JSON.parse(String(encodeBody(value, 'application/merge-patch+json')))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  it('gets labels beside its own, and is not changed if it has no place for labels', () => {
    expect(labelled({ metadata: { labels: { a: '1' } } }, { b: '2' })).toEqual({
      metadata: { labels: { a: '1', b: '2' } },
    });
    expect(labelled({ metadata: {} }, { b: '2' })).toEqual({ metadata: { labels: { b: '2' } } });
    for (const odd of [null, [], {}, { metadata: null }, { metadata: { labels: null } }, { metadata: { labels: [] } }])
      expect(labelled(odd, { b: '2' })).toEqual(odd);
  });
});
