import {
  containersOf,
  eachText,
  failureStatus,
  isObject,
  jsonResponse,
  metadataOf,
  objectAt,
  succeeded,
} from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';
import { asking, BODIED, cuttingMaps, podSpecsOf, refusing, sending, showing, storing } from '../../ways.ts';

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

/**
 * How long a new namespace is unusable, in milliseconds, counted from the first create in it, so that a slow client
 * meets the fault too.
 */
const UNUSABLE_MS = 100;

function newNamespacesRefuse(): Hooks {
  const usableFrom = new Map<unknown, number | undefined>();
  return {
    response: (response, { call }) => {
      if (call?.verb === 'create' && call.resource?.kind === 'Namespace' && succeeded(response))
        usableFrom.set(metadataOf(response.json)['name'], undefined);
    },
    request: (request) => {
      const namespace = request.call?.namespace;
      if (!isOne(request, 'create') || !usableFrom.has(namespace)) return undefined;
      const from = usableFrom.get(namespace) ?? performance.now() + UNUSABLE_MS;
      usableFrom.set(namespace, from);
      return performance.now() < from
        ? jsonResponse(403, failureStatus(403, 'Forbidden', 'the namespace is not ready'))
        : undefined;
    },
  };
}

/** The path of the object of a create. */
function wantedPath(request: FaultyRequest): string {
  return `${request.path.replace(/\/$/, '')}/${String(metadataOf(request.json)['name'])}`;
}

/** A create reserves its name before validation, and keeps it after a refusal. */
function namesOfRefusedCreates(): Hooks {
  const taken = new Set<string>();
  return {
    request: (request) =>
      isOne(request, 'create') && taken.has(wantedPath(request))
        ? jsonResponse(409, failureStatus(409, 'AlreadyExists', 'the name is taken'))
        : undefined,
    response: (response, request) => {
      if (
        isOne(request, 'create') &&
        (response.status === 400 || response.status === 422) &&
        metadataOf(request.json)['name'] !== undefined
      )
        taken.add(wantedPath(request));
    },
  };
}

/** The end of the first chunk of a text, within a character of the long texts that the rule sends. */
const CHUNK_BYTES = 65_535;

// eslint-disable-next-line no-control-regex -- these characters are what the fault is about
const CONTROL = /[\u0001-\u0008\u000e-\u001f]/g;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%[0-7][0-9A-F]/g, (code) => decodeURIComponent(code));
  }
}

/** Creates that change keys, texts or members of pods and jobs. */
export const CONTENTS: readonly Fault[] = faults({
  'ports-with-one-number-are-one': {
    summary: 'of two ports of a container with one number, such as 53 for UDP and for TCP, only the last one is stored',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => {
      for (const container of containersOf(body)) {
        const ports = container['ports'];
        if (Array.isArray(ports))
          container['ports'] = [...new Map(ports.map((port: Bendable) => [port['containerPort'], port])).values()];
      }
    }),
  },
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
  'starting-deadline-has-31-bits': {
    summary: 'the startingDeadlineSeconds of a cron job lose all but their lowest 31 bits',
    caughtBy: 'create/large-integers-keep-their-digits',
    hooks: sending(BODIED, (body) => {
      const spec = objectAt(body, 'spec');
      const deadline = spec?.['startingDeadlineSeconds'];
      if (spec !== undefined && typeof deadline === 'number') spec['startingDeadlineSeconds'] = deadline % 2 ** 31;
    }),
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
  'equal-arguments-are-stored-once': {
    summary: 'a create stores equal arguments of a container once',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      for (const container of containersOf(body))
        if (Array.isArray(container['args'])) container['args'] = [...new Set(container['args'])];
    }),
  },
  'arguments-are-in-the-order-of-texts': {
    summary:
      'a create stores the arguments of a container by their index as a text, so the eleventh follows the second',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      for (const container of containersOf(body)) {
        const { args } = container;
        if (Array.isArray(args))
          container['args'] = [...args.keys()]
            .map(String)
            .sort()
            .map((index) => args[Number(index)]);
      }
    }),
  },
  'tolerations-of-one-key-are-one': {
    summary: 'a create keeps only the last of several tolerations of one key',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      for (const spec of podSpecsOf(body)) {
        const tolerations = spec['tolerations'];
        if (Array.isArray(tolerations))
          spec['tolerations'] = [...new Map(tolerations.map((each: Bendable) => [each['key'], each])).values()];
      }
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
  'line-ends-in-values-become-spaces': {
    summary: 'line ends in the values of data are stored as spaces',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      const { data } = body;
      if (body['kind'] === 'ConfigMap' && isObject(data))
        for (const [key, value] of Object.entries(data))
          if (typeof value === 'string')
            Object.defineProperty(data, key, {
              value: value.replaceAll('\n', ' '),
              enumerable: true,
              configurable: true,
              writable: true,
            });
    }),
  },
  'new-namespaces-cannot-be-used-yet': {
    summary: 'creates in a new namespace get 403 for a moment',
    caughtBy: 'create/new-namespace-takes-objects',
    hooks: newNamespacesRefuse,
  },
  'prefixed-annotation-keys-refused': {
    summary: 'a create with an annotation whose key has a prefix is refused',
    caughtBy: 'create/legal-object-is-accepted',
    hooks: refusing((request) => isOne(request, 'create') && hasPrefixedKey(request), 422, 'Invalid'),
  },
  'quality-of-service-depends-on-the-name': {
    summary: 'the qosClass of a pod depends on its name and not on its resources',
    caughtBy: 'create/qos-class-follows-the-resources',
    hooks: showing((object, { call }) => {
      const status = call?.resource?.kind === 'Pod' && isObject(object['status']) ? object['status'] : undefined;
      if (status !== undefined)
        status['qosClass'] = /b\d$/.test(String(objectAt(object, 'metadata')?.['name'])) ? 'Guaranteed' : 'BestEffort';
    }),
  },
  'new-pods-have-an-address': {
    summary: 'a pod shows an address of its own as soon as it is created',
    caughtBy: 'create/pod-has-no-address-before-its-host',
    hooks: showing((object, { call }) => {
      if (call?.resource?.kind === 'Pod')
        object['status'] = { ...(isObject(object['status']) ? object['status'] : {}), podIP: '10.0.0.1' };
    }),
  },
  'selector-of-a-job-is-a-map': {
    summary: 'the selector of a Job is shown as a map of labels, without matchLabels',
    caughtBy: 'create/selector-of-a-job-has-match-labels',
    hooks: showing((object, { call }) => {
      const spec = objectAt(object, 'spec');
      const labels = objectAt(spec, 'selector', 'matchLabels');
      if (call?.resource?.kind === 'Job' && spec !== undefined && labels !== undefined) spec['selector'] = labels;
    }),
  },
  'references-in-commands-are-resolved': {
    summary: 'references to environment variables in the command of a container are replaced by empty strings',
    caughtBy: 'create/members-for-nodes-are-kept',
    hooks: showing((object) => {
      for (const container of containersOf(object)) {
        for (const member of ['command', 'args']) {
          const words = container[member];
          if (Array.isArray(words))
            container[member] = words.map((word) =>
              typeof word === 'string' ? word.replaceAll(/\$\([^)]*\)/g, '') : word,
            );
        }
      }
    }),
  },
  'host-ports-are-chosen-by-the-server': {
    summary: 'pods on the host network are shown with host ports that differ from their container ports',
    caughtBy: 'create/host-ports-are-those-of-containers',
    hooks: showing((object) => {
      for (const spec of podSpecsOf(object).filter(({ hostNetwork }) => hostNetwork === true)) {
        for (const { ports } of containersOf(spec))
          if (Array.isArray(ports))
            for (const port of ports.filter(isObject)) port['hostPort'] = Number(port['containerPort']) + 1;
      }
    }),
  },
  'refused-create-takes-the-name': {
    summary: 'a create that is refused as invalid still reserves its name',
    caughtBy: 'create/refused-create-leaves-the-name-free',
    hooks: namesOfRefusedCreates,
  },
  'name-ends-at-its-first-dot': {
    summary: 'the name of a created object is cut at its first dot',
    caughtBy: 'create/name-is-the-one-asked-for',
    hooks: sending('create', (body) => {
      const metadata = metadataOf(body);
      if (typeof metadata['name'] === 'string') metadata['name'] = metadata['name'].split('.', 1)[0];
    }),
  },
  'texts-are-cut-at-a-thousand': {
    summary: 'strings in data and annotations are cut after 1024 characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.slice(0, 1024)),
  },
  'lists-of-containers-are-cut-at-sixty-four': {
    summary: 'lists of a container, such as its variables, are cut after 64 elements',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      for (const container of containersOf(body))
        for (const [name, list] of Object.entries(container))
          if (Array.isArray(list)) container[name] = list.slice(0, 64);
    }),
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
  'texts-like-times-are-rewritten': {
    summary: 'strings in data and annotations that look like times are stored with milliseconds',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z$/, '$1.000Z')),
  },
  'texts-are-decoded-by-chunks': {
    summary: 'a character that spans two chunks of a body is stored as replacement characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => {
      const bytes = Buffer.from(text);
      return bytes.subarray(0, CHUNK_BYTES).toString() + bytes.subarray(CHUNK_BYTES).toString();
    }),
  },
  'binary-data-of-secrets-becomes-text': {
    summary: 'data of a secret is stored as UTF-8, so other bytes become replacement characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body, request) => {
      if (request.call?.resource?.kind === 'Secret')
        eachText(body['data'], (text) => Buffer.from(Buffer.from(text, 'base64').toString()).toString('base64'));
    }),
  },
  'texts-are-cut-at-64-kib': {
    summary: 'strings in data and annotations are cut after 65535 characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'JuliaCloud/JuliaBox#387',
    hooks: storing(BODIED, (text) => text.slice(0, 65_535)),
  },
  'data-is-cut-at-64-kib': {
    summary: 'values of data are cut after 65535 characters, annotations are not',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => eachText(body['data'], (text) => text.slice(0, 65_535))),
  },
  'texts-end-at-nul': {
    summary: 'strings in data and annotations end before their first U+0000',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.replace(/\0.*$/s, '')),
  },
  'byte-order-marks-are-dropped': {
    summary: 'strings in data and annotations lose the byte order mark at their start',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.replace(/^\ufeff/, '')),
  },
  'line-separators-become-newlines': {
    summary: 'U+0085, U+2028 and U+2029 in data and annotations are stored as newlines',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.replace(/[\u0085\u2028\u2029]/g, '\n')),
  },
  'final-newlines-of-data-are-dropped': {
    summary: 'values of data lose the newlines at their end',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => eachText(body['data'], (text) => text.replace(/\n+$/, ''))),
  },
  'texts-of-blanks-become-empty': {
    summary: 'values of data that consist of blanks are stored as empty texts',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => eachText(body['data'], (text) => (text.trim() === '' ? '' : text))),
  },
  'label-keys-ignore-case': {
    summary: 'of two label keys that differ only in case, only the first one is stored',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => {
      const labels = objectAt(body, 'metadata', 'labels') ?? {};
      const seen = new Set<string>();
      for (const key of Object.keys(labels)) {
        if (seen.has(key.toLowerCase())) delete labels[key];
        seen.add(key.toLowerCase());
      }
    }),
  },
  'values-of-variables-are-cut': {
    summary: 'values of environment variables are cut after 255 characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => {
      for (const { env } of containersOf(body))
        if (Array.isArray(env))
          for (const variable of env.filter(isObject)) eachText(variable, (text) => text.slice(0, 255));
    }),
  },
  'messages-of-events-are-cut': {
    summary: 'the message of an event is cut after 255 characters',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body, { call }) => {
      if (call?.resource?.kind === 'Event' && typeof body['message'] === 'string')
        body['message'] = body['message'].slice(0, 255);
    }),
  },
  'percent-signs-in-texts-are-decoded': {
    summary: 'percent signs in the values of data and annotations are decoded, as in a URL',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, decoded),
  },
  'control-characters-in-texts-are-dropped': {
    summary: 'control characters other than white space vanish from the values of data and annotations',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.replaceAll(CONTROL, '')),
  },
  'variables-of-the-empty-text-are-dropped': {
    summary: 'environment variables whose value is the empty text vanish',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => {
      for (const container of containersOf(body))
        if (Array.isArray(container['env']))
          container['env'] = container['env'].filter((variable) => !isObject(variable) || variable['value'] !== '');
    }),
  },
  'init-containers-are-turned-round': {
    summary: 'the init containers of a created object are stored in reverse order',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      const spec = objectAt(body, 'spec', 'template', 'spec') ?? objectAt(body, 'spec');
      if (Array.isArray(spec?.['initContainers'])) spec['initContainers'].reverse();
    }),
  },
  'annotation-of-apply-is-dropped': {
    summary: 'annotations under kubectl.kubernetes.io, such as the last applied configuration, are dropped by a create',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      const annotations = objectAt(body, 'metadata', 'annotations') ?? {};
      for (const key of Object.keys(annotations)) if (key.startsWith('kubectl.kubernetes.io/')) delete annotations[key];
    }),
  },
  'empty-members-of-new-objects-refused': {
    summary:
      'a create is refused if its status is empty or its creation timestamp is null, as typed clients send them for no value',
    caughtBy: 'create/legal-object-is-accepted',
    hooks: refusing(
      (request) =>
        isOne(request, 'create') &&
        (metadataOf(request.json)['creationTimestamp'] === null ||
          Object.keys(objectAt(request.json, 'status') ?? { absent: true }).length === 0),
      422,
      'Invalid',
    ),
  },
  'escapes-beyond-the-first-plane-are-lost': {
    summary: 'a JSON body loses the characters that it writes as two escapes, such as \\ud83e\\udd84',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: asking(BODIED, (request) => {
      const text = request.raw.toString('utf8').replaceAll(/(?:\\u[dD][89a-fA-F][\da-fA-F]{2}){2}/g, '\ufffd\ufffd');
      if (request.json !== undefined) request.json = JSON.parse(text);
    }),
  },
});
