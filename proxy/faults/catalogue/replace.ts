import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  containersOf,
  copyOf,
  everyObject,
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectAt,
  objectPath,
  objectsOf,
  succeeded,
  walk,
} from '../bend.ts';
import type { FaultyRequest, Bendable, Fault, Hooks, UpstreamClient } from '../fault.ts';
import { faults } from '../named.ts';
import { putInTwoSteps } from '../two-step-writes.ts';
import { alsoWrites, unlocked } from '../unlocked-writes.ts';
import {
  responding,
  asSent,
  collectionOf,
  changedByStored,
  forgiving,
  haveSameElements,
  keepOrderOf,
  refusing,
  keepInitContainerOrder,
  podSpecsOf,
  sending,
} from '../ways.ts';
import { isOne, STATUS_WRITES } from '../requests.ts';

/** A PUT skips the version check if the last write of the object was a status write. */
function unlockedAfterStatusWrites(): Hooks {
  const byStatus = new Map<string, boolean>();
  return {
    request: (request) => {
      if (isOne(request, 'replace') && byStatus.get(objectPath(request)) === true)
        delete metadataOf(request.json)['resourceVersion'];
    },
    response: (response, request) => {
      if (succeeded(response) && request.method !== 'GET')
        byStatus.set(objectPath(request), isOne(request, STATUS_WRITES));
    },
  };
}

/** A PUT skips the version check if the last write of the object came through another group-version. */
function unlockedAfterWritesElsewhere(): Hooks {
  const groups = new Map<string, string>();
  const keyOf = ({ call }: FaultyRequest): string => `${call?.resource?.kind}/${call?.namespace}/${call?.name}`;
  return {
    request: (request) => {
      const last = groups.get(keyOf(request));
      if (isOne(request, 'replace') && last !== undefined && last !== request.call?.resource?.group)
        delete metadataOf(request.json)['resourceVersion'];
    },
    response: (response, request) => {
      if (succeeded(response) && isOne(request, ['replace', 'patch']) && request.call?.resource !== undefined)
        groups.set(keyOf(request), request.call.resource.group);
    },
  };
}

/** Generations that a PUT which increases them counts from its body. */
function generationsOfBodies(): Hooks {
  const added = new Map<unknown, number>();
  const shown = everyObject((object) => {
    const metadata = metadataOf(object);
    const more = added.get(metadata['uid']);
    if (more !== undefined) metadata['generation'] = Number(metadata['generation']) + more;
  });
  const before = new WeakMap<FaultyRequest, unknown>();
  return {
    ...shown,
    request: async (request, upstream) => {
      if (!isOne(request, 'replace')) return;
      before.set(request, metadataOf((await upstream.send('GET', request.path)).json)['generation']);
    },
    response: (response, request) => {
      const { generation, uid } = metadataOf(response.json);
      const sent = metadataOf(request.json)['generation'];
      const grew = typeof generation === 'number' && generation !== before.get(request);
      if (isOne(request, 'replace') && succeeded(response) && grew && typeof sent === 'number')
        added.set(uid, sent + 1 - generation);
      shown.response(response, request);
    },
  };
}

/** A PUT with the version of a former object of that name succeeds on the present one. */
function unlockedBetweenLives(): Hooks {
  const uids = new Map<string, unknown>();
  return {
    request: async (request, upstream) => {
      if (!isOne(request, 'replace')) return;
      const metadata = metadataOf(request.json);
      const read = uids.get(String(metadata['resourceVersion']));
      const now = metadataOf((await upstream.send('GET', request.path)).json)['uid'];
      if (read === undefined || now === undefined || read === now) return;
      delete metadata['resourceVersion'];
      delete metadata['uid'];
    },
    response: (response) => {
      for (const metadata of objectsOf(response).map(metadataOf))
        uids.set(String(metadata['resourceVersion']), metadata['uid']);
    },
  };
}

function bodyWithoutVersion(request: FaultyRequest): string {
  const body = copyOf(request.json) as Bendable;
  delete metadataOf(body)['resourceVersion'];
  return JSON.stringify(body);
}

function sameImages(before: unknown, sent: unknown): boolean {
  const images = (value: unknown): string =>
    JSON.stringify([...JSON.stringify(value).matchAll(/"image":"([^"]*)"/g)].map(([, image]) => image));
  return images(before) === images(sent);
}

/** Deletes the namespace's pods that refer to the ConfigMap or Secret of a PUT, as if to recreate them. */
async function removeUsers(request: FaultyRequest, upstream: UpstreamClient): Promise<void> {
  const { resource, namespace, name } = request.call ?? {};
  if (resource?.kind !== 'ConfigMap' && resource?.kind !== 'Secret') return;
  const pods = `/api/v1/namespaces/${String(namespace)}/pods`;
  const users = (itemsOf(await upstream.send('GET', pods)) ?? []).filter((pod) =>
    JSON.stringify(pod['spec']).includes(JSON.stringify(name)),
  );
  await Promise.all(
    users.map((pod) =>
      upstream.send('DELETE', `${pods}/${String(metadataOf(pod)['name'])}`, { gracePeriodSeconds: 0 }),
    ),
  );
}

/** Generations that count only changes of the template. */
function generationsOfTemplates(): Hooks {
  const counted = new Map<unknown, { readonly generation: number; readonly template: string }>();
  return everyObject((object: Bendable) => {
    const metadata = metadataOf(object);
    if (typeof metadata['generation'] !== 'number') return;
    const template = JSON.stringify(objectAt(object, 'spec', 'template') ?? null);
    const known = counted.get(metadata['uid']);
    const generation = known === undefined ? 1 : known.generation + (known.template === template ? 0 : 1);
    counted.set(metadata['uid'], { generation, template });
    metadata['generation'] = generation;
  });
}

/** Generations that a spec keeps: a spec that comes back has the generation that it had first. */
function generationsOfSpecs(): Hooks {
  const first = new Map<string, unknown>();
  return everyObject((object) => {
    const metadata = metadataOf(object);
    if (typeof metadata['generation'] !== 'number') return;
    const spec = JSON.stringify([metadata['uid'], object['spec']]);
    if (!first.has(spec)) first.set(spec, metadata['generation']);
    metadata['generation'] = first.get(spec);
  });
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

/** Faults that rules of the family `replace` find. */
export const REPLACE_FAULTS: readonly Fault[] = faults({
  'annotations-are-trimmed-by-puts': {
    summary: 'a PUT loses the white space at the beginning and the end of the values of annotations',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: sending('replace', (body) => {
      const annotations = objectAt(body, 'metadata', 'annotations') ?? {};
      for (const [key, value] of Object.entries(annotations)) annotations[key] = String(value).trim();
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
  'stale-put-leaves-its-annotations': {
    summary: 'a PUT with a replaced version is refused, but the annotations in its body are stored',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: () => ({
      response: async (response, request, upstream) => {
        const { annotations } = metadataOf(request.json);
        if (isOne(request, 'replace') && response.status === 409 && annotations !== undefined)
          await upstream.send('PATCH', request.path, { metadata: { annotations } }, MERGE_PATCH_TYPE);
      },
    }),
  },
  'generation-follows-the-body-of-a-put': {
    summary: 'a PUT that changes the spec makes the generation one more than that in its body',
    caughtBy: 'replace/generation-grows-with-the-spec',
    hooks: generationsOfBodies,
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
  'stale-put-accepted-after-a-status-write': {
    summary:
      'a PUT overwrites even if a write of /status has replaced its version; a PUT of a version that other writes replaced is refused',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: unlockedAfterStatusWrites,
  },
  'stale-put-accepted-after-a-write-of-the-other-view': {
    summary: 'a PUT overwrites a Deployment even if a write through its other group-version has replaced the version',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: unlockedAfterWritesElsewhere,
  },
  'stale-put-accepted-while-terminating': {
    summary: 'a PUT that carries a stale version overwrites an object that is terminating',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: changedByStored('replace', (body, stored) => {
      const { deletionTimestamp, resourceVersion } = metadataOf(stored);
      if (deletionTimestamp !== undefined && metadataOf(body)['resourceVersion'] !== undefined)
        metadataOf(body)['resourceVersion'] = resourceVersion;
    }),
  },
  'put-of-a-former-life-accepted': {
    summary: 'a PUT with the version of a deleted object overwrites a new object of the same name',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: unlockedBetweenLives,
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
  'repeated-put-needs-no-current-version': {
    summary: 'a PUT with a stale version is accepted if it repeats the PUT that was stored last',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: () => {
      const last = new Map<string, string>();
      return {
        request: async (request, upstream) => {
          if (!isOne(request, 'replace') || !isObject(request.json)) return;
          if (last.get(request.path) !== bodyWithoutVersion(request)) return;
          const { json } = await upstream.send('GET', request.path);
          metadataOf(request.json)['resourceVersion'] = metadataOf(json)['resourceVersion'];
        },
        response: (response, request) => {
          if (isOne(request, 'replace') && isObject(request.json) && succeeded(response))
            last.set(request.path, bodyWithoutVersion(request));
        },
      };
    },
  },
  'parallel-puts-all-conflict': {
    summary: 'parallel PUTs of one object are all refused as conflicts',
    caughtBy: 'replace/current-version-succeeds',
    hooks: () => {
      const underWay = new Map<string, number>();
      return {
        request: async (request) => {
          if (!isOne(request, 'replace')) return undefined;
          const path = objectPath(request);
          underWay.set(path, (underWay.get(path) ?? 0) + 1);
          await new Promise((resolve) => setTimeout(resolve, 10));
          const met = (underWay.get(path) ?? 0) > 1;
          setTimeout(() => underWay.set(path, (underWay.get(path) ?? 1) - 1), 10);
          return met ? jsonResponse(409, failureStatus(409, 'Conflict', 'another write is under way')) : undefined;
        },
      };
    },
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
  'put-looks-then-writes': {
    summary: 'a PUT compares the version first and stores later, so two parallel PUTs with one version both succeed',
    caughtBy: 'replace/at-most-one-of-several-wins',
    seenIn: 'tilt-dev/tilt-apiserver#51',
    hooks: putInTwoSteps((request) => isOne(request, 'replace')),
  },
  'put-answers-202': {
    summary: 'a PUT of an existing object gets 202',
    caughtBy: 'replace/success-is-answered-200',
    hooks: responding('replace', (response) => void (response.status = 202)),
  },
  'put-takes-a-new-uid-for-a-new-object': {
    summary: 'the response to a PUT shows the uid and the creation timestamp of its body',
    caughtBy: 'replace/keeps-the-identity-of-the-object',
    seenIn: 'fabric8io/kubernetes-client#3092',
    hooks: responding('replace', (response, request) => {
      const { uid, creationTimestamp } = metadataOf(request.json);
      const metadata = metadataOf(response.json);
      if (uid !== undefined) metadata['uid'] = uid;
      else metadata['uid'] = '00000000-0000-4000-8000-000000000000';
      if (creationTimestamp !== undefined) metadata['creationTimestamp'] = creationTimestamp;
    }),
  },
  'unversioned-put-refused-and-stored': {
    summary: 'a PUT without a version gets 409 and is stored all the same',
    caughtBy: 'replace/without-a-version-acts-or-leaves-no-trace',
    hooks: responding(
      (request) => isOne(request, 'replace') && metadataOf(request.json)['resourceVersion'] === undefined,
      (response) => {
        Object.assign(response, {
          status: 409,
          json: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'Conflict', code: 409 },
        });
      },
    ),
  },
  'put-names-another-kind': {
    summary: 'a PUT that names another kind gets 200 and shows that kind',
    caughtBy: 'replace/kind-cannot-be-changed',
    hooks: forgiving(
      (request) =>
        isOne(request, 'replace') && isObject(request.json) && request.json['kind'] !== request.call?.resource?.kind,
      [400, 409, 422],
      asSent,
    ),
  },
  'put-without-a-status-clears-it': {
    summary:
      'a PUT of the object without a status, or with an empty one, clears the status; a PUT with a status is right',
    caughtBy: 'replace/leaves-the-status-that-is-there',
    seenIn: 'fabric8io/kubernetes-client#3088',
    hooks: responding('replace', async (response, request, upstream) => {
      const [sent, stored] = [request.json, response.json].map((object) =>
        isObject(object) ? object['status'] : undefined,
      );
      if (!isObject(stored) || (isObject(sent) && Object.keys(sent).length > 0)) return;
      const cleared = await upstream.send(
        'PATCH',
        `${request.path}/status`,
        [{ op: 'replace', path: '/status', value: {} }],
        JSON_PATCH_TYPE,
      );
      if (succeeded(cleared)) response.json = cleared.json;
    }),
  },
  'pods-are-removed-when-what-they-use-changes': {
    summary: 'a PUT of a ConfigMap or Secret removes the pods that use it',
    caughtBy: 'replace/leaves-pods-that-use-it',
    hooks: responding('replace', (_, request, upstream) => removeUsers(request, upstream)),
  },
  'put-with-a-status-refused': {
    summary: 'a PUT whose body carries another status than the stored one is refused; the status should be ignored',
    caughtBy: 'replace/ignores-the-status-sent',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'replace') || !isObject(request.json)) return undefined;
        const status = request.json['status'];
        const stored = (await upstream.send('GET', request.path)).json;
        const isOther =
          isObject(stored) && isObject(status) && JSON.stringify(status) !== JSON.stringify(stored['status']);
        return isOther ? jsonResponse(422, failureStatus(422, 'Invalid', 'status may not be changed')) : undefined;
      },
    }),
  },
  'generation-follows-the-template-alone': {
    summary: 'only changes of the pod template increase the generation; other changes of the spec do not',
    caughtBy: 'replace/generation-grows-with-the-spec',
    hooks: generationsOfTemplates,
  },
  'generation-returns-with-a-former-spec': {
    summary: 'a write that restores a former spec restores the generation of that spec too',
    caughtBy: 'replace/generation-grows-with-the-spec',
    hooks: generationsOfSpecs,
  },
  'stale-put-accepted': {
    summary: 'a PUT that carries a stale version overwrites',
    caughtBy: 'replace/stale-version-is-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#832',
    hooks: unlocked(() => true),
  },
  'stale-put-accepted-for-one-kind': {
    summary: 'a PUT of a CronJob that carries a stale version overwrites; every other kind is right',
    caughtBy: 'replace/stale-version-is-refused',
    seenIn: 'fabric8io/kubernetes-client#4739',
    hooks: unlocked((request) => request.call?.resource?.kind === 'CronJob'),
  },
  'put-merges': {
    summary: 'a PUT merges its body into the stored object instead of replacing it',
    caughtBy: 'replace/replaces-the-whole-object',
    seenIn: 'spring-projects/spring-data-rest#538',
    hooks: putMerges,
  },
  'put-writes-status': {
    summary: 'a PUT of the object writes the status in its body too',
    caughtBy: 'replace/ignores-the-status-sent',
    seenIn: 'kubernetes-sigs/controller-runtime#2230',
    hooks: alsoWrites('replace', async (request, _, send) => {
      const status = objectAt(request.json, 'status');
      return status === undefined ? undefined : send(`${objectPath(request)}/status`, { status });
    }),
  },
  'put-of-a-namespace-writes-its-phase': {
    summary: 'a PUT of a namespace writes the phase in its body too',
    caughtBy: 'replace/ignores-the-status-sent',
    hooks: () => {
      const phases = new Map<unknown, unknown>();
      const shown = everyObject((object) => {
        const phase = phases.get(metadataOf(object)['uid']);
        if (phase !== undefined) object['status'] = { phase };
      });
      return {
        ...shown,
        response: (response, request) => {
          const phase = objectAt(request.json, 'status')?.['phase'];
          if (isOne(request, 'replace') && request.call?.resource?.kind === 'Namespace' && succeeded(response))
            phases.set(metadataOf(response.json)['uid'], phase);
          shown.response(response, request);
        },
      };
    },
  },
  'put-changes-uid': {
    summary: 'a PUT gives the object a new uid',
    caughtBy: 'replace/keeps-the-identity-of-the-object',
    seenIn: 'fabric8io/kubernetes-client#3092',
    hooks: () => ({
      response: (response, request) => {
        if (request.call?.verb !== 'replace' || !succeeded(response)) return;
        const metadata = metadataOf(response.json);
        metadata['uid'] = String(metadata['uid']).split('').reverse().join('');
      },
    }),
  },
  'put-keeps-version': {
    summary: 'the response to a PUT that changed the object carries the former version',
    caughtBy: 'replace/changes-the-version',
    seenIn: 'kubernetes-sigs/controller-runtime#620',
    hooks: () => ({
      response: (response, request) => {
        const version = metadataOf(request.json)['resourceVersion'];
        if (request.call?.verb === 'replace' && succeeded(response) && typeof version === 'string')
          metadataOf(response.json)['resourceVersion'] = version;
      },
    }),
  },
  'generation-never-grows': {
    summary: 'the generation of every object stays 1',
    caughtBy: 'replace/generation-grows-with-the-spec',
    seenIn: 'fabric8io/kubernetes-client#3471',
    hooks: () =>
      everyObject((object) => {
        const metadata = metadataOf(object);
        if (metadata['generation'] !== undefined) metadata['generation'] = 1;
      }),
  },
  'put-creates': {
    summary: 'a PUT under an unused name gets 200 as if it had stored the object',
    caughtBy: 'replace/of-an-absent-object-acts-or-leaves-no-trace',
    seenIn: 'IgniteUI/NorthwindAPI#9',
    hooks: () => ({
      response: (response, request) => {
        if (request.call?.verb === 'replace' && response.status === 404)
          Object.assign(response, { status: 200, json: request.json });
      },
    }),
  },
  'put-brings-a-removed-object-back': {
    summary: 'a PUT with the last version of a removed object creates it again',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: forgiving(
      ({ call, json }) => call?.verb === 'replace' && metadataOf(json)['resourceVersion'] !== undefined,
      [404],
      (_, request, upstream) =>
        upstream.send('POST', collectionOf(request.path), {
          ...(request.json as Bendable),
          metadata: { ...metadataOf(request.json), resourceVersion: undefined, uid: undefined },
        }),
    ),
  },
  'pod-put-without-defaults-refused': {
    summary: 'a PUT of a pod that leaves out a defaulted member of a container is refused as a change of the container',
    caughtBy: 'replace/current-version-succeeds',
    hooks: refusing(
      (request) =>
        isOne(request, 'replace') &&
        request.call?.resource?.kind === 'Pod' &&
        containersOf(request.json).some(({ terminationMessagePath }) => terminationMessagePath === undefined),
      422,
      'Invalid',
    ),
  },
  'lone-put-refused': {
    summary: 'every PUT that carries a version is refused as a conflict, even if the version is current',
    caughtBy: 'replace/current-version-succeeds',
    hooks: () => ({
      request: (request) => {
        if (request.call?.verb === 'replace' && metadataOf(request.json)['resourceVersion'] !== undefined)
          return jsonResponse(409, failureStatus(409, 'Conflict', 'the object has been modified'));
        return undefined;
      },
    }),
  },
});
