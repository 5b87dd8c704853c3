import {
  containersOf,
  failureStatus,
  isObject,
  jsonResponse,
  madePath,
  metadataOf,
  objectAt,
  succeeded,
} from '../../bend.ts';
import type { Bendable, Hooks, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';
import { nameTaken } from '../../responses.ts';
import { BODIED, podSpecsOf, refusing, sending, showing } from '../../ways.ts';

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

/** A create reserves its name before validation, and keeps it after a refusal. */
function namesOfRefusedCreates(): Hooks {
  const taken = new Set<string>();
  return {
    request: (request) =>
      isOne(request, 'create') && taken.has(madePath(request, request.json)) ? nameTaken() : undefined,
    response: (response, request) => {
      if (
        isOne(request, 'create') &&
        (response.status === 400 || response.status === 422) &&
        metadataOf(request.json)['name'] !== undefined
      )
        taken.add(madePath(request, request.json));
    },
  };
}

/** Puts the sources of the environment of a container that are Secrets after all others. */
function putSecretsLast(container: Bendable): void {
  const isSecret = (source: unknown): boolean => objectAt(source, 'secretRef') !== undefined;
  const sources = container['envFrom'];
  if (Array.isArray(sources)) sources.sort((one, other) => Number(isSecret(one)) - Number(isSecret(other)));
}

/** Faults of the lists, numbers and names in an object. */
export const LISTS_AND_NAMES: readonly Fault[] = faults({
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
  'starting-deadline-has-31-bits': {
    summary: 'the startingDeadlineSeconds of a cron job lose all but their lowest 31 bits',
    caughtBy: 'create/large-integers-keep-their-digits',
    hooks: sending(BODIED, (body) => {
      const spec = objectAt(body, 'spec');
      const deadline = spec?.['startingDeadlineSeconds'];
      if (spec !== undefined && typeof deadline === 'number') spec['startingDeadlineSeconds'] = deadline % 2 ** 31;
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
  'new-namespaces-cannot-be-used-yet': {
    summary: 'creates in a new namespace get 403 for a moment',
    caughtBy: 'create/new-namespace-takes-objects',
    hooks: newNamespacesRefuse,
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
  'lists-of-containers-are-cut-at-sixty-four': {
    summary: 'lists of a container, such as its variables, are cut after 64 elements',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending('create', (body) => {
      for (const container of containersOf(body))
        for (const [name, list] of Object.entries(container))
          if (Array.isArray(list)) container[name] = list.slice(0, 64);
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
  // Container, envFrom: "on duplicate keys the last source wins", so the order counts.
  'secrets-come-after-config-maps-in-env-from': {
    summary: 'creates and PUTs store the Secrets of an envFrom after its ConfigMaps, in whatever order they were sent',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => containersOf(body).forEach(putSecretsLast)),
  },
});
