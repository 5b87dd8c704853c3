import { type Arbitrary, constant, constantFrom, integer, oneof, option, tuple } from 'fast-check';
import type { Kind, Resource } from '../../spec/surface/resources.ts';
import type { Json, JsonObject } from '../oracle/json.ts';
import { annotations } from './annotations.ts';
import { configData, secretData, secretTexts, text } from './config-data.ts';
import { int32 } from './integers.ts';
import { labels } from './labels.ts';
import { members, type MemberArbitraries } from './members.ts';
import { THIS_NAMESPACE, minimalObject, templateLabels } from '../oracle/objects/minimal-objects.ts';
import { podSpec, type PodSpecOptions } from './pod-specs.ts';

/**
 * Objects of that resource that every conformant server accepts and on which no controller acts, as templates of a
 * program. They are rich in optional members, with explicit zeros and empty texts as well as absent members. Minimal
 * objects are among them; cases shrink to those. `name`: template of the name.
 */
export function objectOf(resource: Resource, name = '{{a}}'): Arbitrary<JsonObject> {
  const metadata = members({ name: constant(name) }, { labels: labels(1), annotations: annotations(1) });
  const rich = tuple(metadata, BODIES[resource.kind](name)).map(([meta, body]) => ({
    apiVersion: resource.apiVersion,
    kind: resource.kind,
    metadata: meta,
    ...body,
  }));
  const least = { ...minimalObject(resource, name), metadata: { name } };
  return oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: constant<JsonObject>(least) },
    { weight: 6, arbitrary: rich },
  );
}

const FREE: PodSpecOptions = {
  restartPolicy: ['Always', 'OnFailure', 'Never'],
  restartPolicyRequired: false,
  activeDeadline: true,
};
const LASTING: PodSpecOptions = { restartPolicy: ['Always'], restartPolicyRequired: false, activeDeadline: false };
const FINISHING: PodSpecOptions = {
  restartPolicy: ['OnFailure', 'Never'],
  restartPolicyRequired: true,
  activeDeadline: true,
};

/** The members besides type and metadata, given the object's name. */
const BODIES: Readonly<Record<Kind, (name: string) => Arbitrary<JsonObject>>> = {
  ConfigMap: () => mostly({ data: configData(1) }),
  Event: () => event(),
  Namespace: () => constant({}),
  Pod: () => members({ spec: podSpec(FREE) }),
  Secret: () =>
    mostly({ data: secretData(1) }, { type: constantFrom('Opaque', 'example.com/own') }, { stringData: secretTexts() }),
  Service: () =>
    members({ spec: oneof({ weight: 5, arbitrary: headlessService() }, { weight: 1, arbitrary: externalService() }) }),
  DaemonSet: (name) =>
    members({
      spec: workload(
        name,
        {},
        { updateStrategy: daemonUpdates(), minReadySeconds: int32(), revisionHistoryLimit: int32() },
      ),
    }),
  Deployment: (name) => members({ spec: deployment(name) }),
  Ingress: () => members({ spec: ingress() }),
  ReplicaSet: (name) => members({ spec: workload(name, { replicas: constant(0) }, { minReadySeconds: int32() }) }),
  Job: () => members({ spec: job({ parallelism: constant(0) }) }),
  CronJob: () => members({ spec: cronJob() }),
};

/** Objects that usually have those members and sometimes lack them. */
function mostly(
  usual: MemberArbitraries,
  required: MemberArbitraries = {},
  optional: MemberArbitraries = {},
): Arbitrary<JsonObject> {
  return oneof(
    { weight: 1, arbitrary: members(required, { ...usual, ...optional }) },
    { weight: 2, arbitrary: members({ ...required, ...usual }, optional) },
  );
}

function event(): Arbitrary<JsonObject> {
  return members(
    {
      involvedObject: members(
        { namespace: constant(THIS_NAMESPACE) },
        {
          name: constant('something'),
          uid: constant('no-such-uid'),
          resourceVersion: constant('1'),
          fieldPath: constant('spec.containers{c}'),
        },
      ),
    },
    {
      reason: constantFrom('Tested', 'x'),
      message: text(),
      source: members({}, { component: constant('plumbline'), host: constant('nowhere') }),
      firstTimestamp: constantFrom('2017-01-02T03:04:05Z', '2017-01-02T05:04:05+02:00', '2040-01-02T03:04:05Z'),
      lastTimestamp: constantFrom('2017-01-02T03:04:06Z', '2017-01-01T22:04:06-05:00'),
      count: int32(),
      type: constantFrom('Normal', 'Warning', 'Other'),
    },
  );
}

/** Services without a cluster IP, so no server has to allocate one. */
function headlessService(): Arbitrary<JsonObject> {
  return members(
    { clusterIP: constant('None') },
    {
      type: constant('ClusterIP'),
      ports: servicePorts(),
      selector: labels(1),
      sessionAffinity: constantFrom('None', 'ClientIP'),
      externalIPs: constantFrom<Json>(['192.0.2.1'], ['192.0.2.1', '192.0.2.11']),
    },
  );
}

function externalService(): Arbitrary<JsonObject> {
  return members({ type: constant('ExternalName'), externalName: constantFrom('example.com', 'a.b.example.com') });
}

function servicePorts(): Arbitrary<Json> {
  const port = (name: string | undefined, number: number): Arbitrary<JsonObject> =>
    members(
      { port: constant(number), ...(name === undefined ? {} : { name: constant(name) }) },
      { protocol: constantFrom('TCP', 'UDP'), targetPort: constantFrom<Json>(8080, 'http', 1) },
    );
  return oneof(tuple(port(undefined, 80)), tuple(port('http', 80), port('https', 65_535)));
}

/** A spec with a pod template, and the selector that matches its pods and no others. */
function workload(
  name: string,
  required: Readonly<Record<string, Arbitrary<Json>>>,
  optional: Readonly<Record<string, Arbitrary<Json>>>,
): Arbitrary<JsonObject> {
  return members(
    { ...required, selector: selector(name), template: template(templateLabels(name), LASTING) },
    optional,
  );
}

function selector(name: string): Arbitrary<JsonObject> {
  const [[key, value] = ['', '']] = Object.entries(templateLabels(name));
  return constantFrom<JsonObject>(
    { matchLabels: templateLabels(name) },
    { matchExpressions: [{ key, operator: 'In', values: [value, 'other'] }] },
    { matchExpressions: [{ key, operator: 'In', values: [value] }] },
    {
      matchLabels: templateLabels(name),
      matchExpressions: [
        { key, operator: 'Exists' },
        { key: 'absent', operator: 'DoesNotExist' },
      ],
    },
  );
}

function template(required: JsonObject, options: PodSpecOptions): Arbitrary<JsonObject> {
  const meta = tuple(option(labels(1), { nil: {} }), option(annotations(1), { nil: undefined })).map(([own, notes]) => {
    const all = { ...own, ...required };
    return {
      ...(Object.keys(all).length === 0 ? {} : { labels: all }),
      ...(notes === undefined ? {} : { annotations: notes }),
    };
  });
  return members({ metadata: meta, spec: podSpec(options) });
}

function daemonUpdates(): Arbitrary<Json> {
  return constantFrom<Json>(
    { type: 'OnDelete' },
    { type: 'RollingUpdate' },
    { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } },
    { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '50%' } },
  );
}

/**
 * Paused, so no pods are made whatever the replica count. The deadline exceeds the ready time, as real servers
 * require.
 */
function deployment(name: string): Arbitrary<JsonObject> {
  return workload(
    name,
    { paused: constant(true) },
    {
      replicas: constantFrom(0, 0, 1, 3),
      strategy: strategy(),
      minReadySeconds: integer({ min: 0, max: 99 }),
      progressDeadlineSeconds: constantFrom(100, 600, 2_147_483_647),
      revisionHistoryLimit: int32(),
    },
  );
}

function strategy(): Arbitrary<Json> {
  const bounds = constantFrom<JsonObject>(
    {},
    { maxSurge: 1, maxUnavailable: 0 },
    { maxSurge: 0, maxUnavailable: 1 },
    { maxSurge: '0%', maxUnavailable: '1%' },
    { maxSurge: '150%', maxUnavailable: '0%' },
    { maxSurge: 2 },
    { maxSurge: 200, maxUnavailable: 150 },
    { maxUnavailable: '100%' },
  );
  return oneof(
    constant<Json>({ type: 'Recreate' }),
    constant<Json>({ type: 'RollingUpdate' }),
    bounds.map((rollingUpdate) => ({ type: 'RollingUpdate', rollingUpdate })),
  );
}

/** Counts of completions begin at 1: a job that wants none is complete at once. */
function job(required: Readonly<Record<string, Arbitrary<Json>>>): Arbitrary<JsonObject> {
  return members(
    { ...required, template: template({}, FINISHING) },
    { completions: int32(1), activeDeadlineSeconds: integer({ min: 100_000, max: 2_147_483_647 }) },
  );
}

function cronJob(): Arbitrary<JsonObject> {
  const jobTemplate = members(
    { spec: job({}) },
    { metadata: members({}, { labels: labels(1), annotations: annotations(1) }) },
  );
  return members(
    {
      schedule: constantFrom('0 0 1 1 *', '*/5 * * * *', '0 0 29 2 1-5', '1,2 3 * * 0'),
      suspend: constant(true),
      jobTemplate,
    },
    {
      concurrencyPolicy: constantFrom('Allow', 'Forbid', 'Replace'),
      startingDeadlineSeconds: int32(),
      successfulJobsHistoryLimit: int32(),
      failedJobsHistoryLimit: int32(),
    },
  );
}

function ingress(): Arbitrary<JsonObject> {
  const backend = constantFrom<JsonObject>(
    { serviceName: 'nothing', servicePort: 80 },
    { serviceName: 'some-thing', servicePort: 'http' },
  );
  const http = oneof(
    tuple(members({ backend }, { path: constantFrom('/', '/a.*') })),
    tuple(members({ backend, path: constant('/a') }), members({ backend, path: constant('/ab') })),
  ).map((paths) => ({ paths }));
  const rules = oneof(
    tuple(members({ http }, { host: constantFrom('a.example.com', '*.example.com') })),
    tuple(members({ http, host: constant('a.example.com') }), members({ host: constant('b.example.com') })),
  );
  const tls = constantFrom<Json>([{ hosts: ['a.example.com'], secretName: 'tls' }], [{ secretName: 'tls' }]);
  return tuple(oneof(members({ backend }, { rules }), members({ rules })), option(tls, { nil: undefined })).map(
    ([spec, secured]) => (secured === undefined ? spec : { ...spec, tls: secured }),
  );
}
