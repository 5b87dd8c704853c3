import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  containersOf,
  copyOf,
  everyObject,
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  keyOf,
  metadataOf,
  objectAt,
  objectPath,
  objectsOf,
  succeeded,
  walk,
} from '../bend.ts';
import type { Asked, Bendable, Fault, FaultyResponse, Hooks } from '../fault.ts';
import { faults } from '../named.ts';
import { isPlainList, isOne, STATUS_WRITES } from '../requests.ts';
import { answering, BODIED, membersOf, podSpecsOf, refusing, sending, showing } from '../ways.ts';

/** Deployments are shown with only the bound of a rolling update with which they were created. */
function halfRollingUpdates(): Hooks {
  const half = new Map<string, string>();
  return {
    response: (answered, asked) => {
      const sent = Object.keys(objectAt(asked.json, 'spec', 'strategy', 'rollingUpdate') ?? {});
      for (const object of objectsOf(answered)) {
        const shown = objectAt(object, 'spec', 'strategy', 'rollingUpdate');
        if (isOne(asked, 'create') && sent.length === 1) half.set(keyOf(object), String(sent[0]));
        const one = half.get(keyOf(object));
        if (one !== undefined && shown !== undefined) delete shown[one === 'maxSurge' ? 'maxUnavailable' : 'maxSurge'];
      }
    },
  };
}

/** Values that a fault gives to every object, by namespace and name. */
type Remembered = Map<string, unknown>;

function truncateIntegers(value: unknown): void {
  walk(value, (object: Bendable) => {
    for (const [member, inner] of Object.entries(object))
      if (Number.isInteger(inner) && Math.abs(inner as number) > 2 ** 31) object[member] = (inner as number) | 0;
  });
}

/** Fills a member of a created object if the client left it out. */
function filling(
  find: (body: Bendable, kind: string | undefined, resource: string | undefined) => readonly (Bendable | undefined)[],
  member: string,
  value: unknown,
): Fault['hooks'] {
  return sending('create', (body, { call }) => {
    for (const holder of find(body, call?.resource?.kind, call?.resource?.id))
      if (holder !== undefined && holder[member] === undefined) holder[member] = value;
  });
}

const specOf =
  (kind: string) =>
  (body: Bendable, of: string | undefined): readonly (Bendable | undefined)[] =>
    of === kind ? [objectAt(body, 'spec')] : [];

const deploymentSpec = specOf('Deployment');

function dropEmpty(holder: Bendable, member: string): void {
  if (isObject(holder[member]) && Object.keys(holder[member]).length === 0) delete holder[member];
}

/** The rolling update of a Deployment of that type, created if it is missing. */
function rollingUpdateOf(body: Bendable): Bendable | undefined {
  const spec = objectAt(body, 'spec');
  if (spec === undefined) return undefined;
  spec['strategy'] ??= { type: 'RollingUpdate' };
  const strategy = objectAt(spec, 'strategy');
  if (strategy === undefined || (strategy['type'] ?? 'RollingUpdate') !== 'RollingUpdate') return undefined;
  strategy['rollingUpdate'] ??= {};
  return objectAt(strategy, 'rollingUpdate');
}

/** The path of a created object. */
function madePath(asked: Asked, object: unknown): string {
  return `${asked.path.replace(/\/$/, '')}/${String(metadataOf(object)['name'])}`;
}

/** A recreated object without annotations gets those of its predecessor. */
function annotationsOutliveTheObject(): Hooks {
  const left = new Map<string, unknown>();
  return {
    request: async (asked, upstream) => {
      if (isOne(asked, 'delete'))
        left.set(objectPath(asked), metadataOf((await upstream.send('GET', asked.path)).json)['annotations']);
      const annotations = isOne(asked, 'create') ? left.get(madePath(asked, asked.json)) : undefined;
      if (annotations !== undefined && metadataOf(asked.json)['annotations'] === undefined)
        metadataOf(asked.json)['annotations'] = copyOf(annotations);
    },
  };
}

/** A recreated object is shown with the last status written under its name, until somebody writes it. */
function statusOutlivesTheObject(): Hooks {
  const written = new Map<string, unknown>();
  const kept = new Map<string, unknown>();
  const versionOf = (object: Bendable): string =>
    `${String(metadataOf(object)['uid'])} ${String(metadataOf(object)['resourceVersion'])}`;
  return {
    response: (answered, asked) => {
      if (!succeeded(answered) || !isObject(answered.json)) return;
      if (isOne(asked, STATUS_WRITES)) written.set(objectPath(asked), copyOf(answered.json['status']));
      const status = isOne(asked, 'create') ? written.get(madePath(asked, answered.json)) : undefined;
      if (status !== undefined) kept.set(versionOf(answered.json), status);
      for (const object of objectsOf(answered))
        if (kept.has(versionOf(object))) object['status'] = copyOf(kept.get(versionOf(object)));
    },
  };
}

/** A repeated create counts as a retry of the same request. */
function equalCreatesSucceed(): Hooks {
  const bodies = new Map<string, string>();
  return {
    request: async (asked, upstream) => {
      if (!isOne(asked, 'create') || !isObject(asked.json)) return undefined;
      const [path, body] = [madePath(asked, asked.json), JSON.stringify(asked.json)];
      const there = bodies.get(path) === body ? await upstream.send('GET', path) : undefined;
      bodies.set(path, body);
      return there !== undefined && succeeded(there) ? jsonResponse(200, there.json) : undefined;
    },
  };
}

/** A create keeps a member of the metadata that the client sent. */
function chosenByTheClient(member: string): Fault['hooks'] {
  return () => {
    const chosen = new Map<string, unknown>();
    const bend = everyObject((object) => {
      const metadata = metadataOf(object);
      const value = chosen.get(String(metadata['uid']));
      if (value !== undefined) metadata[member] = value;
    });
    return {
      ...bend,
      response: (answered, asked) => {
        const value = metadataOf(asked.json)[member];
        if (isOne(asked, 'create') && succeeded(answered) && value !== undefined && value !== null)
          chosen.set(String(metadataOf(answered.json)['uid']), value);
        bend.response(answered, asked);
      },
    };
  };
}

/** The names in some namespace, by kind. */
async function taken(
  answered: FaultyResponse,
  asked: Asked,
  send: (target: string) => Promise<FaultyResponse>,
  isSame: (name: string, other: string) => boolean,
): Promise<boolean> {
  const { resource } = asked.call ?? {};
  const name = metadataOf(asked.json)['name'];
  if (resource?.namespaced !== true || typeof name !== 'string' || !succeeded(answered)) return false;
  const items = itemsOf(await send(`${resource.prefix}/${resource.plural}`)) ?? [];
  return items.some(
    (item) =>
      metadataOf(item)['uid'] !== metadataOf(answered.json)['uid'] && isSame(name, String(metadataOf(item)['name'])),
  );
}

/** A create is refused without effect because its name is similar to a taken one. */
function takenWhere(isSame: (name: string, other: string) => boolean): Fault['hooks'] {
  return answering('create', async (answered, asked, upstream) => {
    if (!(await taken(answered, asked, (target) => upstream.send('GET', target), isSame))) return;
    await upstream.send('DELETE', `${asked.path}/${String(metadataOf(answered.json)['name'])}`, {
      gracePeriodSeconds: 0,
      orphanDependents: true,
    });
    Object.assign(answered, {
      status: 409,
      json: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'AlreadyExists', code: 409 },
    });
  });
}

/** Renames the keys of labels and annotations in a body. */
function rekey(body: Bendable, map: (key: string) => string): void {
  const metadata = metadataOf(body);
  for (const name of ['labels', 'annotations']) {
    const entries = metadata[name];
    if (isObject(entries))
      metadata[name] = Object.fromEntries(Object.entries(entries).map(([key, value]) => [map(key), value]));
  }
}

function hasPrefixedKey({ json }: Asked): boolean {
  const annotations = metadataOf(json)['annotations'];
  return isObject(annotations) && Object.keys(annotations).some((key) => key.includes('/'));
}

/** How long a new namespace is unusable, in milliseconds, counted from the first create in it, so that a slow client meets the fault too. */
const UNUSABLE_MS = 100;

function newNamespacesRefuse(): Hooks {
  const usableFrom = new Map<unknown, number | undefined>();
  return {
    response: (answered, { call }) => {
      if (call?.verb === 'create' && call.resource?.kind === 'Namespace' && succeeded(answered))
        usableFrom.set(metadataOf(answered.json)['name'], undefined);
    },
    request: (asked) => {
      const namespace = asked.call?.namespace;
      if (!isOne(asked, 'create') || !usableFrom.has(namespace)) return undefined;
      const from = usableFrom.get(namespace) ?? performance.now() + UNUSABLE_MS;
      usableFrom.set(namespace, from);
      return performance.now() < from
        ? jsonResponse(403, failureStatus(403, 'Forbidden', 'the namespace is not ready'))
        : undefined;
    },
  };
}

/** The path of the object of a create. */
function wantedPath(asked: Asked): string {
  return `${asked.path.replace(/\/$/, '')}/${String(metadataOf(asked.json)['name'])}`;
}

/** A create reserves its name before validation, and keeps it after a refusal. */
function namesOfRefusedCreates(): Hooks {
  const taken = new Set<string>();
  return {
    request: (asked) =>
      isOne(asked, 'create') && taken.has(wantedPath(asked))
        ? jsonResponse(409, failureStatus(409, 'AlreadyExists', 'the name is taken'))
        : undefined,
    response: (answered, asked) => {
      if (
        isOne(asked, 'create') &&
        (answered.status === 400 || answered.status === 422) &&
        metadataOf(asked.json)['name'] !== undefined
      )
        taken.add(wantedPath(asked));
    },
  };
}

/** Changes the texts in a map of a body, if it is one. */
function eachText(map: unknown, bend: (text: string) => string): void {
  if (!isObject(map)) return;
  for (const [key, value] of Object.entries(map)) if (typeof value === 'string') map[key] = bend(value);
}

/** Hooks that change the texts of data and annotations before they are stored. */
function storing(bend: (text: string) => string): Fault['hooks'] {
  return sending(BODIED, (body) => {
    eachText(body['data'], bend);
    eachText(metadataOf(body)['annotations'], bend);
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%[0-7][0-9A-F]/g, (code) => decodeURIComponent(code));
  }
}

/** Faults that rules of the family `create` find. */
export const CREATE_FAULTS: readonly Fault[] = faults({
  'name-beside-a-prefix-is-not-heeded': {
    summary: 'a create that has both a name and generateName gets a generated name',
    caughtBy: 'create/name-is-the-one-asked-for',
    hooks: sending('create', (body) => {
      if (metadataOf(body)['generateName'] !== undefined) delete metadataOf(body)['name'];
    }),
  },
  'half-a-rolling-update-is-not-completed': {
    summary: 'a rolling update that names one of its two bounds does not get the other',
    caughtBy: 'create/max-surge-has-its-default',
    hooks: halfRollingUpdates,
  },
  'tag-that-ends-in-latest-is-latest': {
    summary: 'a tag that ends in latest, such as not-latest, is taken for latest',
    caughtBy: 'create/image-pull-policy-follows-the-tag',
    hooks: sending('create', (body) => {
      for (const container of containersOf(body))
        if (container['imagePullPolicy'] === undefined && /:[\w.-]+latest$/.test(String(container['image'])))
          container['imagePullPolicy'] = 'Always';
    }),
  },
  'create-drops-explicit-zero': {
    summary: 'an explicit 0 in a created object is taken for absent and replaced by the default',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'kubernetes/kubernetes#9441',
    hooks: () => ({
      request: (asked) => {
        if (asked.call?.verb !== 'create') return;
        walk(asked.json, (object) => {
          for (const [member, value] of Object.entries(object)) if (value === 0) delete object[member];
        });
      },
    }),
  },
  'create-drops-empty-values': {
    summary: 'map entries whose value is the empty string are dropped',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: () => ({
      request: (asked) => {
        if (asked.call?.verb !== 'create') return;
        for (const map of [
          metadataOf(asked.json)['labels'],
          metadataOf(asked.json)['annotations'],
          objectAt(asked.json, 'data'),
        ]) {
          if (isObject(map)) for (const [key, value] of Object.entries(map)) if (value === '') delete map[key];
        }
      },
    }),
  },
  'secrets-show-null-for-empty-values': {
    summary: 'an empty value of a Secret is shown as null',
    caughtBy: 'create/empty-values-of-secrets-are-kept',
    hooks: () =>
      everyObject((object, asked) => {
        const data = asked.call?.resource?.kind === 'Secret' ? objectAt(object, 'data') : undefined;
        for (const [key, value] of Object.entries(data ?? {})) if (value === '' && data !== undefined) data[key] = null;
      }),
  },
  'create-answer-lacks-defaults': {
    summary: 'the answer of a create is what was sent, without the defaults that are stored',
    caughtBy: 'create/termination-message-path-has-its-default',
    hooks: () => ({
      response: (answered, asked) => {
        if (asked.call?.verb !== 'create' || !succeeded(answered) || !isObject(answered.json) || !isObject(asked.json))
          return;
        if (isObject(asked.json['spec'])) answered.json['spec'] = copyOf(asked.json['spec']);
      },
    }),
  },
  'image-port-taken-for-tag': {
    summary:
      'the port of an image registry is taken for its tag, so the pull policy of a latest image becomes IfNotPresent',
    caughtBy: 'create/image-pull-policy-follows-the-tag',
    seenIn: 'kubernetes/kubernetes#3587',
    hooks: () => ({
      request: (asked) => {
        if (asked.call?.verb !== 'create') return;
        for (const container of containersOf(asked.json)) {
          if (container['imagePullPolicy'] === undefined && /^[^/]+:\d+\/.+:latest$/.test(String(container['image'])))
            container['imagePullPolicy'] = 'IfNotPresent';
        }
      },
    }),
  },
  'deployment-surge-defaults-to-one': {
    summary: 'maxSurge of a Deployment defaults to 1 instead of 25%',
    caughtBy: 'create/max-surge-has-its-default',
    seenIn: 'kubernetes/kubernetes#34339',
    hooks: () => ({
      request: (asked) => {
        const spec = objectAt(asked.json, 'spec');
        if (asked.call?.verb !== 'create' || asked.call.resource?.kind !== 'Deployment' || spec === undefined) return;
        if (spec['strategy'] === undefined)
          spec['strategy'] = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } };
      },
    }),
  },
  'grace-period-defaults-to-zero': {
    summary: 'terminationGracePeriodSeconds defaults to 0 instead of 30',
    caughtBy: 'create/termination-grace-period-has-its-default',
    hooks: () => ({
      request: (asked) => {
        if (asked.call?.verb !== 'create') return;
        walk(asked.json, (object) => {
          if (Array.isArray(object['containers']) && object['terminationGracePeriodSeconds'] === undefined)
            object['terminationGracePeriodSeconds'] = 0;
        });
      },
    }),
  },
  'create-overwrites-existing': {
    summary: 'a create under a name that is taken replaces the object that has it',
    caughtBy: 'create/existing-name-is-refused',
    seenIn: 'fabric8io/kubernetes-client#3095',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        if (asked.call?.verb !== 'create' || answered.status !== 409 || !isObject(asked.json)) return;
        const name = String(metadataOf(asked.json)['name']);
        const replaced = await upstream.send('PUT', `${asked.path.replace(/\/$/, '')}/${name}`, asked.json);
        Object.assign(answered, replaced);
      },
    }),
  },
  'create-stores-status': {
    summary: 'the status in the body of a create is stored',
    caughtBy: 'create/status-in-the-body-is-ignored',
    seenIn: 'fabric8io/kubernetes-client#3088',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        const status = objectAt(asked.json, 'status');
        if (asked.call?.verb !== 'create' || !succeeded(answered) || status === undefined || !isObject(answered.json))
          return;
        const path = `${asked.path.replace(/\/$/, '')}/${String(metadataOf(answered.json)['name'])}/status`;
        const written = await upstream.send('PATCH', path, { status }, MERGE_PATCH_TYPE);
        if (succeeded(written)) answered.json = written.json;
      },
    }),
  },
  'recreated-object-keeps-uid': {
    summary: 'an object that is deleted and created again under its name gets its old uid',
    caughtBy: 'create/recreated-object-has-a-new-uid',
    hooks: () => {
      const first: Remembered = new Map();
      return everyObject((object, asked) => {
        const metadata = metadataOf(object);
        const key = `${String(asked.call?.resource?.plural)} ${keyOf(object)}`;
        if (!first.has(key)) first.set(key, metadata['uid']);
        metadata['uid'] = first.get(key);
      });
    },
  },
  'client-chooses-uid': {
    summary: 'a uid in the body of a create becomes the uid of the object',
    caughtBy: 'create/client-cannot-choose-the-uid',
    hooks: () => {
      const chosen: Remembered = new Map();
      const bend = everyObject((object) => {
        const uid = chosen.get(String(metadataOf(object)['uid']));
        if (uid !== undefined) metadataOf(object)['uid'] = uid;
      });
      return {
        ...bend,
        response: (answered, asked) => {
          const uid = metadataOf(asked.json)['uid'];
          if (asked.call?.verb === 'create' && succeeded(answered) && typeof uid === 'string')
            chosen.set(String(metadataOf(answered.json)['uid']), uid);
          bend.response(answered, asked);
        },
      };
    },
  },
  'generate-name-ignored': {
    summary: 'generateName is ignored: the name is made without its prefix',
    caughtBy: 'create/generated-name-starts-with-its-prefix',
    seenIn: 'kubernetes/client-go#835',
    hooks: () => ({
      request: (asked) => {
        const metadata = objectAt(asked.json, 'metadata');
        if (
          asked.call?.verb === 'create' &&
          metadata?.['name'] === undefined &&
          metadata?.['generateName'] !== undefined
        )
          metadata['generateName'] = 'generated-';
      },
    }),
  },
  'answers-lack-type': {
    summary: 'answers to a create carry neither apiVersion nor kind',
    caughtBy: 'create/answer-has-kind-and-version-of-its-path',
    seenIn: 'kubernetes-sigs/controller-runtime#1411',
    hooks: () => ({
      response: (answered, asked) => {
        if (asked.call?.verb !== 'create' || !succeeded(answered) || !isObject(answered.json)) return;
        delete answered.json['kind'];
        delete answered.json['apiVersion'];
      },
    }),
  },
  'large-integers-lose-digits': {
    summary: 'integers beyond 2^31 are cut to 32 bits',
    caughtBy: 'create/large-integers-keep-their-digits',
    seenIn: 'kubernetes/kubernetes#16964',
    hooks: () => ({
      request: (asked) => {
        if (asked.call?.verb === 'create') truncateIntegers(asked.json);
      },
    }),
  },
  'concurrency-policy-defaults-to-forbid': {
    summary: 'a cron job that names no concurrencyPolicy has Forbid',
    caughtBy: 'create/concurrency-policy-has-its-default',
    hooks: filling(specOf('CronJob'), 'concurrencyPolicy', 'Forbid'),
  },
  'starting-deadline-is-made-up': {
    summary: 'a cron job that names no startingDeadlineSeconds gets one of a hundred seconds',
    caughtBy: 'create/optional-members-stay-absent',
    hooks: sending('create', (body, { call }) => {
      const spec = objectAt(body, 'spec');
      if (call?.resource?.kind === 'CronJob' && spec !== undefined) spec['startingDeadlineSeconds'] ??= 100;
    }),
  },
  'command-is-made-up': {
    summary: 'a container that names no command gets one',
    caughtBy: 'create/optional-members-stay-absent',
    hooks: filling((body) => containersOf(body), 'command', ['/bin/sh']),
  },
  'terminals-are-made-up': {
    summary: 'a container with stdin and without a word of tty has one',
    caughtBy: 'create/flags-of-pods-default-to-false',
    hooks: filling((body) => containersOf(body).filter(({ stdin }) => stdin === true), 'tty', true),
  },
  'suspend-defaults-to-true': {
    summary: 'a cron job that does not say suspend is suspended',
    caughtBy: 'create/suspend-defaults-to-false',
    hooks: filling(specOf('CronJob'), 'suspend', true),
  },
  'dns-policy-defaults-to-default': {
    summary: 'a pod spec that names no dnsPolicy has Default, which is not the default',
    caughtBy: 'create/dns-policy-has-its-default',
    hooks: filling(podSpecsOf, 'dnsPolicy', 'Default'),
  },
  'restart-policy-defaults-to-on-failure': {
    summary: 'a pod spec that names no restartPolicy has OnFailure',
    caughtBy: 'create/restart-policy-has-its-default',
    hooks: filling(podSpecsOf, 'restartPolicy', 'OnFailure'),
  },
  'termination-message-policy-left-out': {
    summary: 'containers are shown without terminationMessagePolicy',
    caughtBy: 'create/termination-message-policy-has-its-default',
    hooks: showing((object) =>
      containersOf(object).forEach((container) => delete container['terminationMessagePolicy']),
    ),
  },
  'port-protocol-left-out': {
    summary: 'container ports are shown without the protocol TCP',
    caughtBy: 'create/port-protocol-is-filled-in',
    hooks: showing((object) => {
      for (const container of containersOf(object)) {
        const ports = container['ports'];
        if (Array.isArray(ports))
          for (const port of ports) if (isObject(port) && port['protocol'] === 'TCP') delete port['protocol'];
      }
    }),
  },
  'unavailable-defaults-to-one-under-extensions': {
    summary: 'maxUnavailable of a Deployment defaults to 1 where it is made under extensions; under apps it is right',
    caughtBy: 'create/max-unavailable-has-its-default',
    seenIn: 'kubernetes/kubernetes#61221',
    hooks: filling(
      (body, _, resource) => (resource === 'deployments.extensions' ? [rollingUpdateOf(body)] : []),
      'maxUnavailable',
      1,
    ),
  },
  'min-ready-seconds-default-to-ten': {
    summary: 'a Deployment without minReadySeconds has 10',
    caughtBy: 'create/min-ready-seconds-default-to-zero',
    hooks: filling(deploymentSpec, 'minReadySeconds', 10),
  },
  'progress-deadline-left-out-under-extensions': {
    summary: 'a Deployment has no progressDeadlineSeconds where it is read under extensions',
    caughtBy: 'create/progress-deadline-has-its-default',
    hooks: showing((object, { call }) => {
      if (call?.resource?.id === 'deployments.extensions') delete objectAt(object, 'spec')?.['progressDeadlineSeconds'];
    }),
  },
  'replicas-default-to-zero': {
    summary: 'a Deployment that leaves out replicas has 0',
    caughtBy: 'create/replicas-have-their-default',
    hooks: filling(deploymentSpec, 'replicas', 0),
  },
  'revision-history-limit-defaults-to-ten': {
    summary: 'a Deployment without revisionHistoryLimit has 10',
    caughtBy: 'create/revision-history-limit-has-its-default',
    hooks: filling(deploymentSpec, 'revisionHistoryLimit', 10),
  },
  'strategy-defaults-to-recreate': {
    summary: 'a Deployment that names no strategy is recreated',
    caughtBy: 'create/strategy-type-has-its-default',
    hooks: filling(deploymentSpec, 'strategy', { type: 'Recreate' }),
  },
  'recreate-gets-a-rolling-update': {
    summary: 'a Deployment of strategy type Recreate is shown with a rollingUpdate',
    caughtBy: 'create/recreate-has-no-rolling-update',
    hooks: showing((object) => {
      const strategy = objectAt(object, 'spec', 'strategy');
      if (strategy?.['type'] === 'Recreate') strategy['rollingUpdate'] = { maxSurge: '25%', maxUnavailable: '25%' };
    }),
  },
  'stdin-defaults-to-true': {
    summary: 'a container that does not say stdin has one',
    caughtBy: 'create/flags-of-pods-default-to-false',
    hooks: sending('create', (body) => {
      for (const container of containersOf(body)) container['stdin'] ??= true;
    }),
  },
  'labels-taken-from-the-template': {
    summary: 'a Deployment gets the labels of its pod template besides its own',
    caughtBy: 'create/maps-hold-only-what-was-sent',
    hooks: sending('create', (body, { call }) => {
      const labels = objectAt(body, 'spec', 'template', 'metadata', 'labels');
      if (call?.resource?.kind === 'Deployment' && labels !== undefined)
        metadataOf(body)['labels'] = { ...labels, ...objectAt(body, 'metadata', 'labels') };
    }),
  },
  'service-account-alias-dropped': {
    summary: 'serviceAccount, the old name of serviceAccountName, is dropped',
    caughtBy: 'create/service-account-is-an-alias',
    hooks: sending('create', (body) => podSpecsOf(body).forEach((spec) => delete spec['serviceAccount'])),
  },
  'empty-members-of-pods-left-out': {
    summary: 'the empty resources of containers and the empty security context of pods are left out',
    caughtBy: 'create/empty-resources-and-security-context-are-echoed',
    hooks: showing((object) => {
      for (const spec of podSpecsOf(object)) dropEmpty(spec, 'securityContext');
      for (const container of containersOf(object)) dropEmpty(container, 'resources');
    }),
  },
  'job-template-is-not-labelled': {
    summary: 'the pod template of a Job lacks the labels by which the system finds its pods',
    caughtBy: 'create/template-of-a-job-is-labelled',
    hooks: showing((object, { call }) => {
      const labels = objectAt(object, 'spec', 'template', 'metadata', 'labels');
      if (call?.resource?.kind !== 'Job' || labels === undefined) return;
      delete labels['controller-uid'];
      delete labels['job-name'];
    }),
  },
  'pod-template-gets-a-creation-time': {
    summary: 'pod templates carry the creation time of the object that they stand in',
    caughtBy: 'create/pod-template-has-no-creation-time',
    hooks: showing((object) => {
      const { creationTimestamp } = metadataOf(object);
      walk(object, (inner) => {
        const metadata = objectAt(inner, 'template', 'metadata');
        if (metadata !== undefined) metadata['creationTimestamp'] = creationTimestamp;
      });
    }),
  },
  'recreated-object-keeps-annotations': {
    summary: 'an object that is made again without annotations has those of the object that had its name',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: annotationsOutliveTheObject,
  },
  'recreated-object-keeps-status': {
    summary: 'an object that is made again shows the status that was written to the object that had its name',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: statusOutlivesTheObject,
  },
  'equal-create-is-taken-for-a-retry': {
    summary:
      'a create of the very body by which the object was made answers 200 and the object, as though it were the same request sent again',
    caughtBy: 'create/existing-name-is-refused',
    hooks: equalCreatesSucceed,
  },
  'init-containers-get-no-defaults': {
    summary:
      'init containers are shown without terminationMessagePath and terminationMessagePolicy; containers have both',
    caughtBy: 'create/termination-message-path-has-its-default',
    hooks: showing((object) => {
      for (const container of podSpecsOf(object).flatMap((spec) => membersOf(spec, 'initContainers'))) {
        delete container['terminationMessagePath'];
        delete container['terminationMessagePolicy'];
      }
    }),
  },
  'created-object-is-listed-late': {
    summary: 'the first list after the create of an object lacks it',
    caughtBy: 'create/created-object-is-listed',
    seenIn: 'k3s-io/kine#391',
    hooks: () => {
      const made = new Set<unknown>();
      return {
        response: (answered, asked) => {
          const items = itemsOf(answered);
          if (isOne(asked, 'create') && succeeded(answered)) made.add(metadataOf(answered.json)['uid']);
          else if (isPlainList(asked) && items !== undefined && isObject(answered.json))
            answered.json['items'] = items.filter((item) => !made.delete(metadataOf(item)['uid']));
        },
      };
    },
  },
  'created-object-is-shown-late': {
    summary: 'of every third object that is made, the first get does not find it',
    caughtBy: 'create/created-object-is-shown-by-get',
    seenIn: 'k3s-io/kine#391',
    hooks: () => {
      const made = new Set<string>();
      let count = 0;
      return {
        response: (answered, asked) => {
          if (isOne(asked, 'create') && succeeded(answered)) {
            count += 1;
            if (count % 3 === 0) made.add(`${asked.path}/${String(metadataOf(answered.json)['name'])}`);
          } else if (isOne(asked, 'get') && succeeded(answered) && made.delete(asked.path))
            Object.assign(answered, jsonResponse(404, failureStatus(404, 'NotFound', 'not found')));
        },
      };
    },
  },
  'client-chooses-creation-time': {
    summary: 'a creation timestamp in the body of a create becomes that of the object',
    caughtBy: 'create/client-cannot-choose-the-creation-time',
    hooks: chosenByTheClient('creationTimestamp'),
  },
  'client-chooses-self-link': {
    summary: 'a selfLink in the body of a create becomes that of the object',
    caughtBy: 'create/client-cannot-choose-the-self-link',
    hooks: chosenByTheClient('selfLink'),
  },
  'namespace-of-the-path-not-filled-in': {
    summary: 'the answer to a create shows the namespace that its body had, none where it had none',
    caughtBy: 'create/name-is-the-one-asked-for',
    seenIn: 'fabric8io/kubernetes-client#3194',
    hooks: answering('create', (answered, asked) => {
      if (!metadataOf(asked.json)['namespace']) delete metadataOf(answered.json)['namespace'];
    }),
  },
  'owner-references-dropped': {
    summary: 'references to owners in the body of a create are dropped',
    caughtBy: 'create/owner-references-are-kept',
    seenIn: 'EnMasseProject/enmasse#2107',
    hooks: sending('create', (body) => delete metadataOf(body)['ownerReferences']),
  },
  'generate-name-refused': {
    summary: 'a create with generateName and without a name is refused',
    caughtBy: 'create/generated-name-starts-with-its-prefix',
    seenIn: 'kubernetes/kubernetes#127900',
    hooks: refusing(
      (asked) =>
        isOne(asked, 'create') &&
        metadataOf(asked.json)['generateName'] !== undefined &&
        metadataOf(asked.json)['name'] === undefined,
      422,
      'Invalid',
    ),
  },
  'creation-timestamp-is-null': {
    summary: 'the creation timestamp of every object is null',
    caughtBy: 'create/creation-timestamp-is-rfc-3339',
    seenIn: 'kubernetes-sigs/controller-runtime#3402',
    hooks: showing((object) => void (metadataOf(object)['creationTimestamp'] = null)),
  },
  'objects-lack-uid': {
    summary: 'objects have no uid',
    caughtBy: 'create/uid-has-uuid-form',
    seenIn: 'kubernetes/kubernetes#98833',
    hooks: showing((object) => delete metadataOf(object)['uid']),
  },
  'uid-is-a-number': {
    summary: 'the uid of an object is a number in text',
    caughtBy: 'create/uid-has-uuid-form',
    hooks: showing((object) => {
      const metadata = metadataOf(object);
      metadata['uid'] = String(Number.parseInt(String(metadata['uid']).replaceAll('-', '').slice(0, 12), 16));
    }),
  },
  'created-object-lacks-version': {
    summary: 'the answer to a create has no resourceVersion',
    caughtBy: 'create/resource-version-is-set',
    seenIn: 'kubernetes-sigs/controller-runtime#3310',
    hooks: answering('create', (answered) => void (metadataOf(answered.json)['resourceVersion'] = '')),
  },
  'self-link-lacks-the-name': {
    summary: 'the selfLink of a created object is that of its collection',
    caughtBy: 'create/self-link-is-the-path',
    seenIn: 'kubernetes/kubernetes#58875',
    hooks: answering('create', (answered, asked) => void (metadataOf(answered.json)['selfLink'] = asked.path)),
  },
  'create-answers-202': {
    summary: 'a create that has stored the object answers 202',
    caughtBy: 'create/success-has-the-stated-status',
    hooks: answering('create', (answered) => void (answered.status = 202)),
  },
  'name-is-taken-in-every-namespace': {
    summary: 'a create is refused where another namespace has an object of that name',
    caughtBy: 'create/existing-name-elsewhere-does-not-matter',
    hooks: takenWhere((name, other) => name === other),
  },
  'name-is-taken-by-prefix': {
    summary: 'a create is refused where the name of another object begins with the name',
    caughtBy: 'create/existing-name-elsewhere-does-not-matter',
    hooks: takenWhere((name, other) => other.startsWith(name) && other !== name),
  },
  'generated-name-is-empty': {
    summary: 'an object that is made with generateName and without a name is answered with an empty name',
    caughtBy: 'create/generated-name-starts-with-its-prefix',
    seenIn: 'kubernetes/client-go#439',
    hooks: answering(
      (asked) => isOne(asked, 'create') && isObject(asked.json) && metadataOf(asked.json)['name'] === undefined,
      (answered) => void (metadataOf(answered.json)['name'] = ''),
    ),
  },
  'keys-with-a-slash-lose-their-prefix': {
    summary: 'the prefix of a label key, up to its slash, is dropped',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => rekey(body, (key) => key.slice(key.indexOf('/') + 1))),
  },
  'dots-in-keys-become-members': {
    summary: 'a dot in the key of a label or annotation is taken for a dash',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'jonschlinkert/data-store#20',
    hooks: sending('create', (body) => rekey(body, (key) => key.replaceAll('.', '-'))),
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
    summary: 'the first create in a new namespace, and others for a moment after it, are refused with 403',
    caughtBy: 'create/new-namespace-takes-objects',
    hooks: newNamespacesRefuse,
  },
  'prefixed-annotation-keys-refused': {
    summary: 'a create with an annotation whose key has a prefix is refused',
    caughtBy: 'create/legal-object-is-accepted',
    hooks: refusing((asked) => isOne(asked, 'create') && hasPrefixedKey(asked), 422, 'Invalid'),
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
    summary: 'a pod shows an address of its own as soon as it is made',
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
    summary: 'references to the environment in the command of a container are shown resolved, to nothing',
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
    summary: 'ports of pods on the host network are shown with other numbers on the host than in the container',
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
    summary: 'the name in a create that is refused as invalid is taken from then on, though nothing shows under it',
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
    summary: 'texts of more than 1024 characters in data and annotations are cut there',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing((text) => text.slice(0, 1024)),
  },
  'texts-are-cut-at-64-kib': {
    summary: 'texts of more than 65535 characters in data and annotations are cut there',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'JuliaCloud/JuliaBox#387',
    hooks: storing((text) => text.slice(0, 65_535)),
  },
  'percent-signs-in-texts-are-decoded': {
    summary: 'texts in data and annotations are stored as though they were parts of a URL',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(decoded),
  },
  'init-containers-are-turned-round': {
    summary: 'the init containers of a created object are stored in the opposite order',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      const spec = objectAt(body, 'spec', 'template', 'spec') ?? objectAt(body, 'spec');
      if (Array.isArray(spec?.['initContainers'])) spec['initContainers'].reverse();
    }),
  },
});
