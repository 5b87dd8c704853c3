import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { metadataOf, objectAt } from '../bend.ts';
import type { Bendable, FaultyResponse, UpstreamClient } from '../fault.ts';
import { later, membersOf } from '../ways.ts';
import type { Wrong } from './wrong.ts';
import type { WrittenWorkload } from './written-workload.ts';

/** The text in the status of a pod that has a host. */
const SCHEDULED = 'given a host';

export async function runPod(
  { path, object, spec }: WrittenWorkload,
  upstream: UpstreamClient,
  wrong: Wrong,
): Promise<void> {
  const writeStatus = (status: Bendable): Promise<FaultyResponse> =>
    upstream.send('PATCH', `${path}/status`, { status }, MERGE_PATCH_TYPE);
  await writeStatus({ message: SCHEDULED });
  if ((wrong.hostOf ?? ordinaryHost)(object) === undefined) return;
  const startTime = metadataOf(object)['creationTimestamp'];
  const reports = reportsOn(spec, 'containers', startTime, wrong);
  const containerStatuses = wrong.reportsNotOnAll === true && reports.length > 1 ? reports.slice(0, -1) : reports;
  await writeStatus({
    phase: 'Running',
    startTime,
    containerStatuses,
    initContainerStatuses: reportsOn(spec, 'initContainers', startTime, wrong),
  });
  const deadline = spec['activeDeadlineSeconds'];
  if (typeof deadline !== 'number' || wrong.ignoresDeadline === true) return;
  const fail = (): void => void writeStatus({ phase: 'Failed', reason: 'DeadlineExceeded' }).catch(() => undefined);
  later(deadline * 1000, fail);
}

const ordinaryId = (name: string): string => `simulated://${name}`;

function reportsOn(
  spec: Bendable,
  list: 'containers' | 'initContainers',
  startedAt: unknown,
  { containerIdOf = ordinaryId, restarts = 0 }: Wrong,
): Bendable[] {
  return membersOf(spec, list).map(({ name, image }) => ({
    name,
    image,
    imageID: '',
    containerID: containerIdOf(String(name)),
    ready: true,
    restartCount: restarts,
    state: { running: { startedAt } },
  }));
}

export function showOnHost(pod: Bendable, { hostOf = ordinaryHost }: Wrong): void {
  const spec = objectAt(pod, 'spec') ?? {};
  if (objectAt(pod, 'status')?.['message'] === SCHEDULED) spec['nodeName'] ??= hostOf(pod);
}

/** The host of a pod without special requirements. */
export function ordinaryHost(pod: Bendable): string | undefined {
  const spec = objectAt(pod, 'spec') ?? {};
  const asks =
    objectAt(spec, 'nodeSelector') !== undefined ||
    objectAt(spec, 'affinity') !== undefined ||
    !['default-scheduler', undefined].includes(spec['schedulerName'] as string | undefined);
  return asks ? undefined : 'node-1';
}
