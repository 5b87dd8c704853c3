import { JSON_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { isObject, itemsOf, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { isJsonPatch, operationsOf } from '../../json-patch.ts';
import { beforeWrites, equalityOf, requirementsOf, textsOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isList, isOne, isPatch, isPlainList, isWrite, ofKind, selects } from '../../requests.ts';
import { keepItems } from '../../responses.ts';
import { asking, responding } from '../../ways.ts';
import { hasInTemplate } from './label-selector.ts';

/** An index of labels from which a JSON patch removes the former ones, without adding the new ones. */
function indexWithoutJsonPatches(): Hooks {
  const lost = new Set<string>();
  return {
    response: (response, request) => {
      if (isWrite(request) && succeeded(response)) {
        const changesLabels = operationsOf(request).some(({ path }) => String(path).startsWith('/metadata/labels'));
        if (isPatch(request, JSON_PATCH_TYPE) && changesLabels) lost.add(uidOf(response.json));
        else lost.delete(uidOf(response.json));
      }
      if (isPlainList(request) && selects(request) && succeeded(response))
        keepItems(response, (item) => !lost.has(uidOf(item)));
    },
  };
}

/** An index of labels that keeps the former ones of an object whose last label a PUT removes. */
function indexOfFormerLabels(): Hooks {
  const before = beforeWrites();
  const kept = new Map<string, { readonly path: string; readonly labels: Bendable }>();
  return {
    request: async (request, upstream) => {
      if (isOne(request, 'replace')) await before.read(request, upstream);
    },
    response: async (response, request, upstream) => {
      if (isWrite(request) && succeeded(response) && isObject(response.json)) {
        const former = textsOf(before.of(request), 'labels');
        const isEmptied = Object.keys(textsOf(response.json, 'labels')).length === 0;
        if (isOne(request, 'replace') && isEmptied)
          kept.set(uidOf(response.json), { path: request.path, labels: former });
        else kept.delete(uidOf(response.json));
      }
      const [key, value] = equalityOf(request) ?? [];
      if (!isPlainList(request) || key === undefined || !succeeded(response)) return;
      for (const { path, labels } of kept.values()) {
        if (labels[key] !== value || !path.startsWith(`${request.path}/`)) continue;
        const now = await upstream.send('GET', path);
        if (succeeded(now) && isObject(now.json)) itemsOf(response)?.push(now.json);
      }
    },
  };
}

/** Lists by an equality also show the objects that match it in another way. */
function alsoShowing(
  matches: (item: Bendable, key: string, value: string, request: FaultyRequest) => boolean,
): Required<Pick<Hooks, 'response'>> {
  return {
    response: async (response, request, upstream) => {
      const [key, value] = equalityOf(request) ?? [];
      if (!isPlainList(request) || key === undefined || value === undefined || !succeeded(response)) return;
      const rest = new URLSearchParams(request.query);
      rest.delete('labelSelector');
      const selected = new Set((itemsOf(response) ?? []).map(uidOf));
      for (const item of itemsOf(await upstream.send('GET', `${request.path}?${rest}`)) ?? [])
        if (!selected.has(uidOf(item)) && matches(item, key, value, request)) itemsOf(response)?.push(item);
    },
  };
}

/** Lists by an equality go by other labels than those of their items. */
function selectingBy(
  labelsOf: (item: Bendable, request: FaultyRequest) => Bendable,
): Required<Pick<Hooks, 'response'>> {
  const has = (item: Bendable, key: string, value: string, request: FaultyRequest): boolean =>
    labelsOf(item, request)[key] === value;
  const others = alsoShowing(has);
  return {
    response: async (response, request, upstream) => {
      const [key, value] = equalityOf(request) ?? [];
      if (!isPlainList(request) || key === undefined || value === undefined || !succeeded(response)) return;
      keepItems(response, (item) => has(item, key, value, request));
      await others.response(response, request, upstream);
    },
  };
}

/** An index of labels that keeps what a PUT removed. */
function indexOfRemovedLabels(): Hooks {
  const before = beforeWrites();
  const former = new Map<string, Bendable>();
  const lists = alsoShowing(
    (item, key, value) => textsOf(item, 'labels')[key] === undefined && former.get(uidOf(item))?.[key] === value,
  );
  return {
    request: async (request, upstream) => {
      if (isOne(request, 'replace')) await before.read(request, upstream);
    },
    response: async (response, request, upstream) => {
      const stored = before.of(request);
      if (stored !== undefined && succeeded(response))
        former.set(uidOf(stored), { ...former.get(uidOf(stored)), ...textsOf(stored, 'labels') });
      await lists.response(response, request, upstream);
    },
  };
}

/** An index of labels that keeps those from before a JSON patch until another write of the object. */
function indexBeforeJsonPatches(): Hooks {
  const before = beforeWrites();
  const former = new Map<string, Bendable>();
  const lists = selectingBy((item) => former.get(uidOf(item)) ?? textsOf(item, 'labels'));
  return {
    request: async (request, upstream) => {
      if (isJsonPatch(request)) await before.read(request, upstream);
    },
    response: async (response, request, upstream) => {
      if (!succeeded(response)) return;
      const stored = before.of(request);
      if (stored !== undefined && !former.has(uidOf(stored))) former.set(uidOf(stored), textsOf(stored, 'labels'));
      else if (stored === undefined && isWrite(request)) former.delete(uidOf(response.json));
      if (former.size > 0) await lists.response(response, request, upstream);
    },
  };
}

/** Each view of Deployments has an index of labels, which misses the writes through the other view. */
function indexOfEachView(): Hooks {
  const before = beforeWrites();
  const isWritten = ofKind('Deployment', ['replace', 'patch']);
  /** The view through which an object was written last, and its labels before the first write in a row through it. */
  const writers = new Map<string, { readonly view: string | undefined; readonly labels: Bendable }>();
  const lists = selectingBy((item, { call }) => {
    const last = writers.get(uidOf(item));
    return last === undefined || last.view === call?.resource?.id ? textsOf(item, 'labels') : last.labels;
  });
  return {
    request: async (request, upstream) => {
      if (isWritten(request)) await before.read(request, upstream);
    },
    response: async (response, request, upstream) => {
      const former = before.of(request);
      const view = request.call?.resource?.id;
      if (former !== undefined && succeeded(response) && writers.get(uidOf(former))?.view !== view)
        writers.set(uidOf(former), { view, labels: textsOf(former, 'labels') });
      if (ofKind('Deployment', isPlainList)(request) && !request.query.has('fieldSelector'))
        await lists.response(response, request, upstream);
    },
  };
}

/** Faults of selections that an index of labels or names makes. */
export const LABEL_INDEX: readonly Fault[] = faults({
  'label-index-misses-json-patches': {
    summary: 'a list with a label selector lacks the objects whose labels a JSON patch was the last write to change',
    caughtBy: 'selectors/changed-labels-change-the-selection',
    hooks: indexWithoutJsonPatches,
  },
  'label-index-is-not-told-of-json-patches': {
    summary: 'a list by `key=value` goes by the labels that an object had before JSON patches changed them',
    caughtBy: 'selectors/changed-labels-change-the-selection',
    hooks: indexBeforeJsonPatches,
  },
  // Versioning 2: "Deployment is served under both `extensions/v1beta1` and `apps/v1beta1`" - with one set of labels.
  'label-index-of-a-view-misses-writes-through-the-other': {
    summary:
      'a list of Deployments by `key=value` under one group-version goes by the labels before writes through the other',
    caughtBy: 'selectors/changed-labels-change-the-selection',
    hooks: indexOfEachView,
  },
  'label-index-keeps-what-lost-its-last-label': {
    summary: 'an object whose last label was removed by a PUT is still selected by its former labels',
    caughtBy: 'selectors/changed-labels-change-the-selection',
    hooks: indexOfFormerLabels,
  },
  'index-of-labels-keeps-what-a-put-removed': {
    summary: 'a list by `key=value` also shows the objects that had this label until a PUT without the key',
    caughtBy: 'selectors/changed-labels-change-the-selection',
    hooks: indexOfRemovedLabels,
  },
  'sets-beside-equalities-are-ignored': {
    summary: 'a label selector of an equality and a set, such as `a=x,b in (y,z)`, selects by the equality alone',
    caughtBy: 'selectors/conditions-must-all-hold',
    seenIn: 'quarkusio/quarkus#39600',
    hooks: asking(isList, ({ query }) => {
      const requirements = requirementsOf(query.get('labelSelector') ?? '');
      const rest = requirements.filter((each) => !/ (?:not)?in\s*\(/.test(each));
      if (rest.some((each) => each.includes('='))) query.set('labelSelector', rest.join(','));
    }),
  },
  'labels-of-pod-templates-select-too': {
    summary: 'a list by `key=value` also shows the objects whose pod template has the label',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: () => alsoShowing(hasInTemplate),
  },
  'list-of-all-namespaces-by-name-shows-one': {
    summary: 'a list of all namespaces that selects by metadata.name shows one object, however many have the name',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    hooks: responding(
      (request) =>
        isPlainList(request) &&
        request.call?.resource?.namespaced === true &&
        request.call.namespace === undefined &&
        (request.query.get('fieldSelector') ?? '').includes('metadata.name='),
      (response) => keepItems(response, (_, index) => index === 0),
    ),
  },
});
