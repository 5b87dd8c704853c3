import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './full-objects-are-stored.rule.ts';

const INGRESSES = '/apis/extensions/v1beta1/namespaces/a/ingresses';

function ingress(name: string, version: string, entry: JsonObject): JsonObject {
  return {
    apiVersion: 'extensions/v1beta1',
    kind: 'Ingress',
    metadata: { name, namespace: 'a', uid: `u-${name}`, resourceVersion: version },
    spec: { tls: [{ hosts: ['x.example'], ...entry }] },
  };
}

const create = (sent: JsonObject): Literal => ({ send: `POST ${INGRESSES}`, body: sent, response: [200, sent] });

/** A patch removes the name of a secret; another object shows that there is no default. */
function judge(shown: JsonObject): string[] {
  return outcomesOf(rule, create(ingress('spare', '1', {})), create(ingress('a', '2', { secretName: 'old' })), {
    send: `PATCH ${INGRESSES}/a`,
    headers: [['content-type', 'application/json-patch+json']],
    body: [{ op: 'remove', path: '/spec/tls/0/secretName' }],
    response: [200, ingress('a', '3', shown)],
  });
}

describe('a member of a list element that a patch removes', () => {
  it('may be gone', () => {
    expect(judge({})).toEqual(['held']);
  });

  it('may not keep its old value', () => {
    expect(judge({ secretName: 'old' })).toEqual(['/spec/tls/0/secretName is not as patched']);
  });
});

describe('a patch that is refused', () => {
  const refusal = (status: number): Literal => ({
    send: `PATCH ${INGRESSES}/a`,
    headers: [
      ['content-type', 'application/json-patch+json'],
      ['x-plumbline-rule', rule.id],
    ],
    body: [{ op: 'remove', path: '/spec/tls/0/secretName' }],
    response: [status, { kind: 'Status', status: 'Failure', code: status }],
  });
  const made = create(ingress('a', '1', { secretName: 'old' }));

  it('is a violation', () => {
    expect(outcomesOf(rule, made, refusal(422))).toEqual(['refused by application/json-patch+json with 422']);
  });

  it('may not fit the object that an earlier write stored otherwise', () => {
    expect(outcomesOf(rule, create(ingress('a', '1', {})), refusal(422))).toEqual([]);
  });

  it('may no longer fit the object after a conflict', () => {
    expect(outcomesOf(rule, made, refusal(409), refusal(422))).toEqual([]);
  });
});

describe('a strategic merge patch of a status', () => {
  const DEPLOYMENTS = '/apis/apps/v1beta1/namespaces/a/deployments';
  const seen = { type: 'Seen', status: 'True' };
  const ready = { type: 'Ready', status: 'True' };

  function deployment(resourceVersion: string, status: JsonObject): JsonObject {
    return {
      apiVersion: 'apps/v1beta1',
      kind: 'Deployment',
      metadata: { name: 'd', namespace: 'a', uid: 'u', resourceVersion },
      status,
    };
  }

  function patched(before: JsonObject, status: JsonObject, after: JsonObject): string[] {
    return outcomesOf(
      rule,
      { send: `POST ${DEPLOYMENTS}`, body: deployment('', {}), response: [200, deployment('1', before)] },
      {
        send: `PATCH ${DEPLOYMENTS}/d/status`,
        headers: [
          ['content-type', 'application/strategic-merge-patch+json'],
          ['x-plumbline-rule', rule.id],
        ],
        body: { status },
        response: [200, deployment('2', after)],
      },
    );
  }

  it('may not keep what it deletes', () => {
    const deletes = { conditions: [{ type: 'Seen', $patch: 'delete' }] };
    expect(patched({ conditions: [seen, ready] }, deletes, { conditions: [seen, ready] })).toEqual([
      '/status/conditions/[type=Seen] is kept',
    ]);
  });

  it('may stand beside what a controller has written since, in a list that the status lacked', () => {
    expect(patched({}, { conditions: [ready] }, { conditions: [seen, ready] })).toEqual(['held']);
    expect(patched({ replicas: 1 }, { replicas: 2 }, { replicas: 2, conditions: [seen] })).toEqual(['held']);
  });
});
