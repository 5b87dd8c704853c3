import * as clientNode from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Schema, schemaOf, stepInto, type TypeId } from '../../../spec/schemas/index.ts';
import { type Reply, testServer, type TestServer } from '../../testing/server.fixture.ts';

const CORE = '/api/v1/namespaces/default';
const APPS = '/apis/apps/v1/namespaces/default';
const BATCH = '/apis/batch/v1/namespaces/default';

/** By model of the client: the collection and the schema of its objects. */
const KINDS: Readonly<Record<string, readonly [collection: string, schema: TypeId]>> = {
  V1Pod: [`${CORE}/pods`, 'core/v1.Pod'],
  V1ConfigMap: [`${CORE}/configmaps`, 'core/v1.ConfigMap'],
  V1Secret: [`${CORE}/secrets`, 'core/v1.Secret'],
  V1Service: [`${CORE}/services`, 'core/v1.Service'],
  V1Namespace: ['/api/v1/namespaces', 'core/v1.Namespace'],
  CoreV1Event: [`${CORE}/events`, 'core/v1.Event'],
  V1Deployment: [`${APPS}/deployments`, 'apps/v1beta1.Deployment'],
  V1ReplicaSet: [`${APPS}/replicasets`, 'extensions/v1beta1.ReplicaSet'],
  V1DaemonSet: [`${APPS}/daemonsets`, 'extensions/v1beta1.DaemonSet'],
  V1StatefulSet: [`${APPS}/statefulsets`, 'apps/v1beta1.StatefulSet'],
  V1Job: [`${BATCH}/jobs`, 'batch/v1.Job'],
  V1CronJob: [`${BATCH}/cronjobs`, 'batch/v2alpha1.CronJob'],
  V1Endpoints: [`${CORE}/endpoints`, 'core/v1.Endpoints'],
  V1Node: ['/api/v1/nodes', 'core/v1.Node'],
  V1PersistentVolume: ['/api/v1/persistentvolumes', 'core/v1.PersistentVolume'],
  V1PersistentVolumeClaim: [`${CORE}/persistentvolumeclaims`, 'core/v1.PersistentVolumeClaim'],
  V1ReplicationController: [`${CORE}/replicationcontrollers`, 'core/v1.ReplicationController'],
  V1ResourceQuota: [`${CORE}/resourcequotas`, 'core/v1.ResourceQuota'],
  V1ServiceAccount: [`${CORE}/serviceaccounts`, 'core/v1.ServiceAccount'],
};

/**
 * The server adds no containers to pods, a probe with an action accepts no other, and the text of this test is no time
 * zone.
 */
const REFUSED = [
  'V1Pod.spec.containers.0.livenessProbe.grpc',
  'V1Pod.spec.ephemeralContainers',
  'V1CronJob.spec.timeZone',
];

/**
 * Models that are not tested: metadata, whose managedFields no server keeps without server-side apply, and refused
 * ones.
 */
const LEFT_OUT = ['V1ObjectMeta', 'V1EphemeralContainer', 'V1GRPCAction'];

const LABELS = { a: 'b' };
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const SELECTED = { selector: { matchLabels: LABELS }, template: TEMPLATE };
const NODE_AFFINITY = { required: { nodeSelectorTerms: [] } };
const JOB = { template: { spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } } };

/** The other required members of a model's object. */
const LEGAL: Readonly<Record<string, object>> = {
  CoreV1EndpointPort: { port: 1 },
  V1AzureFilePersistentVolumeSource: { secretName: 's', shareName: 's' },
  V1CSIPersistentVolumeSource: { driver: 'd', volumeHandle: 'h' },
  V1CSIVolumeSource: { driver: 'd' },
  V1CephFSPersistentVolumeSource: { monitors: ['m'] },
  V1CinderPersistentVolumeSource: { volumeID: 'v' },
  V1CinderVolumeSource: { volumeID: 'v' },
  V1Container: { name: 'c', image: 'i' },
  V1ContainerRestartRule: { action: 'Restart' },
  V1CronJobSpec: { schedule: '* * * * *', jobTemplate: { spec: JOB } },
  V1DaemonSetSpec: SELECTED,
  V1DeploymentSpec: SELECTED,
  V1EndpointSubset: { addresses: [{ ip: '10.0.0.1' }] },
  V1EnvVar: { name: 'E' },
  V1EphemeralVolumeSource: { volumeClaimTemplate: { spec: {} } },
  V1FCVolumeSource: { targetWWNs: ['w'], lun: 0 },
  V1FileKeySelector: { volumeName: 'v', path: 'p', key: 'k' },
  V1GRPCAction: { port: 1 },
  V1GlusterfsPersistentVolumeSource: { endpoints: 'e', path: 'p' },
  V1HostPathVolumeSource: { path: '/p' },
  V1ISCSIPersistentVolumeSource: { targetPortal: 'p', iqn: 'iqn.2015-02.example.com:test', lun: 0 },
  V1ISCSIVolumeSource: { targetPortal: 'p', iqn: 'iqn.2015-02.example.com:test', lun: 0 },
  V1JobSpec: JOB,
  V1LocalVolumeSource: { path: '/p' },
  V1NodeSelectorTerm: { matchExpressions: [{ key: 'k', operator: 'Exists' }] },
  V1PersistentVolumeClaimSpec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
  V1PersistentVolumeClaimTemplate: { spec: {} },
  V1PersistentVolumeSpec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1' },
    hostPath: { path: '/p' },
    nodeAffinity: NODE_AFFINITY,
  },
  V1PodAffinityTerm: { topologyKey: 'k' },
  V1PodSpec: { ...TEMPLATE.spec, volumes: [{ name: 'v', emptyDir: {} }] },
  V1PreferredSchedulingTerm: { weight: 1, preference: { matchExpressions: [{ key: 'k', operator: 'Exists' }] } },
  V1Probe: { exec: { command: ['a'] } },
  V1QuobyteVolumeSource: { registry: 'r:1', volume: 'v' },
  V1ReplicaSetSpec: SELECTED,
  V1ReplicationControllerSpec: { selector: LABELS, template: TEMPLATE },
  V1ServicePort: { port: 1 },
  V1ServiceSpec: { ports: [{ port: 1 }] },
  V1StatefulSetSpec: { ...SELECTED, serviceName: 's' },
  V1Volume: { name: 'v' },
  V1VolumeNodeAffinity: NODE_AFFINITY,
  V1VolumeMount: { name: 'v', mountPath: '/m' },
  V1WeightedPodAffinityTerm: { weight: 1, podAffinityTerm: { topologyKey: 'k' } },
};

/** The other required members of a model's object beside one member. A persistent volume has one source. */
function legalBeside(model: string, { baseName, type }: Attribute): object {
  const isSource = model === 'V1PersistentVolumeSpec' && type.endsWith('VolumeSource') && baseName !== 'hostPath';
  return isSource ? { ...LEGAL[model], hostPath: undefined } : (LEGAL[model] ?? {});
}

interface Attribute {
  readonly baseName: string;
  readonly type: string;
  readonly format: string;
}

/** A member that the document lacks, at one place in an object. */
interface TodaysMember {
  readonly path: readonly string[];
  readonly object: object;
}

const models = clientNode as unknown as Readonly<Record<string, { getAttributeTypeMap?: () => readonly Attribute[] }>>;
const LIST = /^Array<(.*)>$/;
const MAP = /^\{ \[key: string\]: (.*); \}$/;

/** The places at which an object of a model can have members that its schema lacks, each model once. */
function* places(
  model: string,
  schema: Schema | undefined,
  path: readonly string[],
  wrap: (value: unknown) => unknown,
  seen: Set<string>,
): Iterable<TodaysMember> {
  const attributes = models[model]?.getAttributeTypeMap?.();
  if (attributes === undefined || seen.has(model)) return;
  seen.add(model);
  for (const attribute of attributes) {
    const { baseName, type, format } = attribute;
    const at = [...path, baseName];
    const inside = (value: unknown): unknown => wrap({ ...legalBeside(model, attribute), [baseName]: value });
    const known = schema === undefined ? undefined : stepInto(schema, baseName);
    if (known === undefined) yield { path: at, object: inside(sample(type, format)) as object };
    const element = LIST.exec(type)?.[1];
    if (element === undefined) yield* places(type, known, at, inside, seen);
    else yield* places(element, known && stepInto(known, 0), [...at, '0'], (value) => inside([value]), seen);
  }
}

function sample(type: string, format = ''): unknown {
  const list = LIST.exec(type)?.[1];
  if (list !== undefined) return [sample(list)];
  const map = MAP.exec(type)?.[1];
  if (map !== undefined) return { a: map === 'string' ? (format === 'byte' ? 'YQ==' : '1') : sample(map) };
  if (type === 'string') return 'a';
  if (type === 'number' || type === 'IntOrString') return 1;
  if (type === 'boolean') return true;
  if (type === 'Date' || type === 'V1MicroTime') return '2020-01-01T00:00:00Z';
  return LEGAL[type] ?? {};
}

const memberAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);

describe('the members of the present client that the document lacks', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  /** The response to the write of an object with that member: a create, and then a write of its status. */
  async function written(collection: string, name: string, { path, object }: TodaysMember): Promise<Reply> {
    const made = await server.send('POST', collection, { ...object, metadata: { name } });
    if (path[0] !== 'status' || made.status !== 200) return made;
    return server.send('PUT', `${collection}/${name}/status`, {
      ...made.body,
      ...object,
      metadata: made.body.metadata,
    });
  }

  it('are stored, or refused', async () => {
    const outcomes = { stored: 0, lost: [] as string[], refused: [] as string[] };
    const seen = new Set(LEFT_OUT);
    for (const [kind, [collection, schema]] of Object.entries(KINDS)) {
      const spec = LEGAL[`${kind}Spec`];
      for (const place of places(
        kind,
        schemaOf(schema),
        [],
        (value) => ({ ...(spec && { spec }), ...(value as object) }),
        seen,
      )) {
        const name = place.path.join('-').toLowerCase();
        const { status, body } = await written(collection, name, place);
        if (status >= 400) outcomes.refused.push(`${kind}.${place.path.join('.')}`);
        else if (memberAt(body, place.path) === undefined) outcomes.lost.push(`${kind}.${place.path.join('.')}`);
        else outcomes.stored += 1;
      }
    }
    expect(outcomes).toEqual({ stored: expect.any(Number), lost: [], refused: REFUSED });
    expect(outcomes.stored).toBeGreaterThan(300);
  });
});
