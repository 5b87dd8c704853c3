import {
  type Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  subarray,
  tuple,
  uniqueArray,
} from 'fast-check';
import type { Json, JsonObject } from '../oracle/json.ts';
import { text } from './config-data.ts';
import { image } from './images.ts';
import { int32 } from './integers.ts';
import { members } from './members.ts';

/** The surroundings that a container may refer to. */
export interface ContainerContext {
  readonly name: string;
  /** Names of the pod's volumes. */
  readonly volumes: readonly string[];
  /** Init containers have no lifecycle and no probes (document, PodSpec: initContainers). */
  readonly init: boolean;
}

/** Legal containers, with each optional member present or absent. */
export function container({ name, volumes, init }: ContainerContext): Arbitrary<JsonObject> {
  const plain = {
    ...PLAIN,
    ...(init ? {} : ACTIONS),
    ...(volumes.length === 0 ? {} : { volumeMounts: volumeMounts(volumes) }),
  };
  return tuple(members({ name: constant(name), image: image() }, plain), terminal()).map(([body, stdio]) => ({
    ...body,
    ...stdio,
  }));
}

/** Standard streams: a terminal only together with `stdin` (document, Container: tty). */
function terminal(): Arbitrary<JsonObject> {
  return constantFrom<JsonObject>(
    {},
    {},
    {},
    { stdin: true },
    { stdin: true, tty: true },
    { stdin: true, stdinOnce: true, tty: true },
    { stdin: false, tty: false },
  );
}

function textList(): Arbitrary<Json> {
  return array(oneof(constantFrom('run', '$(NAME)', '$$(NAME)', '$(', ''), text()), { minLength: 1, maxLength: 3 });
}

function environment(): Arbitrary<Json> {
  const plain = members({}, { value: text() });
  const source = constantFrom<JsonObject>(
    { valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    { valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } },
    { valueFrom: { configMapKeyRef: { name: 'settings', key: 'a.b', optional: true } } },
    { valueFrom: { secretKeyRef: { name: 'secrets', key: 'token' } } },
  );
  const names = subarray(['A', 'B', '_x', 'PATH_1', 'lower'], { minLength: 1, maxLength: 3 });
  return names.chain((chosen) =>
    tuple(
      ...chosen.map((name) =>
        oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: source }).map((rest) => ({ name, ...rest })),
      ),
    ),
  );
}

function environmentSources(): Arbitrary<Json> {
  const source = oneof(
    members(
      { configMapRef: members({ name: constant('settings') }, { optional: boolean() }) },
      { prefix: constantFrom('P_', '_', 'x1') },
    ),
    members({ secretRef: members({ name: constant('secrets') }, { optional: boolean() }) }),
  );
  return array(source, { minLength: 1, maxLength: 2 });
}

/** Ports with distinct numbers, so the merge key distinguishes them. */
function ports(): Arbitrary<Json> {
  const numbers = uniqueArray(oneof(constantFrom(1, 80, 443, 65_535), integer({ min: 1, max: 65_535 })), {
    minLength: 1,
    maxLength: 3,
  });
  return numbers.chain((chosen) =>
    tuple(
      ...chosen.map((containerPort, index) =>
        members(
          { containerPort: constant(containerPort) },
          { name: constant(`port-${index}`), protocol: constantFrom('TCP', 'UDP') },
        ),
      ),
    ),
  );
}

/** Requests below the limits, in several spellings of the same quantities. */
function resources(): Arbitrary<Json> {
  return record(
    {
      limits: constantFrom<JsonObject>(
        { cpu: '2' },
        { cpu: '1500m', memory: '1Gi' },
        { memory: '1073741824' },
        { memory: '9Gi' },
        { cpu: '1.5', memory: '1G' },
      ),
      requests: constantFrom<JsonObject>(
        { cpu: '100m' },
        { cpu: '0.25', memory: '64Mi' },
        { memory: '64M' },
        { cpu: '1' },
        { cpu: '0' },
      ),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
}

function containerSecurity(): Arbitrary<Json> {
  return members(
    {},
    {
      privileged: constant(false),
      runAsUser: constantFrom(0, 1, 65_534),
      runAsNonRoot: boolean(),
      readOnlyRootFilesystem: boolean(),
      capabilities: constantFrom<JsonObject>(
        { add: ['NET_ADMIN'] },
        { drop: ['ALL'] },
        { add: ['SYS_TIME'], drop: ['KILL', 'MKNOD'] },
      ),
    },
  );
}

function volumeMounts(volumes: readonly string[]): Arbitrary<Json> {
  const mounts = volumes.map((name, index) =>
    members(
      { name: constant(name), mountPath: constant(`/mnt/${index}`) },
      { readOnly: boolean(), subPath: constantFrom('sub', 'a/b') },
    ),
  );
  return tuple(...mounts);
}

const PORT = constantFrom<number | string>(80, 65_535, 'http');
const HTTP_GET = members(
  { port: PORT },
  {
    path: constantFrom('/', '/healthz?x=1'),
    host: constant('127.0.0.1'),
    scheme: constantFrom('HTTP', 'HTTPS'),
    httpHeaders: constantFrom<Json>(
      [{ name: 'X-Probe', value: '' }],
      [
        { name: 'X-Probe', value: 'a b' },
        { name: 'Host', value: 'h' },
      ],
    ),
  },
);
const HANDLER: Arbitrary<JsonObject> = oneof(
  members({ exec: members({ command: array(constantFrom('true', '-x', ''), { minLength: 1, maxLength: 2 }) }) }),
  members({ httpGet: HTTP_GET }),
  members({ tcpSocket: members({ port: PORT }) }),
);

/** Numbers of probes begin at 1, because a server may take zero for absent. */
function probe(successThreshold: Arbitrary<number>): Arbitrary<JsonObject> {
  const times = members(
    {},
    {
      initialDelaySeconds: int32(1),
      timeoutSeconds: int32(1),
      periodSeconds: int32(1),
      successThreshold,
      failureThreshold: int32(1),
    },
  );
  return tuple(HANDLER, times).map(([handler, rest]) => ({ ...handler, ...rest }));
}

const PLAIN: Readonly<Record<string, Arbitrary<Json>>> = {
  command: textList(),
  args: textList(),
  env: environment(),
  envFrom: environmentSources(),
  imagePullPolicy: constantFrom('Always', 'Never', 'IfNotPresent'),
  ports: ports(),
  resources: resources(),
  securityContext: containerSecurity(),
  terminationMessagePath: constantFrom('/dev/termination-log', '/tmp/end'),
  terminationMessagePolicy: constantFrom('File', 'FallbackToLogsOnError'),
  workingDir: constantFrom('/', '/work dir'),
};

/** Real servers accept only a success threshold of 1 for a liveness probe. */
const ACTIONS: Readonly<Record<string, Arbitrary<Json>>> = {
  livenessProbe: probe(constant(1)),
  readinessProbe: probe(int32(1)),
  lifecycle: members({}, { postStart: HANDLER, preStop: HANDLER }),
};
