import { type Arbitrary, boolean, constant, constantFrom, integer, tuple } from 'fast-check';
import type { Kind, Resource } from '../../spec/surface/resources.ts';
import type { Json, JsonObject } from '../oracle/json.ts';
import { text } from './config-data.ts';
import { int32 } from './integers.ts';
import { members } from './members.ts';

/**
 * Values of `status` that every conformant server stores as sent by the /status path: no more ready replicas than
 * replicas, and the like. Only for resources with `hasStatus`; others get an empty one.
 */
export function statusOf(resource: Resource): Arbitrary<JsonObject> {
  return STATUSES[resource.kind];
}

/**
 * Statuses that a write of the object itself may carry, which must ignore them. For a namespace, whose only status until
 * its deletion is the initial one, it is that of a deletion.
 */
export function ignoredStatusOf(resource: Resource): Arbitrary<JsonObject> {
  return resource.kind === 'Namespace' ? constant({ phase: 'Terminating' }) : statusOf(resource);
}

const TIME = constantFrom('2017-01-02T03:04:05Z', '1999-12-31T23:59:59Z', '2040-02-29T00:00:00Z');

/** Conditions with distinct types, their merge key (document, PodStatus and DeploymentStatus). */
function conditions(types: readonly [string, ...string[]], times: readonly string[]): Arbitrary<Json> {
  const one = (type: string): Arbitrary<JsonObject> =>
    members(
      { type: constant(type), status: constantFrom('True', 'False', 'Unknown') },
      {
        ...Object.fromEntries(times.map((name) => [name, TIME])),
        reason: constantFrom('ProgressDeadlineExceeded', 'Tested'),
        message: text(),
      },
    );
  return constantFrom<readonly string[]>(types.slice(0, 1), types).chain((chosen) => tuple(...chosen.map(one)));
}

/** Counts in falling order: all, ready, available. */
function replicaCounts(): Arbitrary<JsonObject> {
  return tuple(integer({ min: 1, max: 99 }), integer({ min: 0, max: 99 }), integer({ min: 0, max: 99 })).map(
    ([replicas, ready, available]) => ({
      replicas,
      readyReplicas: Math.min(ready, replicas),
      availableReplicas: Math.min(available, ready, replicas),
    }),
  );
}

const containerStatus = (name: string): Arbitrary<JsonObject> =>
  members(
    {
      name: constant(name),
      image: constant('app:1'),
      imageID: constant(''),
      ready: boolean(),
      restartCount: integer({ min: 0, max: 5 }),
    },
    {
      containerID: constant('docker://0123456789ab'),
      state: constantFrom<Json>(
        { waiting: { reason: 'ContainerCreating' } },
        { running: { startedAt: '2017-01-02T03:04:05Z' } },
      ),
      lastState: constantFrom<Json>(
        { terminated: { exitCode: 0, reason: 'Completed' } },
        { terminated: { exitCode: 137, signal: 9 } },
      ),
    },
  );

const LOAD_BALANCER: Arbitrary<JsonObject> = members(
  {},
  {
    loadBalancer: constantFrom<Json>(
      { ingress: [{ ip: '192.0.2.7' }] },
      { ingress: [{ hostname: 'lb.example.com' }, { ip: '192.0.2.8' }] },
    ),
  },
);

const DEPLOYMENT: Arbitrary<JsonObject> = tuple(
  replicaCounts(),
  members(
    {},
    {
      observedGeneration: int32(1),
      unavailableReplicas: int32(1),
      conditions: conditions(['Available', 'Progressing'], ['lastUpdateTime', 'lastTransitionTime']),
    },
  ),
).map(([counts, rest]) => ({ ...counts, ...rest }));

const REPLICA_SET: Arbitrary<JsonObject> = tuple(
  replicaCounts(),
  members(
    {},
    { observedGeneration: int32(1), conditions: conditions(['ReplicaFailure', 'Other'], ['lastTransitionTime']) },
  ),
).map(([counts, rest]) => ({ ...counts, ...rest }));

const POD: Arbitrary<JsonObject> = members(
  { phase: constant('Pending') },
  {
    conditions: conditions(['Ready', 'PodScheduled'], ['lastProbeTime', 'lastTransitionTime']),
    containerStatuses: tuple(containerStatus('c')),
    message: text(),
    reason: constantFrom('Tested', 'Evicted'),
    hostIP: constant('192.0.2.1'),
    podIP: constant('10.1.2.3'),
    startTime: TIME,
    qosClass: constantFrom('BestEffort', 'Burstable', 'Guaranteed'),
  },
);

const DAEMON_SET: Arbitrary<JsonObject> = members(
  {
    currentNumberScheduled: int32(),
    numberMisscheduled: int32(),
    desiredNumberScheduled: int32(),
    numberReady: int32(),
  },
  {
    observedGeneration: int32(1),
    updatedNumberScheduled: int32(),
    numberAvailable: int32(),
    numberUnavailable: int32(),
  },
);

const JOB: Arbitrary<JsonObject> = members(
  {},
  {
    startTime: TIME,
    active: int32(1),
    succeeded: int32(1),
    failed: int32(1),
    conditions: conditions(['Other', 'Another'], ['lastProbeTime', 'lastTransitionTime']),
  },
);

const CRON_JOB: Arbitrary<JsonObject> = members(
  {},
  {
    lastScheduleTime: TIME,
    active: constantFrom<Json>(
      [{ kind: 'Job', namespace: 'a', name: 'j-1', uid: 'u-1' }],
      [
        { apiVersion: 'batch/v1', kind: 'Job', name: 'j-1' },
        { kind: 'Job', name: 'j-2' },
      ],
    ),
  },
);

const NOTHING: Arbitrary<JsonObject> = constant({});

/** A namespace that is not being deleted stays `Active` on real servers. */
const STATUSES: Readonly<Record<Kind, Arbitrary<JsonObject>>> = {
  ConfigMap: NOTHING,
  Event: NOTHING,
  Namespace: constant({ phase: 'Active' }),
  Pod: POD,
  Secret: NOTHING,
  Service: LOAD_BALANCER,
  DaemonSet: DAEMON_SET,
  Deployment: DEPLOYMENT,
  Ingress: LOAD_BALANCER,
  ReplicaSet: REPLICA_SET,
  Job: JOB,
  CronJob: CRON_JOB,
};
