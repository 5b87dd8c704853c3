import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './replaces-the-whole-object.rule.ts';

const APPS = '/apis/apps/v1beta1/namespaces/a/deployments';
const EXTENSIONS = '/apis/extensions/v1beta1/namespaces/a/deployments';

function deployment(group: 'apps' | 'extensions', name: string, version: string, spec: JsonObject): JsonObject {
  return {
    apiVersion: `${group}/v1beta1`,
    kind: 'Deployment',
    metadata: { name, namespace: 'a', uid: `u-${name}`, resourceVersion: version },
    spec: { paused: true, ...spec },
  };
}

const create = (path: string, sent: JsonObject, made: JsonObject): Literal => ({
  send: `POST ${path}`,
  body: sent,
  response: [200, made],
});

/** A PUT through extensions drops a deployment's limit of 99; a new deployment gets that default there. */
function judge(shown: number | undefined, defaultThere: number): string[] {
  const spec = shown === undefined ? {} : { revisionHistoryLimit: shown };
  return outcomesOf(
    rule,
    create(APPS, deployment('apps', 'b', '1', {}), deployment('apps', 'b', '1', { revisionHistoryLimit: 2 })),
    create(
      EXTENSIONS,
      deployment('extensions', 'ab', '2', {}),
      deployment('extensions', 'ab', '2', { revisionHistoryLimit: defaultThere }),
    ),
    create(
      APPS,
      deployment('apps', 'a', '3', { revisionHistoryLimit: 99 }),
      deployment('apps', 'a', '3', { revisionHistoryLimit: 99 }),
    ),
    {
      send: `PUT ${EXTENSIONS}/a`,
      body: deployment('extensions', 'a', '3', {}),
      response: [200, deployment('extensions', 'a', '4', spec)],
    },
  );
}

describe('a member that a PUT lacks', () => {
  it('may have the default that a create shows through the same group version', () => {
    expect(judge(99, 99)).toEqual(['held']);
  });

  it('may not keep its old value', () => {
    expect(judge(99, 5)).toEqual(['/spec/revisionHistoryLimit is kept']);
  });

  it('may be gone', () => {
    expect(judge(undefined, 5)).toEqual(['held']);
  });
});

describe('the init containers of a PUT', () => {
  const inits = (...names: string[]): JsonObject => ({
    template: { spec: { containers: [], initContainers: names.map((name) => ({ name })) } },
  });
  const put = (asked: JsonObject, shown: JsonObject): string[] =>
    outcomesOf(
      rule,
      create(
        APPS,
        deployment('apps', 'a', '1', inits('first', 'second')),
        deployment('apps', 'a', '1', inits('first', 'second')),
      ),
      {
        send: `PUT ${APPS}/a`,
        body: deployment('apps', 'a', '1', asked),
        response: [200, deployment('apps', 'a', '2', shown)],
      },
    );

  it('keep their order, whatever the system adds', () => {
    expect(put(inits('second', 'first'), inits('second', 'first'))).toEqual(['held']);
    expect(put(inits('second', 'first'), inits('added', 'second', 'first'))).not.toContain(
      'the order of initContainers is not stored',
    );
  });

  it('do not keep the former order', () => {
    expect(put(inits('second', 'first'), inits('first', 'second'))).toEqual([
      'the order of initContainers is not stored',
    ]);
  });
});
