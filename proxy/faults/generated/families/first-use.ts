import { emptied, refused } from '../bends.ts';
import { isObject, succeeded } from '../../bend.ts';
import type { Asked, Hooks } from '../../fault.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { isOf, type Subject, SUBJECTS } from '../on-operation.ts';
import { creating, operationTarget } from '../sample-objects.ts';
import type { Witness } from '../witness.ts';

const COLLECTIONS = SUBJECTS.filter(
  ({ operation: { verb }, resource }) =>
    resource.namespaced && (verb === 'list' || verb === 'deleteCollection' || verb === 'watchList'),
);

/** What a server does with a collection in which nothing was made yet. */
const WAYS: readonly {
  readonly how: string;
  readonly does: string;
  readonly clause: string;
  readonly verbs: readonly string[];
  readonly hooks: (picks: (asked: Asked) => boolean) => Hooks;
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
    does: 'is answered by a list without `items`',
    clause: 'list-payload.4',
    verbs: ['list'],
    hooks: (picks) => changing(picks, (list) => void delete list['items']),
  },
  {
    how: 'null-items',
    does: 'is answered by a list whose `items` are null',
    clause: 'list-payload.4',
    verbs: ['list'],
    hooks: (picks) => changing(picks, (list) => void (list['items'] = null)),
  },
  {
    how: 'without-version',
    does: 'is answered by a list without a version',
    clause: 'list-payload.3',
    verbs: ['list'],
    hooks: (picks) =>
      changing(picks, (list) => void (isObject(list['metadata']) && delete list['metadata']['resourceVersion'])),
  },
  {
    how: 'silent',
    does: 'shows nothing of what is made while it is open',
    clause: 'events.2.1',
    verbs: ['watchList'],
    hooks: emptied,
  },
  {
    how: 'ends-at-once',
    does: 'ends at once',
    clause: 'semantics.8',
    verbs: ['watchList'],
    hooks: (picks) => ({ lasting: (asked) => (picks(asked) ? 1 : undefined) }),
  },
];

/** Collections of namespaces in which no object of the kind was ever made: lists, watches and deletes of them. */
export function* firstUseFaults(): Iterable<GeneratedFault> {
  for (const subject of COLLECTIONS) {
    for (const way of WAYS.filter(({ verbs }) => verbs.includes(subject.operation.verb))) {
      yield {
        name: `first-use/${subject.label}/${way.how}`,
        family: 'first-use',
        summary: `${subject.operation.id} in a namespace in which none of the kind was ever made ${way.does}.`,
        operations: [subject.operation.id],
        clause: way.clause,
        witness: witnessOf(subject),
        hooks: () => untouched(subject, way.hooks),
      };
    }
  }
}

/** The request in an empty namespace; beside a watch an object is made. */
function witnessOf({ operation, resource }: Subject): Witness {
  const target = operationTarget(operation, resource, '');
  return operation.verb === 'watchList'
    ? [
        { method: 'GET', target: `${target}?timeoutSeconds=1`, alongside: true },
        { ...creating(resource, 'first'), afterMs: 100 },
      ]
    : [{ method: operation.method, target }, creating(resource, 'first')];
}

/** Hooks that act on collections in which nothing was made since the server began. */
function untouched({ operation, resource }: Subject, hooks: (picks: (asked: Asked) => boolean) => Hooks): Hooks {
  const used = new Set<string>();
  const first = new WeakSet<Asked>();
  const isFirst = (asked: Asked): boolean => first.has(asked);
  const inner = hooks(isFirst);
  return {
    ...inner,
    request: (asked, upstream) => {
      const where = asked.call?.namespace ?? '';
      if (isOf(asked, operation) && !used.has(where)) first.add(asked);
      if (asked.call?.resource?.kind === resource.kind && asked.call.verb === 'create') used.add(where);
      return inner.request?.(asked, upstream);
    },
  };
}

function changing(picks: (asked: Asked) => boolean, bend: (list: Record<string, unknown>) => void): Hooks {
  return {
    response: (answered, asked) =>
      void (picks(asked) && succeeded(answered) && isObject(answered.json) && bend(answered.json)),
  };
}
