import { isObject, itemsOf, objectAt } from '../bend.ts';
import type { Asked, Fault } from '../fault.ts';
import { faults } from '../named.ts';

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

export const SELECTOR_FAULTS: readonly Fault[] = faults({
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
    summary: 'of several requirements in a selector only the first counts',
    caughtBy: 'selectors/conditions-must-all-hold',
    seenIn: 'quarkusio/quarkus#39600',
    hooks: selector((text) => requirements(text).slice(0, 1).join(','), reading),
  },
  'third-requirement-ignored': {
    summary: 'of more than two requirements in a selector the first two count',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: selector((text) => requirements(text).slice(0, 2).join(',')),
  },
  'third-value-of-a-set-ignored': {
    summary: 'of more than two values in a set of a selector the first two count',
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
          if (!reading(asked) || asked.call?.watching === true || key === undefined || value === undefined) return;
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
});
