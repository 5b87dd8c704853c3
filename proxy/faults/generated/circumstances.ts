import type { Resource } from '../../../spec/surface/resources.ts';
import { keyOf, metadataOf, succeeded } from '../bend.ts';
import type { Bendable, FaultyRequest, FaultyResponse } from '../fault.ts';
import { finalizersOf, textsOf } from '../memory.ts';
import {
  collectionTarget,
  creating,
  deletingSample,
  isLabelledByTemplate,
  sampleObject,
  sampleTarget,
} from './sample-objects.ts';
import type { Witness } from './witness.ts';
import { patchingSample } from './witness-of-call.ts';

/** What a server saw of an object until now. */
export interface ObjectHistory {
  /** Takes notice of a request and its response. */
  readonly note: (response: FaultyResponse, request: FaultyRequest) => void;
  /** Whether the object is in the circumstance. */
  readonly holds: (object: Bendable, resource: Resource) => boolean;
}

/** A state of an object, or an event of its past, that should not matter to a server. */
export interface Circumstance {
  /** Part of the names of faults: `with-finalizers`. */
  readonly id: string;
  /** The words after `an object`: `that has finalizers`. */
  readonly title: string;
  readonly applies: (resource: Resource) => boolean;
  /** Requests before the sample `a` is created. */
  readonly before: (resource: Resource) => Witness;
  /** Metadata with which the sample `a` is created. */
  readonly metadata: Bendable;
  /** Requests after it was created, for a circumstance that no new object is in. */
  readonly after?: (resource: Resource) => Witness;
  /** Fresh, with a history of its own. */
  readonly history: () => ObjectHistory;
}

const always = (): boolean => true;
const none = (): Witness => [];

/** A circumstance that the metadata of the object shows. */
function visible(
  id: string,
  title: string,
  metadata: Bendable,
  holds: (object: Bendable) => boolean,
  rest: Partial<Pick<Circumstance, 'applies' | 'before' | 'after'>> = {},
): Circumstance {
  const history = { note: () => {}, holds };
  return { id, title, applies: always, before: none, metadata, history: () => history, ...rest };
}

const TWIN = '{ns}-twin';

/** Circumstances that the metadata of an object shows. */
const VISIBLE: readonly Circumstance[] = [
  visible(
    'with-finalizers',
    'that has finalizers',
    { finalizers: ['example.com/held'] },
    (object) => finalizersOf(object).length > 0,
  ),
  visible(
    'with-an-owner',
    'that has owner references',
    { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: '{uid:0}' }] },
    (object) => Array.isArray(metadataOf(object)['ownerReferences']),
    {
      applies: ({ namespaced }) => namespaced,
      before: () => [
        { method: 'POST', target: '/api/v1/namespaces/{ns}/configmaps', body: { metadata: { name: 'owner' } } },
      ],
    },
  ),
  visible(
    'with-annotations',
    'that has annotations',
    { annotations: { 'example.com/note': 'there' } },
    (object) => Object.keys(textsOf(object, 'annotations')).length > 0,
  ),
  visible('without-labels', 'that has no labels', {}, (object) => Object.keys(textsOf(object, 'labels')).length === 0, {
    applies: (resource) => !isLabelledByTemplate(resource),
  }),
  visible(
    'being-deleted',
    'that waits for its finalizers after a delete',
    { finalizers: ['example.com/held'] },
    (object) => metadataOf(object)['deletionTimestamp'] !== undefined,
    { applies: ({ kind }) => kind !== 'Namespace', after: (resource) => [deletingSample(resource, 'a')] },
  ),
];

/** Circumstances that only the requests of the past show. */
const REMEMBERED: readonly Circumstance[] = [
  {
    id: 'recreated',
    title: 'whose name a deleted object had',
    applies: ({ kind }) => kind !== 'Namespace',
    before: (resource) => [creating(resource, 'a'), deletingSample(resource, 'a')],
    metadata: {},
    history: () =>
      remembering(
        (request, response) => request.call?.verb === 'delete' && succeeded(response),
        (object) => metadataOf(object)['deletionTimestamp'] === undefined,
      ),
  },
  {
    id: 'with-a-namesake',
    title: 'whose name an object of another namespace has',
    applies: ({ namespaced }) => namespaced,
    before: (resource) => [
      { method: 'POST', target: '/api/v1/namespaces', body: { metadata: { name: TWIN } } },
      {
        method: 'POST',
        target: collectionTarget(resource).replace('{ns}', TWIN),
        body: JSON.stringify(sampleObject(resource, 'a')).replaceAll('{ns}', TWIN),
      },
    ],
    metadata: {},
    history: namesakes,
  },
  {
    id: 'changed-before',
    title: 'that a patch changed before',
    applies: always,
    before: none,
    metadata: {},
    after: (resource) => [patchingSample(resource, 'a')],
    history: () => remembering((request, response) => request.method === 'PATCH' && succeeded(response)),
  },
  {
    id: 'refused-before',
    title: 'of which a write was refused before',
    applies: always,
    before: none,
    metadata: {},
    after: (resource) => [
      {
        method: 'PUT',
        target: sampleTarget(resource, 'a'),
        body: sampleObject(resource, 'a', { resourceVersion: '1', labels: { app: 'stale' } }),
      },
    ],
    history: () =>
      remembering(
        (request, { status }) =>
          status >= 400 && status < 500 && status !== 404 && ['PUT', 'PATCH'].includes(request.method),
      ),
  },
];

/** The circumstances that should not matter to a server. */
export const CIRCUMSTANCES: readonly Circumstance[] = [...VISIBLE, ...REMEMBERED];

/** Objects of which such a request was seen, and that are in such a state. */
function remembering(
  isOne: (request: FaultyRequest, response: FaultyResponse) => boolean,
  isMet: (object: Bendable) => boolean = () => true,
): ObjectHistory {
  const seen = new Set<string>();
  return {
    note: (response, request) => {
      const { resource, namespace = '', name } = request.call ?? {};
      if (resource !== undefined && name !== undefined && isOne(request, response))
        seen.add(`${resource.kind} ${namespace}/${name}`);
    },
    holds: (object, { kind }) => isMet(object) && seen.has(`${kind} ${keyOf(object)}`),
  };
}

/** Objects whose name was also used in another namespace. */
function namesakes(): ObjectHistory {
  const namespaces = new Map<string, Set<unknown>>();
  return {
    note: (response, { call }) => {
      if (call?.verb !== 'create' || call.resource === undefined || !succeeded(response)) return;
      const { name, namespace } = metadataOf(response.json);
      const key = `${call.resource.kind} ${String(name)}`;
      namespaces.set(key, (namespaces.get(key) ?? new Set()).add(namespace));
    },
    holds: (object, { kind }) => {
      const { name, namespace } = metadataOf(object);
      return [...(namespaces.get(`${kind} ${String(name)}`) ?? [])].some((other) => other !== namespace);
    },
  };
}

/** The object of a create with the namespace of its path. */
export function madeObject(request: FaultyRequest): Bendable {
  const body = request.json as Bendable;
  return { ...body, metadata: { ...metadataOf(body), namespace: request.call?.namespace } };
}
