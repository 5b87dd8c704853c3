import { brokenDown, containersOf, isObject, metadataOf, objectAt, walk } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { BODIED, asItIs, forgiving, podSpecsOf, sending } from '../../ways.ts';
import { boundsOf, containers, isZero } from './bend-specs.ts';

/** A server that drops members with a wrong JSON type. */
function ofType(
  holders: (body: Bendable) => readonly (Bendable | undefined)[],
  types: Readonly<Record<string, string>>,
): Fault['hooks'] {
  return sending(BODIED, (body) => {
    for (const holder of holders(body)) {
      for (const [member, type] of Object.entries(types)) {
        if (
          holder !== undefined &&
          Object.hasOwn(holder, member) &&
          holder[member] !== null &&
          typeof holder[member] !== type
        )
          delete holder[member];
      }
    }
  });
}

const JOB_TYPES = {
  parallelism: 'number',
  completions: 'number',
  activeDeadlineSeconds: 'number',
  manualSelector: 'boolean',
} as const;

function hasNull(value: unknown): boolean {
  let found = false;
  walk(value, (object) => {
    if (Object.values(object).includes(null)) found = true;
  });
  return found;
}

/** Hooks that correct requests before the upstream sees them: a server without validation. */
function lenient(mend: (body: Bendable, request: FaultyRequest) => void): Fault['hooks'] {
  return () => ({
    request: (request) => {
      if ((request.method === 'POST' || request.method === 'PUT') && isObject(request.json))
        mend(request.json, request);
    },
  });
}

/** Members of other JSON types that are accepted, and checks that one kind of write skips. */
export const UNCHECKED_TYPES: readonly Fault[] = faults({
  'types-of-a-deployment-spec-not-checked': {
    summary: 'members of a Deployment spec that have another JSON type are dropped',
    caughtBy: 'validation/deployment-specs-have-the-types-of-their-table',
    hooks: ofType((body) => (body['kind'] === 'Deployment' ? [objectAt(body, 'spec')] : []), {
      replicas: 'number',
      minReadySeconds: 'number',
      revisionHistoryLimit: 'number',
      progressDeadlineSeconds: 'number',
      paused: 'boolean',
      strategy: 'object',
    }),
  },
  'types-of-a-job-spec-not-checked': {
    summary: 'members of a Job spec that have another JSON type are dropped',
    caughtBy: 'validation/job-specs-have-the-types-that-are-shown',
    hooks: ofType((body) => (body['kind'] === 'Job' ? [objectAt(body, 'spec')] : []), JOB_TYPES),
  },
  'types-of-a-cron-job-spec-not-checked': {
    summary: 'members of a CronJob spec that have another JSON type are dropped',
    caughtBy: 'validation/cron-job-specs-have-the-types-of-their-table',
    hooks: ofType((body) => (body['kind'] === 'CronJob' ? [objectAt(body, 'spec')] : []), {
      suspend: 'boolean',
      concurrencyPolicy: 'string',
      startingDeadlineSeconds: 'number',
      successfulJobsHistoryLimit: 'number',
      failedJobsHistoryLimit: 'number',
    }),
  },
  'types-of-containers-not-checked': {
    summary: 'members of containers that have another JSON type are dropped',
    caughtBy: 'validation/containers-have-the-types-of-their-table',
    hooks: ofType((body) => podSpecsOf(body).flatMap(containers), {
      stdin: 'boolean',
      tty: 'boolean',
      stdinOnce: 'boolean',
      workingDir: 'string',
      imagePullPolicy: 'string',
      terminationMessagePath: 'string',
      env: 'object',
      ports: 'object',
      command: 'object',
      args: 'object',
      volumeMounts: 'object',
      resources: 'object',
    }),
  },
  'types-of-pod-specs-not-checked': {
    summary: 'members of pod specs that have another JSON type are dropped',
    caughtBy: 'validation/pod-specs-have-the-types-of-their-table',
    hooks: ofType(podSpecsOf, {
      hostNetwork: 'boolean',
      hostPID: 'boolean',
      hostIPC: 'boolean',
      hostname: 'string',
      nodeName: 'string',
      restartPolicy: 'string',
      dnsPolicy: 'string',
      terminationGracePeriodSeconds: 'number',
      activeDeadlineSeconds: 'number',
      serviceAccountName: 'string',
      nodeSelector: 'object',
      volumes: 'object',
      initContainers: 'object',
    }),
  },
  'labels-of-numbers-taken-for-texts': {
    summary: 'a label or annotation that is a number or a boolean is stored as a string',
    caughtBy: 'validation/metadata-has-the-types-of-its-table',
    hooks: sending(BODIED, (body) => {
      const metadata = metadataOf(body);
      for (const name of ['labels', 'annotations']) {
        const map = metadata[name];
        if (isObject(map)) for (const [key, value] of Object.entries(map)) map[key] = String(value);
        else delete metadata[name];
      }
      for (const name of ['finalizers', 'ownerReferences'])
        if (Object.hasOwn(metadata, name) && !Array.isArray(metadata[name])) delete metadata[name];
    }),
  },
  'invalid-patch-ignored': {
    summary: 'a PATCH that would make an object invalid gets 200 and changes nothing; creates and PUTs are checked',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: forgiving('patch', [422], asItIs),
  },
  'replaces-are-not-validated': {
    summary: 'a PUT that would make an object invalid gets 200 and changes nothing; creates are checked',
    caughtBy: 'validation/restart-policy-is-one-of-three',
    seenIn: 'kubernetes/kubernetes#6219',
    hooks: forgiving('replace', [422], asItIs),
  },
  'null-members-break-validation': {
    summary: 'a create whose body contains a null gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    hooks: forgiving('create', [400, 422], (response, request) =>
      hasNull(request.json) ? { ...response, status: 500 } : undefined,
    ),
  },
  'tty-without-stdin-accepted': {
    summary: 'a container with tty and without stdin is stored',
    caughtBy: 'validation/tty-needs-stdin',
    hooks: lenient((body) => {
      for (const container of containersOf(body))
        if (container['tty'] === true && container['stdin'] !== true) delete container['tty'];
    }),
  },
  'zero-surge-and-unavailable-accepted': {
    summary: 'a Deployment with maxSurge and maxUnavailable both 0 is stored',
    caughtBy: 'validation/max-surge-and-max-unavailable-are-not-both-zero',
    hooks: lenient((body) => {
      const bounds = boundsOf(body);
      if (bounds !== undefined && isZero(bounds['maxSurge']) && isZero(bounds['maxUnavailable']))
        bounds['maxSurge'] = 1;
    }),
  },
  'duplicate-container-names-accepted': {
    summary: 'containers that share a name are stored',
    caughtBy: 'validation/container-names-are-unique',
    seenIn: 'knative/serving#12260',
    hooks: lenient((body) => {
      for (const [index, container] of containersOf(body).entries()) {
        const twins = containersOf(body).filter((other) => other['name'] === container['name']);
        if (twins.length > 1) container['name'] = `${String(container['name'])}-${index}`.slice(-60);
      }
    }),
  },
  'container-change-ignored': {
    summary: 'a PUT of a pod that changes its containers gets 200 and keeps them as they are',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: () => ({
      request: async (request, upstream) => {
        if (request.call?.verb !== 'replace' || request.call.resource?.kind !== 'Pod' || !isObject(request.json))
          return;
        const stored = await upstream.send('GET', request.path);
        const spec = objectAt(stored.json, 'spec');
        if (spec !== undefined) request.json['spec'] = spec;
      },
    }),
  },
  'invalid-object-is-a-server-error': {
    summary: 'a write of an invalid object gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#7087',
    hooks: () => ({
      response: (response) => {
        if (response.status === 422) Object.assign(response, brokenDown('validation panicked'));
      },
    }),
  },
  'names-disagree-accepted': {
    summary: 'a PUT whose body names another object than its path is carried out',
    caughtBy: 'validation/body-cannot-name-another-object',
    hooks: () => ({
      request: (request) => {
        const name = metadataOf(request.json)['name'];
        if (request.call?.verb === 'replace' && typeof name === 'string')
          metadataOf(request.json)['name'] = request.call.name;
      },
    }),
  },
  'broken-json-accepted': {
    summary: 'a body that is no JSON counts as an empty object with a generated name',
    caughtBy: 'validation/malformed-bodies-are-refused',
    hooks: () => ({
      request: (request) => {
        const { resource, verb } = request.call ?? {};
        if (
          verb !== 'create' ||
          resource?.kind !== 'ConfigMap' ||
          isObject(request.json) ||
          !(request.headers['content-type'] ?? 'json').includes('json')
        )
          return;
        request.json = { metadata: { generateName: 'unnamed-' } };
      },
    }),
  },
});
