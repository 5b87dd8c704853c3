import { describe, expect, it } from 'vitest';
import { DESCRIBING_PODS } from '../../oracle/objects/pod-specs.ts';
import { expand } from '../../drivers/cases/expand.ts';
import { illegalChanges, illegalPairs, objectWithContainers } from '../../generators/illegal-changes.ts';
import { changed, editsOf } from '../../generators/member-writes.ts';
import { minimalObject } from '../../oracle/objects/minimal-objects.ts';
import { STATEMENTS } from '../../oracle/validation/statements.ts';
import type { Json } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './illegal-values-are-refused-everywhere.rule.ts';

const plain = (template: Parameters<typeof expand>[0]): Json =>
  expand(template, { text: () => 'a', responseBody: () => undefined }, []);

describe.each(DESCRIBING_PODS)('$id', (resource) => {
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

  it('is violated by each way to break a statement', () => {
    for (const { id, breaks } of STATEMENTS.filter(({ resources }) => resources.includes(resource))) {
      for (const edits of breaks(resource)) {
        const body = plain({ $edit: minimalObject(resource, 'a'), with: edits });
        expect([id, edits, created(body, 200).length > 0]).toEqual([id, edits, true]);
      }
    }
  });

  it('finds pairs of changes that are illegal only together', () => {
    for (const { first, second } of illegalPairs(resource)) {
      const [one, both] = [
        changed(object, first),
        plain({ $edit: plain(changed(object, first)), with: editsOf(second) }),
      ];
      expect([first, created(plain(one), 200)]).toEqual([first, []]);
      expect([second, created(both, 200).length > 0]).toEqual([second, true]);
    }
  });

  it('does not judge the object without a change', () => {
    expect(created(plain(object), 200)).toEqual([]);
  });
});
