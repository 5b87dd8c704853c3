import { copyOf, failureStatus, isObject, itemsOf, jsonResponse, metadataOf, succeeded, walk } from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { beforeWrites, finalizersOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';
import { notFound } from '../../responses.ts';
import { BODIED, membersOf, podSpecsOf, sending } from '../../ways.ts';
import { removeNow } from '../delete/remove-now.ts';

/** Names are kept with dashes in place of dots, as in names of hosts. */
function namesWithoutDots(): Hooks {
  const kept = (name: unknown): string => String(name).replaceAll('.', '-');
  return {
    request: async (request, upstream) => {
      const { name } = metadataOf(request.json);
      if (!isOne(request, 'create') || typeof name !== 'string') return undefined;
      const names = (itemsOf(await upstream.send('GET', request.path)) ?? []).map((item) => metadataOf(item)['name']);
      return names.some((other) => other !== name && kept(other) === kept(name))
        ? jsonResponse(409, failureStatus(409, 'AlreadyExists', 'the name is taken'))
        : undefined;
    },
  };
}

/** Gives each container without variables those of the container before it, as if all were read into one variable. */
function leakVariables(body: Bendable): void {
  for (const spec of podSpecsOf(body)) {
    let last: unknown;
    for (const container of membersOf(spec, 'containers')) {
      if (container['env'] === undefined && last !== undefined) container['env'] = copyOf(last);
      last = container['env'];
    }
  }
}

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

/** Fills each element of some lists with the members of the one before it, as if all were read into one variable. */
function fillElements(object: Bendable): void {
  for (const list of ['tolerations', 'volumeMounts', 'rules'])
    for (const [index, element] of membersOf(object, list).entries())
      Object.assign(element, { ...copyOf(membersOf(object, list)[index - 1] ?? {}), ...element });
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
    hooks: sending(BODIED, leakVariables),
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
});
