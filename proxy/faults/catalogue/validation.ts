import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { containersOf, isObject, metadataOf, objectAt, walk } from '../bend.ts';
import type { Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';
import { isOfType } from '../races.ts';
import { asItIs, asSent, BODIED, forgiving, isOne, membersOf, podSpecsOf, sending } from '../ways.ts';

/** Hooks that correct every pod spec in a create or a replace: a server without validation of that member. */
function podSpecs(mend: (spec: Bendable) => void): Fault['hooks'] {
  return sending(BODIED, (body) => podSpecsOf(body).forEach(mend));
}

/** A server that returns success for a create or a replace with such a pod spec, without storing it. */
function echoing(isSuch: (spec: Bendable) => boolean): Fault['hooks'] {
  return forgiving((asked) => isOne(asked, BODIED) && podSpecsOf(asked.json).some(isSuch), [422], asSent);
}

/** A server that replaces illegal values of a pod spec's member by the given legal one. */
function anyOf(
  member: string,
  known: readonly string[],
  holders: (spec: Bendable) => readonly Bendable[] = (spec) => [spec],
): Fault['hooks'] {
  return podSpecs((spec) => {
    for (const holder of holders(spec))
      if (Object.hasOwn(holder, member) && !known.includes(String(holder[member]))) holder[member] = known[0];
  });
}

const containers = (spec: Bendable): readonly Bendable[] => [
  ...membersOf(spec, 'containers'),
  ...membersOf(spec, 'initContainers'),
];

function rollingUpdates(mend: (strategy: Bendable) => void): Fault['hooks'] {
  return sending(BODIED, (body) => {
    const strategy = objectAt(body, 'spec', 'strategy');
    if (strategy !== undefined) mend(strategy);
  });
}

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

/** Missing validation. */
export const VALIDATION_FAULTS: readonly Fault[] = faults({
  'pod-without-containers-accepted': {
    summary: 'a pod without containers is stored',
    caughtBy: 'validation/there-is-a-container',
    hooks: podSpecs((spec) => {
      if (membersOf(spec, 'containers').length === 0) spec['containers'] = [{ name: 'none', image: 'none' }];
    }),
  },
  'container-names-not-checked': {
    summary: 'a container whose name is no DNS label is stored',
    caughtBy: 'validation/container-name-is-a-dns-label',
    seenIn: 'rancher/rancher#8470',
    hooks: podSpecs((spec) => {
      for (const [index, container] of containers(spec).entries())
        if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(String(container['name']))) container['name'] = `c${index}`;
    }),
  },
  'names-of-init-containers-not-checked': {
    summary: 'an init container whose name is no DNS label is stored; names of other containers are checked',
    caughtBy: 'validation/container-name-is-a-dns-label',
    hooks: podSpecs((spec) => {
      for (const [index, container] of membersOf(spec, 'initContainers').entries())
        if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(String(container['name']))) container['name'] = `i${index}`;
    }),
  },
  'terminals-of-later-containers-not-checked': {
    summary: 'a container after the first with a tty and without stdin is stored',
    caughtBy: 'validation/tty-needs-stdin',
    hooks: podSpecs((spec) => {
      for (const container of membersOf(spec, 'containers').slice(1))
        if (container['tty'] === true) container['stdin'] = true;
    }),
  },
  'strategy-types-not-checked': {
    summary: 'a strategy whose type is a number or another value that is no text is stored as RollingUpdate',
    caughtBy: 'validation/deployment-strategies-have-the-types-of-their-table',
    hooks: rollingUpdates((strategy) => {
      if (strategy['type'] !== undefined && typeof strategy['type'] !== 'string') strategy['type'] = 'RollingUpdate';
    }),
  },
  'refused-labels-left-behind': {
    summary: 'a PUT that is refused as invalid stores its labels all the same',
    caughtBy: 'validation/there-is-a-container',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        if (asked.call?.verb !== 'replace' || answered.status !== 422) return;
        await upstream.send(
          'PATCH',
          asked.path,
          { metadata: { labels: metadataOf(asked.json)['labels'] } },
          MERGE_PATCH_TYPE,
        );
      },
    }),
  },
  'second-bound-of-a-rolling-update-not-checked': {
    summary: 'a merge patch that makes maxUnavailable 0 beside a maxSurge of 0 answers as though nothing were wrong',
    caughtBy: 'validation/max-surge-and-max-unavailable-are-not-both-zero',
    hooks: forgiving(
      ({ call, json }) =>
        call?.verb === 'patch' &&
        Object.keys(objectAt(json, 'spec', 'strategy', 'rollingUpdate') ?? {}).join() === 'maxUnavailable',
      [422],
      asItIs,
    ),
  },
  'long-names-of-containers-accepted': {
    summary: 'a create with a container whose name has more than 63 characters is acknowledged',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: forgiving(
      (asked) =>
        isOne(asked, 'create') && containersOf(asked.json).some(({ name }) => /^[a-z0-9-]{64,}$/.test(String(name))),
      [422],
      asSent,
    ),
  },
  'host-network-beside-stored-aliases-accepted': {
    summary:
      'a patch that puts a pod template with host aliases on the host network answers as though nothing were wrong',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: forgiving(
      ({ call, json }) =>
        call?.verb === 'patch' && /hostNetwork/.test(JSON.stringify(json)) && !/hostAliases/.test(JSON.stringify(json)),
      [422],
      asItIs,
    ),
  },
  'stdin-taken-from-a-terminal': {
    summary:
      'a strategic merge patch that takes stdin from a container with a tty answers as though nothing were wrong',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: forgiving(
      (asked) =>
        isOfType(asked, STRATEGIC_MERGE_PATCH_TYPE) &&
        /"stdin"/.test(JSON.stringify(asked.json)) &&
        !/"tty"/.test(JSON.stringify(asked.json)),
      [422],
      asItIs,
    ),
  },
  'strategic-patch-of-a-container-ignored': {
    summary: 'a strategic merge patch that would change a container of a pod answers 200 and the pod as it is',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: forgiving(
      (asked) => asked.call?.verb === 'patch' && isOfType(asked, STRATEGIC_MERGE_PATCH_TYPE),
      [422],
      asItIs,
    ),
  },
  'left-out-members-of-a-container-kept': {
    summary: 'a PUT of a pod that leaves out args or command of a container answers 200, and keeps them',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: forgiving(
      (asked) =>
        asked.call?.verb === 'replace' &&
        podSpecsOf(asked.json).some((spec) =>
          membersOf(spec, 'containers')
            .slice(2)
            .some(({ args, command }) => args === undefined || command === undefined),
        ),
      [422],
      asItIs,
    ),
  },
  'image-pull-policy-not-checked': {
    summary: 'an unknown imagePullPolicy is stored',
    caughtBy: 'validation/image-pull-policy-is-one-of-three',
    hooks: anyOf('imagePullPolicy', ['Always', 'Never', 'IfNotPresent'], containers),
  },
  'restart-policy-not-checked': {
    summary: 'an unknown restartPolicy is stored',
    caughtBy: 'validation/restart-policy-is-one-of-three',
    hooks: anyOf('restartPolicy', ['Always', 'OnFailure', 'Never']),
  },
  'dns-policy-not-checked': {
    summary: 'an unknown dnsPolicy is stored',
    caughtBy: 'validation/dns-policy-is-one-of-three',
    hooks: anyOf('dnsPolicy', ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default']),
  },
  'termination-message-policy-not-checked': {
    summary: 'an unknown terminationMessagePolicy is stored',
    caughtBy: 'validation/termination-message-policy-is-one-of-two',
    hooks: anyOf('terminationMessagePolicy', ['File', 'FallbackToLogsOnError'], containers),
  },
  'zero-active-deadline-accepted': {
    summary: 'an activeDeadlineSeconds of 0 or less is stored',
    caughtBy: 'validation/active-deadline-is-positive',
    hooks: podSpecs((spec) => {
      if (Number(spec['activeDeadlineSeconds'] ?? 1) <= 0) delete spec['activeDeadlineSeconds'];
    }),
  },
  'negative-grace-period-of-a-pod-accepted': {
    summary: 'a negative terminationGracePeriodSeconds is stored',
    caughtBy: 'validation/termination-grace-period-is-not-negative',
    seenIn: 'kubernetes/kubernetes#98866',
    hooks: podSpecs((spec) => {
      if (Number(spec['terminationGracePeriodSeconds'] ?? 0) < 0) spec['terminationGracePeriodSeconds'] = 0;
    }),
  },
  'probes-of-init-containers-accepted': {
    summary: 'an init container with probes is answered as though it were stored',
    caughtBy: 'validation/init-container-has-no-probes',
    hooks: echoing((spec) =>
      membersOf(spec, 'initContainers').some(
        ({ livenessProbe, readinessProbe }) => livenessProbe !== undefined || readinessProbe !== undefined,
      ),
    ),
  },
  'lifecycle-of-init-containers-accepted': {
    summary: 'an init container with lifecycle actions is answered as though it were stored',
    caughtBy: 'validation/init-container-has-no-lifecycle',
    hooks: echoing((spec) => membersOf(spec, 'initContainers').some(({ lifecycle }) => lifecycle !== undefined)),
  },
  'later-init-container-of-a-pod-changes': {
    summary:
      'a PUT of a pod that gives its second init container another working directory is answered as though it were stored',
    caughtBy: 'validation/every-member-of-a-container-stays',
    hooks: forgiving(
      (asked) =>
        asked.call?.verb === 'replace' &&
        podSpecsOf(asked.json).some((spec) => membersOf(spec, 'initContainers')[1]?.['workingDir'] === '/other'),
      [422],
      asSent,
    ),
  },
  'pull-policy-of-later-init-containers-not-checked': {
    summary: 'an init container after the first is answered as stored with an unknown imagePullPolicy',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: echoing((spec) =>
      membersOf(spec, 'initContainers')
        .slice(1)
        .some(({ imagePullPolicy }) => imagePullPolicy === 'Sometimes'),
    ),
  },
  'init-container-with-a-taken-name-accepted': {
    summary: 'an init container that has the name of a container is stored',
    caughtBy: 'validation/init-container-shares-no-name',
    seenIn: 'knative/serving#12260',
    hooks: podSpecs((spec) => {
      for (const [index, container] of membersOf(spec, 'initContainers').entries()) {
        const twins = containers(spec).filter(({ name }) => name === container['name']);
        if (twins.length > 1) container['name'] = `init-${index}`;
      }
    }),
  },
  'host-aliases-on-the-host-network-accepted': {
    summary: 'a pod on the host network with host aliases is stored',
    caughtBy: 'validation/host-aliases-need-a-pod-network',
    hooks: podSpecs((spec) => {
      if (spec['hostNetwork'] === true) delete spec['hostAliases'];
    }),
  },
  'strategy-type-not-checked': {
    summary: 'an unknown type of strategy is taken for RollingUpdate',
    caughtBy: 'validation/strategy-type-is-one-of-two',
    hooks: rollingUpdates((strategy) => {
      if (Object.hasOwn(strategy, 'type') && !['Recreate', 'RollingUpdate'].includes(String(strategy['type'])))
        strategy['type'] = 'RollingUpdate';
    }),
  },
  'rolling-update-of-recreate-accepted': {
    summary: 'a strategy of type Recreate that has rollingUpdate is answered as though it were stored',
    caughtBy: 'validation/rolling-update-needs-its-type',
    hooks: forgiving(
      (asked) => isOne(asked, BODIED) && objectAt(asked.json, 'spec', 'strategy')?.['type'] === 'Recreate',
      [422],
      asSent,
    ),
  },
  'bounds-of-a-rolling-update-not-checked': {
    summary: 'a maxSurge or maxUnavailable that is text and no percentage is taken for 1',
    caughtBy: 'validation/bounds-of-a-rolling-update-are-numbers-or-percentages',
    hooks: rollingUpdates((strategy) => {
      const bounds = objectAt(strategy, 'rollingUpdate');
      for (const bound of ['maxSurge', 'maxUnavailable'])
        if (typeof bounds?.[bound] === 'string' && !/^\d+%$/.test(bounds[bound])) bounds[bound] = 1;
    }),
  },
  'schedule-not-checked': {
    summary: 'a schedule that is not in cron format is stored',
    caughtBy: 'validation/schedule-is-in-cron-format',
    hooks: forgiving((asked) => asked.call?.resource?.kind === 'CronJob' && asked.method !== 'GET', [422], asSent),
  },
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
    summary: 'a label or annotation that is a number or a boolean is stored as text',
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
    summary:
      'a PATCH that would make an object invalid answers 200 and changes nothing; creates and replaces are checked',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: forgiving('patch', [422], asItIs),
  },
  'replaces-are-not-validated': {
    summary: 'a PUT that would make an object invalid answers 200 and changes nothing; creates are checked',
    caughtBy: 'validation/restart-policy-is-one-of-three',
    seenIn: 'kubernetes/kubernetes#6219',
    hooks: forgiving('replace', [422], asItIs),
  },
  'null-members-break-validation': {
    summary: 'a create whose body has a null somewhere is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    hooks: forgiving('create', [400, 422], (answered, asked) =>
      hasNull(asked.json) ? { ...answered, status: 500 } : undefined,
    ),
  },
});

function hasNull(value: unknown): boolean {
  let found = false;
  walk(value, (object) => {
    if (Object.values(object).includes(null)) found = true;
  });
  return found;
}
