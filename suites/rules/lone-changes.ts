import type { DialectChoices } from '../../spec/dialects/index.ts';
import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import type { Kind } from '../../spec/surface/resources.ts';
import { MUTABLE } from '../generators/mutable-members.ts';
import { nest } from '../generators/nest.ts';
import type { Json } from '../oracle/json.ts';
import { pointer } from '../oracle/values/json-pointer.ts';
import { edited, NOWHERE, type Steps } from './cases.ts';
import type { Program } from './rule.ts';

/** A member of a spec and two values, neither of which the smallest object has. */
interface LoneChange {
  readonly path: readonly string[];
  readonly values: readonly [Json, Json];
}

const exists = (key: string): Json => [{ key, operator: 'Exists' }];
const zoned = (zone: string): Json => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] }],
    },
  },
});

/** Members of the spec of a pod template; none of them excludes another. */
const OF_TEMPLATES: Readonly<Record<string, readonly [Json, Json]>> = {
  tolerations: [exists('one'), exists('two')],
  affinity: [zoned('one'), zoned('two')],
  imagePullSecrets: [[{ name: 'one' }], [{ name: 'two' }]],
  securityContext: [{ runAsUser: 1 }, { runAsUser: 2 }],
  nodeSelector: [
    { ...NOWHERE, disk: 'one' },
    { ...NOWHERE, disk: 'two' },
  ],
  schedulerName: ['plumbline-one', 'plumbline-two'],
  terminationGracePeriodSeconds: [41, 42],
  hostname: ['one', 'two'],
  subdomain: ['one', 'two'],
};

const INITS: readonly [Json, Json] = [[{ name: 'init-alone', image: 'x:1' }], [{ name: 'init-alone', image: 'x:2' }]];

/** Members of the spec of a workload; no controller has pods to make on their account. */
const OF_SPECS: Readonly<Partial<Record<Kind, Readonly<Record<string, readonly [Json, Json]>>>>> = {
  DaemonSet: { updateStrategy: [{ type: 'OnDelete' }, { type: 'RollingUpdate' }], revisionHistoryLimit: [21, 22] },
  Deployment: {
    replicas: [1, 2],
    paused: [false, true],
    strategy: [
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: 11, maxUnavailable: 1 } },
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: 12, maxUnavailable: 1 } },
    ],
    revisionHistoryLimit: [21, 22],
    progressDeadlineSeconds: [901, 902],
  },
};

function changesOf({ resource: { kind } }: Steps, choices: DialectChoices): readonly LoneChange[] {
  const { template } = MUTABLE[kind];
  const ofTemplates =
    choices['pod.init-containers'] === 'spec' ? { ...OF_TEMPLATES, initContainers: INITS } : OF_TEMPLATES;
  const under = (path: readonly string[], members: Readonly<Record<string, readonly [Json, Json]>>): LoneChange[] =>
    Object.entries(members).map(([member, values]) => ({ path: [...path, member], values }));
  return [
    ...(template === undefined ? [] : under([...template, 'spec'], ofTemplates)),
    ...under(['spec'], OF_SPECS[kind] ?? {}),
  ];
}

/** How many members the writes of one case change. */
const AT_ONCE = 4;

function* portionsOf(changes: readonly LoneChange[]): Iterable<readonly LoneChange[]> {
  for (let first = 0; first < changes.length; first += AT_ONCE) yield changes.slice(first, first + AT_ONCE);
}

/**
 * Patches each of which changes one member of the spec alone, in portions: a strategic merge patch and a merge patch
 * for each member. A server that compares only some members takes such a change for none.
 */
export function lonePatches(on: Steps, choices: DialectChoices): readonly Program[] {
  return [...portionsOf(changesOf(on, choices))].map((changes) =>
    changes.flatMap(({ path, values: [one, two] }) => [
      on.patch('{{a}}', nest(path, one), { contentType: STRATEGIC_MERGE_PATCH_TYPE }),
      on.patch('{{a}}', nest(path, two), { contentType: MERGE_PATCH_TYPE }),
    ]),
  );
}

/** The same for PUTs. The first one replaces the object that the step `read` read. */
export function lonePuts(on: Steps, choices: DialectChoices, read: string): readonly Program[] {
  return [...portionsOf(changesOf(on, choices))].map((changes) =>
    changes.map(({ path, values: [to] }, index) =>
      on.replace('{{a}}', edited(index === 0 ? read : 'changed', [{ set: pointer(path), to }]), { as: 'changed' }),
    ),
  );
}

/** These programs, or an empty one for a kind without such members. */
export function someOf(programs: readonly Program[]): readonly Program[] {
  return programs.length === 0 ? [[]] : programs;
}
