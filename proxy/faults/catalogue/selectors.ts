import {
  copyOf,
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  keyOf,
  metadataOf,
  objectAt,
  succeeded,
} from '../bend.ts';
import type { Asked, Bendable, Fault, FaultyResponse } from '../fault.ts';
import { faults } from '../named.ts';
import { isPlainList, selects, isList, isWatch } from '../requests.ts';
import { keepItems } from '../responses.ts';
import { answering, asking, forgiving, refusing } from '../ways.ts';

/** How long a kept response is repeated, in milliseconds. */
const KEPT_MS = 1_000;

/** Hooks that repeat an earlier response to some lists for a while. */
function keeping(which: (asked: Asked) => boolean, key: (asked: Asked) => string): Fault['hooks'] {
  return () => {
    const kept = new Map<string, { readonly json: unknown; readonly until: number }>();
    return {
      response: (answered, asked) => {
        if (!isPlainList(asked) || !which(asked) || !succeeded(answered)) return;
        const before = kept.get(key(asked));
        if (before !== undefined && before.until > Date.now()) answered.json = copyOf(before.json);
        else kept.set(key(asked), { json: copyOf(answered.json), until: Date.now() + KEPT_MS });
      },
    };
  };
}

/** A list with the items of another one. */
async function itemsLike(
  asked: Asked,
  query: URLSearchParams,
  send: (target: string) => Promise<FaultyResponse>,
): Promise<FaultyResponse> {
  return send(`${asked.path}?${query}`);
}

/** Hooks that rewrite the label selector of every request that has one. */
function selector(
  rewrite: (selector: string) => string | undefined,
  only: (asked: Asked) => boolean = () => true,
): Fault['hooks'] {
  return () => ({
    request: (asked) => {
      const given = asked.query.get('labelSelector');
      if (given === null || !only(asked)) return;
      const rewritten = rewrite(given);
      if (rewritten === undefined) asked.query.delete('labelSelector');
      else asked.query.set('labelSelector', rewritten);
    },
  });
}

/** The requirements of a selector: commas inside parentheses do not separate them. */
function requirements(text: string): string[] {
  return text.split(/,(?![^(]*\))/);
}

const reading = (asked: Asked): boolean => asked.method === 'GET';

const labelsOf = (item: Bendable): Bendable => (metadataOf(item)['labels'] ?? {}) as Bendable;

/** Fields that some servers support in selectors, beside the name and the namespace. */
const FURTHER_FIELDS = /^(metadata\.uid|spec\.|status\.|type|reason|involvedObject\.)/;

/** Faults that rules of the family `selectors` find. */
export const SELECTORS_FAULTS: readonly Fault[] = faults({
  'field-selector-only-by-name': {
    summary: 'lists ignore every field selector except metadata.name',
    caughtBy: 'selectors/field-selector-by-namespace-selects-exactly',
    seenIn: 'fabric8io/kubernetes-client#3819',
    hooks: asking(isPlainList, ({ query }) => {
      const given = query.get('fieldSelector');
      if (given !== null && !/metadata\.name\b/.test(given)) query.delete('fieldSelector');
    }),
  },
  'field-selector-takes-prefix': {
    summary: 'a field selector on metadata.name also selects objects whose names begin with the name',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    hooks: answering(
      (asked) => isPlainList(asked) && /^metadata\.name==?[^,]+$/.test(asked.query.get('fieldSelector') ?? ''),
      async (answered, asked, upstream) => {
        const query = new URLSearchParams(asked.query);
        const name = (query.get('fieldSelector') ?? '').replace(/^metadata\.name==?/, '');
        query.delete('fieldSelector');
        const all = itemsOf(await itemsLike(asked, query, (target) => upstream.send('GET', target)));
        if (all !== undefined && isObject(answered.json))
          answered.json['items'] = all.filter((item) => String(metadataOf(item)['name']).startsWith(name));
      },
    ),
  },
  'field-selector-inequality-ignored': {
    summary: 'a field selector with != selects everything',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    seenIn: 'kubernetes/kubernetes#78824',
    hooks: asking(isPlainList, ({ query }) => {
      if (query.get('fieldSelector')?.includes('!=') === true) query.delete('fieldSelector');
    }),
  },
  'field-selector-switches-label-selector-off': {
    summary: 'a list with a label selector and a field selector ignores the label selector',
    caughtBy: 'selectors/label-and-field-selectors-both-restrict',
    hooks: asking(isPlainList, ({ query }) => {
      if (query.has('fieldSelector')) query.delete('labelSelector');
    }),
  },
  'malformed-selector-selects-everything': {
    summary: 'a malformed selector is ignored',
    caughtBy: 'selectors/malformed-selectors-are-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#3022',
    hooks: forgiving(isPlainList, [400], (_, asked, upstream) => upstream.send('GET', asked.path)),
  },
  'empty-selector-selects-what-has-no-labels': {
    summary: 'an empty label selector selects only objects without labels',
    caughtBy: 'selectors/empty-selectors-select-everything',
    hooks: answering(
      (asked) => isPlainList(asked) && asked.query.get('labelSelector') === '',
      (answered) => {
        if (isObject(answered.json))
          answered.json['items'] = itemsOf(answered)?.filter((item) => metadataOf(item)['labels'] === undefined);
      },
    ),
  },
  'selected-lists-are-kept': {
    summary: 'a list with a label selector repeats its previous content for a second',
    caughtBy: 'selectors/changed-labels-change-the-selection',
    seenIn: 'kubernetes/kubernetes#59848',
    hooks: keeping(
      ({ query }) => query.has('labelSelector'),
      ({ path, query }) => `${path}?${query}`,
    ),
  },
  'other-field-selectors-ignored': {
    summary: 'a field selector on the phase of pods is accepted and ignored',
    caughtBy: 'selectors/accepted-field-selectors-restrict',
    seenIn: 'kubernetes/client-go#326',
    hooks: asking(isPlainList, ({ query }) => {
      const given = query.get('fieldSelector');
      if (given !== null && !given.includes('metadata.')) query.delete('fieldSelector');
    }),
  },
  'double-equals-not-known': {
    summary: '`key==value` is refused; `key=value` works',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: refusing(
      (asked) => isPlainList(asked) && asked.query.get('labelSelector')?.includes('==') === true,
      400,
      'BadRequest',
    ),
  },
  'absent-label-taken-for-empty': {
    summary: '`key=` also selects objects that lack the label',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: answering(
      (asked) => isPlainList(asked) && /^[^!,=()\s]+={1,2}$/.test(asked.query.get('labelSelector') ?? ''),
      async (answered, asked, upstream) => {
        const query = new URLSearchParams(asked.query);
        const key = (query.get('labelSelector') ?? '').replace(/=+$/, '');
        query.set('labelSelector', `!${key}`);
        const lacking = itemsOf(await itemsLike(asked, query, (target) => upstream.send('GET', target))) ?? [];
        if (isObject(answered.json))
          answered.json['items'] = [...(itemsOf(answered) ?? []), ...lacking].toSorted((a, b) =>
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
  'only-first-requirement-counts': {
    summary: 'only the first of several requirements in a selector counts',
    caughtBy: 'selectors/conditions-must-all-hold',
    seenIn: 'quarkusio/quarkus#39600',
    hooks: selector((text) => requirements(text).slice(0, 1).join(','), reading),
  },
  'third-requirement-ignored': {
    summary: 'only the first two requirements of a selector count',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: selector((text) => requirements(text).slice(0, 2).join(',')),
  },
  'third-value-of-a-set-ignored': {
    summary: 'only the first two values of a set in a selector count',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: selector((text) => text.replace(/\(([^,()]*,[^,()]*),[^()]*\)/g, '($1)')),
  },
  'in-takes-first-value': {
    summary: '`key in (a,b)` selects only the first value',
    caughtBy: 'selectors/set-membership-selects-exactly',
    hooks: selector((text) => text.replace(/(\sin\s*\([^,)]*),[^)]*\)/g, '$1)'), reading),
  },
  'set-based-requirements-ignored': {
    summary: 'requirements with `in` and `notin` are ignored',
    caughtBy: 'selectors/set-membership-selects-exactly',
    seenIn: 'fabric8io/kubernetes-client#4113',
    hooks: selector((text) => {
      const rest = requirements(text)
        .filter((each) => !/\s(not)?in\s*\(/.test(each))
        .join(',');
      return rest === '' ? undefined : rest;
    }, reading),
  },
  'inequality-ignored': {
    summary: 'requirements with `!=` are ignored',
    caughtBy: 'selectors/inequality-selects-all-others',
    seenIn: 'fabric8io/kubernetes-client#1158',
    hooks: selector((text) => {
      const rest = requirements(text)
        .filter((each) => !each.includes('!='))
        .join(',');
      return rest === '' ? undefined : rest;
    }, reading),
  },
  'equality-takes-prefix': {
    summary: '`key=value` also selects the objects whose value begins with the value',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: () => {
      const wanted = new WeakMap<Asked, readonly [key: string, value: string]>();
      return {
        request: (asked) => {
          const [, key, value] = /^([^!=,()\s]+)==?([^!=,()\s]+)$/.exec(asked.query.get('labelSelector') ?? '') ?? [];
          if (!reading(asked) || isWatch(asked) || key === undefined || value === undefined) return;
          wanted.set(asked, [key, value]);
          asked.query.set('labelSelector', key);
        },
        response: (answered, asked) => {
          const [key, value] = wanted.get(asked) ?? [];
          const items = itemsOf(answered);
          if (key === undefined || value === undefined || items === undefined || !isObject(answered.json)) return;
          answered.json['items'] = items.filter((item) =>
            String(objectAt(item, 'metadata', 'labels')?.[key]).startsWith(value),
          );
        },
      };
    },
  },
  'label-selector-ignored-by-list': {
    summary: 'lists ignore the label selector',
    caughtBy: 'selectors/equality-selects-exactly',
    seenIn: 'kubernetes-sigs/controller-runtime#293',
    hooks: selector(
      () => undefined,
      (asked) => asked.call?.verb === 'list' && !asked.call.watching,
    ),
  },
  'label-selector-ignored-by-list-all': {
    summary: 'lists over all namespaces ignore the label selector',
    caughtBy: 'selectors/equality-selects-exactly',
    seenIn: 'phenixblue/k8shark#3',
    hooks: selector(
      () => undefined,
      (asked) => asked.call?.verb === 'listAll' && !asked.call.watching,
    ),
  },
  'absence-ignored': {
    summary: '`!key` selects everything',
    caughtBy: 'selectors/existence-selects-exactly',
    seenIn: 'fabric8io/kubernetes-client#1688',
    hooks: selector((text) => {
      const rest = requirements(text)
        .filter((each) => !each.trim().startsWith('!'))
        .join(',');
      return rest === '' ? undefined : rest;
    }, reading),
  },
  'field-selector-ignored': {
    summary: 'lists ignore the field selector',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    seenIn: 'kubernetes/kubernetes#78824',
    hooks: () => ({
      request: (asked) => {
        if (asked.call?.watching === false) asked.query.delete('fieldSelector');
      },
    }),
  },
  'field-selector-misses-what-has-the-value': {
    summary: 'a field selector on anything except the name and the namespace is accepted and selects nothing',
    caughtBy: 'selectors/accepted-field-selectors-restrict',
    hooks: () => ({
      response: (answered, asked) => {
        const selector = asked.query.get('fieldSelector') ?? '';
        if (isList(asked) && succeeded(answered) && FURTHER_FIELDS.test(selector) && !selector.includes('!='))
          keepItems(answered, () => false);
      },
    }),
  },
  'selector-spares-objects-without-labels': {
    summary: 'a selector that objects without labels meet selects none of them',
    caughtBy: 'selectors/conditions-must-all-hold',
    hooks: answering(
      (asked) => isList(asked) && selects(asked),
      (answered) => keepItems(answered, (item) => Object.keys(labelsOf(item)).length > 0),
    ),
  },
  'selector-spares-empty-values': {
    summary: 'a selector selects no object whose label has the empty value',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: answering(
      (asked) => isList(asked) && /^[^!,() ]+==?$/.test(asked.query.get('labelSelector') ?? ''),
      (answered, asked) => {
        const key = (asked.query.get('labelSelector') ?? '').replace(/=+$/, '');
        keepItems(answered, (item) => labelsOf(item)[key] !== '');
      },
    ),
  },
  'selector-with-a-plus-is-refused': {
    summary: 'a label selector with spaces written as plus signs is refused',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: () => ({
      request: ({ target }) =>
        /labelSelector=[^&]*\+/.test(target)
          ? jsonResponse(400, failureStatus(400, 'BadRequest', 'unable to parse the selector'))
          : undefined,
    }),
  },
  'inherited-names-are-labels': {
    summary:
      'every object counts as having the labels constructor and toString, which every JavaScript object inherits',
    caughtBy: 'selectors/existence-selects-exactly',
    hooks: asking(
      (asked) => isList(asked) && ['constructor', 'toString'].includes(asked.query.get('labelSelector') ?? ''),
      ({ query }) => query.delete('labelSelector'),
    ),
  },
  'spaces-in-a-set-are-parts-of-values': {
    summary: 'a space after a comma in a set of a label selector counts as part of the value',
    caughtBy: 'selectors/set-membership-selects-exactly',
    seenIn: 'cloudfoundry/cloud_controller_ng#1443',
    hooks: asking(
      (asked) => isList(asked) && asked.query.has('labelSelector'),
      ({ query }) =>
        query.set('labelSelector', String(query.get('labelSelector')).replaceAll(/, [^,)]*/g, ',no-such-value')),
    ),
  },
  'second-field-condition-ignored': {
    summary: 'only the first of several conditions in a field selector counts',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    hooks: asking(
      (asked) => isList(asked) && asked.query.has('fieldSelector'),
      ({ query }) => query.set('fieldSelector', String(query.get('fieldSelector')).split(',', 1)[0] ?? ''),
    ),
  },
});
