import {
  containersOf,
  copyOf,
  failureStatus,
  isObject,
  jsonResponse,
  metadataOf,
  objectAt,
  succeeded,
  walk,
} from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import {
  changedByStored,
  haveSameElements,
  keepOrderOf,
  keepInitContainerOrder,
  podSpecsOf,
  sending,
  cuttingMaps,
  storing,
} from '../../ways.ts';
import { isOne } from '../../requests.ts';

function sameImages(before: unknown, sent: unknown): boolean {
  const images = (value: unknown): string =>
    JSON.stringify([...JSON.stringify(value).matchAll(/"image":"([^"]*)"/g)].map(([, image]) => image));
  return images(before) === images(sent);
}

/** Merges `sent` over `stored` recursively: missing members keep their value. */
function merged(stored: unknown, sent: unknown): unknown {
  if (!isObject(stored) || !isObject(sent)) return sent;
  const result: Bendable = { ...stored };
  for (const [member, value] of Object.entries(sent)) result[member] = merged(stored[member], value);
  return result;
}

function putMerges(): Hooks {
  return {
    request: async (request, upstream) => {
      if (request.call?.verb !== 'replace' || !isObject(request.json)) return;
      const stored = await upstream.send('GET', request.path);
      if (!succeeded(stored)) return;
      const version = metadataOf(request.json)['resourceVersion'];
      request.json = merged(stored.json, request.json);
      if (version === undefined) delete metadataOf(request.json)['resourceVersion'];
    },
  };
}

const ORDERED: ReadonlySet<string> = new Set(['envFrom', 'tolerations', 'rules']);

/** Takes the stored order of a list that has the same elements as the stored one. */
function keepOrder(sent: unknown, stored: unknown): void {
  if (Array.isArray(sent) && Array.isArray(stored)) sent.forEach((each, index) => keepOrder(each, stored[index]));
  if (!isObject(sent) || !isObject(stored)) return;
  for (const [member, value] of Object.entries(sent)) {
    const kept = stored[member];
    if (ORDERED.has(member) && haveSameElements(value, kept)) sent[member] = kept;
    else keepOrder(value, kept);
  }
}

/** Copies the stored lists that the sent spec lacks into it. */
function keepLists(stored: unknown, sent: unknown): void {
  if (Array.isArray(stored) && Array.isArray(sent)) sent.forEach((each, index) => keepLists(stored[index], each));
  if (!isObject(stored) || !isObject(sent)) return;
  for (const [member, value] of Object.entries(stored))
    if (Array.isArray(value) && sent[member] === undefined) sent[member] = copyOf(value);
    else keepLists(value, sent[member]);
}

/** Keeps the stored account if the body names another one only by the old name of the member. */
function keepAccount(body: Bendable, stored: Bendable): void {
  const [sent, kept] = [body, stored].map((object) => podSpecsOf(object)[0]);
  if (sent?.['serviceAccount'] === undefined || sent['serviceAccountName'] !== undefined) return;
  if (kept?.['serviceAccountName'] !== undefined) sent['serviceAccountName'] = kept['serviceAccountName'];
}

/** Keeps 24 bits of each integer. */
function roundIntegers(body: unknown): void {
  walk(body, (object) => {
    for (const [member, value] of Object.entries(object))
      if (typeof value === 'number' && value >= 2 ** 31) object[member] = Math.fround(value);
  });
}

/** PUTs after which the object is not as it was sent. */
export const CONTENTS: readonly Fault[] = faults({
  'annotations-are-trimmed-by-puts': {
    summary: 'a PUT loses the white space at the beginning and the end of the values of annotations',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: sending('replace', (body) => {
      const annotations = objectAt(body, 'metadata', 'annotations') ?? {};
      for (const [key, value] of Object.entries(annotations)) annotations[key] = String(value).trim();
    }),
  },
  'puts-cut-texts-at-64-kib': {
    summary: 'a PUT cuts the values of data and annotations after 65535 characters; a create keeps them',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: storing('replace', (text) => text.slice(0, 65_535)),
  },
  'puts-turn-crlf-into-lf': {
    summary: 'a PUT stores CRLF in data and annotations as LF; a create keeps it',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: storing('replace', (text) => text.replaceAll('\r\n', '\n')),
  },
  'puts-cut-maps-at-sixty-four': {
    summary: 'a PUT keeps 64 labels and 64 annotations; a create keeps all',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: cuttingMaps('replace'),
  },
  'puts-join-equal-arguments': {
    summary: 'a PUT stores equal arguments of a container once; a create keeps them',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: sending('replace', (body) => {
      for (const container of containersOf(body))
        if (Array.isArray(container['args'])) container['args'] = [...new Set(container['args'])];
    }),
  },
  'put-without-labels-keeps-them': {
    summary: 'a PUT that has no labels keeps the stored labels; a PUT with some labels is right',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'replace') || metadataOf(request.json)['labels'] !== undefined) return;
        const labels = objectAt((await upstream.send('GET', request.path)).json, 'metadata', 'labels');
        if (labels !== undefined) metadataOf(request.json)['labels'] = labels;
      },
    }),
  },
  'put-leaves-the-order-of-init-containers': {
    summary: 'a PUT that only reorders the init containers of a template changes nothing',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored('replace', keepInitContainerOrder),
  },
  'put-rounds-large-integers': {
    summary: 'a PUT rounds integers of more than 31 bits as if they were floats',
    caughtBy: 'create/large-integers-keep-their-digits',
    seenIn: 'kubernetes-sigs/controller-runtime#2603',
    hooks: sending('replace', roundIntegers),
  },
  'put-with-an-empty-list-keeps-it': {
    summary: 'a PUT whose pod template has an empty list keeps the stored list; a PUT that lacks the list is right',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored('replace', (body, stored) => {
      const [sent, kept] = [podSpecsOf(body)[0], podSpecsOf(stored)[0]];
      const [container, former] = [containersOf(body)[0], containersOf(stored)[0]];
      for (const [into, from] of [[sent, kept] as const, [container, former] as const])
        for (const [member, value] of Object.entries(into ?? {}))
          if (into !== undefined && Array.isArray(value) && value.length === 0 && member !== 'containers')
            into[member] = from?.[member] ?? value;
    }),
  },
  'put-leaves-the-order-of-sources-and-rules': {
    summary:
      'a PUT that only reorders the sources of an environment, the tolerations of a template or the rules of an ingress changes nothing',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored('replace', keepOrder),
  },
  'put-leaves-the-order-of-arguments': {
    summary: 'a PUT that only reorders the args of a container changes nothing',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored('replace', keepOrderOf('args')),
  },
  'put-leaves-the-order-of-commands': {
    summary: 'a PUT that only reorders the command of a container changes nothing',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored('replace', keepOrderOf('command')),
  },
  'put-without-a-strategy-keeps-it': {
    summary: 'a PUT of a Deployment that has no strategy keeps the stored one',
    caughtBy: 'replace/what-a-put-lacks-has-its-default',
    hooks: changedByStored('replace', (body, stored) => {
      const [sent, kept] = [body, stored].map((object) => objectAt(object, 'spec'));
      if (sent !== undefined && stored['kind'] === 'Deployment') sent['strategy'] ??= kept?.['strategy'];
    }),
  },
  'put-without-a-pull-policy-keeps-it': {
    summary: 'a PUT whose container has no imagePullPolicy keeps the stored one, whatever the tag of the new image',
    caughtBy: 'replace/what-a-put-lacks-has-its-default',
    hooks: changedByStored('replace', (body, stored) => {
      for (const container of containersOf(body))
        container['imagePullPolicy'] ??= containersOf(stored).find(({ name }) => name === container['name'])?.[
          'imagePullPolicy'
        ];
    }),
  },
  'put-with-an-alias-keeps-the-account': {
    summary: 'a PUT whose template has a serviceAccount but no serviceAccountName keeps the stored account',
    caughtBy: 'replace/service-account-is-an-alias',
    hooks: changedByStored('replace', keepAccount),
  },
  'put-without-suspend-keeps-it': {
    summary: 'a suspended cron job stays suspended after a PUT without suspend',
    caughtBy: 'replace/what-a-put-lacks-has-its-default',
    hooks: changedByStored('replace', (body, stored) => {
      const [sent, kept] = [body, stored].map((object) => objectAt(object, 'spec'));
      if (sent !== undefined && kept?.['suspend'] === true) sent['suspend'] ??= true;
    }),
  },
  'put-without-a-list-keeps-it': {
    summary: 'a PUT whose spec lacks a list keeps the stored list; an empty list in it is right',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'replace')) return;
        const { json } = await upstream.send('GET', request.path);
        keepLists(objectAt(json, 'spec'), objectAt(request.json, 'spec'));
      },
    }),
  },
  'put-without-data-keeps-it': {
    summary: 'a PUT that has no data keeps the stored data; a PUT with some data is right',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'replace') || !isObject(request.json) || request.json['data'] !== undefined) return;
        const data = objectAt((await upstream.send('GET', request.path)).json, 'data');
        if (data !== undefined) request.json['data'] = data;
      },
    }),
  },
  'put-drops-finalizers': {
    summary: 'a PUT loses the finalizers in its body; a create and a PATCH keep them',
    caughtBy: 'replace/finalizers-and-owners-sent-are-kept',
    hooks: sending('replace', (body) => void delete metadataOf(body)['finalizers']),
  },
  'put-drops-owner-references': {
    summary: 'a PUT loses the ownerReferences in its body; a create keeps them',
    caughtBy: 'replace/finalizers-and-owners-sent-are-kept',
    hooks: sending('replace', (body) => void delete metadataOf(body)['ownerReferences']),
  },
  'template-never-changes': {
    summary: 'a PUT or PATCH that changes the pod template of a workload is refused',
    caughtBy: 'replace/current-version-succeeds',
    hooks: () => ({
      request: async (request, upstream) => {
        if (
          !isOne(request, ['replace', 'patch']) ||
          !['Deployment', 'DaemonSet', 'CronJob'].includes(request.call?.resource?.kind ?? '')
        )
          return undefined;
        const before = await upstream.send('GET', request.path);
        return succeeded(before) && request.raw.includes('"image"') && !sameImages(before.json, request.json)
          ? jsonResponse(422, failureStatus(422, 'Invalid', 'field is immutable'))
          : undefined;
      },
    }),
  },
  'put-merges': {
    summary: 'a PUT merges its body into the stored object instead of replacing it',
    caughtBy: 'replace/replaces-the-whole-object',
    seenIn: 'spring-projects/spring-data-rest#538',
    hooks: putMerges,
  },
});
