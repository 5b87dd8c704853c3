import { isObject, metadataOf, succeeded } from '../bend.ts';
import type { Bendable, Hooks, UpstreamClient } from '../fault.ts';

const TOKEN = 'default-token-x7k2p';
const MOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The delay after which a new namespace has the token of its default service account, in milliseconds. */
const SOON_MS = 20;

const TOLERATIONS: readonly Bendable[] = ['notReady', 'unreachable'].map((condition) => ({
  key: `node.alpha.kubernetes.io/${condition}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}));

/**
 * The effects of a cluster's admission plugins: each new pod gets the default service account, its token as a volume
 * that every container mounts, and two tolerations; each new namespace gets the secret with that token.
 */
export function admission(): Hooks {
  return {
    request: (request) => {
      const { verb, resource } = request.call ?? {};
      if (verb !== 'create' || resource?.kind !== 'Pod' || !isObject(request.json) || !isObject(request.json['spec']))
        return;
      admit(request.json['spec']);
    },
    response: (response, request, upstream) => {
      if (request.call?.verb === 'create' && request.call.resource?.kind === 'Namespace' && succeeded(response))
        giveToken(String(metadataOf(response.json)['name']), upstream);
    },
  };
}

function admit(spec: Bendable): void {
  if (
    !isListOrAbsent(spec['volumes']) ||
    !isListOrAbsent(spec['tolerations']) ||
    !isListOrAbsent(spec['initContainers'])
  )
    return;
  const account = spec['serviceAccountName'] ?? spec['serviceAccount'] ?? '';
  if (account === '') spec['serviceAccountName'] = 'default';
  spec['tolerations'] = [...listOf(spec['tolerations']), ...TOLERATIONS];
  if (spec['automountServiceAccountToken'] === false || (account !== '' && account !== 'default')) return;
  spec['volumes'] = [...listOf(spec['volumes']), { name: TOKEN, secret: { secretName: TOKEN, defaultMode: 420 } }];
  for (const container of [...listOf(spec['containers']), ...listOf(spec['initContainers'])]) {
    if (isObject(container) && isListOrAbsent(container['volumeMounts'])) mount(container);
  }
}

function mount(container: Bendable): void {
  const mounts = listOf(container['volumeMounts']);
  if (mounts.some((each) => isObject(each) && each['mountPath'] === MOUNT)) return;
  container['volumeMounts'] = [...mounts, { name: TOKEN, readOnly: true, mountPath: MOUNT }];
}

function giveToken(namespace: string, upstream: UpstreamClient): void {
  const secret = {
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { name: TOKEN, annotations: { 'kubernetes.io/service-account.name': 'default' } },
    type: 'Opaque',
    data: { token: 'dG9rZW4=' },
  };
  setTimeout(
    () => void upstream.send('POST', `/api/v1/namespaces/${namespace}/secrets`, secret).catch(() => undefined),
    SOON_MS,
  ).unref();
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isListOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || Array.isArray(value);
}
