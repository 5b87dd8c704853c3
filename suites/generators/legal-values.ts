import type { Kind } from '../../spec/surface/resources.ts';
import { POD_SPEC } from '../oracle/objects/pod-specs.ts';
import type { Edit } from '../program/program.ts';
import type { Json, JsonObject } from '../oracle/json.ts';
import { pointer } from '../oracle/values/json-pointer.ts';
import { NO_SCHEDULER } from '../oracle/objects/minimal-objects.ts';

/** The number of turns that show every value of the longest list below. */
export const TURNS = 6;

/** Whether the edits make a whole object, or are merged into an object of an earlier turn. */
export type EditScope = 'whole' | 'merged';

/**
 * Edits that give an object of that kind legal values for all members that the document enumerates or bounds. Each
 * container and init container has another value, and each turn the next one. Three turns in a row show each value
 * of every enumeration in every container, and all `TURNS` of them each value of the longer lists.
 *
 *     turn 0: containers c Always, c-2 Never, s...s IfNotPresent     turn 1: c Never, c-2 IfNotPresent, s...s Always
 */
export function legalValues(kind: Kind, turn: number, making: EditScope): readonly Edit[] {
  const spec = POD_SPEC[kind];
  if (spec === undefined) return [];
  return [
    ...setAll(spec, podSpecValues(kind, turn)),
    ...setAll(['spec'], specValues(kind, turn, making)),
    ...(SELECTING.has(kind) ? selectorEdits(turn) : []),
  ];
}

/** Kinds whose selector must match their template. */
const SELECTING: ReadonlySet<Kind> = new Set(['DaemonSet', 'Deployment', 'ReplicaSet']);

/** Expressions that match the labels of the template; each comes first in its turn. */
const EXPRESSIONS: readonly [JsonObject, ...JsonObject[]] = [
  { key: 'tier', operator: 'In', values: ['web', 'cache'] },
  { key: 'tier', operator: 'NotIn', values: ['batch'] },
  { key: 'tier', operator: 'In', values: ['web'] },
  { key: 'tier', operator: 'Exists' },
  { key: 'legacy', operator: 'DoesNotExist' },
];

function selectorEdits(turn: number): readonly Edit[] {
  return [
    { set: '/spec/template/metadata/labels/tier', to: 'web' },
    { set: '/spec/selector/matchExpressions', to: [taken(EXPRESSIONS, turn), taken(EXPRESSIONS, turn + 1)] },
  ];
}

function setAll(path: readonly string[], values: JsonObject): Edit[] {
  return Object.entries(values).map(([member, to]) => ({ set: pointer([...path, member]), to }));
}

/** The value of a list for this turn. */
function taken<T>(values: readonly [T, ...T[]], turn: number): T {
  return values[turn % values.length] ?? values[0];
}

/** Distinct names; the first is the container name of a minimal object. */
const CONTAINERS = ['c', '0-c--2', 's'.repeat(63)];
const INIT_CONTAINERS = ['init', `${'i'.repeat(62)}2`];

/** Document, PodSpec. */
function podSpecValues(kind: Kind, turn: number): JsonObject {
  return {
    containers: CONTAINERS.map((name, index) => container(name, turn + index, 8080 + index)),
    initContainers: INIT_CONTAINERS.map((name, index) => container(name, turn + index + 1, 8090 + index)),
    dnsPolicy: taken(['ClusterFirst', 'Default', 'ClusterFirstWithHostNet'], turn),
    restartPolicy: taken(RESTART_POLICIES[kind] ?? ['Always'], turn),
    terminationGracePeriodSeconds: taken([0, 1, 30, 3600, 2 ** 31 + 1], turn),
    hostNetwork: turn % 2 === 0,
    hostPID: turn % 3 === 0,
    hostIPC: turn % 3 === 1,
    automountServiceAccountToken: turn % 2 === 1,
    hostname: taken(['h', 'my-host-1', 'x'.repeat(63)], turn),
    subdomain: taken(['s', 'sub-domain'], turn),
    schedulerName: taken([NO_SCHEDULER, `${NO_SCHEDULER}-else`], turn),
    ...(kind === 'Pod'
      ? { activeDeadlineSeconds: taken([100_000, 2_147_483_647], turn) }
      : { nodeName: taken(['plumbline-no-node', 'plumbline.no.node'], turn) }),
  };
}

/** Real servers allow no other policy in the templates of these kinds. */
const RESTART_POLICIES: Readonly<Partial<Record<Kind, readonly [string, ...string[]]>>> = {
  Pod: ['Always', 'OnFailure', 'Never'],
  Job: ['OnFailure', 'Never'],
  CronJob: ['OnFailure', 'Never'],
};

/** Standard streams: a terminal only together with `stdin`, which `stdinOnce` does not need (document, Container). */
const STREAMS: readonly [JsonObject, ...JsonObject[]] = [
  { stdin: true, stdinOnce: false, tty: true },
  { stdin: true, stdinOnce: true, tty: false },
  { stdin: false, stdinOnce: false, tty: false },
  { stdin: false, stdinOnce: true, tty: false },
];

/** Document, Container. The host port is the same, because a server may require that on the host network. */
function container(name: string, turn: number, port: number): JsonObject {
  return {
    name,
    image: 'registry.example:5000/app:1.0',
    imagePullPolicy: taken(['Always', 'Never', 'IfNotPresent'], turn),
    terminationMessagePolicy: taken(['File', 'FallbackToLogsOnError'], turn),
    terminationMessagePath: taken(['/dev/termination-log', '/tmp/end', '/var/log/a b'], turn),
    ...taken(STREAMS, turn),
    ports: [{ containerPort: port, hostPort: port, protocol: taken(['TCP', 'UDP'], turn) }],
  };
}

function specValues(kind: Kind, turn: number, making: EditScope): JsonObject {
  if (kind === 'CronJob') return cronJobSpec(turn);
  return kind === 'Deployment' ? deploymentSpec(turn, making) : {};
}

/** Document, CronJobSpec. */
function cronJobSpec(turn: number): JsonObject {
  return {
    schedule: taken(['0 0 1 1 *', '*/5 0 31 12 *', '0-30/10 0 29 2 1-5', '1,2 3 1 1 0'], turn),
    suspend: turn % 2 === 0,
    concurrencyPolicy: taken(['Allow', 'Forbid', 'Replace'], turn),
    startingDeadlineSeconds: taken([0, 1, 2 ** 31], turn),
    successfulJobsHistoryLimit: taken([0, 1, 2_147_483_647], turn),
    failedJobsHistoryLimit: taken([2_147_483_647, 0, 1], turn),
  };
}

/** Both bounds each time, so a merge keeps none of an earlier turn. */
const BOUNDS: readonly [JsonObject, ...JsonObject[]] = [
  { maxSurge: 1, maxUnavailable: 0 },
  { maxSurge: 0, maxUnavailable: 1 },
  { maxSurge: '150%', maxUnavailable: '0%' },
  { maxSurge: '0%', maxUnavailable: '100%' },
];

/** Document, DeploymentSpec: each type of strategy every third turn, and the bounds of a rolling update in between. */
function deploymentSpec(turn: number, making: EditScope): JsonObject {
  const recreate: JsonObject = making === 'merged' ? { type: 'Recreate', rollingUpdate: null } : { type: 'Recreate' };
  const rolling: Json = { type: 'RollingUpdate', rollingUpdate: taken(BOUNDS, turn - Math.floor(turn / 3)) };
  return {
    strategy: turn % 3 === 2 ? recreate : rolling,
    replicas: taken([0, 1, 3], turn),
    // A controller has no pods to make for a Deployment without replicas, so that one need not be paused.
    paused: turn % 3 !== 0,
    minReadySeconds: taken([0, 1, 99], turn),
    progressDeadlineSeconds: taken([100, 600, 2_147_483_647], turn),
    revisionHistoryLimit: taken([0, 2, 2_147_483_647], turn),
  };
}
