import { copyOf, failureStatus, isObject, itemsOf, jsonResponse, metadataOf, objectPath, succeeded } from '../bend.ts';
import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { Asked, Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';
import { isOne } from '../ways.ts';

const LATE_MS = 1_000;
const TOUCHED = 'server.example.com/touched';

const success = (): ReturnType<typeof jsonResponse> =>
  jsonResponse(200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 });

function bodyWithoutVersion(asked: Asked): string {
  const body = copyOf(asked.json) as Bendable;
  delete metadataOf(body)['resourceVersion'];
  return JSON.stringify(body);
}

function hideTouch(value: unknown): void {
  for (const object of isObject(value) && Array.isArray(value['items']) ? (value['items'] as unknown[]) : [value]) {
    const annotations = metadataOf(object)['annotations'];
    if (!isObject(annotations)) continue;
    delete annotations[TOUCHED];
    if (Object.keys(annotations).length === 0) delete metadataOf(object)['annotations'];
  }
}

/** Timing faults of locks, versions and deletions. */
export const LOCK_MOMENT_FAULTS: readonly Fault[] = faults({
  'repeated-put-needs-no-current-version': {
    summary: 'a PUT with a replaced version is accepted if it repeats the PUT that was stored last',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: () => {
      const last = new Map<string, string>();
      return {
        request: async (asked, upstream) => {
          if (!isOne(asked, 'replace') || !isObject(asked.json)) return;
          if (last.get(asked.path) !== bodyWithoutVersion(asked)) return;
          const { json } = await upstream.send('GET', asked.path);
          metadataOf(asked.json)['resourceVersion'] = metadataOf(json)['resourceVersion'];
        },
        response: (answered, asked) => {
          if (isOne(asked, 'replace') && isObject(asked.json) && succeeded(answered))
            last.set(asked.path, bodyWithoutVersion(asked));
        },
      };
    },
  },
  'parallel-puts-all-conflict': {
    summary: 'PUTs of one object that meet are all refused as conflicts',
    caughtBy: 'replace/current-version-succeeds',
    hooks: () => {
      const underWay = new Map<string, number>();
      return {
        request: async (asked) => {
          if (!isOne(asked, 'replace')) return undefined;
          const path = objectPath(asked);
          underWay.set(path, (underWay.get(path) ?? 0) + 1);
          await new Promise((resolve) => setTimeout(resolve, 10));
          const met = (underWay.get(path) ?? 0) > 1;
          setTimeout(() => underWay.set(path, (underWay.get(path) ?? 1) - 1), 10);
          return met ? jsonResponse(409, failureStatus(409, 'Conflict', 'another write is under way')) : undefined;
        },
      };
    },
  },
  'version-grows-at-each-read': {
    summary: 'each get of an object gives it a new version',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: () => {
      let reads = 0;
      return {
        request: async (asked, upstream) => {
          if (!isOne(asked, 'get') || asked.call?.resource?.kind !== 'ConfigMap') return;
          reads += 1;
          await upstream.send(
            'PATCH',
            asked.path,
            { metadata: { annotations: { [TOUCHED]: `${reads}` } } },
            MERGE_PATCH_TYPE,
          );
        },
        response: (answered) => hideTouch(answered.json),
        event: (frame) => {
          hideTouch(frame.object);
          return [frame];
        },
      };
    },
  },
  'removal-comes-a-second-late': {
    summary: 'a delete is acknowledged at once and carried out a second later',
    caughtBy: 'delete/removes-the-object',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isOne(asked, 'delete')) return undefined;
        const there = await upstream.send('GET', asked.path);
        if (!succeeded(there)) return undefined;
        setTimeout(
          () => void upstream.send('DELETE', `${asked.path}?${asked.query}`, asked.json).catch(() => undefined),
          LATE_MS,
        ).unref();
        return success();
      },
    }),
  },
  'orphan-dependents-false-keeps-the-finalizer': {
    summary: 'a delete with orphanDependents=false leaves the orphan finalizer of the object, which is held for good',
    caughtBy: 'delete/orphan-dependents-false-removes-the-orphan-finalizer',
    hooks: () => {
      const stuck = new Set<string>();
      return {
        request: async (asked, upstream) => {
          if (!isOne(asked, 'delete') || !asksNotToOrphan(asked)) return undefined;
          const { json } = await upstream.send('GET', asked.path);
          const finalizers = metadataOf(json)['finalizers'];
          if (!Array.isArray(finalizers) || !finalizers.includes('orphan')) return undefined;
          stuck.add(String(metadataOf(json)['uid']));
          return success();
        },
        response: (answered) => {
          for (const object of [answered.json, ...(itemsOf(answered) ?? [])]) {
            if (stuck.has(String(metadataOf(object)['uid'])))
              metadataOf(object)['deletionTimestamp'] = '2017-09-01T00:00:00Z';
          }
        },
      };
    },
  },
  'template-never-changes': {
    summary: 'a PUT or PATCH that changes the pod template of a workload is refused',
    caughtBy: 'replace/current-version-succeeds',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (
          !isOne(asked, ['replace', 'patch']) ||
          !['Deployment', 'DaemonSet', 'CronJob'].includes(asked.call?.resource?.kind ?? '')
        )
          return undefined;
        const before = await upstream.send('GET', asked.path);
        return succeeded(before) && asked.raw.includes('"image"') && !sameImages(before.json, asked.json)
          ? jsonResponse(422, failureStatus(422, 'Invalid', 'field is immutable'))
          : undefined;
      },
    }),
  },
});

function asksNotToOrphan({ query, json }: Asked): boolean {
  const policy = query.has('propagationPolicy') || (isObject(json) && json['propagationPolicy'] !== undefined);
  return (
    !policy && (query.get('orphanDependents') === 'false' || (isObject(json) && json['orphanDependents'] === false))
  );
}

function sameImages(before: unknown, sent: unknown): boolean {
  const images = (value: unknown): string =>
    JSON.stringify([...JSON.stringify(value).matchAll(/"image":"([^"]*)"/g)].map(([, image]) => image));
  return images(before) === images(sent);
}
