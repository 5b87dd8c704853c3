import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './generation-grows-with-the-spec.rule.ts';

const SETS = '/apis/extensions/v1beta1/namespaces/a/daemonsets';

function daemonSet(version: string, generation: number, spec: JsonObject): JsonObject {
  return {
    apiVersion: 'extensions/v1beta1',
    kind: 'DaemonSet',
    metadata: { name: 'd', namespace: 'a', uid: 'u1', resourceVersion: version, generation },
    spec,
  };
}

const FIRST = daemonSet('1', 1, { updateStrategy: { type: 'OnDelete' } });
const MADE: Literal = { send: `POST ${SETS}`, body: FIRST, response: [200, FIRST] };

function patched(spec: JsonObject, after: JsonObject, from: string = rule.id): Literal {
  const headers = [
    ['Content-Type', 'application/strategic-merge-patch+json'],
    ['X-Plumbline-Rule', from],
  ] as const;
  return { send: `PATCH ${SETS}/d`, headers, body: { spec }, response: [200, after] };
}

describe('a PATCH of one member of the spec', () => {
  const spec = { updateStrategy: { type: 'RollingUpdate' } };

  it('increases the generation', () => {
    expect(outcomesOf(rule, MADE, patched(spec, daemonSet('2', 2, spec)))).toEqual(['held']);
    expect(outcomesOf(rule, MADE, patched(spec, daemonSet('2', 1, spec)))).toEqual(['generation does not grow']);
  });

  it('is reported if no object carries a generation', () => {
    const without = (version: string, shown: JsonObject): JsonObject => {
      const { generation, ...metadata } = daemonSet(version, 1, shown)['metadata'] as JsonObject;
      void generation;
      return { ...daemonSet(version, 1, shown), metadata };
    };
    const first = without('1', { updateStrategy: { type: 'OnDelete' } });
    const made: Literal = { send: `POST ${SETS}`, body: first, response: [200, first] };
    expect(outcomesOf(rule, made, patched(spec, without('2', spec)))).toEqual(['observed']);
    expect(outcomesOf(rule, MADE, patched(spec, without('2', spec)))).toEqual(['generation does not grow']);
  });

  it('increases the generation even if the response shows the former spec', () => {
    expect(outcomesOf(rule, MADE, patched(spec, FIRST))).toEqual(['generation does not grow']);
  });

  it('may leave the generation if the server need not know the member, or the value is the present one', () => {
    expect(outcomesOf(rule, MADE, patched(spec, FIRST, 'another/rule'))).toEqual([]);
    expect(outcomesOf(rule, MADE, patched({ updateStrategy: { type: 'OnDelete' } }, FIRST))).toEqual([]);
  });
});
