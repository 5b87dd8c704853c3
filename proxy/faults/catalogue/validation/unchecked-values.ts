import { objectAt } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne, ofKind, type Which } from '../../requests.ts';
import { BODIED, asSent, forgiving, membersOf, podSpecsOf } from '../../ways.ts';
import { containers, podSpecs, rollingUpdates } from './bend-specs.ts';

/** A server that returns success for creates and PUTs, of any kind by default, with such pod specs, and stores none. */
function echoing(isSuch: (spec: Bendable) => boolean, which: Which = BODIED): Fault['hooks'] {
  return forgiving((request) => isOne(request, which) && podSpecsOf(request.json).some(isSuch), [422], asSent);
}

/** The working directory of the second init container of a pod, in its JSON. */
function laterWorkingDir(pod: unknown): unknown {
  return podSpecsOf(pod).map((spec) => membersOf(spec, 'initContainers')[1]?.['workingDir'])[0];
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

/** Illegal values of one member that are accepted. */
export const UNCHECKED_VALUES: readonly Fault[] = faults({
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
    summary: 'a write of an init container with probes returns it as if it were stored',
    caughtBy: 'validation/init-container-has-no-probes',
    hooks: echoing((spec) =>
      membersOf(spec, 'initContainers').some(
        ({ livenessProbe, readinessProbe }) => livenessProbe !== undefined || readinessProbe !== undefined,
      ),
    ),
  },
  'lifecycle-of-init-containers-accepted': {
    summary: 'a write of an init container with lifecycle actions returns it as if it were stored',
    caughtBy: 'validation/init-container-has-no-lifecycle',
    hooks: echoing((spec) => membersOf(spec, 'initContainers').some(({ lifecycle }) => lifecycle !== undefined)),
  },
  'later-init-container-of-a-pod-changes': {
    summary:
      'a PUT of a pod that gives its second init container another working directory returns it as if it were stored',
    caughtBy: 'validation/every-member-of-a-container-stays',
    hooks: forgiving('replace', [422], async (response, request, upstream) => {
      const stored = await upstream.send('GET', request.path);
      return laterWorkingDir(stored.json) === laterWorkingDir(request.json) ? undefined : asSent(response, request);
    }),
  },
  'pull-policy-of-later-init-containers-not-checked': {
    summary:
      'a write of an unknown imagePullPolicy of an init container after the first returns it as if it were stored',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: echoing((spec) =>
      membersOf(spec, 'initContainers')
        .slice(1)
        .some(({ imagePullPolicy }) => imagePullPolicy === 'Sometimes'),
    ),
  },
  // Errors 5: "A `tty` container requires `stdin` true", also three levels below the spec of a cron job.
  'terminals-of-cron-jobs-not-checked': {
    summary: 'a create or PUT of a CronJob with a tty and without stdin returns it as if it were stored',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: echoing(
      (spec) => membersOf(spec, 'containers').some(({ tty, stdin }) => tty === true && stdin !== true),
      ofKind('CronJob', BODIED),
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
    summary: 'an unknown type of strategy counts as RollingUpdate',
    caughtBy: 'validation/strategy-type-is-one-of-two',
    hooks: rollingUpdates((strategy) => {
      if (Object.hasOwn(strategy, 'type') && !['Recreate', 'RollingUpdate'].includes(String(strategy['type'])))
        strategy['type'] = 'RollingUpdate';
    }),
  },
  'rolling-update-of-recreate-accepted': {
    summary: 'a write of a strategy of type Recreate with rollingUpdate returns it as if it were stored',
    caughtBy: 'validation/rolling-update-needs-its-type',
    hooks: forgiving(
      (request) => isOne(request, BODIED) && objectAt(request.json, 'spec', 'strategy')?.['type'] === 'Recreate',
      [422],
      asSent,
    ),
  },
  'bounds-of-a-rolling-update-not-checked': {
    summary: 'a maxSurge or maxUnavailable that is a string but no percentage counts as 1',
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
    hooks: forgiving(
      (request) => request.call?.resource?.kind === 'CronJob' && request.method !== 'GET',
      [422],
      asSent,
    ),
  },
});
