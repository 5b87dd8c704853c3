import type { Kind, Resource } from '../../spec/surface/resources.ts';
import { POD_SPEC } from '../oracle/objects/pod-specs.ts';
import { withSet } from '../oracle/values/json-edits.ts';
import type { Json, JsonObject } from '../oracle/json.ts';
import type { MemberChange } from './member-writes.ts';
import { minimalObject, ONE_CONTAINER } from '../oracle/objects/minimal-objects.ts';
import { CONTAINER_PLACES, containerName, type ContainerPlace } from './container-changes.ts';

/** A minimal object whose pod spec has two containers and two init containers. */
export function objectWithContainers(resource: Resource, name: string): JsonObject {
  const named = (list: ContainerPlace['list']): Json =>
    CONTAINER_PLACES.filter((place) => place.list === list).map((place) => ({
      ...ONE_CONTAINER,
      name: containerName(place),
    }));
  const spec = POD_SPEC[resource.kind];
  const object = minimalObject(resource, name);
  return spec === undefined
    ? object
    : (['containers', 'initContainers'] as const).reduce(
        (under, list) => withSet(under, [...spec, list], named(list)) as JsonObject,
        object,
      );
}

/** One part of an object, and the illegal values to write there. */
export type IllegalChanges = readonly (readonly MemberChange[])[];

/**
 * Forbidden changes of such an object. Each breaks one statement, at every place where the statement applies: in the
 * first and in a later container and init container, in the pod spec, and in the kind's own members. Grouped by
 * place.
 */
export function illegalChanges({ kind }: Resource): IllegalChanges {
  const spec = POD_SPEC[kind];
  if (spec === undefined) return [];
  return [
    ...CONTAINER_PLACES.map((place) =>
      containerValues(place).map((members) => ({ owner: [...spec, place.list, String(place.index)], members })),
    ),
    [
      ...POD_SPEC_VALUES.map((members): MemberChange => ({ owner: spec, members })),
      ...(SPEC_VALUES[kind] ?? []).map((members): MemberChange => ({ owner: ['spec'], members })),
      ...(kind === 'Deployment' ? STRATEGIES : []).map((strategy): MemberChange => ({
        owner: ['spec', 'strategy'],
        members: strategy,
      })),
    ],
  ];
}

/** An illegal name of a container. */
export const NO_LABEL = 'Not_A_Label';

const EXEC: Json = { exec: { command: ['true'] } };

/** Document, Container. */
function containerValues(place: ContainerPlace): readonly JsonObject[] {
  const other = containerName({ list: 'containers', index: place.list === 'containers' && place.index === 0 ? 1 : 0 });
  return [
    { name: NO_LABEL },
    { name: other },
    { imagePullPolicy: 'Sometimes' },
    { terminationMessagePolicy: 'Logs' },
    { tty: true },
    { stdin: false, tty: true },
    ...(place.list === 'initContainers'
      ? [{ lifecycle: { postStart: EXEC } }, { livenessProbe: EXEC }, { readinessProbe: EXEC }]
      : []),
  ];
}

/** Document, PodSpec. */
const POD_SPEC_VALUES: readonly JsonObject[] = [
  { dnsPolicy: 'None' },
  { restartPolicy: 'Sometimes' },
  { activeDeadlineSeconds: 0 },
  { terminationGracePeriodSeconds: -1 },
  { hostNetwork: true, hostAliases: [{ ip: '10.0.0.1', hostnames: ['one'] }] },
  { containers: [] },
];

/** Document, CronJobSpec. */
const SPEC_VALUES: Readonly<Partial<Record<Kind, readonly JsonObject[]>>> = {
  CronJob: [{ schedule: 'every day' }],
};

/** Document, DeploymentStrategy and RollingUpdateDeployment. */
const STRATEGIES: readonly JsonObject[] = [
  { type: 'Rolling' },
  { type: 'Recreate', rollingUpdate: { maxSurge: 1 } },
  { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } },
  { type: 'RollingUpdate', rollingUpdate: { maxSurge: '0%', maxUnavailable: '0%' } },
  { type: 'RollingUpdate', rollingUpdate: { maxSurge: 'ten' } },
  { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 'ten' } },
];

/** Two changes that are each legal, and together break a statement. */
export interface IllegalPair {
  readonly first: MemberChange;
  readonly second: MemberChange;
}

const ALIASES: JsonObject = { hostAliases: [{ ip: '10.0.0.1', hostnames: ['one'] }] };

/** Breaches that need both the stored object and the patch: a server that checks the patch alone overlooks them. */
export function illegalPairs({ kind }: Resource): readonly IllegalPair[] {
  const spec = POD_SPEC[kind];
  if (spec === undefined) return [];
  const pair = (owner: readonly string[], first: JsonObject, second: MemberChange['members']): IllegalPair => ({
    first: { owner, members: first },
    second: { owner, members: second },
  });
  const container = [...spec, 'containers', '0'];
  const bounds = ['spec', 'strategy', 'rollingUpdate'];
  return [
    pair(container, { stdin: true, tty: true }, { stdin: false }),
    pair(container, { stdin: true, tty: true }, { stdin: undefined }),
    pair(spec, ALIASES, { hostNetwork: true }),
    pair(spec, { hostNetwork: true }, ALIASES),
    ...(kind === 'Deployment'
      ? [
          pair(bounds, { maxSurge: 1, maxUnavailable: 0 }, { maxSurge: 0 }),
          pair(bounds, { maxSurge: '0%', maxUnavailable: 1 }, { maxUnavailable: 0 }),
          pair(['spec', 'strategy'], { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } }, { type: 'Recreate' }),
        ]
      : []),
  ];
}
