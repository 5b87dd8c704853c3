import { sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAUSES } from '../../../spec/clauses/index.ts';
import { KUBERNETES_1_7, SPEC } from '../../../spec/dialects/index.ts';
import { minimalObject } from '../objects/minimal-objects.ts';
import { differences } from '../values/comparison.ts';
import { jsonPatched } from '../merge/json-patch.ts';
import { jsonPatchOf } from './json-patch-of.ts';
import { CHANGE_STATEMENTS } from './immutability.ts';
import { STATEMENTS } from './statements.ts';
import type { Edit } from '../../program/program.ts';
import type { Json } from '../json.ts';

const ALL = [...STATEMENTS, ...CHANGE_STATEMENTS];

function edited(object: Json, edits: readonly Edit[]): Json {
  const patched = jsonPatched(object, jsonPatchOf(edits) as Json);
  if ('refused' in patched) throw new Error(patched.refused);
  return patched.document;
}

describe('the statements that make an object or a change invalid', () => {
  it('have unique ids', () => {
    expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  });

  it('cite existing clauses', () => {
    const known = new Set(CLAUSES.map(({ id }) => id));
    expect(ALL.flatMap(({ cites }) => cites).filter((id) => !known.has(id))).toEqual([]);
  });

  it('are about some resource each', () => {
    expect(ALL.filter(({ resources }) => resources.length === 0)).toEqual([]);
  });

  it('are all tried on a server of the default dialect', () => {
    expect(STATEMENTS.filter(({ refused }) => !refused(SPEC.choices))).toEqual([]);
    expect(CHANGE_STATEMENTS.filter(({ outcome }) => outcome(SPEC.choices) === 'free')).toEqual([]);
  });

  it('agree with the real system, except those that it does not enforce', () => {
    expect(STATEMENTS.filter(({ refused }) => !refused(KUBERNETES_1_7.choices)).map(({ id }) => id)).toEqual([
      'tty-needs-stdin',
      'termination-grace-period-is-not-negative',
    ]);
    expect(
      CHANGE_STATEMENTS.filter(({ outcome }) => outcome(KUBERNETES_1_7.choices) === 'free').map(({ id }) => id),
    ).toEqual(['image-of-a-container-does-not-change']);
  });

  it('are broken by edits that change a minimal object, by PUT and by JSON patch alike', () => {
    for (const { breaks, resources } of STATEMENTS) {
      for (const resource of resources) {
        const valid = minimalObject(resource, 'a');
        for (const edits of breaks(resource)) {
          expect(differences(valid, edited(valid, edits))).not.toEqual([]);
        }
      }
    }
  });

  it('are broken by edits that change the object which was created before', () => {
    for (const { changes, resources, before } of CHANGE_STATEMENTS) {
      for (const resource of resources) {
        const valid = before(resource, 'a');
        for (const edits of sample(changes(resource), 20)) {
          expect(differences(valid, edited(valid, edits), { schema: resource.schema })).not.toEqual([]);
        }
      }
    }
  });
});
