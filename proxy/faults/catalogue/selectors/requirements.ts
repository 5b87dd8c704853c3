import { copyOf, failureStatus, jsonResponse, succeeded } from '../../bend.ts';
import type { Fault, FaultyRequest, FaultyResponse, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { acceptOf, acceptsJson, isPlainList, isWrite, selects, isList } from '../../requests.ts';
import { asking, forgiving, keeping, pause, refusing } from '../../ways.ts';
import { leavingOut, reading, requirements, selector } from './label-selector.ts';

/** The label that a requirement is about. */
const keyOfRequirement = (requirement: string): string => /^\s*!?\s*([^\s=!()]*)/.exec(requirement)?.[1] ?? requirement;

/** How long a list is under way after it was read, in milliseconds. */
const UNDER_WAY_MS = 5;

/** Lists of one path that are under way at the same time have one response. */
function sharingLists(): Hooks {
  const underWay = new Map<string, Promise<FaultyResponse>>();
  return {
    request: async (request, upstream) => {
      if (!isPlainList(request) || !acceptsJson(request)) return undefined;
      const shared = underWay.get(request.path);
      if (shared !== undefined) return shared;
      const list = upstream.send('GET', request.target);
      underWay.set(request.path, list);
      try {
        const found = await list;
        await pause(UNDER_WAY_MS);
        return found;
      } finally {
        underWay.delete(request.path);
      }
    },
  };
}

/** How long a list is kept, in milliseconds. */
const KEPT_MS = 1_000;

/** Lists with a label selector are kept by their target in lower case, until the next write at most. */
function keptInLowerCase(): Hooks {
  const kept = new Map<string, { readonly json: unknown; readonly until: number }>();
  const begun = new WeakMap<FaultyRequest, number>();
  let writes = 0;
  const countWrite = (request: FaultyRequest): void => {
    if (!isWrite(request)) return;
    writes += 1;
    kept.clear();
  };
  return {
    request: (request) => {
      countWrite(request);
      begun.set(request, writes);
    },
    response: (response, request) => {
      countWrite(request);
      if (!isPlainList(request) || !selects(request) || !succeeded(response)) return;
      const key = `${acceptOf(request)} ${request.path}?${request.query}`.toLowerCase();
      const former = kept.get(key);
      if (former !== undefined && former.until > Date.now()) response.json = copyOf(former.json);
      else if (begun.get(request) === writes)
        kept.set(key, { json: copyOf(response.json), until: Date.now() + KEPT_MS });
    },
  };
}

/** Faults of the requirements that a label selector is read as. */
export const REQUIREMENTS: readonly Fault[] = faults({
  'yaml-lists-ignore-their-selectors': {
    summary: 'a list in YAML ignores its selectors; in JSON it heeds them',
    caughtBy: 'selectors/label-and-field-selectors-both-restrict',
    hooks: asking(isPlainList, (request) => {
      if (!acceptOf(request).includes('yaml')) return;
      request.query.delete('labelSelector');
      request.query.delete('fieldSelector');
    }),
  },
  'malformed-selector-selects-everything': {
    summary: 'a malformed selector is ignored',
    caughtBy: 'selectors/malformed-selectors-are-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#3022',
    hooks: forgiving(isPlainList, [400], (_, request, upstream) => upstream.send('GET', request.path)),
  },
  'selected-lists-are-kept': {
    summary: 'a list with a label selector repeats its previous content for a second',
    caughtBy: 'selectors/changed-labels-change-the-selection',
    seenIn: 'kubernetes/kubernetes#59848',
    hooks: keeping((request) => isPlainList(request) && request.query.has('labelSelector')),
  },
  'selected-lists-are-cached-by-their-target-in-lower-case': {
    summary:
      'a list whose label selector differs only in case from that of an earlier list repeats it, for up to a second without writes',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: keptInLowerCase,
  },
  'lists-under-way-share-a-response': {
    summary: 'lists of one path that are under way at the same time get the response to the first of them',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: sharingLists,
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
  // Semantics 7: a list "can be restricted by selectors", and keys of labels may have prefixes.
  'sets-of-prefixed-keys-are-refused': {
    summary: 'the server refuses a label selector with `in` or `notin` after a key that has a prefix and a slash',
    caughtBy: 'selectors/set-membership-selects-exactly',
    hooks: refusing(
      ({ query }) => /\/[^\s,()]+\s+(?:not)?in\s*\(/.test(query.get('labelSelector') ?? ''),
      400,
      'BadRequest',
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
    hooks: leavingOut((each) => /\s(not)?in\s*\(/.test(each)),
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
  // Parameter set L, labelSelector: each requirement of it restricts.
  'last-requirement-of-a-label-counts': {
    summary: 'of several requirements of one label, such as `a,a!=x,a!=y`, a selector heeds the last one',
    caughtBy: 'selectors/conditions-must-all-hold',
    hooks: selector((text) => {
      const given = requirements(text);
      return [...new Map(given.map((each) => [keyOfRequirement(each), each])).values()].join(',');
    }, isList),
  },
});
