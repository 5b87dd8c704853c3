import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule as hostPorts } from './host-ports-are-those-of-containers.rule.ts';
import { rule as keptMembers } from './members-for-nodes-are-kept.rule.ts';
import { rule as optional } from './optional-members-stay-absent.rule.ts';
import { rule as addresses } from './pod-has-no-address-before-its-host.rule.ts';
import { rule as quality } from './qos-class-follows-the-resources.rule.ts';
import { rule as jobSelector } from './selector-of-a-job-has-match-labels.rule.ts';

const PODS = '/api/v1/namespaces/a/pods';

let made = 0;

function pod(spec: JsonObject, status: JsonObject = {}, name = 'p'): JsonObject {
  made += 1;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'a', uid: `u${made}`, resourceVersion: `${made}` },
    spec,
    status,
  };
}

const create = (body: JsonObject, shown: JsonObject, code = 200): Literal => ({
  send: `POST ${PODS}`,
  body,
  response: [code, shown],
});
const containers = (container: JsonObject): JsonObject => ({ containers: [{ name: 'c', image: 'x', ...container }] });

describe('a new pod', () => {
  it('has no address, unless it was sent to a host', () => {
    const sent = { ...pod({}), status: { podIP: '10.0.0.1' } };
    expect(outcomesOf(addresses, create(sent, pod({})))).toEqual(['held']);
    expect(outcomesOf(addresses, create(sent, pod({}, { podIP: '10.0.0.1' })))).toEqual(['held', 'status.podIP']);
    expect(
      outcomesOf(addresses, create(pod({ nodeName: 'n' }), pod({ nodeName: 'n' }, { hostIP: '192.0.2.1' }))),
    ).toEqual([]);
    const scheduled = (podIP: string): JsonObject => pod({ nodeName: 'n' }, { hostIP: '192.0.2.9', podIP });
    expect(outcomesOf(addresses, create(sent, scheduled('10.0.0.2')))).toEqual(['held']);
    expect(outcomesOf(addresses, create(sent, scheduled('10.0.0.1')))).toEqual(['held', 'status.podIP']);
  });

  it('has the same quality of service as others with the same requests', () => {
    const asks = (cpu: string, shown: string, name: string): Literal =>
      create(pod(containers({ resources: { requests: { cpu } } }), {}, name), pod({}, { qosClass: shown }, name));
    expect(
      outcomesOf(quality, asks('1', 'Burstable', 'p'), asks('1', 'Burstable', 'q'), asks('2', 'Other', 'r')),
    ).toEqual(['held']);
    expect(outcomesOf(quality, asks('1', 'Burstable', 'p'), asks('1', 'BestEffort', 'q'))).toEqual([
      'held',
      'another qosClass for the same resources',
    ]);
    expect(outcomesOf(quality, create(pod(containers({})), pod({})))).toEqual(['observed']);
  });

  it('on the host network has the ports of its containers on the host, or none, or is refused', () => {
    const asked = pod({ hostNetwork: true, ...containers({ ports: [{ containerPort: 80 }] }) });
    const shown = (hostPort: number | undefined): JsonObject =>
      pod({
        hostNetwork: true,
        ...containers({ ports: [{ containerPort: 80, ...(hostPort === undefined ? {} : { hostPort }) }] }),
      });
    expect(
      outcomesOf(hostPorts, create(asked, shown(80)), create(asked, shown(undefined)), create(asked, shown(0))),
    ).toEqual(['held']);
    expect(outcomesOf(hostPorts, create(asked, shown(81)))).toEqual(['another hostPort']);
    expect(outcomesOf(hostPorts, create(asked, {}, 422))).toEqual(['observed']);
  });

  it('keeps its requirements on nodes as sent', () => {
    const asked = pod(containers({ command: ['$(A)', '$$(B)'] }));
    expect(outcomesOf(keptMembers, create(asked, pod(containers({ command: ['$(A)', '$$(B)'] }))))).toEqual(['held']);
    expect(outcomesOf(keptMembers, create(asked, pod(containers({ command: ['$(A)', '$(B)'] }))))).toEqual([
      '/containers/*/command/* is not kept',
    ]);
    expect(outcomesOf(keptMembers, create(pod({ hostname: 'h' }), pod({})))).toEqual(['/hostname is not kept']);
  });
});

describe('a new job', () => {
  const JOBS = '/apis/batch/v1/namespaces/a/jobs';
  const job = (selector: JsonObject | undefined, labels: JsonObject): JsonObject => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'a', uid: 'u', resourceVersion: '1' },
    spec: { ...(selector === undefined ? {} : { selector }), template: { metadata: { labels }, spec: containers({}) } },
  });
  const shown = (selector: JsonObject | undefined, labels: JsonObject): string[] =>
    outcomesOf(jobSelector, { send: `POST ${JOBS}`, body: job(undefined, {}), response: [200, job(selector, labels)] });

  it('selects by labels of its template', () => {
    expect(shown({ matchLabels: { 'controller-uid': 'u' } }, { 'controller-uid': 'u' })).toEqual(['held']);
    for (const wrong of [undefined, {}, { matchLabels: {} }, { matchLabels: { 'controller-uid': 'v' } }])
      expect(shown(wrong, { 'controller-uid': 'u' })).toEqual(['spec.selector.matchLabels']);
  });

  it('of a schedule has no deadline that was not sent', () => {
    const CRON = '/apis/batch/v2alpha1/namespaces/a/cronjobs';
    const cron = (spec: JsonObject): JsonObject => ({
      apiVersion: 'batch/v2alpha1',
      kind: 'CronJob',
      metadata: { name: 'c', namespace: 'a', uid: 'u', resourceVersion: '1' },
      spec,
    });
    const delivered = (asked: JsonObject, spec: JsonObject): string[] =>
      outcomesOf(optional, { send: `POST ${CRON}`, body: cron(asked), response: [200, cron(spec)] });
    expect([delivered({}, {}), delivered({ startingDeadlineSeconds: 0 }, { startingDeadlineSeconds: 0 })]).toEqual([
      ['held'],
      ['held'],
    ]);
    expect([delivered({}, { startingDeadlineSeconds: 0 }), delivered({ startingDeadlineSeconds: 0 }, {})]).toEqual([
      ['spec.startingDeadlineSeconds'],
      ['spec.startingDeadlineSeconds'],
    ]);
  });
});
