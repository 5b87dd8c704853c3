import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPEC } from '../../../spec/dialects/index.ts';
import type { Operation } from '../../../spec/surface/operations.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import { historyFrom } from '../../checks/history-literals.fixture.ts';
import { expand } from '../../drivers/cases/expand.ts';
import type { Edit } from '../../program/program.ts';
import { minimalObject } from '../../oracle/objects/minimal-objects.ts';
import { objectOf } from '../../generators/objects.ts';
import type { Json } from '../../oracle/json.ts';
import { type Statement, STATEMENTS } from '../../oracle/validation/statements.ts';
import type { Rule } from '../rule.ts';
import { ruleById } from '../index.ts';
import { resourceOf } from '../steps.ts';

const CASES: readonly (readonly [string, Statement, Rule])[] = STATEMENTS.flatMap((statement) => {
  const rule = ruleById(`validation/${statement.id}`);
  return rule === undefined ? [] : [[statement.id, statement, rule] as const];
});

function edited(object: Json, edits: readonly Edit[]): Json {
  return expand(
    { $edit: object, with: edits } as Parameters<typeof expand>[0],
    { text: () => 'a', responseBody: () => undefined },
    [],
  );
}

/** The outcomes of a rule on a create of that object with this response. */
function outcomes(rule: Rule, { path }: Operation, body: Json, status: number): string[] {
  const history = historyFrom([
    {
      send: `POST ${path.replace('{namespace}', 'a')}`,
      body,
      response: [status, status === 200 ? body : { kind: 'Status' }],
    },
  ]);
  return [...rule.check(history, { choices: SPEC.choices })].map(({ outcome }) => outcome);
}

function creates(rule: Rule): Operation[] {
  return rule.operations.filter(({ verb }) => verb === 'create');
}

it('each statement of the document that makes an object invalid has a rule', () => {
  expect(CASES.map(([id]) => id)).toEqual(STATEMENTS.map(({ id }) => id));
});

describe.each(CASES)('%s', (_, statement, rule) => {
  const plain = (resource: Resource): Json => edited(minimalObject(resource, 'a'), []);

  it('is violated by every accepted illegal object, and held if it is refused', () => {
    for (const operation of creates(rule)) {
      const resource = resourceOf(operation);
      for (const edits of statement.breaks(resource)) {
        const broken = edited(plain(resource), edits);
        expect([edits, outcomes(rule, operation, broken, 200)]).toEqual([edits, ['violated']]);
        for (const refusal of [422, 500])
          expect([edits, outcomes(rule, operation, broken, refusal)]).toEqual([edits, ['held']]);
      }
    }
  });

  it('does not judge valid objects', () => {
    for (const operation of creates(rule)) {
      const resource = resourceOf(operation);
      const valid = [
        plain(resource),
        ...fc.sample(objectOf(resource, 'a'), { numRuns: 20, seed: 1 }).map((object) => edited(object, [])),
      ];
      for (const object of valid) expect(outcomes(rule, operation, object, 200)).toEqual([]);
    }
  });
});

describe('a container that a PUT adds to a pod', () => {
  const rule = ruleById('validation/image-pull-policy-is-one-of-three') as Rule;
  const PODS = '/api/v1/namespaces/a/pods';
  const stored = (version: string, ...containers: readonly Json[]): Json => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'a', uid: 'u', resourceVersion: version },
    spec: { containers },
  });
  const c: Json = { name: 'c', image: 'x:1' };
  const outcomesOf = (added: Json, shown: Json): string[] => {
    const history = historyFrom([
      { send: `POST ${PODS}`, body: stored('', c), response: [200, stored('1', c)] },
      { send: `GET ${PODS}/p`, response: [200, stored('1', c)] },
      { send: `PUT ${PODS}/p`, body: added, response: [200, shown] },
      { send: `GET ${PODS}/p`, response: [200, shown] },
    ]);
    return [...rule.check(history, { choices: SPEC.choices })].map(({ outcome }) => outcome);
  };
  const wrong: Json = { name: 'd', image: 'x:1', imagePullPolicy: 'Sometimes' };

  it('may be dropped together with its defect, instead of stored', () => {
    expect(outcomesOf(stored('1', c, wrong), stored('1', c))).toEqual(['held']);
    expect(outcomesOf(stored('1', c, wrong), stored('2', c, wrong))).toEqual(['violated']);
  });

  it('does not excuse an existing container', () => {
    const changed: Json = { ...c, imagePullPolicy: 'Sometimes' };
    expect(outcomesOf(stored('1', changed), stored('1', c))).toEqual(['violated']);
  });
});
