import { ApiError } from '../../resources/api-error.ts';
import { collectionPrefix, objectKey } from '../../objects/object-key.ts';
import { sameJson } from '../../resources/values/same-json.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { members, type Members, number } from '../../resources/values/json-members.ts';
import { specOf, templateLabels } from '../../resources/template-owner.ts';
import { controllerOf, controllerReference } from '../runtime/controller-reference.ts';
import type { ControllerTools } from '../runtime/controller-tools.ts';
import { controlledResource } from '../runtime/controller-writes.ts';
import { podTemplateHash } from './pod-template-hash.ts';

/** The label that identifies revisions, and the pods of their template. */
export const REVISION_LABEL = 'controller-revision-hash';

const KIND = 'ControllerRevision';

/** The past templates of a daemon set. */
export interface DaemonRevisions {
  /** The hash of the present template. */
  readonly hash: string;
  /** The others, the oldest first. */
  readonly old: readonly ObjectEntry[];
}

/**
 * Keeps a ControllerRevision for each template of a daemon set, so clients can go back to one: the present template
 * has the highest number. A revision has the annotations of the daemon set at its creation, including
 * `kubernetes.io/change-cause`.
 *
 *     template a           a 1
 *     then b               a 1, b 2
 *     then a again         b 2, a 3
 * Throws an `ApiError` if a write is refused. If another's name is in the way, `collisionCount` has been raised by
 * then.
 */
export async function daemonRevisions(tools: ControllerTools, daemonSet: ObjectEntry): Promise<DaemonRevisions> {
  const { object } = daemonSet.value;
  const data = dataOf(object);
  const all = await ownRevisions(tools, object);
  const known = all.find(({ value }) => sameJson(value.object['data'], data));
  const last = number(all.at(-1)?.value.object['revision']);
  const current = known ?? (await make(tools, daemonSet, data, last + 1));
  if (known !== undefined && known !== all.at(-1))
    await tools.writes.change(known, (old) => ({ ...old, revision: last + 1 }));
  return { hash: hashOf(current), old: all.filter((each) => each !== known) };
}

/** Deletes revisions beyond the limit without pods, the oldest first. */
export async function removeOldRevisions(
  { writes }: ControllerTools,
  { value: { object } }: ObjectEntry,
  { old }: DaemonRevisions,
  pods: readonly ObjectEntry[],
): Promise<void> {
  const { revisionHistoryLimit } = specOf(object);
  if (typeof revisionHistoryLimit !== 'number') return;
  const live = new Set(pods.map(hashOf));
  const surplus = old
    .filter((each) => !live.has(hashOf(each)))
    .slice(0, Math.max(0, old.length - revisionHistoryLimit));
  for (const revision of surplus) await writes.remove(revision);
}

/** A patch that gives a daemon set the template of this revision. */
function dataOf(object: ApiObject): Members {
  return { spec: { template: { ...members(specOf(object)['template']), $patch: 'replace' } } };
}

function hashOf({ value }: ObjectEntry): string {
  return value.object.metadata.labels?.[REVISION_LABEL] ?? '';
}

/** In the order of their numbers. */
async function ownRevisions(
  { context }: ControllerTools,
  { metadata: { uid = '', namespace } }: ApiObject,
): Promise<ObjectEntry[]> {
  const prefix = collectionPrefix(controlledResource(KIND), namespace);
  const keys = (await context.dependants.of(uid)).filter((key) => key.startsWith(prefix));
  const entries = await Promise.all(keys.map((key) => context.store.get(key)));
  const own = entries.flatMap((entry) =>
    entry !== undefined && controllerOf(entry.value.object)?.uid === uid ? [entry] : [],
  );
  return own.sort((a, b) => number(a.value.object['revision']) - number(b.value.object['revision']));
}

async function make(
  tools: ControllerTools,
  daemonSet: ObjectEntry,
  data: Members,
  revision: number,
): Promise<ObjectEntry> {
  const { object } = daemonSet.value;
  const { name, namespace, annotations = {} } = object.metadata;
  const hash = podTemplateHash(
    members(specOf(object)['template']),
    number(members(object['status'])['collisionCount']),
  );
  const labels = { ...(members(templateLabels(object)) as Readonly<Record<string, string>>), [REVISION_LABEL]: hash };
  const ownerReferences = [controllerReference(daemonSet, controlledResource('DaemonSet'))];
  const metadata = { name: `${name}-${hash}`, labels, annotations, ownerReferences };
  try {
    return await tools.writes.create(KIND, namespace, { metadata, data, revision });
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'AlreadyExists') throw error;
    const there = await tools.context.store.get(objectKey(controlledResource(KIND), namespace, metadata.name));
    const isOrphan =
      there !== undefined &&
      controllerOf(there.value.object) === undefined &&
      sameJson(there.value.object['data'], data);
    if (isOrphan)
      return tools.writes.change(there, (old) => ({
        ...old,
        revision,
        metadata: { ...old.metadata, ownerReferences },
      }));
    const status = members(object['status']);
    await tools.writes.status(daemonSet, { ...status, collisionCount: number(status['collisionCount']) + 1 });
    throw error;
  }
}
