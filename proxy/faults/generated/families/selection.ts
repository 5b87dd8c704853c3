import { isObject, itemsOf, metadataOf, succeeded } from '../../bend.ts';
import type { Hooks } from '../../fault.ts';
import { deleteEach, forgetting, type Picks, refused, takenFor } from '../bends.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { faultOn, isOf, type FaultyOperation, SUBJECTS } from '../on-operation.ts';
import { creating, isLabelledByTemplate, listing, operationTarget } from '../sample-objects.ts';
import type { Witness } from '../witness.ts';

const fault = faultOn('selection');

/** The operations that take selectors. */
const SELECTING = SUBJECTS.filter(
  ({ operation: { verb }, resource }) =>
    resource.namespaced && ['list', 'listAll', 'watchList', 'watchAll', 'deleteCollection'].includes(verb),
);

type Labels = Readonly<Record<string, unknown>> | undefined;

/** Objects that a selection can leave out. */
const SORTS: readonly { readonly how: string; readonly does: string; readonly is: (labels: Labels) => boolean }[] = [
  {
    how: 'without-labels',
    does: 'without labels',
    is: (labels) => labels === undefined || Object.keys(labels).length === 0,
  },
  {
    how: 'without-the-key',
    does: 'that lack the label `app`',
    is: (labels) => labels !== undefined && !Object.hasOwn(labels, 'app') && Object.keys(labels).length > 0,
  },
  {
    how: 'with-an-empty-value',
    does: 'that have a label with an empty value',
    is: (labels) => Object.values(labels ?? {}).includes(''),
  },
];

/** Selectors by their form: a query of the witness, and a test for requests with such a selector. */
const FORMS: readonly {
  readonly how: string;
  readonly query: string;
  readonly is: (selector: string) => boolean;
  readonly sorts: readonly string[];
}[] = [
  { how: 'none', query: '', is: (selector) => selector === '', sorts: SORTS.map(({ how }) => how) },
  {
    how: 'unequal',
    query: 'labelSelector=app!%3Da',
    is: (selector) => selector.includes('!='),
    sorts: SORTS.map(({ how }) => how),
  },
  {
    how: 'notin',
    query: 'labelSelector=app%20notin%20(a)',
    is: (selector) => selector.includes(' notin '),
    sorts: SORTS.map(({ how }) => how),
  },
  {
    how: 'absent',
    query: 'labelSelector=!app',
    is: (selector) => /(^|,)![^=]*$/.test(selector),
    sorts: ['without-labels', 'without-the-key'],
  },
  {
    how: 'present',
    query: 'labelSelector=app',
    is: (selector) => /^[^=!,() ]+$/.test(selector),
    sorts: ['with-an-empty-value'],
  },
];

/** Equivalent forms of one selector. */
const WIRE_FORMS: readonly {
  readonly how: string;
  readonly query: string;
  readonly is: RegExp;
  readonly allowed?: string;
}[] = [
  {
    how: 'repeated',
    query: 'labelSelector=app%3Da&labelSelector=app%3Da',
    is: /labelSelector=.*&labelSelector=/,
    allowed: 'No sentence says what a parameter means that a query has twice.',
  },
  { how: 'plus-for-space', query: 'labelSelector=app+in+(a,b)', is: /labelSelector=[^&]*\+/ },
  { how: 'escaped-space', query: 'labelSelector=app%20in%20(a,b)', is: /labelSelector=[^&]*%20/ },
  { how: 'lower-case-escapes', query: 'labelSelector=app%3da', is: /labelSelector=[^&]*%[0-9a-f]*[a-f]/ },
  { how: 'upper-case-escapes', query: 'labelSelector=app%3Da', is: /labelSelector=[^&]*%[0-9A-F]*[A-F]/ },
  { how: 'bare-equals', query: 'labelSelector=app=a', is: /labelSelector=[^&]*=/ },
  { how: 'double-equals', query: 'labelSelector=app%3D%3Da', is: /labelSelector=[^&]*(==|%3D%3D)/i },
];

/** How a server misreads a form of a selector. */
const MISREADINGS: readonly {
  readonly how: string;
  readonly does: string;
  readonly hooks: (picks: Picks) => Hooks;
}[] = [
  { how: 'refused', does: 'is refused', hooks: refused },
  {
    how: 'ignored',
    does: 'selects everything',
    hooks: (picks) => takenFor(picks, ({ query }) => query.delete('labelSelector')),
  },
  { how: 'of-nothing', does: 'selects nothing', hooks: (picks) => forgetting(picks, () => true) },
];

/** Numbers of objects beyond which a faulty server leaves some out. */
const SIZES: readonly number[] = [10, 50, 300, 1100];

/**
 * Lists, watches and collection deletes leave objects out, refuse equivalent selectors, or stop at a number of objects.
 */
export function* selectionFaults(): Iterable<GeneratedFault> {
  for (const subject of SELECTING) {
    for (const form of FORMS) {
      for (const sort of SORTS.filter(
        ({ how }) => form.sorts.includes(how) && (how !== 'without-labels' || !isLabelledByTemplate(subject.resource)),
      )) {
        const picks: Picks = (request) =>
          isOf(request, subject.operation) && form.is(request.query.get('labelSelector') ?? '');
        yield fault(
          subject,
          `${form.how}/${sort.how}`,
          `${form.query === '' ? 'without a selector' : `with a query like \`${form.query}\``} leaves out objects ${sort.does}`,
          clauseOf(subject),
          someObjects(subject, form.query),
          () => forgetting(picks, (object) => sort.is(metadataOf(object)['labels'] as Labels)),
        );
      }
    }
    for (const { how, query, is, allowed } of WIRE_FORMS)
      for (const misreading of MISREADINGS)
        yield {
          ...fault(
            subject,
            `${how}/${misreading.how}`,
            `with a query like \`${query}\` ${misreading.does}`,
            'parameters.list.label-selector',
            someObjects(subject, query),
            () => misreading.hooks((request) => isOf(request, subject.operation) && is.test(request.target)),
          ),
          ...(allowed === undefined ? {} : { allowed }),
        };
    for (const size of SIZES)
      yield fault(
        subject,
        `beyond-${size}/forgotten`,
        `leaves out all objects beyond the first ${size}`,
        clauseOf(subject),
        manyObjects(subject, size),
        () => stopping((request) => isOf(request, subject.operation), size),
      );
  }
}

function clauseOf({ operation: { verb } }: FaultyOperation): string {
  if (verb === 'deleteCollection') return 'rules.4';
  if (verb === 'list') return 'semantics.7.1';
  return verb === 'listAll' ? 'semantics.7.3' : 'semantics.8';
}

/** The operation while objects of each group exist. */
function someObjects(subject: FaultyOperation, query: string): Witness {
  const { resource } = subject;
  const samples = [
    ['bare', undefined],
    ['empty', { app: '' }],
    ['other', { tier: 'x' }],
    ['a', { app: 'a' }],
    ['b', { app: 'b' }],
  ] as const;
  return [
    ...samples.map(([name, labels]) => creating(resource, name, labels === undefined ? {} : { labels })),
    called(subject, query),
    listing(resource),
  ];
}

function manyObjects(subject: FaultyOperation, size: number): Witness {
  return [
    ...Array.from({ length: size + 2 }, (_, index) => creating(subject.resource, `n${String(index).padStart(4, '0')}`)),
    called(subject, ''),
    listing(subject.resource),
  ];
}

function called({ operation, resource }: FaultyOperation, query: string): Witness[number] {
  const asking = [query, operation.response === 'WatchEvent' ? 'timeoutSeconds=1' : '']
    .filter((part) => part !== '')
    .join('&');
  return {
    method: operation.method,
    target: `${operationTarget(operation, resource, '')}${asking === '' ? '' : `?${asking}`}`,
  };
}

/** Leaves out the objects beyond a number. */
function stopping(picks: Picks, size: number): Hooks {
  return {
    request: (request, upstream) =>
      request.method === 'DELETE' && picks(request)
        ? deleteEach(request, upstream, (objects) => objects.slice(0, size))
        : undefined,
    response: (response, request) => {
      const items = picks(request) && succeeded(response) ? itemsOf(response) : undefined;
      if (items !== undefined && isObject(response.json)) response.json['items'] = items.slice(0, size);
    },
    event: (frame, request, stream) => {
      const seen = ((stream.get('seen') as number | undefined) ?? 0) + 1;
      stream.set('seen', seen);
      return picks(request) && seen > size ? [] : [frame];
    },
  };
}
