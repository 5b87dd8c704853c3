import { isObject, metadataOf, succeeded, keyOf } from '../bend.ts';
import type { Asked, Bendable, Hooks, Upstream, WatchFrame } from '../fault.ts';
import { refusal } from './real-writes.ts';

/** Kinds that get the finalizer `orphan` when they are deleted without a policy; only a collector takes it off, and none runs. */
const ORPHANING: ReadonlySet<string> = new Set(['DaemonSet', 'Deployment', 'ReplicaSet', 'Job', 'CronJob']);

/** Kinds whose removal is answered by the object. */
const ANSWERED_BY_THE_OBJECT: ReadonlySet<string> = new Set(['Pod', 'Namespace']);

const OPTIONS = ['gracePeriodSeconds', 'orphanDependents', 'propagationPolicy'] as const;

function optionsOf(asked: Asked): Bendable {
  if (asked.raw.length > 0) return isObject(asked.json) ? asked.json : {};
  const orphan = asked.query.get('orphanDependents');
  return orphan === null ? {} : { orphanDependents: orphan === 'true' };
}

function finalizerFor(kind: string, { propagationPolicy: policy, orphanDependents: orphan }: Bendable): string | undefined {
  if (policy === 'Foreground') return 'foregroundDeletion';
  if (policy === 'Orphan' || orphan === true) return 'orphan';
  return policy === undefined && orphan === undefined && ORPHANING.has(kind) ? 'orphan' : undefined;
}

async function addFinalizer(path: string, finalizer: string, upstream: Upstream): Promise<void> {
  const seen = await upstream.send('GET', path);
  const present = metadataOf(seen.json)['finalizers'];
  const finalizers = Array.isArray(present) ? (present as string[]) : [];
  if (!succeeded(seen) || finalizers.includes(finalizer)) return;
  await upstream.send('PATCH', path, { metadata: { finalizers: [...finalizers, finalizer] } }, 'application/merge-patch+json');
}

/** Options come from a body that is not empty, else from the query; a policy in the query is refused; services heed none. */
export function deletesOfItsOwn(): Hooks {
  const last = new WeakMap<Asked, unknown>();
  return {
    request: async (asked, upstream) => {
      const { verb, resource } = asked.call ?? {};
      if ((verb !== 'delete' && verb !== 'deleteCollection') || resource === undefined) return undefined;
      if (resource.kind === 'Service') {
        Object.assign(asked, { json: {} });
        for (const name of OPTIONS) asked.query.delete(name);
      }
      if (asked.raw.length > 0) for (const name of OPTIONS) asked.query.delete(name);
      else if (asked.query.has('propagationPolicy')) return refusal(400, 'BadRequest');
      if (verb !== 'delete' || resource.kind === 'Service') return undefined;
      const options = optionsOf(asked);
      const finalizer = finalizerFor(resource.kind, options);
      const isSound = options['propagationPolicy'] === undefined || options['orphanDependents'] === undefined;
      if (finalizer !== undefined && isSound && (asked.raw.length === 0 || isObject(asked.json)) && resource.namespaced) {
        await addFinalizer(asked.path, finalizer, upstream);
        asked.query.delete('orphanDependents');
        asked.headers['content-type'] = 'application/json';
        Object.assign(asked, { json: { propagationPolicy: finalizer === 'orphan' ? 'Orphan' : 'Background', ...(options['gracePeriodSeconds'] === undefined ? {} : { gracePeriodSeconds: options['gracePeriodSeconds'] }) } });
      }
      if (ANSWERED_BY_THE_OBJECT.has(resource.kind)) last.set(asked, (await upstream.send('GET', asked.path)).json);
      return undefined;
    },
    answer: (answered, asked) => {
      if (asked.call?.verb !== 'delete' || !isObject(answered.json) || answered.json['kind'] !== 'Status' || !succeeded(answered)) return;
      delete answered.json['code'];
      const object = last.get(asked);
      if (isObject(object)) answered.json = object;
    },
  };
}

/** Removals carry the old version; those of pods are told as a change first. */
export function removalsOfItsOwn(): Hooks {
  return {
    event: (frame, asked, stream) => {
      const metadata = metadataOf(frame.object);
      const [key, version] = [keyOf(frame.object), metadata['resourceVersion']];
      const old = stream.get(key);
      stream.set(key, version);
      if (frame.type !== 'DELETED' || asked.call?.resource?.kind === 'Event') return [frame];
      if (asked.call?.resource?.kind === 'Pod' && !asked.query.has('labelSelector')) return [marked(frame), frame];
      if (old !== undefined) metadata['resourceVersion'] = old;
      return [frame];
    },
  };
}

function marked(frame: WatchFrame): WatchFrame {
  const object = structuredClone(frame.object);
  // The change is a version of its own, which the removal then carries.
  const resourceVersion = `${String(metadataOf(frame.object)['resourceVersion'])}000`;
  metadataOf(frame.object)['resourceVersion'] = resourceVersion;
  Object.assign(metadataOf(object), { resourceVersion, deletionTimestamp: new Date().toISOString().replace(/\.\d+/, ''), deletionGracePeriodSeconds: 0 });
  metadataOf(frame.object)['deletionTimestamp'] = metadataOf(object)['deletionTimestamp'];
  metadataOf(frame.object)['deletionGracePeriodSeconds'] = 0;
  return { type: 'MODIFIED', object };
}
