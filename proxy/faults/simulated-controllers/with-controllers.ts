import { cached } from '../../../shared/cached.ts';
import { copyOf, everyObject, isObject, metadataOf, objectAt, objectPath, succeeded } from '../bend.ts';
import type { Fault, FaultyRequest, FaultyResponse, UpstreamClient } from '../fault.ts';
import { isOne } from '../requests.ts';
import { type CronJobRuns, runCronJob } from './cron-jobs.ts';
import { type MadeReplicaSet, rollOut } from './deployments.ts';
import { runJob } from './jobs.ts';
import { runPod, showOnHost } from './pods.ts';
import type { Wrong } from './wrong.ts';
import type { WrittenWorkload } from './written-workload.ts';

/** What the controllers made of one object. */
interface Progress {
  readonly wrong: Wrong;
  readonly made: MadeReplicaSet[];
  readonly runs: CronJobRuns;
}

/**
 * Minimal controllers in front of a server that has none. A deployment gets replica sets, which are scaled in steps
 * within its bounds; a job gets pods and a status; a pod is shown on a host; a cron job makes the jobs that are due. A
 * replica set makes no pods.
 *
 *     POST deployment d, image x:1, 2 replicas -> POST replicaset d-1, replicas 2; PATCH d: revision 1
 *     PATCH d, image x:2                       -> POST d-2, replicas 0; d-2: 1, d-1: 1, d-2: 2, d-1: 0; PATCH d: revision 2
 */
export function withControllers(wrong: Wrong): Fault['hooks'] {
  return () => {
    const known = new Map<string, Progress>();
    const turns = new Map<string, Promise<unknown>>();
    const shown = everyObject((object, request) => {
      if (request.call?.resource?.kind === 'Pod' && objectAt(object, 'spec') !== undefined) showOnHost(object, wrong);
    });
    return {
      ...shown,
      yaml: true,
      response: (response, request, upstream) => {
        const written = writtenBy(response, request);
        if (written !== undefined) {
          const uid = String(metadataOf(written.object)['uid']);
          const progress = cached(known, uid, () => ({ wrong, made: [], runs: [] }));
          const act = async (): Promise<void> => actOn(request, written, upstream, progress);
          turns.set(
            uid,
            (turns.get(uid) ?? Promise.resolve()).then(act).catch(() => undefined),
          );
        }
        shown.response(response, request);
      },
    };
  };
}

function writtenBy(response: FaultyResponse, request: FaultyRequest): WrittenWorkload | undefined {
  if (!isOne(request, ['create', 'replace', 'patch']) || !succeeded(response) || !isObject(response.json))
    return undefined;
  const object = copyOf(response.json);
  const spec = objectAt(object, 'spec');
  const path =
    request.call?.verb === 'create'
      ? `${objectPath(request)}/${String(metadataOf(object)['name'])}`
      : objectPath(request);
  return spec === undefined ? undefined : { path, object, spec };
}

async function actOn(
  request: FaultyRequest,
  written: WrittenWorkload,
  upstream: UpstreamClient,
  progress: Progress,
): Promise<void> {
  const kind = request.call?.resource?.kind;
  const isNew = request.call?.verb === 'create';
  if (kind === 'Deployment') await rollOut(written, upstream, progress, isNew);
  else if (kind === 'Job' && isNew) await runJob(written, upstream, progress.wrong);
  else if (kind === 'CronJob') await runCronJob(written, isNew, { ...progress, upstream });
  else if (kind === 'Pod' && isNew) await runPod(written, upstream, progress.wrong);
}
