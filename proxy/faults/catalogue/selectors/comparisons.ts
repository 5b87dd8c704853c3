import { isObject, itemsOf, keyOf, metadataOf, objectAt, succeeded } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isPlainList, selects, isList, isWatch } from '../../requests.ts';
import { keepItems } from '../../responses.ts';
import { responding, asking } from '../../ways.ts';
import { leavingOut, reading, requirements, selector } from './label-selector.ts';

const ONE_EQUALITY = /^([^!=,()]+)==?([^=,()]+)$/;

/** Hooks that decide by `meets` which items lists show whose selector is one equality. */
function deciding(meets: (labels: Bendable, key: string, value: string) => boolean): Fault['hooks'] {
  return () => {
    const asked = new WeakMap<FaultyRequest, readonly [key: string, value: string]>();
    return {
      request: (request) => {
        const [, key, value] = ONE_EQUALITY.exec(request.query.get('labelSelector') ?? '') ?? [];
        if (!isPlainList(request) || key === undefined || value === undefined) return;
        asked.set(request, [key, value]);
        request.query.delete('labelSelector');
      },
      response: (response, request) => {
        const [key, value] = asked.get(request) ?? [];
        if (key === undefined || value === undefined || !succeeded(response)) return;
        keepItems(response, (item) => meets(objectAt(item, 'metadata', 'labels') ?? {}, key, value));
      },
    };
  };
}

/** Hooks that compare labels by `equal` in lists whose selector is one equality. */
const comparing = (equal: (held: string, asked: string) => boolean): Fault['hooks'] =>
  deciding((labels, key, value) => Object.hasOwn(labels, key) && equal(String(labels[key]), value));

/** Hooks that take all keys with the same `plain` form for one key, in lists whose selector is one equality. */
const comparingKeys = (plain: (key: string) => string): Fault['hooks'] =>
  deciding((labels, key, value) =>
    Object.entries(labels).some(([name, held]) => plain(name) === plain(key) && held === value),
  );

const labelsOf = (item: Bendable): Bendable => (metadataOf(item)['labels'] ?? {}) as Bendable;

/** Faults of the comparison of a requirement with labels. */
export const COMPARISONS: readonly Fault[] = faults({
  'empty-selector-selects-what-has-no-labels': {
    summary: 'an empty label selector selects only objects without labels',
    caughtBy: 'selectors/empty-selectors-select-everything',
    hooks: responding(
      (request) => isPlainList(request) && request.query.get('labelSelector') === '',
      (response) => {
        if (isObject(response.json))
          response.json['items'] = itemsOf(response)?.filter((item) => metadataOf(item)['labels'] === undefined);
      },
    ),
  },
  'absent-label-taken-for-empty': {
    summary: '`key=` also selects objects that lack the label',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: responding(
      (request) => isPlainList(request) && /^[^!,=()\s]+={1,2}$/.test(request.query.get('labelSelector') ?? ''),
      async (response, request, upstream) => {
        const query = new URLSearchParams(request.query);
        const key = (query.get('labelSelector') ?? '').replace(/=+$/, '');
        query.set('labelSelector', `!${key}`);
        const lacking = itemsOf(await upstream.send('GET', `${request.path}?${query}`)) ?? [];
        if (isObject(response.json))
          response.json['items'] = [...(itemsOf(response) ?? []), ...lacking].toSorted((a, b) =>
            keyOf(a).localeCompare(keyOf(b)),
          );
      },
    ),
  },
  'not-equal-needs-the-label': {
    summary: '`key!=value` leaves out the objects that lack the label',
    caughtBy: 'selectors/inequality-selects-all-others',
    seenIn: 'embik/kubeconfig-bikeshed#54',
    hooks: selector(
      (text) =>
        requirements(text)
          .map((each) => each.replace(/^([^!=\s(]+)!=(.*)$/, '$1!=$2,$1'))
          .join(','),
      reading,
    ),
  },
  'notin-needs-the-label': {
    summary: '`key notin (...)` leaves out the objects that lack the label',
    caughtBy: 'selectors/set-membership-selects-exactly',
    hooks: selector(
      (text) =>
        requirements(text)
          .map((each) => each.replace(/^(\S+)\s+notin(.*)$/, '$1 notin$2,$1'))
          .join(','),
      reading,
    ),
  },
  'name-is-a-label': {
    summary: 'a selector that asks for the label name selects every object, because each has a name in its metadata',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: selector((text) => (text === 'name' ? undefined : text), reading),
  },
  'inequality-ignored': {
    summary: 'requirements with `!=` are ignored',
    caughtBy: 'selectors/inequality-selects-all-others',
    seenIn: 'fabric8io/kubernetes-client#1158',
    hooks: leavingOut((each) => each.includes('!=')),
  },
  'equality-takes-prefix': {
    summary: '`key=value` also selects the objects whose value begins with the value',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: () => {
      const wanted = new WeakMap<FaultyRequest, readonly [key: string, value: string]>();
      return {
        request: (request) => {
          const [, key, value] = /^([^!=,()\s]+)==?([^!=,()\s]+)$/.exec(request.query.get('labelSelector') ?? '') ?? [];
          if (!reading(request) || isWatch(request) || key === undefined || value === undefined) return;
          wanted.set(request, [key, value]);
          request.query.set('labelSelector', key);
        },
        response: (response, request) => {
          const [key, value] = wanted.get(request) ?? [];
          const items = itemsOf(response);
          if (key === undefined || value === undefined || items === undefined || !isObject(response.json)) return;
          response.json['items'] = items.filter((item) =>
            String(objectAt(item, 'metadata', 'labels')?.[key]).startsWith(value),
          );
        },
      };
    },
  },
  'absence-ignored': {
    summary: '`!key` selects everything',
    caughtBy: 'selectors/existence-selects-exactly',
    seenIn: 'fabric8io/kubernetes-client#1688',
    hooks: leavingOut((each) => each.trim().startsWith('!')),
  },
  'selector-spares-objects-without-labels': {
    summary: 'a selector that objects without labels meet selects none of them',
    caughtBy: 'selectors/conditions-must-all-hold',
    hooks: responding(
      (request) => isList(request) && selects(request),
      (response) => keepItems(response, (item) => Object.keys(labelsOf(item)).length > 0),
    ),
  },
  'selector-spares-terminating-objects': {
    summary: 'a label selector selects no object that is terminating',
    caughtBy: 'selectors/selector-and-negation-part-the-list',
    hooks: responding(
      (request) => isList(request) && selects(request),
      (response) => keepItems(response, (item) => metadataOf(item)['deletionTimestamp'] === undefined),
    ),
  },
  'selector-spares-empty-values': {
    summary: 'a selector selects no object whose label has the empty value',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: responding(
      (request) => isList(request) && /^[^!,() ]+==?$/.test(request.query.get('labelSelector') ?? ''),
      (response, request) => {
        const key = (request.query.get('labelSelector') ?? '').replace(/=+$/, '');
        keepItems(response, (item) => labelsOf(item)[key] !== '');
      },
    ),
  },
  'underscores-in-selectors-match-anything': {
    summary: 'an underscore in the value of an equality selector matches any character, as in a LIKE query of SQL',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: comparing((held, asked) => new RegExp(`^${asked.replaceAll('.', '\\.').replaceAll('_', '.')}$`).test(held)),
  },
  'dots-in-selectors-match-anything': {
    summary: 'a dot in the value of an equality selector matches any character, as in a regular expression',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: comparing((held, asked) => new RegExp(`^${asked}$`).test(held)),
  },
  'labels-are-compared-as-numbers': {
    summary: 'an equality selector compares values that look like numbers as numbers, so 1 selects 01 and 1.0',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: comparing((held, asked) => held === asked || (held !== '' && Number(held) === Number(asked))),
  },
  'keys-of-labels-are-compared-without-case': {
    summary: 'an equality selector compares the keys of labels without case',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: comparingKeys((key) => key.toLowerCase()),
  },
  'prefixes-of-keys-are-ignored': {
    summary:
      'an equality selector compares the keys of labels without their prefix, so text also selects example.com/text',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: comparingKeys((key) => key.slice(key.lastIndexOf('/') + 1)),
  },
  'inherited-names-are-labels': {
    summary:
      'every object counts as having the labels constructor and toString, which every JavaScript object inherits',
    caughtBy: 'selectors/existence-selects-exactly',
    hooks: asking(
      (request) => isList(request) && ['constructor', 'toString'].includes(request.query.get('labelSelector') ?? ''),
      ({ query }) => query.delete('labelSelector'),
    ),
  },
});
