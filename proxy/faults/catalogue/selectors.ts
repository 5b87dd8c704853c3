import { failureStatus, isObject, itemsOf, jsonResponse, keyOf, metadataOf, objectAt, succeeded } from '../bend.ts';
import type { FaultyRequest, Bendable, Fault, FaultyResponse } from '../fault.ts';
import { faults } from '../named.ts';
import { acceptOf, isPlainList, selects, isList, isWatch } from '../requests.ts';
import { keepItems } from '../responses.ts';
import { responding, asking, forgiving, keeping, refusing } from '../ways.ts';

/** A list with the items of another one. */
async function itemsLike(
  request: FaultyRequest,
  query: URLSearchParams,
  send: (target: string) => Promise<FaultyResponse>,
): Promise<FaultyResponse> {
  return send(`${request.path}?${query}`);
}

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

/** Hooks that rewrite the label selector of every request that has one. */
function selector(
  rewrite: (selector: string) => string | undefined,
  only: (request: FaultyRequest) => boolean = () => true,
): Fault['hooks'] {
  return () => ({
    request: (request) => {
      const given = request.query.get('labelSelector');
      if (given === null || !only(request)) return;
      const rewritten = rewrite(given);
      if (rewritten === undefined) request.query.delete('labelSelector');
      else request.query.set('labelSelector', rewritten);
    },
  });
}

/** The requirements of a selector: commas inside parentheses do not separate them. */
function requirements(text: string): string[] {
  return text.split(/,(?![^(]*\))/);
}

const reading = (request: FaultyRequest): boolean => request.method === 'GET';

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
    hooks: responding(
      (request) => isPlainList(request) && /^metadata\.name==?[^,]+$/.test(request.query.get('fieldSelector') ?? ''),
      async (response, request, upstream) => {
        const query = new URLSearchParams(request.query);
        const name = (query.get('fieldSelector') ?? '').replace(/^metadata\.name==?/, '');
        query.delete('fieldSelector');
        const all = itemsOf(await itemsLike(request, query, (target) => upstream.send('GET', target)));
        if (all !== undefined && isObject(response.json))
          response.json['items'] = all.filter((item) => String(metadataOf(item)['name']).startsWith(name));
      },
    ),
  },
  'yaml-lists-ignore-their-selectors': {
    summary: 'a list in YAML ignores its selectors; in JSON it heeds them',
    caughtBy: 'selectors/label-and-field-selectors-both-restrict',
    hooks: asking(isPlainList, (request) => {
      if (!acceptOf(request).includes('yaml')) return;
      request.query.delete('labelSelector');
      request.query.delete('fieldSelector');
    }),
  },
  'field-selector-ends-at-a-dot': {
    summary: 'a field selector on metadata.name reads the name up to its first dot',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    hooks: asking(isPlainList, ({ query }) => {
      const fields = query.get('fieldSelector');
      if (fields !== null) query.set('fieldSelector', fields.replace(/^(metadata\.name!?==?[^.,]*)[^,]*/, '$1'));
    }),
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
    hooks: forgiving(isPlainList, [400], (_, request, upstream) => upstream.send('GET', request.path)),
  },
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
  'selected-lists-are-kept': {
    summary: 'a list with a label selector repeats its previous content for a second',
    caughtBy: 'selectors/changed-labels-change-the-selection',
    seenIn: 'kubernetes/kubernetes#59848',
    hooks: keeping((request) => isPlainList(request) && request.query.has('labelSelector')),
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
      (request) => isPlainList(request) && request.query.get('labelSelector')?.includes('==') === true,
      400,
      'BadRequest',
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
        const lacking = itemsOf(await itemsLike(request, query, (target) => upstream.send('GET', target))) ?? [];
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
  'fifth-requirement-ignored': {
    summary: 'only the first four requirements of a selector count',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: selector((text) => requirements(text).slice(0, 4).join(',')),
  },
  'sets-of-selectors-are-cut-at-fifty': {
    summary: 'only the first fifty values of a set in a selector count',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: selector((text) =>
      text.replace(/\(([^()]*)\)/g, (_, values: string) => `(${values.split(',').slice(0, 50).join(',')})`),
    ),
  },
  'name-is-a-label': {
    summary: 'a selector that asks for the label name selects every object, because each has a name in its metadata',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: selector((text) => (text === 'name' ? undefined : text), reading),
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
  'label-selector-ignored-by-list': {
    summary: 'lists ignore the label selector',
    caughtBy: 'selectors/equality-selects-exactly',
    seenIn: 'kubernetes-sigs/controller-runtime#293',
    hooks: selector(
      () => undefined,
      (request) => request.call?.verb === 'list' && !request.call.watching,
    ),
  },
  'label-selector-ignored-by-list-all': {
    summary: 'lists over all namespaces ignore the label selector',
    caughtBy: 'selectors/equality-selects-exactly',
    seenIn: 'phenixblue/k8shark#3',
    hooks: selector(
      () => undefined,
      (request) => request.call?.verb === 'listAll' && !request.call.watching,
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
      request: (request) => {
        if (request.call?.watching === false) request.query.delete('fieldSelector');
      },
    }),
  },
  'field-selector-misses-what-has-the-value': {
    summary: 'a field selector on anything except the name and the namespace is accepted and selects nothing',
    caughtBy: 'selectors/accepted-field-selectors-restrict',
    hooks: () => ({
      response: (response, request) => {
        const selector = request.query.get('fieldSelector') ?? '';
        if (isList(request) && succeeded(response) && FURTHER_FIELDS.test(selector) && !selector.includes('!='))
          keepItems(response, () => false);
      },
    }),
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
  'last-value-of-a-key-counts': {
    summary: 'of several equalities of one key in a selector, such as a=x,a=y, only the last one counts',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: asking(selects, ({ query }) => {
      const requirements = (query.get('labelSelector') ?? '').split(',');
      if (!requirements.every((each) => /^[^!=()]+=[^=()]+$/.test(each))) return;
      const last = new Map(requirements.map((each) => [each.slice(0, each.indexOf('=')), each]));
      query.set('labelSelector', [...last.values()].join(','));
    }),
  },
  'last-set-of-a-key-counts': {
    summary: 'of several sets for one key in a selector, such as `a notin (x),a in (x,y)`, only the last one counts',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: asking(selects, ({ query }) => {
      const requirements = (query.get('labelSelector') ?? '').match(/[^,(]+\([^)]*\)/g) ?? [];
      if (requirements.length < 2 || requirements.join(',') !== query.get('labelSelector')) return;
      const last = new Map(requirements.map((each) => [each.split(' ', 1)[0], each]));
      query.set('labelSelector', [...last.values()].join(','));
    }),
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
  'field-selector-on-involved-objects-ignored': {
    summary: 'a list of events accepts a field selector on involvedObject and ignores it',
    caughtBy: 'selectors/accepted-field-selectors-restrict',
    hooks: asking(
      (request) => isList(request) && (request.query.get('fieldSelector') ?? '').startsWith('involvedObject.'),
      ({ query }) => query.delete('fieldSelector'),
    ),
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
  'spaces-in-a-set-are-parts-of-values': {
    summary: 'a space after a comma in a set of a label selector counts as part of the value',
    caughtBy: 'selectors/set-membership-selects-exactly',
    seenIn: 'cloudfoundry/cloud_controller_ng#1443',
    hooks: asking(
      (request) => isList(request) && request.query.has('labelSelector'),
      ({ query }) =>
        query.set('labelSelector', String(query.get('labelSelector')).replaceAll(/, [^,)]*/g, ',no-such-value')),
    ),
  },
  'second-field-condition-ignored': {
    summary: 'only the first of several conditions in a field selector counts',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    hooks: asking(
      (request) => isList(request) && request.query.has('fieldSelector'),
      ({ query }) => query.set('fieldSelector', String(query.get('fieldSelector')).split(',', 1)[0] ?? ''),
    ),
  },
});
