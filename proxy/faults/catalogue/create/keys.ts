import { isObject, metadataOf, objectAt } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne, ofKind } from '../../requests.ts';
import { BODIED, cuttingMaps, refusing, sending, showing } from '../../ways.ts';

/** Renames the keys of labels and annotations in a body. */
function rekey(body: Bendable, map: (key: string) => string): void {
  const metadata = metadataOf(body);
  for (const name of ['labels', 'annotations']) {
    const entries = metadata[name];
    if (isObject(entries))
      metadata[name] = Object.fromEntries(Object.entries(entries).map(([key, value]) => [map(key), value]));
  }
}

function hasPrefixedKey({ json }: FaultyRequest): boolean {
  const annotations = metadataOf(json)['annotations'];
  return isObject(annotations) && Object.keys(annotations).some((key) => key.includes('/'));
}

/** Keeps the first of the keys of a map that differ only in case. */
function keepFirstKeys(map: Bendable): void {
  const seen = new Set<string>();
  for (const key of Object.keys(map)) {
    if (seen.has(key.toLowerCase())) delete map[key];
    seen.add(key.toLowerCase());
  }
}

/** Makes the labels of the template the selector, if the selector has some of them. */
function widenSelector(body: Bendable): void {
  const selector = objectAt(body, 'spec', 'selector');
  const chosen = objectAt(selector, 'matchLabels');
  const labels = objectAt(body, 'spec', 'template', 'metadata', 'labels');
  if (selector === undefined || chosen === undefined || labels === undefined) return;
  const isPart = Object.entries(chosen).every(([key, value]) => labels[key] === value);
  if (isPart && selector['matchExpressions'] === undefined) selector['matchLabels'] = { ...labels };
}

/** Faults of the keys of maps in an object. */
export const KEYS: readonly Fault[] = faults({
  'inherited-names-are-taken': {
    summary:
      'a create under the name constructor is refused as if it existed: names are members of a JavaScript object',
    caughtBy: 'create/legal-object-is-accepted',
    hooks: refusing(
      (request) => isOne(request, 'create') && metadataOf(request.json)['name'] === 'constructor',
      409,
      'AlreadyExists',
    ),
  },
  'keys-with-a-slash-lose-their-prefix': {
    summary: 'the prefix of a label key, up to its slash, is dropped',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => rekey(body, (key) => key.slice(key.indexOf('/') + 1))),
  },
  'dots-in-keys-become-members': {
    summary: 'a dot in the key of a label or annotation becomes a dash',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'jonschlinkert/data-store#20',
    hooks: sending('create', (body) => rekey(body, (key) => key.replaceAll('.', '-'))),
  },
  'keys-of-digits-become-a-list': {
    summary: 'data whose keys are 0, 1 and so on is shown as a list of its values',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: showing((object) => {
      const { data } = object;
      const keys = isObject(data) ? Object.keys(data) : [];
      if (isObject(data) && keys.length > 0 && keys.every((key, index) => key === String(index)))
        object['data'] = Object.values(data);
    }),
  },
  'data-loses-the-key-proto': {
    summary: 'the key __proto__ in data is lost',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'tsouza/yajs#12',
    hooks: sending('create', (body) => {
      if (isObject(body['data'])) body['data'] = Object.assign({}, body['data']);
    }),
  },
  'prefixed-annotation-keys-refused': {
    summary: 'a create with an annotation whose key has a prefix is refused',
    caughtBy: 'create/legal-object-is-accepted',
    hooks: refusing((request) => isOne(request, 'create') && hasPrefixedKey(request), 422, 'Invalid'),
  },
  'maps-are-cut-at-sixty-four': {
    summary: 'labels and annotations of an object are cut after 64 entries',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: cuttingMaps('create'),
  },
  'entries-named-status-are-dropped': {
    summary: 'a write drops every member named status, even a label, an annotation or a key of data of that name',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => {
      for (const map of [...['labels', 'annotations'].map((name) => metadataOf(body)[name]), body['data']])
        if (isObject(map)) delete map['status'];
    }),
  },
  'label-keys-ignore-case': {
    summary: 'of two label keys that differ only in case, only the first one is stored',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => keepFirstKeys(objectAt(body, 'metadata', 'labels') ?? {})),
  },
  'annotation-of-apply-is-dropped': {
    summary: 'annotations under kubectl.kubernetes.io, such as the last applied configuration, are dropped by a create',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      const annotations = objectAt(body, 'metadata', 'annotations') ?? {};
      for (const key of Object.keys(annotations)) if (key.startsWith('kubectl.kubernetes.io/')) delete annotations[key];
    }),
  },
  // What the service does: "When a resource is created, the service stores it" - and keys in different case are two.
  'keys-of-data-are-compared-without-case': {
    summary: 'of keys of data that differ only in case, creates and PUTs store the first one',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => keepFirstKeys(objectAt(body, 'data') ?? {})),
  },
  // DeploymentSpec, selector: "Selects pods" - those that the client wants, not those that have every label.
  'selector-of-a-workload-has-every-label-of-its-template': {
    summary: 'the selector of a Deployment or DaemonSet has all labels of the template, though fewer were sent',
    caughtBy: 'create/maps-hold-only-what-was-sent',
    hooks: sending(
      (request) => ofKind('Deployment', BODIED)(request) || ofKind('DaemonSet', BODIED)(request),
      widenSelector,
    ),
  },
});
