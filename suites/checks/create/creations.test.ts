import { describe, expect, it } from 'vitest';
import { SPEC } from '../../../spec/dialects/index.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { appearances, creations } from './creations.ts';
import { judgeDefaults } from './filled-defaults.ts';
import { historyFrom, type Literal } from '../history-literals.fixture.ts';

const PODS = '/api/v1/namespaces/a/pods';

function pod(policy: string | undefined, meta: JsonObject = {}): JsonObject {
  const container = {
    name: 'c',
    image: 'app:1',
    ...(policy === undefined ? {} : { terminationMessagePolicy: policy }),
  };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', ...meta }, spec: { containers: [container] } };
}

const STORED: JsonObject = { namespace: 'a', uid: 'u1', resourceVersion: '5' };

function createdAs(response: JsonObject, ...later: readonly Literal[]): ReturnType<typeof historyFrom> {
  return historyFrom([{ send: `POST ${PODS}`, body: pod(undefined), response: [200, response] }, ...later]);
}

function judge(history: ReturnType<typeof historyFrom>): string[] {
  const findings = judgeDefaults(history, { choices: SPEC.choices }, () => [
    ['spec', 'containers', '*', 'terminationMessagePolicy'],
  ]);
  return [...findings].map((finding) =>
    finding.outcome === 'violated' ? `${finding.cause}: ${finding.actual}` : finding.outcome,
  );
}

describe('the known creates', () => {
  it('have the request and the response, if they were acknowledged', () => {
    const history = historyFrom([
      { send: `POST ${PODS}`, body: pod(undefined), response: [200, pod('File', STORED)] },
      { send: `POST ${PODS}`, body: pod(undefined), response: [409, { kind: 'Status', status: 'Failure' }] },
      { send: `POST ${PODS}`, body: pod(undefined) },
    ]);
    expect(creations(history).map(({ key, made }) => [key.name, made['metadata']])).toEqual([
      ['p', { name: 'p', ...STORED }],
    ]);
  });

  it('appear in the response, and in later reads of the same uid and version only', () => {
    const history = createdAs(
      pod('File', STORED),
      { send: `GET ${PODS}/p`, response: [200, pod('File', STORED)] },
      {
        send: `GET ${PODS}`,
        response: [
          200,
          { kind: 'PodList', items: [pod('File', STORED), pod('File', { ...STORED, name: 'q', uid: 'u2' })] },
        ],
      },
      { send: `GET ${PODS}/p`, response: [200, pod('File', { ...STORED, resourceVersion: '6' })] },
    );
    expect([...appearances(history)].map(({ where }) => where)).toEqual([
      'in the response of the create',
      'in a get',
      'in a list',
    ]);
  });
});

describe('a documented default', () => {
  it('holds if it is filled in', () => {
    expect(judge(createdAs(pod('File', STORED)))).toEqual(['held']);
  });

  it('is violated if it is left out, or has another value', () => {
    expect(judge(createdAs(pod(undefined, STORED)))).toEqual([
      'spec.containers[*].terminationMessagePolicy: nothing in the response of the create',
    ]);
    expect(judge(createdAs(pod('FallbackToLogsOnError', STORED)))).toEqual([
      'spec.containers[*].terminationMessagePolicy: "FallbackToLogsOnError" in the response of the create',
    ]);
  });

  it('is violated if the response has it and the stored object lacks it', () => {
    const history = createdAs(pod('File', STORED), { send: `GET ${PODS}/p`, response: [200, pod(undefined, STORED)] });
    expect(judge(history)).toEqual(['held', 'spec.containers[*].terminationMessagePolicy: nothing in a get']);
  });

  it('is not judged in states of another write', () => {
    const history = createdAs(pod('File', STORED), {
      send: `GET ${PODS}/p`,
      response: [200, pod(undefined, { ...STORED, resourceVersion: '6' })],
    });
    expect(judge(history)).toEqual(['held']);
  });
});

describe('a default of zero', () => {
  const DEPLOYMENTS = '/apis/apps/v1beta1/namespaces/a/deployments';
  const shown = (minReadySeconds: Json | undefined): string[] => {
    const { spec: template } = pod(undefined);
    const object = { apiVersion: 'apps/v1beta1', kind: 'Deployment', metadata: { name: 'd' }, spec: { template } };
    const made = {
      ...object,
      metadata: { name: 'd', ...STORED },
      spec: { template, ...(minReadySeconds === undefined ? {} : { minReadySeconds }) },
    };
    const history = historyFrom([{ send: `POST ${DEPLOYMENTS}`, body: object, response: [200, made] }]);
    const findings = judgeDefaults(history, { choices: SPEC.choices }, () => [['spec', 'minReadySeconds']], {
      zeroMayBeAbsent: true,
    });
    return [...findings].map(({ outcome }) => outcome);
  };

  it('may be shown as zero, absent or null', () => {
    expect([0, undefined, null, 10, ''].map((value) => shown(value))).toEqual([
      ['held'],
      ['held'],
      ['held'],
      ['violated'],
      ['violated'],
    ]);
  });
});
