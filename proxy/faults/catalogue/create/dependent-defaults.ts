import { containersOf, copyOf, everyObject, isObject, metadataOf, objectAt, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, ofKind } from '../../requests.ts';
import { BODIED, membersOf, podSpecsOf, sending } from '../../ways.ts';

/** The imagePullPolicy that a container with an image has by default. */
function policyFor(image: unknown): string {
  const [, tag = 'latest'] = /[:@]([^/]+)$/.exec(String(image)) ?? [];
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

/** Gives each init container without an imagePullPolicy the default for the image of the first container. */
function defaultByFirstContainer(body: Bendable): void {
  for (const spec of podSpecsOf(body)) {
    const [first] = membersOf(spec, 'containers');
    if (first === undefined) continue;
    for (const init of membersOf(spec, 'initContainers')) init['imagePullPolicy'] ??= policyFor(first['image']);
  }
}

/** Gives a rolling update that names one of its bounds 1 for the other. */
function completeByOne(body: Bendable): void {
  const rolling = objectAt(body, 'spec', 'strategy', 'rollingUpdate') ?? {};
  const [absent, ...others] = ['maxSurge', 'maxUnavailable'].filter((bound) => (rolling[bound] ?? null) === null);
  if (absent !== undefined && others.length === 0) rolling[absent] = 1;
}

/** Deployments that a create or a PUT pauses without a deadline are shown without its default while they are paused. */
function pausedWithoutDeadlines(): Hooks {
  const without = new Set<string>();
  const isBodied = ofKind('Deployment', BODIED);
  const shown = everyObject((object) => {
    const spec = objectAt(object, 'spec');
    if (spec?.['paused'] !== true || !without.has(uidOf(object))) return;
    if (spec['progressDeadlineSeconds'] === 600) delete spec['progressDeadlineSeconds'];
  });
  return {
    ...shown,
    response: (response, request) => {
      const sent = objectAt(request.json, 'spec');
      const isWithout = sent?.['paused'] === true && (sent['progressDeadlineSeconds'] ?? null) === null;
      if (isBodied(request) && succeeded(response) && isObject(response.json)) {
        if (isWithout) without.add(uidOf(response.json));
        else without.delete(uidOf(response.json));
      }
      shown.response(response, request);
    },
  };
}

/** All Deployments without a strategy have one object for it, which a PATCH of any of them changes for later ones. */
function sharedStrategy(): Hooks {
  let shared: Bendable | undefined;
  const lacking = new WeakSet<FaultyRequest>();
  const sharing = new Set<string>();
  return {
    request: (request) => {
      const spec = objectAt(request.json, 'spec');
      if (!ofKind('Deployment', 'create')(request) || spec === undefined || (spec['strategy'] ?? null) !== null) return;
      lacking.add(request);
      if (shared !== undefined) spec['strategy'] = copyOf(shared);
    },
    response: (response, request) => {
      if (!succeeded(response) || !isObject(response.json)) return;
      const uid = uidOf(response.json);
      if (lacking.has(request)) sharing.add(uid);
      else if (isOne(request, 'replace')) sharing.delete(uid);
      else if (isOne(request, 'patch') && sharing.has(uid))
        shared = copyOf(objectAt(response.json, 'spec', 'strategy'));
    },
  };
}

/** A tag before the digest of an image; the port of a registry is none. */
const TAGGED = /:[^/@]*@/;

/** Gives each container without an imagePullPolicy whose image has a digest and no tag the policy Always. */
function pullDigestsAlways(body: Bendable): void {
  for (const container of containersOf(body)) {
    const image = String(container['image']);
    if (image.includes('@') && !TAGGED.test(image)) container['imagePullPolicy'] ??= 'Always';
  }
}

/** Defaults of a pod spec that are not filled in two templates deep. */
const NOT_SO_DEEP = ['dnsPolicy', 'terminationGracePeriodSeconds'] as const;

/** The pod spec of the template within the template of a CronJob. */
const deepPodSpecOf = (cronJob: unknown): Bendable | undefined =>
  objectAt(cronJob, 'spec', 'jobTemplate', 'spec', 'template', 'spec');

/** A CronJob is shown without the defaults of its pod spec that its last create or PUT left out, until a patch. */
function withoutDeepDefaults(): Hooks {
  const leftOut = new Map<string, readonly string[]>();
  const shown = everyObject((object) => {
    const spec = deepPodSpecOf(object);
    if (spec !== undefined) for (const member of leftOut.get(uidOf(object)) ?? []) delete spec[member];
  });
  return {
    ...shown,
    yaml: true,
    response: (response, request) => {
      const sent = deepPodSpecOf(request.json);
      if (!succeeded(response)) return;
      if (ofKind('CronJob', BODIED)(request) && sent !== undefined)
        leftOut.set(
          uidOf(response.json),
          NOT_SO_DEEP.filter((member) => sent[member] === undefined),
        );
      else if (isOne(request, 'patch')) leftOut.delete(uidOf(response.json));
      shown.response(response, request);
    },
  };
}

/** The label job-name of a Job is made before its name is generated. */
function labelledBeforeNamed(): Hooks {
  const unnamed = new Set<string>();
  const shown = everyObject((object) => {
    const labels = objectAt(object, 'spec', 'template', 'metadata', 'labels');
    if (labels !== undefined && unnamed.has(uidOf(object)) && Object.hasOwn(labels, 'job-name'))
      labels['job-name'] = '';
  });
  return {
    ...shown,
    response: (response, request) => {
      const isUnnamed = isObject(request.json) && (metadataOf(request.json)['name'] ?? '') === '';
      if (ofKind('Job', 'create')(request) && succeeded(response) && isUnnamed) unnamed.add(uidOf(response.json));
      shown.response(response, request);
    },
  };
}

/** Defaults that depend on other members, or other objects, than they should. */
export const DEPENDENT_DEFAULTS: readonly Fault[] = faults({
  // Container, imagePullPolicy: "Default `Always` when the tag is `latest`" - the tag of the container's own image.
  'pull-policy-of-init-containers-follows-the-first-container': {
    summary: 'an init container without an imagePullPolicy gets the default for the image of the first container',
    caughtBy: 'create/image-pull-policy-follows-the-tag',
    hooks: sending(BODIED, defaultByFirstContainer),
  },
  // RollingUpdateDeployment, maxSurge and maxUnavailable: "default 25%" - of each, whatever the other is.
  'other-half-of-a-rolling-update-defaults-to-one': {
    summary: 'a rollingUpdate with only one of maxSurge and maxUnavailable gets 1 for the other, not 25%',
    caughtBy: 'create/max-unavailable-has-its-default',
    hooks: sending(BODIED, completeByOne),
  },
  // PodSpec, dnsPolicy: "default `ClusterFirst`; with host networking, `ClusterFirstWithHostNet` must be set".
  'pods-on-the-host-network-default-to-the-dns-of-the-node': {
    summary: 'a pod spec with hostNetwork true that names no dnsPolicy gets the policy Default instead of ClusterFirst',
    caughtBy: 'create/dns-policy-has-its-default',
    hooks: sending(BODIED, (body) => {
      for (const spec of podSpecsOf(body)) if (spec['hostNetwork'] === true) spec['dnsPolicy'] ??= 'Default';
    }),
  },
  // DeploymentSpec, progressDeadlineSeconds: "Default 600" - also of a Deployment whose progress is "not estimated".
  'paused-deployment-gets-no-progress-deadline': {
    summary: 'a Deployment that is created or put paused without a progressDeadlineSeconds has none while it is paused',
    caughtBy: 'create/progress-deadline-has-its-default',
    hooks: pausedWithoutDeadlines,
  },
  // RollingUpdateDeployment, maxSurge: "default 25%" - whatever another Deployment was patched to.
  'patched-default-strategy-is-the-default-of-later-deployments': {
    summary: 'a PATCH of the strategy of a Deployment created without one changes the default of later Deployments',
    caughtBy: 'create/max-surge-has-its-default',
    hooks: sharedStrategy,
  },
  // Container, imagePullPolicy: "Default `Always` when the tag is `latest`, else `IfNotPresent`".
  'images-by-digest-are-pulled-always': {
    summary: 'creates and PUTs give a container whose image has a digest and no tag the imagePullPolicy Always',
    caughtBy: 'create/image-pull-policy-follows-the-tag',
    hooks: sending(BODIED, pullDigestsAlways),
  },
  // Container: "In created objects, defaults are filled in and echoed back" - also two templates deep.
  'template-of-a-cron-job-lacks-pod-defaults': {
    summary: 'a CronJob is shown without the dnsPolicy and grace period of its pods if a create or PUT left them out',
    caughtBy: 'create/dns-policy-has-its-default',
    hooks: withoutDeepDefaults,
  },
  // Job: "system adds labels `controller-uid` and `job-name`" - also if it chooses the name.
  'job-name-is-empty-for-generated-names': {
    summary: 'the label job-name in the template of a Job is empty if the server generated the name of the Job',
    caughtBy: 'create/template-of-a-job-is-labelled',
    hooks: labelledBeforeNamed,
  },
});
