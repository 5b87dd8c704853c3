import { isDeepStrictEqual } from 'node:util';
import { copyOf, isObject, itemsOf, madePath, metadataOf, objectPath, succeeded, walk } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { beforeWrites, finalizersOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, ofKind } from '../../requests.ts';
import { nameTaken, notFound } from '../../responses.ts';
import { asSent, BODIED, leakMember, membersOf, podSpecsOf, sending } from '../../ways.ts';
import { removeNow } from '../delete/remove-now.ts';

/** Names are kept with dashes in place of dots, as in names of hosts. */
function namesWithoutDots(): Hooks {
  const kept = (name: unknown): string => String(name).replaceAll('.', '-');
  return {
    request: async (request, upstream) => {
      const { name } = metadataOf(request.json);
      if (!isOne(request, 'create') || typeof name !== 'string') return undefined;
      const names = (itemsOf(await upstream.send('GET', request.path)) ?? []).map((item) => metadataOf(item)['name']);
      return names.some((other) => other !== name && kept(other) === kept(name)) ? nameTaken() : undefined;
    },
  };
}

/** Objects are stored under their namespace and name, joined by a dash. */
function joinedByDashes(): Hooks {
  const stored = new Map<string, Set<string>>();
  const joined = ({ call }: FaultyRequest, object: unknown): string =>
    `${call?.resource?.kind} ${call?.namespace}-${String(metadataOf(object)['name'])}`;
  return {
    request: async (request, upstream) => {
      if (!isOne(request, 'create') || request.call?.namespace === undefined) return undefined;
      for (const path of stored.get(joined(request, request.json)) ?? [])
        if (path !== madePath(request, request.json) && succeeded(await upstream.send('GET', path))) return nameTaken();
      return undefined;
    },
    response: (response, request) => {
      if (!isOne(request, 'create') || request.call?.namespace === undefined || !succeeded(response)) return;
      const paths = stored.get(joined(request, response.json)) ?? new Set();
      stored.set(joined(request, response.json), paths.add(madePath(request, response.json)));
    },
  };
}

/** The containers of the pod specs in a body, without their init containers. */
const plainContainersOf = (body: Bendable): readonly Bendable[] =>
  podSpecsOf(body).flatMap((spec) => membersOf(spec, 'containers'));

/** An object whose last finalizer is removed is gone, whether it was terminating or not. */
function removedWithItsFinalizers(): Hooks {
  const before = beforeWrites();
  return {
    request: async (request, upstream) => {
      if (isOne(request, ['replace', 'patch'])) await before.read(request, upstream);
    },
    response: async (response, request, upstream) => {
      const stored = before.of(request);
      if (stored === undefined || !succeeded(response) || !isObject(response.json)) return;
      const isEmptied = finalizersOf(stored).length > 0 && finalizersOf(response.json).length === 0;
      if (isEmptied && !('deletionTimestamp' in metadataOf(stored))) await removeNow(request.path, upstream);
    },
  };
}

/** How long a read is remembered, in milliseconds. */
const REMEMBERED_MS = 1_000;

/** A get that found nothing is remembered, whatever is created. */
function rememberedAbsences(): Hooks {
  const absent = new Map<string, number>();
  return {
    request: (request) =>
      isOne(request, 'get') && (absent.get(request.path) ?? 0) > Date.now() ? notFound() : undefined,
    response: (response, request) => {
      if (isOne(request, 'get') && response.status === 404) absent.set(request.path, Date.now() + REMEMBERED_MS);
    },
  };
}

/** How long a tombstone hides what is written, in milliseconds. */
const TOMBSTONE_MS = 2_000;

/** A delete of what is not there leaves a tombstone, which takes the next object of the name. */
function buryingTheNext(): Hooks {
  const tombstones = new Map<string, number>();
  return {
    response: async (response, request, upstream) => {
      if (isOne(request, 'delete') && response.status === 404)
        tombstones.set(objectPath(request), Date.now() + TOMBSTONE_MS);
      if (!isOne(request, 'create') || !succeeded(response)) return;
      const path = madePath(request, response.json);
      const until = tombstones.get(path) ?? 0;
      tombstones.delete(path);
      if (until > Date.now()) await upstream.send('DELETE', path, {});
    },
  };
}

/** Fills each element of some lists with the members of the one before it, as if all were read into one variable. */
function fillElements(object: Bendable): void {
  for (const list of ['tolerations', 'volumeMounts', 'rules'])
    for (const [index, element] of membersOf(object, list).entries())
      Object.assign(element, { ...copyOf(membersOf(object, list)[index - 1] ?? {}), ...element });
}

/** Whether two Events are counted as one. */
function areAlike(one: Bendable, other: Bendable): boolean {
  const members = ['involvedObject', 'reason', 'message', 'type'];
  return members.every((member) => isDeepStrictEqual(one[member] ?? '', other[member] ?? ''));
}

/** A new Event that is like another of another name only counts this one up. */
function countingAlikeEvents(): Hooks {
  return {
    request: async (request, upstream) => {
      const sent = request.json;
      if (!ofKind('Event', 'create')(request) || !isObject(sent)) return undefined;
      const stored = itemsOf(await upstream.send('GET', request.path)) ?? [];
      const isTaken = stored.some((each) => metadataOf(each)['name'] === metadataOf(sent)['name']);
      const twin = stored.find((each) => areAlike(each, sent));
      if (isTaken || twin === undefined) return undefined;
      const count = Number(twin['count'] ?? 1) + 1;
      return upstream.send('PUT', madePath(request, twin), { ...twin, apiVersion: 'v1', kind: 'Event', count });
    },
  };
}

/** The names of Deployments are taken in the group-version of their creates alone. */
function namesOfEachView(): Hooks {
  const makers = new Map<string, string>();
  return {
    response: (response, request) => {
      const view = request.call?.resource?.apiVersion;
      if (!ofKind('Deployment', 'create')(request) || view === undefined) return;
      const made = succeeded(response) ? response.json : request.json;
      const name = `${request.call?.namespace}/${String(metadataOf(made)['name'])}`;
      const maker = makers.get(name);
      if (succeeded(response)) makers.set(name, view);
      else if (response.status === 409 && maker !== undefined && maker !== view)
        Object.assign(response, asSent(response, request));
    },
  };
}

/** Faults of creates that mix objects, containers or moments up. */
export const LEFT_OVER: readonly Fault[] = faults({
  'dots-and-dashes-in-names-are-the-same': {
    summary: 'a create is refused if the name of another object differs from its name only in dots and dashes',
    caughtBy: 'create/existing-name-elsewhere-does-not-matter',
    hooks: namesWithoutDots,
  },
  'container-without-variables-gets-those-before-it': {
    summary: 'a container that has no env is stored with that of the container before it',
    caughtBy: 'create/elements-of-lists-keep-apart',
    hooks: sending(BODIED, (body) => {
      for (const spec of podSpecsOf(body)) leakMember(membersOf(spec, 'containers'), 'env');
    }),
  },
  'absence-is-remembered': {
    summary: 'a get that finds nothing is repeated for a second, even if the object is created meanwhile',
    caughtBy: 'create/created-object-is-shown-by-get',
    hooks: rememberedAbsences,
  },
  'emptying-the-finalizers-removes-a-living-object': {
    summary: 'a PUT or PATCH that removes the last finalizer of an object that is not terminating removes the object',
    caughtBy: 'create/created-object-is-shown-by-get',
    hooks: removedWithItsFinalizers,
  },
  'later-elements-get-members-of-earlier-ones': {
    summary:
      'a toleration, a volume mount or a rule of an ingress gets the members that it lacks from the one before it',
    caughtBy: 'create/elements-of-lists-keep-apart',
    hooks: sending('create', (body) => walk(body, fillElements)),
  },
  // What the service does: "When a resource is created, the service stores it" - as it was sent.
  'variable-without-a-value-gets-the-one-before': {
    summary: 'an environment variable that has no value is stored with that of the variable before it',
    caughtBy: 'create/elements-of-lists-keep-apart',
    hooks: sending(BODIED, (body) => {
      for (const container of plainContainersOf(body))
        leakMember(
          membersOf(container, 'env').filter(({ valueFrom }) => valueFrom === undefined),
          'value',
        );
    }),
  },
  // What the service does, as above.
  'mount-gets-the-read-only-of-the-one-before': {
    summary: 'a volume mount that does not say readOnly is stored with that of the mount before it',
    caughtBy: 'create/elements-of-lists-keep-apart',
    hooks: sending(BODIED, (body) => {
      for (const container of plainContainersOf(body)) leakMember(membersOf(container, 'volumeMounts'), 'readOnly');
    }),
  },
  // What the service does, as above.
  'rule-without-paths-gets-those-before': {
    summary: 'a rule of an Ingress that has no http is stored with that of the rule before it',
    caughtBy: 'create/elements-of-lists-keep-apart',
    hooks: sending(BODIED, (body) => walk(body, (inner) => leakMember(membersOf(inner, 'rules'), 'http'))),
  },
  // What the service does: "Namespaces scope names".
  'namespace-and-name-are-joined-by-a-dash': {
    summary: 'an object `c` of namespace `a-b` cannot be created if there is an object `b-c` of namespace `a`',
    caughtBy: 'create/existing-name-elsewhere-does-not-matter',
    hooks: joinedByDashes,
  },
  // Versioning 2: "Deployment is served under both `extensions/v1beta1` and `apps/v1beta1`": one object, one name.
  'name-taken-in-one-view-is-free-in-the-other': {
    summary: 'a create of a Deployment succeeds under a name that was taken through the other group-version',
    caughtBy: 'create/existing-name-is-refused',
    hooks: namesOfEachView,
  },
  'delete-of-nothing-takes-the-next-of-the-name': {
    summary: 'an object that is created within two seconds after a delete of its name was answered by 404 is gone',
    caughtBy: 'create/created-object-is-shown-by-get',
    hooks: buryingTheNext,
  },
  'new-event-like-another-only-counts-it-up': {
    summary:
      'a create of an Event with the involvedObject, reason, message and type of another raises its count instead',
    caughtBy: 'create/name-is-the-one-asked-for',
    hooks: countingAlikeEvents,
  },
});
