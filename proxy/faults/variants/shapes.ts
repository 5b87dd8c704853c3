import { isDeepStrictEqual } from 'node:util';
import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { everyObject, isObject, itemsOf, metadataOf, objectAt, objectPath, succeeded, walk } from '../bend.ts';
import type { FaultyRequest, Bendable, UpstreamClient, Variant, WatchFrame } from '../fault.ts';
import { variants } from '../named.ts';
import { membersOf, podSpecsOf } from '../ways.ts';
import { reprinted } from './reprinted.ts';

/** Also stores the labels in the body of a status write. The document leaves this open. */
async function writeLabels(request: FaultyRequest, upstream: UpstreamClient): Promise<unknown> {
  const labels = objectAt(request.json, 'metadata', 'labels');
  if (labels === undefined) return undefined;
  const written = await upstream.send('PATCH', objectPath(request), { metadata: { labels } }, MERGE_PATCH_TYPE);
  return succeeded(written) ? written.json : undefined;
}

const EMPTY_MAPS = ['labels', 'annotations'] as const;
const EMPTY_LISTS = ['ownerReferences', 'finalizers'] as const;

/** Shows absent members as empty. */
function showEmpty(object: Bendable): void {
  const metadata = metadataOf(object);
  for (const member of EMPTY_MAPS) metadata[member] ??= {};
  for (const member of EMPTY_LISTS) metadata[member] ??= [];
  if (object['kind'] === 'Namespace') metadata['namespace'] ??= '';
}

/** Members that objects, pod specs and containers often lack. */
const OF_METADATA = ['labels', 'annotations', 'deletionTimestamp', 'finalizers', 'ownerReferences', 'generateName'];
const OF_POD_SPECS = ['initContainers', 'activeDeadlineSeconds', 'nodeName', 'hostNetwork', 'hostPID', 'tolerations'];
const OF_CONTAINERS = ['command', 'args', 'env', 'ports', 'livenessProbe', 'workingDir', 'stdin', 'tty'];
const OF_SPECS: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['paused', 'minReadySeconds', 'rollbackTo'],
  CronJob: ['startingDeadlineSeconds', 'suspend'],
};

/** Shows absent members as null. */
function showNull(object: Bendable): void {
  const fill = (value: Bendable, members: readonly string[]): void =>
    members.forEach((member) => void (value[member] ??= null));
  fill(metadataOf(object), OF_METADATA);
  for (const spec of podSpecsOf(object)) {
    fill(spec, OF_POD_SPECS);
    for (const container of membersOf(spec, 'containers')) fill(container, OF_CONTAINERS);
  }
  if (isObject(object['spec'])) fill(object['spec'], OF_SPECS[String(object['kind'])] ?? []);
}

const FLAGS_OF_POD_SPECS = ['hostNetwork', 'hostPID', 'hostIPC'];
const FLAGS_OF_CONTAINERS = ['stdin', 'stdinOnce', 'tty'];

/** Shows absent numbers, flags and texts as 0, false and "", as a server does that leaves out no member. */
function showZeros(object: Bendable): void {
  const fill = (value: unknown, members: readonly string[], zero: unknown): void => {
    if (isObject(value)) members.forEach((member) => void (value[member] ??= zero));
  };
  if (object['kind'] === 'Pod') fill(object['spec'], ['nodeName', 'hostname', 'subdomain'], '');
  if (object['kind'] === 'Job') fill(object['status'], ['active', 'succeeded', 'failed'], 0);
  for (const spec of podSpecsOf(object)) {
    fill(spec, FLAGS_OF_POD_SPECS, false);
    for (const container of [...membersOf(spec, 'containers'), ...membersOf(spec, 'initContainers')]) {
      fill(container, FLAGS_OF_CONTAINERS, false);
      const { ports } = container;
      if (Array.isArray(ports)) for (const port of ports.filter(isObject)) fill(port, ['hostPort'], 0);
    }
  }
}

/** 2006-01-02T15:04:05Z -> 2006-01-02t17:04:05.000+02:00 */
function inAnotherZone(time: string): string {
  return new Date(Date.parse(time) + 7_200_000).toISOString().replace('T', 't').replace('Z', '+02:00');
}

/** Whether the spec of a namespace holds only what the system writes. */
function isOfTheSystem(spec: unknown): boolean {
  return isDeepStrictEqual(spec, {}) || isDeepStrictEqual(spec, { finalizers: ['kubernetes'] });
}

/** A bookmark follows one event in this many. */
const BOOKMARK_EVERY = 3;

/** Other legal looks of objects, lists and streams. */
export const SHAPE_VARIANTS: readonly Variant[] = variants({
  'labels-are-written-through-status': {
    summary: 'a write of /status stores the labels in its body too',
    dialect: 'spec',
    hooks: () => ({
      response: async (response, request, upstream) => {
        if ((request.call?.verb !== 'replaceStatus' && request.call?.verb !== 'patchStatus') || !succeeded(response))
          return;
        response.json = (await writeLabels(request, upstream)) ?? response.json;
      },
    }),
  },
  'empty-members-are-shown': {
    summary:
      'labels, annotations, finalizers and owner references that an object lacks are shown as empty, and so is the namespace of a namespace',
    dialect: 'spec',
    hooks: () => ({ yaml: true, ...everyObject(showEmpty) }),
  },
  'absent-members-are-null': {
    summary: 'optional members that an object lacks are shown as null',
    dialect: 'spec',
    hooks: () => ({ yaml: true, ...everyObject(showNull) }),
  },
  'absent-members-are-zero': {
    summary:
      'numbers, flags and texts that pods, containers, ports and jobs lack are shown as 0, false and an empty text',
    dialect: 'spec',
    hooks: () => ({ yaml: true, ...everyObject(showZeros) }),
  },
  'self-links-name-one-group-version': {
    summary: 'the selfLink of a Deployment is its path under apps/v1beta1, in responses of the other group too',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      ...everyObject((object) => {
        const metadata = metadataOf(object);
        if (object['kind'] === 'Deployment' && typeof metadata['selfLink'] === 'string')
          metadata['selfLink'] = metadata['selfLink'].replace('/apis/extensions/', '/apis/apps/');
      }),
    }),
  },
  'times-of-another-zone': {
    summary: 'the times of metadata are those of another time zone, with a fraction and a t in lower case',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      ...everyObject((object) => {
        const metadata = metadataOf(object);
        for (const member of ['creationTimestamp', 'deletionTimestamp'])
          if (typeof metadata[member] === 'string') metadata[member] = inAnotherZone(metadata[member]);
      }),
    }),
  },
  'more-members': {
    summary:
      'objects carry members that the document lacks, at every depth of a status too, and annotations and defaults of the server',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      ...everyObject((object) => {
        const metadata = metadataOf(object);
        metadata['managedFields'] = [{ manager: 'server', operation: 'Update' }];
        metadata['annotations'] = {
          ...(isObject(metadata['annotations']) ? metadata['annotations'] : {}),
          'server.kubernetes.io/seen': 'yes',
        };
        if (isObject(object['spec'])) object['spec']['ofTheServer'] = { some: 'thing' };
        walk(object['status'], (inner) => void (inner['ofTheServer'] = 1));
        object['ofTheServer'] = 1;
      }),
    }),
  },
  'namespaces-show-no-spec': {
    summary: 'a namespace of which a client wrote no spec has none',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      ...everyObject((object) => {
        if (object['kind'] === 'Namespace' && isOfTheSystem(object['spec'])) delete object['spec'];
      }),
    }),
  },
  'lists-carry-paging-members': {
    summary: 'the metadata of lists carries an empty continue and a remainingItemCount of 0',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      response: (response) => {
        if (succeeded(response) && itemsOf(response) !== undefined)
          Object.assign(metadataOf(response.json), { continue: '', remainingItemCount: 0 });
      },
    }),
  },
  'more-resources-and-groups': {
    summary: 'discovery lists resources and verbs that the document lacks',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      response: (response, request) => {
        const resources = isObject(response.json) ? response.json['resources'] : undefined;
        if (request.call?.verb !== 'discover' || !Array.isArray(resources)) return;
        for (const resource of resources)
          if (isObject(resource) && Array.isArray(resource['verbs'])) resource['verbs'].push('proxy');
        resources.unshift({
          name: 'widgets',
          singularName: 'widget',
          namespaced: true,
          kind: 'Widget',
          verbs: ['get', 'list'],
          shortNames: ['wd'],
        });
      },
    }),
  },
  'discovery-of-names-alone': {
    summary: 'discovery lists the names of resources alone: no group version, kinds, scopes or verbs',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      response: (response, request) => {
        if (request.call?.verb !== 'discover' || !isObject(response.json)) return;
        const { resources } = response.json;
        if (!Array.isArray(resources)) return;
        delete response.json['groupVersion'];
        response.json['resources'] = resources.filter(isObject).map(({ name }) => ({ name }));
      },
    }),
  },
  'watches-tell-bookmarks': {
    summary: 'watches now and then deliver BOOKMARK events with the current version',
    dialect: 'spec',
    hooks: () => ({
      event: (frame, _, stream) => {
        const count = Number(stream.get('count') ?? 0) + 1;
        stream.set('count', count);
        if (count % BOOKMARK_EVERY !== 0 || frame.type === 'ERROR') return [frame];
        const { kind, apiVersion } = frame.object;
        const bookmark: WatchFrame = {
          type: 'BOOKMARK',
          object: {
            kind,
            apiVersion,
            metadata: { resourceVersion: metadataOf(frame.object)['resourceVersion'], creationTimestamp: null },
          },
        };
        return [frame, bookmark];
      },
    }),
  },
  'white-space-round-everything': {
    summary: 'bodies and frames begin with line ends',
    dialect: 'spec',
    hooks: () => ({ parts: (bytes) => [Buffer.from('\r\n\n'), bytes] }),
  },
  'json-over-several-lines': {
    summary: 'bodies and events in JSON are indented by tabs, over several lines',
    dialect: 'spec',
    hooks: () => reprinted((text) => `${JSON.stringify(JSON.parse(text), null, '\t').replaceAll('\n', '\r\n')}\r\n`),
  },
  'nothing-between-events': {
    summary: 'nothing stands after a body or an event in JSON, not even a line end',
    dialect: 'spec',
    hooks: () => reprinted((text) => text.trimEnd()),
  },
  'connections-close-after-each-answer': {
    summary: 'the server closes the connection after each response',
    dialect: 'spec',
    hooks: () => ({ closing: true }),
  },
  'idle-connections-close': {
    summary: 'the server closes a connection that is idle for half a second, without notice',
    dialect: 'spec',
    hooks: () => ({ idleMs: 500 }),
  },
  'names-of-headers-in-upper-case': {
    summary: 'header names are in upper case',
    dialect: 'spec',
    hooks: () => ({
      response: (response) => {
        response.headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name.toUpperCase(), value]),
        );
      },
    }),
  },
});
