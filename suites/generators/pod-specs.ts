import { type Arbitrary, boolean, constant, constantFrom, integer, oneof, subarray, tuple } from 'fast-check';
import type { Json, JsonObject } from '../oracle/json.ts';
import { container } from './containers.ts';
import { members } from './members.ts';
import { NOWHERE, NO_SCHEDULER } from '../oracle/objects/minimal-objects.ts';
import { volumes } from './volumes.ts';

export interface PodSpecOptions {
  readonly restartPolicy: readonly string[];
  /** Whether the spec must have that member. Servers may have a default that the kind does not allow. */
  readonly restartPolicyRequired: boolean;
  /** Real servers allow no active deadline in the templates of controllers. */
  readonly activeDeadline: boolean;
}

/**
 * Pod specs that every conformant server accepts, and that fit no node and no scheduler: no component acts on the
 * pod. Service accounts and node names are left out, because real clusters look them up.
 */
export function podSpec(options: PodSpecOptions): Arbitrary<JsonObject> {
  const restartPolicy = { restartPolicy: constantFrom(...options.restartPolicy) };
  const required = {
    nodeSelector: nodeSelector(),
    schedulerName: constant(NO_SCHEDULER),
    ...(options.restartPolicyRequired ? restartPolicy : {}),
  };
  const optional = {
    ...OPTIONAL,
    ...(options.restartPolicyRequired ? {} : restartPolicy),
    ...(options.activeDeadline ? { activeDeadlineSeconds: integer({ min: 100_000, max: 2_147_483_647 }) } : {}),
  };
  return tuple(members(required, optional), withContainers(), network()).map(([rest, parts, net]) => ({
    ...parts,
    ...rest,
    ...net,
  }));
}

/** One to three containers, seldom with init containers, and the volumes that they mount. */
function withContainers(): Arbitrary<JsonObject> {
  return volumes().chain((list) => {
    const mounted = list.map(({ name }) => name);
    const normal = named(['c', 'c-2', 'sidecar'], mounted, false);
    const init = oneof(
      { weight: 9, arbitrary: constant<JsonObject[]>([]) },
      { weight: 1, arbitrary: named(['init', 'init-2'], mounted, true) },
    );
    return tuple(normal, init).map(([containers, initContainers]) => ({
      ...(list.length === 0 ? {} : { volumes: list }),
      ...(initContainers.length === 0 ? {} : { initContainers }),
      containers,
    }));
  });
}

function named(names: string[], mounted: readonly string[], init: boolean): Arbitrary<JsonObject[]> {
  return subarray(names, { minLength: 1 }).chain((chosen) =>
    tuple(...chosen.map((name) => container({ name, volumes: mounted, init }))),
  );
}

/** Host networking without ports, or host aliases, but not both (document, PodSpec: hostAliases). */
function network(): Arbitrary<JsonObject> {
  return constantFrom<JsonObject>(
    {},
    {},
    {},
    { hostNetwork: false },
    { hostAliases: [{ ip: '10.0.0.1', hostnames: ['one', 'two.example'] }] },
    {
      hostAliases: [
        { ip: '10.0.0.1', hostnames: ['one'] },
        { ip: '10.0.0.11', hostnames: ['eleven'] },
      ],
    },
  );
}

function nodeSelector(): Arbitrary<JsonObject> {
  return constantFrom<JsonObject>(NOWHERE, { ...NOWHERE, disk: 'ssd' }, { ...NOWHERE, 'example.com/zone': '' });
}

const TOLERATIONS: readonly Json[] = [
  [{ operator: 'Exists' }],
  [{ key: 'a', operator: 'Equal', value: 'x', effect: 'NoSchedule' }],
  [
    { key: 'a', value: '' },
    { key: 'example.com/b', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 },
  ],
  [{ key: 'a', effect: 'NoExecute', operator: 'Exists', tolerationSeconds: 2_147_483_647 }],
];

const AFFINITIES: readonly Json[] = [
  {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['x', 'y'] }] }],
      },
    },
  },
  {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, podAffinityTerm: { labelSelector: { matchLabels: { a: 'x' } }, topologyKey: 'zone' } },
      ],
    },
  },
];

const OPTIONAL: Readonly<Record<string, Arbitrary<Json>>> = {
  affinity: constantFrom(...AFFINITIES),
  automountServiceAccountToken: boolean(),
  dnsPolicy: constantFrom('ClusterFirstWithHostNet', 'ClusterFirst', 'Default'),
  hostIPC: boolean(),
  hostPID: boolean(),
  hostname: constantFrom('h', 'my-host-1'),
  imagePullSecrets: constantFrom<Json>([{ name: 'pull' }], [{ name: 'pull' }, { name: 'pull-2' }]),
  securityContext: members(
    {},
    {
      runAsUser: constantFrom(0, 1000),
      runAsNonRoot: boolean(),
      fsGroup: constantFrom(0, 2_147_483_647),
      supplementalGroups: constantFrom<Json>([1], [0, 7]),
    },
  ),
  subdomain: constantFrom('s', 'sub-domain'),
  terminationGracePeriodSeconds: constantFrom(0, 1, 30, 3600, 2_147_483_647),
  tolerations: constantFrom(...TOLERATIONS),
};
