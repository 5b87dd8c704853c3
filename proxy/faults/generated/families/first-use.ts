import { emptied, refused } from '../bends.ts';
import { isObject, succeeded } from '../../bend.ts';
import type { FaultyRequest, Hooks } from '../../fault.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { isOf, type FaultyOperation, SUBJECTS } from '../on-operation.ts';
import { creating, operationTarget } from '../sample-objects.ts';
import type { Witness } from '../witness.ts';

const COLLECTIONS = SUBJECTS.filter(
  ({ operation: { verb }, resource }) =>
    resource.namespaced && (verb === 'list' || verb === 'deleteCollection' || verb === 'watchList'),
);

/** The faulty behaviour for a collection in which no object was created yet. */
const WAYS: readonly {
  readonly how: string;
  readonly does: string;
  readonly clause: string;
  readonly verbs: readonly string[];
  readonly hooks: (picks: (request: FaultyRequest) => boolean) => Hooks;
}[] = [
  {
    how: 'refused',
    does: 'is refused',
    clause: 'errors.1',
    verbs: ['list', 'deleteCollection', 'watchList'],
    hooks: refused,
  },
  {
    how: 'without-items',
    does: 'gets a list without `items`',
    clause: 'list-payload.4',
    verbs: ['list'],
    hooks: (picks) => changing(picks, (list) => void delete list['items']),
  },
  {
    how: 'null-items',
    does: 'gets a list whose `items` are null',
    clause: 'list-payload.4',
    verbs: ['list'],
    hooks: (picks) => changing(picks, (list) => void (list['items'] = null)),
  },
  {
    how: 'without-version',
    does: 'gets a list without a version',
    clause: 'list-payload.3',
    verbs: ['list'],
    hooks: (picks) =>
      changing(picks, (list) => void (isObject(list['metadata']) && delete list['metadata']['resourceVersion'])),
  },
  {
    how: 'silent',
    does: 'delivers no event about objects that are created while it is open',
    clause: 'events.2.1',
    verbs: ['watchList'],
    hooks: emptied,
  },
  {
    how: 'ends-at-once',
    does: 'ends at once',
    clause: 'semantics.8',
    verbs: ['watchList'],
    hooks: (picks) => ({ lasting: (request) => (picks(request) ? 1 : undefined) }),
  },
];

/** Lists, watches and deletes of collections in which no object was ever created. */
export function* firstUseFaults(): Iterable<GeneratedFault> {
  for (const subject of COLLECTIONS) {
    for (const way of WAYS.filter(({ verbs }) => verbs.includes(subject.operation.verb))) {
      yield {
        name: `first-use/${subject.label}/${way.how}`,
        family: 'first-use',
        summary: `${subject.operation.id} in a namespace that never had an object of the kind ${way.does}.`,
        operations: [subject.operation.id],
        clause: way.clause,
        witness: witnessOf(subject),
        hooks: () => untouched(subject, way.hooks),
      };
    }
  }
}

/** The request in an empty namespace; while a watch is open, an object is created. */
function witnessOf({ operation, resource }: FaultyOperation): Witness {
  const target = operationTarget(operation, resource, '');
  return operation.verb === 'watchList'
    ? [
        { method: 'GET', target: `${target}?timeoutSeconds=1`, alongside: true },
        { ...creating(resource, 'first'), afterMs: 100 },
      ]
    : [{ method: operation.method, target }, creating(resource, 'first')];
}

/** Hooks that act on collections in which no object was created since the server began. */
function untouched(
  { operation, resource }: FaultyOperation,
  hooks: (picks: (request: FaultyRequest) => boolean) => Hooks,
): Hooks {
  const used = new Set<string>();
  const first = new WeakSet<FaultyRequest>();
  const isFirst = (request: FaultyRequest): boolean => first.has(request);
  const inner = hooks(isFirst);
  return {
    ...inner,
    request: (request, upstream) => {
      const where = request.call?.namespace ?? '';
      if (isOf(request, operation) && !used.has(where)) first.add(request);
      if (request.call?.resource?.kind === resource.kind && request.call.verb === 'create') used.add(where);
      return inner.request?.(request, upstream);
    },
  };
}

function changing(picks: (request: FaultyRequest) => boolean, bend: (list: Record<string, unknown>) => void): Hooks {
  return {
    response: (response, request) =>
      void (picks(request) && succeeded(response) && isObject(response.json) && bend(response.json)),
  };
}
