import {
  copyOf,
  everyObject,
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectPath,
  succeeded,
} from '../../bend.ts';
import type { Hooks } from '../../fault.ts';
import { collectionOf } from '../../ways.ts';
import { type Resource, RESOURCES } from '../../../../spec/surface/resources.ts';
import { operationFor } from '../../../../spec/surface/operations.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { collectionTarget, creating, deletingSample, listing, sampleObject, sampleTarget } from '../sample-objects.ts';
import type { Witness } from '../witness.ts';
import { splitTarget } from '../../../../shared/exchange-log/split-target.ts';

const NAMESPACED = RESOURCES.filter(({ namespaced }) => namespaced);

/** Whether two resources show the same objects, as two group versions of Deployment do. */
const isSameStore = (one: Resource, other: Resource): boolean => one.kind === other.kind;

/**
 * For each pair of kinds whose objects share a name, and of names of which one is a prefix of the other: a delete of
 * one object removes the other too, or one object occupies the name of the other.
 */
export function* nameFaults(): Iterable<GeneratedFault> {
  for (const resource of NAMESPACED) {
    for (const other of NAMESPACED.filter((each) => !isSameStore(each, resource))) {
      yield fault(
        resource,
        `${other.id}/deleted-too`,
        `A DELETE of ${resource.plural} also deletes the ${other.kind} of the same name.`,
        'delete',
        'semantics.6.1',
        pairWitness(resource, other),
        () => deletedToo(resource, other),
      );
      yield fault(
        resource,
        `${other.id}/name-taken`,
        `A POST of ${resource.plural} is refused if one of the ${other.plural} has that name.`,
        'create',
        'what-the-service-does.1',
        pairWitness(resource, other),
        () => nameTaken(resource, other),
      );
    }
    yield fault(
      resource,
      'prefix/deleted-too',
      `A DELETE of ${resource.plural} also deletes the objects whose names begin with the name in its path.`,
      'delete',
      'semantics.6.1',
      prefixWitness(resource),
      () => prefixDeleted(resource),
    );
    yield fault(
      resource,
      'prefix/listed-once',
      `A list of ${resource.plural} leaves out each object whose name begins with the name of the object before it.`,
      'list',
      'semantics.7.1',
      prefixWitness(resource),
      () => prefixUnlisted(resource),
    );
    yield fault(
      resource,
      'namespace-prefix/listed-too',
      `A list of ${resource.plural} in a namespace also shows the objects of namespaces whose names begin with the name of that one.`,
      'list',
      'semantics.7.1',
      [...twinWitness(resource), listing(resource)],
      () => twinListed(resource),
    );
    yield fault(
      resource,
      'namespace-prefix/deleted-too',
      `A DELETE of ${resource.plural} also deletes the object of the same name in each namespace whose name begins with the name of its namespace.`,
      'delete',
      'semantics.6.1',
      [
        ...twinWitness(resource),
        deletingSample(resource, 'a'),
        { method: 'GET', target: inTwin(sampleTarget(resource, 'a')) },
      ],
      () => twinDeleted(resource),
    );
    for (const part of PARTS.filter(({ applies }) => applies(resource)))
      yield fault(
        resource,
        `former-life/${part.id}-kept`,
        `A POST of ${resource.plural} under the name of a deleted object gives the new object the ${part.id} of the deleted one.`,
        'create',
        'object-metadata.uid.1',
        formerWitness(resource),
        () => formerKept(resource, part.path),
      );
  }
}

function fault(
  resource: Resource,
  how: string,
  summary: string,
  verb: 'create' | 'delete' | 'list',
  clause: string,
  witness: Witness,
  hooks: () => Hooks,
): GeneratedFault {
  return {
    name: `name/${resource.id}/${how}`,
    family: 'name',
    summary,
    operations: [operationFor(resource.id, verb)?.id ?? ''],
    clause,
    witness,
    hooks,
  };
}

/** The parts that a recreated object can inherit from the former object of its name. */
const PARTS: readonly {
  readonly id: string;
  readonly path: readonly string[];
  readonly applies: (resource: Resource) => boolean;
}[] = [
  { id: 'labels', path: ['metadata', 'labels'], applies: () => true },
  { id: 'annotations', path: ['metadata', 'annotations'], applies: () => true },
  { id: 'uid', path: ['metadata', 'uid'], applies: () => true },
  { id: 'finalizers', path: ['metadata', 'finalizers'], applies: () => true },
];

/** An object with all these parts is deleted, and created again without them. */
function formerWitness(resource: Resource): Witness {
  const metadata = {
    labels: { former: 'yes' },
    annotations: { former: 'yes' },
    finalizers: ['example.com/former'],
  };
  return [
    creating(resource, 'a', metadata),
    deletingSample(resource, 'a'),
    {
      method: 'PATCH',
      target: sampleTarget(resource, 'a'),
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { finalizers: null } },
    },
    creating(resource, 'a'),
    listing(resource),
  ];
}

/** Shows an object with a part of the object that was last deleted under its name. */
function formerKept(resource: Resource, path: readonly string[]): Hooks {
  const [, member = ''] = path;
  const last = new Map<string, unknown>();
  const kept = new Map<unknown, unknown>();
  const show = everyObject((object) => {
    const metadata = metadataOf(object);
    if (kept.has(metadata['uid'])) metadata[member] = kept.get(metadata['uid']);
  });
  return {
    ...show,
    request: async (request, upstream) => {
      if (request.call?.verb !== 'delete' || request.call.resource?.id !== resource.id) return;
      const { json } = await upstream.send('GET', objectPath(request));
      const value = metadataOf(json)[member];
      if (value !== undefined) last.set(objectPath(request), value);
    },
    response: (response, request) => {
      const metadata = metadataOf(response.json);
      const where = `${request.path.replace(/\/$/, '')}/${String(metadata['name'])}`;
      if (
        request.call?.verb === 'create' &&
        request.call.resource?.id === resource.id &&
        succeeded(response) &&
        last.has(where)
      )
        kept.set(metadata['uid'], last.get(where));
      show.response(response, request);
    },
  };
}

function pairWitness(resource: Resource, other: Resource): Witness {
  return [creating(other, 'a'), creating(resource, 'a'), deletingSample(resource, 'a'), listing(other)];
}

function prefixWitness(resource: Resource): Witness {
  return [
    creating(resource, 'a'),
    creating(resource, 'ab'),
    listing(resource),
    deletingSample(resource, 'a'),
    listing(resource),
  ];
}

const TWIN = '{ns}-twin';
const inTwin = (target: string): string => target.replace('{ns}', TWIN);

/** A namespace whose name begins with that of the witness, with objects of its own. */
function twinWitness(resource: Resource): Witness {
  return [
    { method: 'POST', target: '/api/v1/namespaces', body: { metadata: { name: TWIN } } },
    ...['a', 'b'].map((name) => ({
      method: 'POST',
      target: inTwin(collectionTarget(resource)),
      body: JSON.stringify(sampleObject(resource, name)).replaceAll('{ns}', TWIN),
    })),
    creating(resource, 'a'),
  ];
}

/** The path of the object of the same name of another resource. */
function beside(path: string, other: Resource): string {
  const [, namespace = '', name = ''] = /\/namespaces\/([^/]+)\/[^/]+\/([^/]+)$/.exec(path) ?? [];
  return `${other.prefix}/namespaces/${namespace}/${other.plural}/${name}`;
}

function deletedToo(resource: Resource, other: Resource): Hooks {
  return {
    response: async (response, request, upstream) => {
      if (request.call?.verb === 'delete' && request.call.resource?.id === resource.id && succeeded(response))
        await upstream.send('DELETE', beside(objectPath(request), other), { gracePeriodSeconds: 0 });
    },
  };
}

function nameTaken(resource: Resource, other: Resource): Hooks {
  return {
    request: async (request, upstream) => {
      const name = metadataOf(request.json)['name'];
      if (request.call?.verb !== 'create' || request.call.resource?.id !== resource.id || typeof name !== 'string')
        return undefined;
      const { status } = await upstream.send('GET', beside(`${request.path.replace(/\/$/, '')}/${name}`, other));
      return status === 200 ? jsonResponse(409, failureStatus(409, 'AlreadyExists', 'the name is taken')) : undefined;
    },
  };
}

function prefixDeleted(resource: Resource): Hooks {
  return {
    response: async (response, request, upstream) => {
      if (request.call?.verb !== 'delete' || request.call.resource?.id !== resource.id || !succeeded(response)) return;
      const collection = collectionOf(objectPath(request));
      for (const item of itemsOf(await upstream.send('GET', collection)) ?? []) {
        const name = String(metadataOf(item)['name']);
        if (name.startsWith(request.call.name ?? ''))
          await upstream.send('DELETE', `${collection}/${name}`, { gracePeriodSeconds: 0 });
      }
    },
  };
}

function prefixUnlisted(resource: Resource): Hooks {
  return {
    response: (response, request) => {
      const items =
        request.call?.verb === 'list' && request.call.resource?.id === resource.id && succeeded(response)
          ? itemsOf(response)
          : undefined;
      if (items === undefined || !isObject(response.json)) return;
      const names = items.map((item) => String(metadataOf(item)['name']));
      response.json['items'] = items.filter(
        (_, index) => index === 0 || !names[index]?.startsWith(names[index - 1] ?? ''),
      );
    },
  };
}

function twinDeleted(resource: Resource): Hooks {
  return {
    response: async (response, request, upstream) => {
      const { verb, resource: of, namespace = '', name = '' } = request.call ?? {};
      if (verb !== 'delete' || of?.id !== resource.id || !succeeded(response)) return;
      for (const item of itemsOf(await upstream.send('GET', `${resource.prefix}/${resource.plural}`)) ?? []) {
        const metadata = metadataOf(item);
        const other = String(metadata['namespace']);
        if (metadata['name'] === name && other !== namespace && other.startsWith(namespace))
          await upstream.send('DELETE', `${resource.prefix}/namespaces/${other}/${resource.plural}/${name}`, {
            gracePeriodSeconds: 0,
          });
      }
    },
  };
}

function twinListed(resource: Resource): Hooks {
  return {
    response: async (response, request, upstream) => {
      const namespace = request.call?.namespace;
      if (
        request.call?.verb !== 'list' ||
        request.call.resource?.id !== resource.id ||
        namespace === undefined ||
        !succeeded(response) ||
        !isObject(response.json)
      )
        return;
      const query = request.target.slice(splitTarget(request.target).path.length);
      const all = itemsOf(await upstream.send('GET', `${resource.prefix}/${resource.plural}${query}`)) ?? [];
      response.json['items'] = copyOf(
        all.filter((item) => String(metadataOf(item)['namespace']).startsWith(namespace)),
      );
    },
  };
}
