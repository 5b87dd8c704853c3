import type { Resource } from '../../spec/surface/resources.ts';
import { withSet } from '../oracle/json-edits.ts';
import type { Json, JsonObject } from '../oracle/json.ts';
import { minimalObject, ONE_CONTAINER } from '../oracle/minimal-objects.ts';

/** One list of containers of a pod and a position in it: the first container or a later one. */
export interface ContainerPlace {
  readonly list: 'containers' | 'initContainers';
  readonly index: 0 | 1;
}

export const CONTAINER_PLACES: readonly ContainerPlace[] = [
  { list: 'containers', index: 0 },
  { list: 'containers', index: 1 },
  { list: 'initContainers', index: 0 },
  { list: 'initContainers', index: 1 },
];

/** Names by position, so no two containers share one. */
export function containerName({ list, index }: ContainerPlace): string {
  return `${list === 'containers' ? 'c' : 'i'}-${index}`;
}

/** A value of every member of a container, none of them its default. */
const MEMBERS: JsonObject = {
  command: ['run', 'it'],
  args: ['one', 'two'],
  workingDir: '/work',
  env: [
    { name: 'ONE', value: '1' },
    { name: 'TWO', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
  ],
  envFrom: [
    { prefix: 'P_', configMapRef: { name: 'config', optional: true } },
    { prefix: 'Q_', secretRef: { name: 'secret', optional: true } },
  ],
  imagePullPolicy: 'Never',
  resources: { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '100m', memory: '64Mi' } },
  securityContext: { runAsUser: 1001, runAsNonRoot: true, readOnlyRootFilesystem: true },
  stdin: true,
  stdinOnce: true,
  terminationMessagePath: '/tmp/end',
  terminationMessagePolicy: 'FallbackToLogsOnError',
  tty: true,
  volumeMounts: [
    { name: 'one', mountPath: '/mnt/0', subPath: 'a' },
    { name: 'two', mountPath: '/mnt/1', readOnly: true },
  ],
};

/** Other values, which differ in every part. */
const OTHER_MEMBERS: JsonObject = {
  command: ['walk', 'it'],
  args: ['three'],
  workingDir: '/other',
  env: [
    { name: 'ONE', value: '2' },
    { name: 'TWO', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } } },
  ],
  envFrom: [
    { prefix: 'R_', configMapRef: { name: 'other', optional: false } },
    { prefix: 'S_', secretRef: { name: 'other', optional: false } },
  ],
  image: 'registry.example:5000/app:1.1',
  imagePullPolicy: 'Always',
  name: 'other',
  resources: { limits: { cpu: '3', memory: '2Gi' }, requests: { cpu: '200m', memory: '32Mi' } },
  securityContext: { runAsUser: 1002, runAsNonRoot: false, readOnlyRootFilesystem: false },
  stdin: false,
  stdinOnce: false,
  terminationMessagePath: '/var/end',
  terminationMessagePolicy: 'File',
  tty: false,
  volumeMounts: [
    { name: 'two', mountPath: '/mnt/0', subPath: 'b' },
    { name: 'one', mountPath: '/mnt/1', readOnly: false },
  ],
};

/** Members that init containers do not have. */
const OF_CONTAINERS: JsonObject = {
  lifecycle: { postStart: { exec: { command: ['true'] } }, preStop: { httpGet: { path: '/stop', port: 8080 } } },
  livenessProbe: { exec: { command: ['true'] }, initialDelaySeconds: 11, timeoutSeconds: 3, periodSeconds: 21 },
  readinessProbe: { tcpSocket: { port: 8080 }, initialDelaySeconds: 12, successThreshold: 2, failureThreshold: 32 },
};

const OTHER_OF_CONTAINERS: JsonObject = {
  lifecycle: { postStart: { exec: { command: ['false'] } }, preStop: { httpGet: { path: '/end', port: 8081 } } },
  livenessProbe: { exec: { command: ['false'] }, initialDelaySeconds: 12, timeoutSeconds: 4, periodSeconds: 22 },
  readinessProbe: { tcpSocket: { port: 8081 }, initialDelaySeconds: 13, successThreshold: 3, failureThreshold: 33 },
};

function portsFrom(first: number): Json {
  return [
    { name: 'web', containerPort: first, protocol: 'TCP', hostPort: first, hostIP: '127.0.0.1' },
    { name: 'more', containerPort: first + 1, protocol: 'UDP', hostPort: first + 1, hostIP: '127.0.0.2' },
  ];
}

function portOf({ list, index }: ContainerPlace): number {
  return (list === 'containers' ? 8000 : 8100) + index * 10;
}

function wholeContainer(place: ContainerPlace): JsonObject {
  return {
    ...ONE_CONTAINER,
    name: containerName(place),
    ...MEMBERS,
    ports: portsFrom(portOf(place)),
    ...(place.list === 'containers' ? OF_CONTAINERS : {}),
  };
}

/** A pod with two containers and two init containers, each with every possible member. */
export function wholePod(resource: Resource, name: string): JsonObject {
  const pod = minimalObject(resource, name);
  const [first, second, third, fourth] = CONTAINER_PLACES.map(wholeContainer);
  const parts: readonly (readonly [string, Json])[] = [
    ['containers', [first ?? {}, second ?? {}]],
    ['initContainers', [third ?? {}, fourth ?? {}]],
    ['volumes', ['one', 'two'].map((volume) => ({ name: volume, emptyDir: {} }))],
  ];
  return parts.reduce((under, [member, value]) => withSet(under, ['spec', member], value) as JsonObject, pod);
}

/** Another value for each member of such a container. */
export function otherMembers(place: ContainerPlace): JsonObject {
  return {
    ...OTHER_MEMBERS,
    ports: portsFrom(portOf(place) + 5),
    ...(place.list === 'containers' ? OTHER_OF_CONTAINERS : {}),
  };
}

/** Members that such a container can lack without breaking another statement. */
export function removableMembers(place: ContainerPlace): readonly string[] {
  return Object.keys(otherMembers(place)).filter((member) => !['name', 'image', 'stdin'].includes(member));
}
