import { containersOf, isObject, metadataOf, objectAt, walk } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { membersOf, podSpecsOf, sending, showing } from '../../ways.ts';

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

function emptyOnly(object: Bendable | undefined): readonly (Bendable | undefined)[] {
  return object !== undefined && Object.keys(object).length === 0 ? [object] : [];
}

const specOf =
  (kind: string) =>
  (body: Bendable, of: string | undefined): readonly (Bendable | undefined)[] =>
    of === kind ? [objectAt(body, 'spec')] : [];

const deploymentSpec = specOf('Deployment');

function dropEmpty(holder: Bendable, member: string): void {
  if (isObject(holder[member]) && Object.keys(holder[member]).length === 0) delete holder[member];
}

function portsOf(container: Bendable): Bendable[] {
  const ports = container['ports'];
  return Array.isArray(ports) ? ports.filter(isObject) : [];
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

/** Shows the ports of a container without the protocol TCP. */
function hideTcp(container: Bendable): void {
  for (const port of portsOf(container)) if (port['protocol'] === 'TCP') delete port['protocol'];
}

/** Members that a create makes up, leaves out, or gives another default. */
export const DEFAULTS: readonly Fault[] = faults({
  'concurrency-policy-defaults-to-forbid': {
    summary: 'a cron job that names no concurrencyPolicy gets Forbid',
    caughtBy: 'create/concurrency-policy-has-its-default',
    hooks: filling(specOf('CronJob'), 'concurrencyPolicy', 'Forbid'),
  },
  'starting-deadline-is-made-up': {
    summary: 'a cron job that names no startingDeadlineSeconds gets 100',
    caughtBy: 'create/optional-members-stay-absent',
    hooks: sending('create', (body, { call }) => {
      const spec = objectAt(body, 'spec');
      if (call?.resource?.kind === 'CronJob' && spec !== undefined) spec['startingDeadlineSeconds'] ??= 100;
    }),
  },
  'containers-get-the-security-context-of-their-pod': {
    summary: 'a container of a new object that has no security context gets the user of its pod',
    caughtBy: 'create/optional-members-stay-absent',
    hooks: sending('create', (body) => {
      for (const spec of podSpecsOf(body)) {
        const user = objectAt(spec, 'securityContext')?.['runAsUser'];
        if (user !== undefined)
          for (const container of containersOf(spec)) container['securityContext'] ??= { runAsUser: user };
      }
    }),
  },
  'command-is-made-up': {
    summary: 'a container that names no command gets one',
    caughtBy: 'create/optional-members-stay-absent',
    hooks: filling((body) => containersOf(body), 'command', ['/bin/sh']),
  },
  'host-names-of-templates-are-made-up': {
    summary: 'a pod template that names no hostname gets one, the same for all its pods',
    caughtBy: 'create/optional-members-stay-absent',
    hooks: filling((body, kind) => (kind === 'Pod' ? [] : podSpecsOf(body)), 'hostname', 'host'),
  },
  'terminals-are-made-up': {
    summary: 'a container with stdin that leaves out tty gets a tty',
    caughtBy: 'create/flags-of-pods-default-to-false',
    hooks: filling((body) => containersOf(body).filter(({ stdin }) => stdin === true), 'tty', true),
  },
  'suspend-defaults-to-true': {
    summary: 'a cron job that was sent without suspend is suspended',
    caughtBy: 'create/suspend-defaults-to-false',
    hooks: filling(specOf('CronJob'), 'suspend', true),
  },
  'dns-policy-defaults-to-default': {
    summary: 'a pod spec that names no dnsPolicy gets the policy Default instead of ClusterFirst',
    caughtBy: 'create/dns-policy-has-its-default',
    hooks: filling(podSpecsOf, 'dnsPolicy', 'Default'),
  },
  'restart-policy-defaults-to-on-failure': {
    summary: 'a pod spec that names no restartPolicy gets OnFailure',
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
      containersOf(object).forEach(hideTcp);
    }),
  },
  'port-protocol-of-init-containers-left-out': {
    summary: 'ports of init containers are shown without the protocol TCP; those of containers have it',
    caughtBy: 'create/port-protocol-is-filled-in',
    hooks: showing((object) => {
      podSpecsOf(object)
        .flatMap((spec) => membersOf(spec, 'initContainers'))
        .forEach(hideTcp);
    }),
  },
  'port-protocol-is-made-up-for-later-containers': {
    summary: 'a port that names no protocol gets UDP in the second container and each later one; TCP in the first',
    caughtBy: 'create/port-protocol-is-filled-in',
    hooks: sending('create', (body) => {
      for (const container of podSpecsOf(body).flatMap((spec) => membersOf(spec, 'containers').slice(1)))
        for (const port of portsOf(container)) port['protocol'] ??= 'UDP';
    }),
  },
  'unavailable-defaults-to-one-under-extensions': {
    summary: 'maxUnavailable of a Deployment that is created under extensions defaults to 1; under apps it is right',
    caughtBy: 'create/max-unavailable-has-its-default',
    seenIn: 'kubernetes/kubernetes#61221',
    hooks: filling(
      (body, _, resource) => (resource === 'deployments.extensions' ? [rollingUpdateOf(body)] : []),
      'maxUnavailable',
      1,
    ),
  },
  'min-ready-seconds-default-to-ten': {
    summary: 'a Deployment without minReadySeconds gets 10',
    caughtBy: 'create/min-ready-seconds-default-to-zero',
    hooks: filling(deploymentSpec, 'minReadySeconds', 10),
  },
  'progress-deadline-left-out-under-extensions': {
    summary: 'a Deployment that is read under extensions has no progressDeadlineSeconds',
    caughtBy: 'create/progress-deadline-has-its-default',
    hooks: showing((object, { call }) => {
      if (call?.resource?.id === 'deployments.extensions') delete objectAt(object, 'spec')?.['progressDeadlineSeconds'];
    }),
  },
  'replicas-default-to-zero': {
    summary: 'a Deployment that leaves out replicas gets 0',
    caughtBy: 'create/replicas-have-their-default',
    hooks: filling(deploymentSpec, 'replicas', 0),
  },
  'revision-history-limit-defaults-to-ten': {
    summary: 'a Deployment without revisionHistoryLimit gets 10',
    caughtBy: 'create/revision-history-limit-has-its-default',
    hooks: filling(deploymentSpec, 'revisionHistoryLimit', 10),
  },
  'strategy-defaults-to-recreate': {
    summary: 'a Deployment that names no strategy gets Recreate',
    caughtBy: 'create/strategy-type-has-its-default',
    hooks: filling(deploymentSpec, 'strategy', { type: 'Recreate' }),
  },
  'empty-strategy-becomes-recreate': {
    summary: 'a Deployment with an empty strategy gets Recreate; one without a strategy is right',
    caughtBy: 'create/strategy-type-has-its-default',
    hooks: filling((body) => emptyOnly(objectAt(body, 'spec', 'strategy')), 'type', 'Recreate'),
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
    summary: 'a container that leaves out stdin gets stdin true',
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
  'empty-resources-of-init-containers-left-out': {
    summary: 'the empty resources of init containers are left out; those of containers are shown',
    caughtBy: 'create/empty-resources-and-security-context-are-echoed',
    hooks: showing((object) => {
      for (const container of podSpecsOf(object).flatMap((spec) => membersOf(spec, 'initContainers')))
        dropEmpty(container, 'resources');
    }),
  },
  'job-template-is-not-labelled': {
    summary: 'the pod template of a Job lacks the labels controller-uid and job-name',
    caughtBy: 'create/template-of-a-job-is-labelled',
    hooks: showing((object, { call }) => {
      const labels = objectAt(object, 'spec', 'template', 'metadata', 'labels');
      if (call?.resource?.kind !== 'Job' || labels === undefined) return;
      delete labels['controller-uid'];
      delete labels['job-name'];
    }),
  },
  'pod-template-gets-a-creation-time': {
    summary: 'pod templates carry the creation time of their object',
    caughtBy: 'create/pod-template-has-no-creation-time',
    hooks: showing((object) => {
      const { creationTimestamp } = metadataOf(object);
      walk(object, (inner) => {
        const metadata = objectAt(inner, 'template', 'metadata');
        if (metadata !== undefined) metadata['creationTimestamp'] = creationTimestamp;
      });
    }),
  },
});
