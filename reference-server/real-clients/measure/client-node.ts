import { createRequire } from 'node:module';
import type * as ClientNode from '@kubernetes/client-node';
import type { CoreV1Api as Core, V1ConfigMap } from '@kubernetes/client-node';
import type { ClientCommands, CommandOutcome } from './measured-client.ts';

type Library = typeof ClientNode;
type ClientCommand = readonly [command: string, holds: () => Promise<boolean>];

const IN_DEFAULT = { namespace: 'default' } as const;
const MAPS = '/api/v1/namespaces/default/configmaps';
/** How long to wait for an event. */
const EVENT_MS = 10_000;

/** The official JavaScript client of this checkout. */
export async function clientNode(): Promise<ClientCommands> {
  const library = await import('@kubernetes/client-node');
  const { version } = createRequire(import.meta.url)('@kubernetes/client-node/package.json') as {
    readonly version: string;
  };
  return {
    name: '@kubernetes/client-node',
    version,
    async run(url) {
      const outcomes: CommandOutcome[] = [];
      for (const [command, holds] of calls(library, url)) {
        try {
          outcomes.push(
            (await holds()) ? { command, passed: true } : { command, passed: false, said: 'another result' },
          );
        } catch (error) {
          outcomes.push({
            command,
            passed: false,
            said:
              String((error as Error).message)
                .split('\n')[0]
                ?.slice(0, 200) ?? '',
          });
        }
      }
      return outcomes;
    },
  };
}

function calls(library: Library, url: string): readonly ClientCommand[] {
  const config = new library.KubeConfig();
  config.loadFromClusterAndUser({ name: 'c', server: url, skipTLSVerify: true }, { name: 'u' });
  const core = config.makeApiClient(library.CoreV1Api);
  const apps = config.makeApiClient(library.AppsV1Api);
  const batch = config.makeApiClient(library.BatchV1Api);
  const objects = library.KubernetesObjectApi.makeApiClient(config);
  const containers = [{ name: 'c', image: 'nginx:1' }];
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers } };
  const map = (name: string, value = name): V1ConfigMap => ({ metadata: { name }, data: { k: value } });
  const refusedBy = async (call: Promise<unknown>): Promise<number> =>
    call.then(
      () => 200,
      (error: unknown) => (error as { readonly code?: number }).code ?? 0,
    );
  return [
    ['VersionApi.getCode', async () => (await config.makeApiClient(library.VersionApi).getCode()).minor === '7'],
    ['CoreV1Api.getAPIResources', async () => (await core.getAPIResources()).resources.length > 10],
    [
      'createNamespacedDeployment',
      async () => {
        const spec = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template };
        const made = await apps.createNamespacedDeployment({
          ...IN_DEFAULT,
          body: { metadata: { name: 'web' }, spec },
        });
        return made.spec?.replicas === 2;
      },
    ],
    [
      'readNamespacedDeployment',
      async () => (await apps.readNamespacedDeployment({ ...IN_DEFAULT, name: 'web' })).metadata?.name === 'web',
    ],
    [
      'patchNamespacedDeploymentScale',
      async () => {
        const body = [{ op: 'replace', path: '/spec/replicas', value: 3 }];
        return (await apps.patchNamespacedDeploymentScale({ ...IN_DEFAULT, name: 'web', body })).spec?.replicas === 3;
      },
    ],
    [
      'createNamespacedConfigMap',
      async () =>
        (
          await Promise.all(
            ['a', 'b', 'c'].map((name) => core.createNamespacedConfigMap({ ...IN_DEFAULT, body: map(name) })),
          )
        ).length === 3,
    ],
    ['list with limit and _continue', async () => (await pages(core)) === 3],
    [
      'list with labelSelector',
      async () => (await core.listNamespacedConfigMap({ ...IN_DEFAULT, labelSelector: 'a=b' })).items.length === 0,
    ],
    [
      'replaceNamespacedConfigMap',
      async () =>
        (await core.replaceNamespacedConfigMap({ ...IN_DEFAULT, name: 'a', body: map('a', 'new') })).data?.['k'] ===
        'new',
    ],
    [
      'replace with a stale version',
      async () => {
        const old = await core.readNamespacedConfigMap({ ...IN_DEFAULT, name: 'a' });
        await core.replaceNamespacedConfigMap({ ...IN_DEFAULT, name: 'a', body: map('a', 'newer') });
        return (await refusedBy(core.replaceNamespacedConfigMap({ ...IN_DEFAULT, name: 'a', body: old }))) === 409;
      },
    ],
    [
      'create of a name that is taken',
      async () => (await refusedBy(core.createNamespacedConfigMap({ ...IN_DEFAULT, body: map('a') }))) === 409,
    ],
    [
      'read of what is absent',
      async () => (await refusedBy(core.readNamespacedPod({ ...IN_DEFAULT, name: 'none' }))) === 404,
    ],
    ['makeInformer', async () => informs(library, config, core)],
    ['Watch.watch', async () => watches(new library.Watch(config))],
    [
      'KubernetesObjectApi.create',
      async () =>
        (await objects.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'default' } }))
          .metadata?.name === 's',
    ],
    [
      'KubernetesObjectApi.read',
      async () =>
        (await objects.read({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'default' } }))
          .kind === 'Secret',
    ],
    [
      'KubernetesObjectApi.patch',
      async () => {
        const patched = await objects.patch({
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 's', namespace: 'default', labels: { a: 'b' } },
        });
        return patched.metadata?.labels?.['a'] === 'b';
      },
    ],
    [
      'createNamespacedJob',
      async () =>
        (
          await batch.createNamespacedJob({
            ...IN_DEFAULT,
            body: { metadata: { name: 'once' }, spec: { template: { spec: { restartPolicy: 'Never', containers } } } },
          })
        ).spec?.parallelism === 1,
    ],
    [
      'createNamespacedPod',
      async () =>
        (await core.createNamespacedPod({ ...IN_DEFAULT, body: { metadata: { name: 'bare' }, spec: { containers } } }))
          .metadata?.name === 'bare',
    ],
    [
      'readNamespacedPodLog',
      async () => typeof (await core.readNamespacedPodLog({ ...IN_DEFAULT, name: 'bare' })) === 'string',
    ],
    [
      'createNamespacedPodEviction',
      async () =>
        (await core.createNamespacedPodEviction({
          ...IN_DEFAULT,
          name: 'bare',
          body: { metadata: { name: 'bare' } },
        })) !== undefined,
    ],
    ['listNode', async () => (await core.listNode()).items.length > 0],
    [
      'createNamespace',
      async () => (await core.createNamespace({ body: { metadata: { name: 'other' } } })).metadata?.name === 'other',
    ],
    [
      'deleteNamespacedDeployment',
      async () =>
        (await apps.deleteNamespacedDeployment({ ...IN_DEFAULT, name: 'web', propagationPolicy: 'Background' }))
          .status !== undefined,
    ],
    [
      'deleteCollectionNamespacedConfigMap',
      async () =>
        (await core.deleteCollectionNamespacedConfigMap(IN_DEFAULT)) !== undefined && (await pages(core)) === 0,
    ],
    ['deleteNamespace', async () => (await core.deleteNamespace({ name: 'other' })) !== undefined],
    [
      'createNamespacedLease',
      async () =>
        (await config
          .makeApiClient(library.CoordinationV1Api)
          .createNamespacedLease({ ...IN_DEFAULT, body: { metadata: { name: 'l' } } })) !== undefined,
    ],
  ];
}

async function pages(core: Core): Promise<number> {
  let count = 0;
  let next: string | undefined;
  do {
    const page = await core.listNamespacedConfigMap({
      ...IN_DEFAULT,
      limit: 2,
      ...(next === undefined ? {} : { _continue: next }),
    });
    count += page.items.length;
    next = page.metadata?._continue;
  } while (next !== undefined && next !== '');
  return count;
}

async function informs(library: Library, config: InstanceType<Library['KubeConfig']>, core: Core): Promise<boolean> {
  const informer = library.makeInformer(config, MAPS, () => core.listNamespacedConfigMap(IN_DEFAULT));
  const updated = new Promise<boolean>((resolve) => {
    informer.on('update', () => resolve(true));
    setTimeout(() => resolve(false), EVENT_MS).unref();
  });
  await informer.start();
  await core.replaceNamespacedConfigMap({
    ...IN_DEFAULT,
    name: 'b',
    body: { metadata: { name: 'b' }, data: { k: 'told' } },
  });
  const isDelivered = await updated;
  await informer.stop();
  return isDelivered && informer.list().length === 3;
}

async function watches(watch: InstanceType<Library['Watch']>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    setTimeout(() => resolve(false), EVENT_MS).unref();
    watch
      .watch(
        MAPS,
        {},
        (type: string) => resolve(type === 'ADDED'),
        (error: unknown) => reject(error as Error),
      )
      .then((controller) => setTimeout(() => controller.abort(), EVENT_MS).unref(), reject);
  });
}
