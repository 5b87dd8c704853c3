import { isObject, itemsOf, metadataOf, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks, UpstreamClient } from '../../fault.ts';
import { beforeWrites, phaseOf, requirementsOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isList, isOne, isPlainList, ofKind, STATUS_WRITES } from '../../requests.ts';
import { keepItems } from '../../responses.ts';
import { responding, asking } from '../../ways.ts';

/** Fields that some servers support in selectors, beside the name and the namespace. */
const FURTHER_FIELDS = /^(metadata\.uid|spec\.|status\.|type|reason|involvedObject\.)/;

/** Whether a requirement of a field selector names the one object that it wants. */
const namesAnObject = (requirement: string): boolean => /^metadata\.name==?[^=]+$/.test(requirement);

/** The name that a list selects by, if its field selector has no other requirement; otherwise empty. */
function selectedName({ query }: FaultyRequest): string {
  const [, name = ''] = /^metadata\.name==?([^,]+)$/.exec(query.get('fieldSelector') ?? '') ?? [];
  return name;
}

/** What a list would show without its field selector. */
async function itemsOfAnyFields(request: FaultyRequest, upstream: UpstreamClient): Promise<Bendable[] | undefined> {
  const query = new URLSearchParams(request.query);
  query.delete('fieldSelector');
  return itemsOf(await upstream.send('GET', `${request.path}?${query}`));
}

/** Hooks that decide by `isAlike` which items lists show that select by such a name. */
function decidingByNames(such: RegExp, isAlike: (name: string, selected: string) => boolean): Fault['hooks'] {
  return responding(
    (request) => isPlainList(request) && such.test(selectedName(request)),
    async (response, request, upstream) => {
      const all = await itemsOfAnyFields(request, upstream);
      if (all !== undefined && isObject(response.json))
        response.json['items'] = all.filter((item) => isAlike(String(metadataOf(item)['name']), selectedName(request)));
    },
  );
}

/** Whether a name is a selected one, in which each dot stands for any character. */
const matchesDots = (name: string, selected: string): boolean =>
  name.length === selected.length &&
  [...selected].every((character, at) => character === '.' || character === name[at]);

/** Whether a requirement of a field selector wants a field to be empty. */
const wantsNothing = (requirement: string): boolean => /[^!=]==?$/.test(requirement);

/** Lists of events that select by their fields go by the events as they were created. */
function indexOfFirstStates(): Hooks {
  const before = beforeWrites();
  const changed = new Set<string>();
  return {
    request: async (request, upstream) => {
      if (isOne(request, ofKind('Event', 'replace'))) await before.read(request, upstream);
    },
    response: (response, request) => {
      const stored = before.of(request);
      if (stored !== undefined && succeeded(response)) changed.add(uidOf(stored));
      if (!isOne(request, ofKind('Event', isPlainList)) || !succeeded(response)) return;
      if (/(^|,)(type|reason|involvedObject\.[a-zA-Z]+)=/.test(request.query.get('fieldSelector') ?? ''))
        keepItems(response, (item) => !changed.has(uidOf(item)));
    },
  };
}

/** Lists of pods that select by their phase go by the phases before patches of the status. */
function indexOfUnpatchedPhases(): Hooks {
  const before = beforeWrites();
  const indexed = new Map<string, unknown>();
  return {
    request: async (request, upstream) => {
      if (ofKind('Pod', STATUS_WRITES)(request)) await before.read(request, upstream);
    },
    response: async (response, request, upstream) => {
      if (!succeeded(response)) return;
      const former = before.of(request);
      if (former !== undefined && isOne(request, 'replaceStatus')) indexed.delete(uidOf(former));
      else if (former !== undefined && !indexed.has(uidOf(former))) indexed.set(uidOf(former), phaseOf(former));
      const [, phase] = /^status\.phase==?(\w+)$/.exec(request.query.get('fieldSelector') ?? '') ?? [];
      if (phase === undefined || !ofKind('Pod', isPlainList)(request) || !isObject(response.json)) return;
      response.json['items'] = ((await itemsOfAnyFields(request, upstream)) ?? []).filter(
        (item) => (indexed.has(uidOf(item)) ? indexed.get(uidOf(item)) : phaseOf(item)) === phase,
      );
    },
  };
}

/** Keeps of several inequalities of one field the last one. */
function keepLastInequalities({ query }: FaultyRequest): void {
  const requirements = requirementsOf(query.get('fieldSelector') ?? '');
  const kept = new Map(requirements.map((each) => [/^[^!]*!=/.exec(each)?.[0] ?? each, each]));
  if (kept.size < requirements.length) query.set('fieldSelector', [...kept.values()].join(','));
}

/** Faults of field selectors. */
export const FIELD_SELECTORS: readonly Fault[] = faults({
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
    hooks: decidingByNames(/./, (name, selected) => name.startsWith(selected)),
  },
  'dot-in-a-selected-name-is-a-wildcard': {
    summary: 'a list with the field selector `metadata.name=web.v1` also shows `web-v1`, as by a regular expression',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    hooks: decidingByNames(/\./, matchesDots),
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
  'list-by-a-name-ignores-the-labels': {
    summary: 'a list or watch whose fieldSelector has `metadata.name=...` reads one key and ignores its labelSelector',
    caughtBy: 'selectors/label-and-field-selectors-both-restrict',
    hooks: asking(isList, ({ query }) => {
      if (requirementsOf(query.get('fieldSelector') ?? '').some(namesAnObject)) query.delete('labelSelector');
    }),
  },
  'field-selected-by-nothing-selects-everything': {
    summary: 'a list or watch ignores a requirement that a field is empty, such as `spec.nodeName=`',
    caughtBy: 'selectors/accepted-field-selectors-restrict',
    hooks: asking(isList, ({ query }) => {
      const requirements = requirementsOf(query.get('fieldSelector') ?? '');
      const kept = requirements.filter((each) => !wantsNothing(each));
      if (kept.length === requirements.length) return;
      query.delete('fieldSelector');
      if (kept.length > 0) query.set('fieldSelector', kept.join(','));
    }),
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
  'field-selector-on-involved-objects-ignored': {
    summary: 'a list of events accepts a field selector on involvedObject and ignores it',
    caughtBy: 'selectors/accepted-field-selectors-restrict',
    hooks: asking(
      (request) => isList(request) && (request.query.get('fieldSelector') ?? '').startsWith('involvedObject.'),
      ({ query }) => query.delete('fieldSelector'),
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
  // Parameter set L, fieldSelector: "Restrict by fields" - each requirement restricts.
  'last-inequality-of-a-field-counts': {
    summary: 'of several inequalities of one field in a field selector, a list heeds only the last one',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    hooks: asking(isPlainList, keepLastInequalities),
  },
  // Parameter set L, fieldSelector: "default everything", and an empty selector has no requirement.
  'empty-field-selector-selects-nothing': {
    summary: 'a list with an empty fieldSelector shows no objects',
    caughtBy: 'selectors/empty-selectors-select-everything',
    hooks: responding(
      (request) => isPlainList(request) && request.query.get('fieldSelector') === '',
      (response) => keepItems(response, () => false),
    ),
  },
  // Parameter set L, fieldSelector: "Restrict by fields" - as they are now.
  'field-index-of-events-misses-puts': {
    summary: 'a list of events by type, reason or involvedObject lacks the events that a PUT has changed',
    caughtBy: 'selectors/accepted-field-selectors-restrict',
    hooks: indexOfFirstStates,
  },
  // Parameter set L, fieldSelector, as above: also after a write of /status.
  'phase-index-misses-patches-of-the-status': {
    summary: 'a list of pods by status.phase goes by the phase that a pod had before PATCHes of its /status',
    caughtBy: 'selectors/accepted-field-selectors-restrict',
    hooks: indexOfUnpatchedPhases,
  },
});
