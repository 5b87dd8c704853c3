import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { metadataOf, objectAt } from '../bend.ts';
import type { UpstreamClient } from '../fault.ts';
import type { Wrong } from './wrong.ts';
import { ownerOf, type WrittenWorkload } from './written-workload.ts';

const PODS = '/api/v1/namespaces/NS/pods';

export async function runJob(
  { path, object, spec }: WrittenWorkload,
  upstream: UpstreamClient,
  wrong: Wrong,
): Promise<void> {
  const { name, namespace } = metadataOf(object);
  const active = Number(spec['parallelism'] ?? 1);
  const template = objectAt(spec, 'template') ?? {};
  for (let n = 0; n < active; n += 1) {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `${String(name)}-${n}`,
        labels: metadataOf(template)['labels'],
        ownerReferences: [ownerOf(object)],
      },
      spec: template['spec'],
    };
    await upstream.send('POST', PODS.replace('NS', String(namespace)), pod);
  }
  await upstream.send(
    'PATCH',
    `${path}/status`,
    { status: { startTime: metadataOf(object)['creationTimestamp'], active: active + (wrong.activeTooMany ?? 0) } },
    MERGE_PATCH_TYPE,
  );
}
