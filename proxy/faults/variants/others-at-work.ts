import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { containersOf, isObject, madePath, metadataOf, objectAt, objectPath, succeeded } from '../bend.ts';
import type { Bendable, Hooks, UpstreamClient, Variant } from '../fault.ts';
import { storedOf, textsOf } from '../memory.ts';
import { variants } from '../named.ts';
import { isOne, isWrite, ofKind } from '../requests.ts';
import { REVISION } from '../simulated-controllers/deployments.ts';
import { BODIED, pause, presentTime } from '../ways.ts';

/** An audit records each successful write in a namespace as an Event there. */
function recordingWrites(): Hooks {
  let recorded = 0;
  return {
    response: async (response, request, upstream) => {
      const { namespace, resource, verb, name } = request.call ?? {};
      if (!isWrite(request) || !succeeded(response) || namespace === undefined) return;
      if (resource === undefined || resource.kind === 'Event') return;
      recorded += 1;
      const time = presentTime();
      const event = {
        metadata: { name: `audit.${Date.now().toString(16)}.${recorded}` },
        involvedObject: { kind: resource.kind, namespace, name: name ?? metadataOf(response.json)['name'] },
        reason: 'Written',
        message: `${String(verb)} by a client`,
        source: { component: 'audit' },
        firstTimestamp: time,
        lastTimestamp: time,
        count: 1,
        type: 'Normal',
      };
      const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`;
      await upstream.send('POST', path, event).catch(() => undefined);
    },
  };
}

/** The namespace of other clients, and what they make and remove there again and again, by collection. */
const NEIGHBOURS = '/api/v1/namespaces/neighbours';
const METADATA = { name: 'web', labels: { app: 'web' } };
const THINGS: Readonly<Record<string, Bendable>> = {
  configmaps: { metadata: METADATA, data: { key: 'value' } },
  secrets: { metadata: METADATA, data: { key: 'dmFsdWU=' } },
  pods: { metadata: METADATA, spec: { containers: [{ name: 'web', image: 'nginx:1.13' }] } },
};

/** The pause between two turns of other clients, and how long they go on while nobody else asks, in milliseconds. */
const TURN_MS = 200;
const ALONE_MS = 5_000;

/** Makes, changes and removes objects, again and again. */
async function bustle(upstream: UpstreamClient, goesOn: () => boolean): Promise<void> {
  await upstream.send('POST', '/api/v1/namespaces', { metadata: { name: 'neighbours' } });
  for (let turn = 0; goesOn(); turn += 1) {
    for (const [plural, body] of Object.entries(THINGS)) {
      const path = `${NEIGHBOURS}/${plural}/web`;
      const change = { metadata: { annotations: { turn: String(turn) } } };
      await upstream.send('POST', `${NEIGHBOURS}/${plural}`, body);
      await upstream.send('PATCH', path, change, MERGE_PATCH_TYPE);
      await upstream.send('DELETE', path, { gracePeriodSeconds: 0 });
    }
    await pause(TURN_MS);
  }
}

/** Other clients are at work as long as requests come. */
function busyNeighbours(): Hooks {
  let asked = 0;
  let isAtWork = false;
  return {
    request: (_, upstream) => {
      asked = Date.now();
      if (isAtWork) return;
      isAtWork = true;
      void bustle(upstream, () => Date.now() - asked < ALONE_MS)
        .catch(() => undefined)
        .finally(() => {
          isAtWork = false;
        });
    },
  };
}

const imagesOf = (object: unknown): string => JSON.stringify(containersOf(object).map(({ image }) => image));

/** The revision of a deployment that is about to be stored: it grows when the images change. */
function revisionOf(sent: Bendable, stored: Bendable | undefined): string {
  const before = Number.parseInt(String(textsOf(stored, 'annotations')[REVISION]), 10) || 0;
  return String(imagesOf(sent) === imagesOf(stored) ? Math.max(before, 1) : before + 1);
}

/** The system annotates a deployment with its revision at each write. */
function annotatingAtOnce(): Hooks {
  return {
    yaml: true,
    request: async (request, upstream) => {
      const metadata = objectAt(request.json, 'metadata');
      if (!ofKind('Deployment', BODIED)(request) || !isObject(request.json) || metadata === undefined) return;
      const given = metadata['annotations'] ?? {};
      const stored = isOne(request, 'replace') ? await storedOf(request, upstream) : undefined;
      if (isObject(given)) metadata['annotations'] = { ...given, [REVISION]: revisionOf(request.json, stored) };
    },
    response: async (response, request, upstream) => {
      if (!ofKind('Deployment', [...BODIED, 'patch'])(request) || !succeeded(response)) return;
      if (!isObject(response.json) || textsOf(response.json, 'annotations')[REVISION] !== undefined) return;
      const path = isOne(request, 'create') ? madePath(request, response.json) : objectPath(request);
      const revised = { metadata: { annotations: { [REVISION]: '1' } } };
      const annotated = await upstream.send('PATCH', path, revised, MERGE_PATCH_TYPE);
      if (succeeded(annotated)) response.json = annotated.json;
    },
  };
}

/** Servers on which others are at work too. */
export const OTHERS_AT_WORK_VARIANTS: readonly Variant[] = variants({
  'writes-are-recorded-as-events': {
    summary: 'every successful write in a namespace is recorded as an Event there before its response is sent',
    dialect: 'spec',
    hooks: recordingWrites,
  },
  'neighbours-at-work': {
    summary: 'other clients make, change and remove config maps, secrets and pods of one name in a namespace of theirs',
    dialect: 'spec',
    hooks: busyNeighbours,
  },
  'revisions-are-annotated-at-once': {
    summary: 'a deployment has the revision annotation of the system from its create on, and a write cannot remove it',
    dialect: 'spec',
    hooks: annotatingAtOnce,
  },
});
