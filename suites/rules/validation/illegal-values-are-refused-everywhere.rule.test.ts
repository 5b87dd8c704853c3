import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { POD_SPEC } from '../../oracle/pod-specs.ts';
import { expand } from '../../program/expand.ts';
import { illegalChanges, objectWithContainers } from '../../generators/illegal-changes.ts';
import { editsOf } from '../../generators/member-writes.ts';
import type { Json } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './illegal-values-are-refused-everywhere.rule.ts';

const plain = (template: Parameters<typeof expand>[0]): Json =>
  expand(template, { text: () => 'a', answer: () => undefined }, []);

describe.each(RESOURCES.filter(({ kind }) => POD_SPEC[kind] !== undefined))('$id', (resource) => {
  const object = objectWithContainers(resource, 'a');
  const created = (body: Json, status: number): string[] =>
    outcomesOf(rule, {
      send: `POST ${resource.prefix}/namespaces/a/${resource.plural}`,
      body,
      response: [status, status === 200 ? body : { kind: 'Status' }],
    });

  it('is violated by each change that is accepted, and holds if it is refused', () => {
    for (const change of illegalChanges(resource).flat()) {
      const body = plain({ $edit: object, with: editsOf(change) });
      expect([change, created(body, 422)]).toEqual([change, ['held']]);
      expect([change, created(body, 200)]).toEqual([change, [expect.stringMatching(/^accepted: /)]]);
    }
  });

  it('says nothing of the object without a change', () => {
    expect(created(plain(object), 200)).toEqual([]);
  });
});
