import { copyOf, everyObject, isObject, metadataOf, objectPath, succeeded } from '../../bend.ts';
import type { FaultyRequest, Hooks } from '../../fault.ts';
import { collectionOf } from '../../ways.ts';
import { isUpdate, isWrite } from '../../../../spec/surface/operations.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { faultOn, isOf, type FaultyOperation, SUBJECTS } from '../on-operation.ts';
import { creating, deletingSample, listing, sampleObject, sampleTarget } from '../sample-objects.ts';
import type { Witness } from '../witness.ts';
import { callOf, twoSamples } from '../witness-of-call.ts';

const fault = faultOn('version');

const WRITING = SUBJECTS.filter(({ operation: { verb }, resource }) => isWrite(verb) && resource.namespaced);

/** Whether the objects of a resource have a generation. */
const isCounted = ({ kind }: FaultyOperation['resource']): boolean =>
  ['DaemonSet', 'Deployment', 'Ingress', 'ReplicaSet'].includes(kind);

/** Versions and generations that do not change with a write, or change without one, and versions of a former object. */
export function* versionFaults(): Iterable<GeneratedFault> {
  for (const subject of WRITING) {
    const { operation, resource } = subject;
    const around: Witness = [...twoSamples(subject), listing(resource), callOf(subject), listing(resource)];
    yield fault(
      subject,
      'list-version-kept',
      `leaves the version of lists of ${resource.plural} as it was`,
      'parameters.list.resource-version.5',
      around,
      () => listVersionKept(subject),
    );
    if (!isUpdate(operation.verb)) continue;
    yield fault(
      subject,
      'object-version-kept',
      'leaves the version of the object as it was',
      'semantics.1.2',
      around,
      () => memberKept(subject, 'resourceVersion'),
    );
    if (!operation.verb.endsWith('Status') && isCounted(resource))
      yield fault(
        subject,
        'generation-lost',
        'leaves an object without its generation',
        'object-metadata.generation.1',
        around,
        () => memberLost(subject, 'generation'),
      );
    // Jobs carry no generation.
    if (operation.verb.endsWith('Status') && resource.kind !== 'Job')
      yield fault(
        subject,
        'generation-raised',
        'raises the generation of the object',
        'object-metadata.generation.1',
        around,
        () => generationRaised(subject),
      );
  }
  for (const subject of SUBJECTS.filter(
    ({ operation: { verb }, resource }) => verb === 'replace' && resource.namespaced,
  )) {
    yield fault(
      subject,
      'former-life-restored',
      'with the version of a deleted object creates the object again',
      'semantics.1.2',
      formerLife(subject, false),
      () => formerLifeRestored(subject),
    );
    yield fault(
      subject,
      'former-life-taken',
      'with the version of a deleted object replaces the new object of its name',
      'semantics.1.2',
      formerLife(subject, true),
      () => formerLifeTaken(subject),
    );
  }
}

/** A PUT with the version of a deleted object, which may have been created again. */
function formerLife({ resource }: FaultyOperation, isBack: boolean): Witness {
  const stale = sampleObject(resource, 'a', { labels: { app: 'stale' }, resourceVersion: '{version:0}' });
  return [
    creating(resource, 'a'),
    deletingSample(resource, 'a'),
    ...(isBack ? [creating(resource, 'a')] : []),
    { method: 'PUT', target: sampleTarget(resource, 'a'), body: stale },
    listing(resource),
  ];
}

/** The collection of a request: its path, or that of the object. */
function collection(request: FaultyRequest): string {
  return request.call?.name === undefined ? request.path.replace(/\/$/, '') : collectionOf(objectPath(request));
}

function listVersionKept({ operation }: FaultyOperation): Hooks {
  const shown = new Map<string, unknown>();
  const isKept = new Set<string>();
  return {
    response: (response, request) => {
      if (!succeeded(response)) return;
      const where = collection(request);
      if (request.method !== 'GET') {
        if (isOf(request, operation)) isKept.add(where);
        else isKept.delete(where);
      }
      if (request.call?.verb !== 'list') return;
      const metadata = metadataOf(response.json);
      if (isKept.has(where) && shown.has(where)) metadata['resourceVersion'] = shown.get(where);
      else shown.set(where, metadata['resourceVersion']);
    },
  };
}

/** Shows every object with the value that a member of its metadata had before the write. */
function memberKept({ operation }: FaultyOperation, member: string): Hooks {
  const kept = new Map<unknown, unknown>();
  const show = everyObject((object) => {
    const metadata = metadataOf(object);
    if (kept.has(metadata['uid'])) metadata[member] = kept.get(metadata['uid']);
  });
  return {
    request: async (request, upstream) => {
      if (!isOf(request, operation)) return;
      const metadata = metadataOf((await upstream.send('GET', objectPath(request))).json);
      if (!kept.has(metadata['uid'])) kept.set(metadata['uid'], metadata[member]);
      if (isObject(request.json) && metadataOf(request.json)['resourceVersion'] === kept.get(metadata['uid']))
        delete metadataOf(request.json)['resourceVersion'];
    },
    ...show,
  };
}

/** After such a write, an object is shown without a member of its metadata. */
function memberLost({ operation }: FaultyOperation, member: string): Hooks {
  const lost = new Set<unknown>();
  const show = everyObject((object) => {
    const metadata = metadataOf(object);
    if (lost.has(metadata['uid'])) delete metadata[member];
  });
  return {
    ...show,
    response: (response, request) => {
      if (isOf(request, operation) && succeeded(response)) lost.add(metadataOf(response.json)['uid']);
      show.response(response, request);
    },
  };
}

function generationRaised({ operation }: FaultyOperation): Hooks {
  const raised = new Map<unknown, number>();
  const show = everyObject((object) => {
    const metadata = metadataOf(object);
    const by = raised.get(metadata['uid']);
    if (by !== undefined && typeof metadata['generation'] === 'number') metadata['generation'] += by;
  });
  return {
    ...show,
    response: (response, request) => {
      const uid = metadataOf(response.json)['uid'];
      if (isOf(request, operation) && succeeded(response)) raised.set(uid, (raised.get(uid) ?? 0) + 1);
      show.response(response, request);
    },
  };
}

function formerLifeRestored({ operation }: FaultyOperation): Hooks {
  return {
    response: async (response, request, upstream) => {
      if (!isOf(request, operation) || succeeded(response) || metadataOf(request.json)['resourceVersion'] === undefined)
        return;
      if ((await upstream.send('GET', request.path)).status !== 404) return;
      const made = copyOf(request.json);
      for (const member of ['resourceVersion', 'uid']) delete metadataOf(made)[member];
      Object.assign(response, await upstream.send('POST', collectionOf(request.path), made));
    },
  };
}

function formerLifeTaken({ operation }: FaultyOperation): Hooks {
  const deleted = new Set<unknown>();
  return {
    request: async (request, upstream) => {
      if (request.method === 'DELETE' && request.call?.name !== undefined)
        deleted.add(metadataOf((await upstream.send('GET', objectPath(request))).json)['resourceVersion']);
      const metadata = metadataOf(request.json);
      if (!isOf(request, operation) || !deleted.has(metadata['resourceVersion'])) return;
      delete metadata['resourceVersion'];
      delete metadata['uid'];
    },
  };
}
