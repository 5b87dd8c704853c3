import { CoreV1Api, KubeConfig, PatchStrategy, Watch, setHeaderOptions } from '@kubernetes/client-node';

/** The observations of `@kubernetes/client-node`. */
export interface ClientNodeReport {
  readonly created: readonly string[];
  readonly listed: readonly string[];
  readonly patched: Readonly<Record<string, string>> | undefined;
  /** Status of a replace with an outdated version. */
  readonly conflict: unknown;
  readonly replaced: Readonly<Record<string, string>> | undefined;
  /** `TYPE name` of each event of the config map watch, and of the pod watch. */
  readonly configMapEvents: readonly string[];
  readonly podEvents: readonly string[];
  readonly left: readonly string[];
}

const NAMESPACE = 'default';

/**
 * Creates, lists, watches, patches, replaces (once with a conflict) and deletes config maps and pods through the server
 * at `url`.
 */
export async function runClientNode(url: string): Promise<ClientNodeReport> {
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name: 'c', server: url, skipTLSVerify: true },
    { name: 'u', token: 'client-node-token' },
  );
  const api = config.makeApiClient(CoreV1Api);
  const namespace = NAMESPACE;
  const configMaps = await follow(config, 'configmaps');
  const pods = await follow(config, 'pods');
  const merge = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);

  const first = await api.createNamespacedConfigMap({
    namespace,
    body: { metadata: { name: 'first', labels: { app: 'a' } }, data: { k: '1' } },
  });
  const second = await api.createNamespacedConfigMap({
    namespace,
    body: { metadata: { generateName: 'second-' }, data: { k: '2', __proto__: 'p' } },
  });
  const pod = await api.createNamespacedPod({
    namespace,
    body: { metadata: { name: 'pod' }, spec: { containers: [{ name: 'c', image: 'registry:5000/i:1' }] } },
  });
  const listed = await api.listNamespacedConfigMap({ namespace, labelSelector: 'app=a' });
  const patched = await api.patchNamespacedConfigMap(
    { namespace, name: 'first', body: { data: { more: 'x' } } },
    merge,
  );
  const conflict = await api
    .replaceNamespacedConfigMap({ namespace, name: 'first', body: { ...first, data: { k: 'lost' } } })
    .then(
      () => 'accepted',
      (error: { code?: unknown }) => error.code,
    );
  const replaced = await api.replaceNamespacedConfigMap({
    namespace,
    name: 'first',
    body: { ...patched, data: { k: '3' } },
  });
  await api.patchNamespacedPod({ namespace, name: 'pod', body: { metadata: { annotations: { note: 'n' } } } }, merge);
  await configMaps.shows(4);
  await api.deleteNamespacedPod({ namespace, name: 'pod', body: { gracePeriodSeconds: 0 } });
  await api.deleteNamespacedConfigMap({
    namespace,
    name: 'first',
    body: { preconditions: { uid: first.metadata?.uid ?? '' } },
  });
  await api.deleteNamespacedConfigMap({ namespace, name: second.metadata?.name ?? '' });
  await configMaps.shows(6);
  await pods.shows(3);
  configMaps.stop();
  pods.stop();
  const left = await api.listNamespacedConfigMap({ namespace });
  return {
    created: [first, second, pod].map(({ metadata }) => metadata?.name ?? ''),
    listed: listed.items.map(({ metadata }) => metadata?.name ?? ''),
    patched: patched.data,
    conflict,
    replaced: replaced.data,
    configMapEvents: configMaps.events,
    podEvents: pods.events,
    left: left.items.map(({ metadata }) => metadata?.name ?? ''),
  };
}

interface FollowedWatch {
  readonly events: readonly string[];
  /** Resolves after that many events; rejects if the watch ends before. */
  shows(count: number): Promise<void>;
  stop(): void;
}

async function follow(config: KubeConfig, plural: string): Promise<FollowedWatch> {
  const events: string[] = [];
  let wake: () => void = () => undefined;
  let ended = false;
  const heard = (type: string, object: { metadata?: { name?: string } }): void => {
    events.push(`${type} ${object.metadata?.name ?? ''}`);
    wake();
  };
  const done = (): void => {
    ended = true;
    wake();
  };
  const controller = await new Watch(config).watch(`/api/v1/namespaces/${NAMESPACE}/${plural}`, {}, heard, done);
  return {
    events,
    async shows(count) {
      while (events.length < count) {
        if (ended) throw new Error(`the watch of ${plural} ended after ${events.length} events`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    stop: () => controller.abort(),
  };
}
