import type { MemberPath, Json } from '../oracle/json.ts';
import { type Arbitrary, constantFrom, integer, oneof } from 'fast-check';
import type { Kind } from '../../spec/surface/resources.ts';
import { annotationKey } from './annotations.ts';
import { base64Text, dataKey, secretTexts, text } from './config-data.ts';
import { int32 } from './integers.ts';
import { labelKey, labelValue } from './labels.ts';

/** A map of texts whose entries a client may add, change and remove one by one. */
export interface MutableMap {
  readonly path: MemberPath;
  readonly key: Arbitrary<string>;
  readonly value: Arbitrary<string>;
}

/** A member that a client may set to any of these values. */
export interface MutableMember {
  readonly path: MemberPath;
  readonly value: Arbitrary<Json>;
  /** Whether a client may remove it too. The server decides about the value after that: a default or none. */
  readonly removable: boolean;
}

/**
 * The parts of an object that every conformant server lets a client change after creation, without a controller
 * acting on the object.
 */
export interface Mutable {
  readonly maps: readonly MutableMap[];
  readonly members: readonly MutableMember[];
  /** Members that a PUT sets as a whole; a patch of them would have to know their old value. */
  readonly wholes: readonly MutableMember[];
  /** The path of the pod template whose containers may change, if the kind has one. */
  readonly template: MemberPath | undefined;
  /** A member outside of metadata that can carry any DNS label, to identify writes. */
  readonly identifier: { readonly path: MemberPath; readonly value: (text: string) => Json } | undefined;
}

const METADATA: readonly MutableMap[] = [
  { path: ['metadata', 'labels'], key: labelKey(), value: labelValue() },
  { path: ['metadata', 'annotations'], key: annotationKey(), value: text() },
];

const itself = (text: string): Json => text;
/** The base64 of a text and of bytes that base64 writes with `/`, for which the base64 of URLs has another character. */
const base64 = (text: string): Json =>
  Buffer.concat([Buffer.from(text, 'utf8'), Buffer.alloc(3, 0xff)]).toString('base64');

const NONE: Mutable = { maps: METADATA, members: [], wholes: [], template: undefined, identifier: undefined };

const member = (path: MemberPath, value: Arbitrary<Json>, removable = true): MutableMember => ({
  path,
  value,
  removable,
});

/** The mutable members of a pod template at that path. Its labels stay, because selectors match them. */
function templated(template: MemberPath, rest: Partial<Mutable> = {}): Mutable {
  const annotationsOfTemplate = [...template, 'metadata', 'annotations'];
  return {
    ...NONE,
    ...rest,
    maps: [
      ...METADATA,
      { path: annotationsOfTemplate, key: annotationKey(), value: text() },
      {
        path: [...template, 'spec', 'nodeSelector'],
        key: constantFrom('disk', 'example.com/zone', 'a'),
        value: labelValue(),
      },
    ],
    members: [
      ...(rest.members ?? []),
      member([...template, 'spec', 'terminationGracePeriodSeconds'], constantFrom(0, 1, 31, 3600)),
      member([...template, 'spec', 'dnsPolicy'], constantFrom('ClusterFirst', 'Default')),
      member([...template, 'spec', 'hostPID'], constantFrom(true, false)),
    ],
    template,
    identifier: { path: [...annotationsOfTemplate, 'plumbline-mark'], value: itself },
  };
}

const STRATEGIES = constantFrom<Json>(
  { type: 'Recreate' },
  { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: '7%' } },
);
const PORTS = constantFrom<Json>(
  [{ port: 81 }],
  [
    { name: 'a', port: 82 },
    { name: 'b', port: 83, protocol: 'UDP' },
  ],
);
const TLS = constantFrom<Json>([{ secretName: 'changed' }], [{ hosts: ['a.example.com'], secretName: 'changed-too' }]);
const BACKENDS = constantFrom<Json>(
  { serviceName: 'changed', servicePort: 81 },
  { serviceName: 'changed-too', servicePort: 'https' },
);

export const MUTABLE: Readonly<Record<Kind, Mutable>> = {
  ConfigMap: {
    ...NONE,
    maps: [...METADATA, { path: ['data'], key: dataKey(), value: text() }],
    identifier: { path: ['data', 'plumbline-mark'], value: itself },
  },
  Event: {
    ...NONE,
    members: [
      member(['reason'], constantFrom('Changed', 'x')),
      member(['message'], text()),
      member(['count'], int32(1)),
      member(['type'], constantFrom('Normal', 'Warning')),
      member(['firstTimestamp'], constantFrom('2017-01-01T03:04:05Z', '2017-01-02T00:00:00Z')),
      member(['lastTimestamp'], constantFrom('2017-01-02T03:04:07Z', '2017-01-03T00:00:00Z')),
    ],
    identifier: { path: ['message'], value: itself },
  },
  Namespace: NONE,
  Pod: NONE,
  Secret: {
    ...NONE,
    maps: [...METADATA, { path: ['data'], key: dataKey(), value: base64Text() }],
    members: [member(['stringData'], secretTexts(), false)],
    identifier: { path: ['data', 'plumbline-mark'], value: base64 },
  },
  Service: {
    ...NONE,
    maps: [...METADATA, { path: ['spec', 'selector'], key: labelKey(), value: labelValue() }],
    members: [member(['spec', 'sessionAffinity'], constantFrom('None', 'ClientIP'))],
    wholes: [member(['spec', 'ports'], PORTS, false)],
    identifier: { path: ['spec', 'selector', 'plumbline-mark'], value: itself },
  },
  DaemonSet: templated(['spec', 'template'], {
    members: [member(['spec', 'minReadySeconds'], int32(1)), member(['spec', 'revisionHistoryLimit'], int32())],
  }),
  Deployment: templated(['spec', 'template'], {
    members: [
      member(['spec', 'replicas'], constantFrom(0, 1, 3)),
      member(['spec', 'minReadySeconds'], integer({ min: 0, max: 99 })),
      member(['spec', 'revisionHistoryLimit'], int32()),
      member(['spec', 'progressDeadlineSeconds'], constantFrom(100, 601, 2_147_483_647), false),
    ],
    wholes: [member(['spec', 'strategy'], STRATEGIES, false)],
  }),
  Ingress: {
    ...NONE,
    members: [member(['spec', 'tls'], TLS)],
    wholes: [member(['spec', 'backend'], BACKENDS, false)],
    identifier: { path: ['spec', 'backend'], value: (serviceName) => ({ serviceName, servicePort: 80 }) },
  },
  ReplicaSet: templated(['spec', 'template'], { members: [member(['spec', 'minReadySeconds'], int32(1))] }),
  Job: {
    ...NONE,
    members: [member(['spec', 'activeDeadlineSeconds'], integer({ min: 100_000, max: 2_147_483_647 }), false)],
  },
  CronJob: templated(['spec', 'jobTemplate', 'spec', 'template'], {
    members: [
      member(['spec', 'schedule'], constantFrom('5 4 * * *', '0 0 1 2 *'), false),
      member(['spec', 'concurrencyPolicy'], constantFrom('Allow', 'Forbid', 'Replace')),
      member(['spec', 'startingDeadlineSeconds'], int32()),
      member(['spec', 'successfulJobsHistoryLimit'], int32()),
      member(['spec', 'failedJobsHistoryLimit'], oneof(int32(), int32(1))),
    ],
  }),
};
