import { type Operation, OPERATIONS, type Verb } from '../../spec/surface/operations.ts';
import { type Kind, type Resource, RESOURCES, SHOWN_STATUSES } from '../../spec/surface/resources.ts';
import { POD_SPEC } from '../oracle/objects/pod-specs.ts';
import { MUTABLE } from '../generators/mutable-members.ts';
import { DELETION_OF_KIND } from '../oracle/state/writes.ts';
import { generationCarriers } from './generation-carriers.ts';
import type { Rule } from './rule.ts';
import { makerOf, resourceOf } from './steps.ts';

/** Why some rules are not judged on some operations of their verbs. */
export interface LeftOut {
  readonly why: string;
  /** Ids of rules; `delete/*` stands for the whole family. */
  readonly rules: readonly string[];
  /** Whether the reason applies to that operation. */
  readonly applies: (operation: Operation, resource: Resource) => boolean;
}

/** Verbs that do the same by another path: a rule that is judged on one of them must be judged on all. */
const SAME_BY_ANOTHER_PATH: readonly (readonly Verb[])[] = [
  ['get', 'getStatus'],
  ['list', 'listAll'],
  ['watch', 'watchList', 'watchAll'],
  ['replaceStatus', 'patchStatus'],
];

/** The operations of a rule's verbs, and of those that do the same by another path, on which it is not judged. */
export function leftOutOf(rule: Rule): readonly Operation[] {
  const judged = new Set(rule.operations.map(({ id }) => id));
  const own = new Set(rule.operations.map(({ verb }) => verb));
  const verbs = new Set([...own, ...SAME_BY_ANOTHER_PATH.filter((gvrs) => gvrs.some((verb) => own.has(verb))).flat()]);
  return OPERATIONS.filter(({ id, verb, resource }) => resource !== undefined && verbs.has(verb) && !judged.has(id));
}

/** Why a rule leaves out an operation; `undefined` if there is no reason. */
export function whyLeftOut(rule: Rule, operation: Operation): LeftOut | undefined {
  return LEFT_OUT.find(
    (entry) => entry.rules.some((id) => names(id, rule.id)) && entry.applies(operation, resourceOf(operation)),
  );
}

/** Whether an id, or a family with `/*`, names a rule. */
export function names(id: string, rule: string): boolean {
  return id.endsWith('/*') ? rule.startsWith(id.slice(0, -1)) : id === rule;
}

type Applies = LeftOut['applies'];

const describesNoPod: Applies = (_, { kind }) => POD_SPEC[kind] === undefined;
const otherThan =
  (...kinds: readonly Kind[]): Applies =>
  (_, { kind }) =>
    !kinds.includes(kind);
const isCluster: Applies = (_, { namespaced }) => !namespaced;
const isServedOnce: Applies = (_, { kind }) => RESOURCES.filter((resource) => resource.kind === kind).length === 1;
const hasNoTemplate: Applies = (_, { kind }) => POD_SPEC[kind] === undefined || POD_SPEC[kind]?.length === 1;
const verbIs =
  (...verbs: readonly Verb[]): Applies =>
  ({ verb }) =>
    verbs.includes(verb);

/** All left-out operations with the reason; the first reason that applies counts. */
export const LEFT_OUT: readonly LeftOut[] = [
  {
    why: 'the kind describes no pods',
    rules: [
      'create/dns-policy-has-its-default',
      'create/empty-resources-and-security-context-are-echoed',
      'create/flags-of-pods-default-to-false',
      'create/host-ports-are-those-of-containers',
      'create/image-pull-policy-follows-the-tag',
      'create/large-integers-keep-their-digits',
      'create/members-for-nodes-are-kept',
      'create/optional-members-stay-absent',
      'create/port-protocol-is-filled-in',
      'create/restart-policy-has-its-default',
      'create/service-account-is-an-alias',
      'create/termination-grace-period-has-its-default',
      'create/termination-message-path-has-its-default',
      'create/termination-message-policy-has-its-default',
      'validation/active-deadline-is-positive',
      'validation/container-name-is-a-dns-label',
      'validation/container-names-are-unique',
      'validation/containers-have-the-types-of-their-table',
      'validation/dns-policy-is-one-of-three',
      'validation/host-aliases-need-a-pod-network',
      'validation/illegal-values-are-refused-everywhere',
      'validation/image-pull-policy-is-one-of-three',
      'validation/init-container-has-no-lifecycle',
      'validation/init-container-has-no-probes',
      'validation/init-container-shares-no-name',
      'validation/legal-values-are-accepted',
      'validation/pod-specs-have-the-types-of-their-table',
      'validation/restart-policy-is-one-of-three',
      'validation/termination-grace-period-is-not-negative',
      'validation/termination-message-policy-is-one-of-two',
      'validation/there-is-a-container',
      'validation/tty-needs-stdin',
    ],
    applies: describesNoPod,
  },
  {
    why: 'the pods of a job must end, so a job cannot have the default and must name another policy',
    rules: ['create/restart-policy-has-its-default'],
    applies: (_, { kind }) => kind === 'Job' || kind === 'CronJob',
  },
  { why: 'the kind has no pod template', rules: ['create/pod-template-has-no-creation-time'], applies: hasNoTemplate },
  {
    why: 'the statement stands in the tables of Deployment',
    rules: [
      'create/max-surge-has-its-default',
      'create/max-unavailable-has-its-default',
      'create/min-ready-seconds-default-to-zero',
      'create/progress-deadline-has-its-default',
      'create/recreate-has-no-rolling-update',
      'create/replicas-have-their-default',
      'create/revision-history-limit-has-its-default',
      'create/strategy-type-has-its-default',
      'validation/bounds-of-a-rolling-update-are-numbers-or-percentages',
      'validation/deployment-specs-have-the-types-of-their-table',
      'validation/deployment-strategies-have-the-types-of-their-table',
      'validation/max-surge-and-max-unavailable-are-not-both-zero',
      'validation/rolling-update-needs-its-type',
      'validation/strategy-type-is-one-of-two',
      'control-loops/deployment-carries-its-revision',
      'control-loops/deployment-makes-a-replica-set',
      'control-loops/deployment-takes-existing-replica-sets',
      'control-loops/paused-deployment-misses-no-deadline',
      'control-loops/paused-deployment-rolls-nothing-out',
      'control-loops/progress-deadline-shows',
      'control-loops/recreate-ends-the-old-first',
      'control-loops/revision-history-is-limited',
      'control-loops/rollback-ends',
      'control-loops/rolling-update-keeps-its-bounds',
    ],
    applies: otherThan('Deployment'),
  },
  {
    why: 'the statement stands in the tables of CronJob',
    rules: [
      'create/concurrency-policy-has-its-default',
      'create/suspend-defaults-to-false',
      'validation/cron-job-specs-have-the-types-of-their-table',
      'validation/schedule-is-in-cron-format',
      'control-loops/concurrency-policy-holds',
      'control-loops/cron-job-makes-jobs',
      'control-loops/job-history-is-limited',
      'control-loops/missed-run-heeds-its-deadline',
      'control-loops/suspended-cron-job-makes-none',
    ],
    applies: otherThan('CronJob'),
  },
  {
    why: 'the statement stands in the section about Job',
    rules: [
      'create/selector-of-a-job-has-match-labels',
      'create/template-of-a-job-is-labelled',
      'validation/job-specs-have-the-types-that-are-shown',
      'control-loops/job-shows-what-is-active',
    ],
    applies: otherThan('Job'),
  },
  {
    why: 'the statement stands in the tables of Pod',
    rules: [
      'create/phase-of-a-new-pod',
      'create/pod-has-no-address-before-its-host',
      'create/qos-class-follows-the-resources',
      'control-loops/node-reports-on-containers',
      'control-loops/pod-ends-at-its-active-deadline',
      'control-loops/pod-is-given-a-host',
      'control-loops/pod-waits-for-its-node-affinity',
      'control-loops/pod-waits-for-what-it-asks-for',
    ],
    applies: otherThan('Pod'),
  },
  {
    why: 'only the containers of a pod are fixed after its create; those of a template may change',
    rules: [
      'validation/every-member-of-a-container-stays',
      'validation/image-of-a-container-does-not-change',
      'validation/name-of-a-container-does-not-change',
      'validation/no-container-is-added',
      'validation/no-container-is-removed',
      'validation/no-member-of-a-container-changes',
    ],
    applies: otherThan('Pod'),
  },
  {
    why: 'the document shows no list of objects in the kind, other than those of its metadata',
    rules: ['create/elements-of-lists-keep-apart'],
    applies: (_, { kind }) => ['ConfigMap', 'Secret', 'Event', 'Namespace'].includes(kind),
  },
  {
    why: 'pods read ConfigMaps and Secrets, and no objects of this kind',
    rules: ['replace/leaves-pods-that-use-it'],
    applies: otherThan('ConfigMap', 'Secret'),
  },
  {
    why: 'only Secrets have base64 values, and a server may treat an empty one as absent',
    rules: ['create/empty-values-of-secrets-are-kept'],
    applies: otherThan('Secret'),
  },
  {
    why: 'the rule writes control characters into a ConfigMap and gets it: a server encodes YAML alike for all kinds and reads',
    rules: ['media-types/yaml-shows-control-characters'],
    applies: (operation, { kind }) => kind !== 'ConfigMap' || operation.verb !== 'get',
  },
  {
    why: 'the spec of the kind has no number for which 0 and absent differ',
    rules: ['create/explicit-zeros-are-kept'],
    applies: otherThan('Deployment', 'CronJob', 'DaemonSet', 'ReplicaSet', 'Job'),
  },
  {
    why: 'the kind has no /status path, so the document does not say how a server treats a status in its body',
    rules: [
      'create/status-in-the-body-is-ignored',
      'replace/ignores-the-status-sent',
      'patch/ignores-the-status-sent',
      'replace/leaves-the-status-that-is-there',
      'patch/leaves-the-status-that-is-there',
      'get/export-drops-the-status',
    ],
    applies: (_, { hasStatus }) => !hasStatus,
  },
  {
    why: 'the document does not show the status of the kind',
    rules: ['status/members-have-the-types-of-their-tables'],
    applies: (_, { kind }) => !SHOWN_STATUSES.has(kind),
  },
  {
    why: 'a namespace has only one possible status until it is deleted',
    rules: [
      'status/write-changes-the-status',
      'status/write-changes-the-version',
      'status/write-leaves-the-generation',
      'status/metadata-in-a-status-write',
      'status/patch-follows-its-media-type',
      'status/put-replaces-the-whole-status',
      'status/conditions-are-merged-by-type',
      'status/at-most-one-of-several-wins',
      'status/leaves-other-objects',
      'status/get-shows-the-object',
      'replace/leaves-the-status-that-is-there',
      'patch/leaves-the-status-that-is-there',
      'get/export-drops-the-status',
    ],
    applies: isCluster,
  },
  {
    why: 'the status of the kind has no conditions that are merged',
    rules: ['status/conditions-are-merged-by-type'],
    applies: otherThan('Pod', 'Deployment', 'ReplicaSet', 'Job'),
  },
  {
    why: 'objects of the kind have no generation that must grow with the spec',
    rules: [
      'replace/generation-grows-with-the-spec',
      'patch/generation-grows-with-the-spec',
      'status/write-leaves-the-generation',
      'world/generation-never-shrinks',
    ],
    applies: (_, resource) => !generationCarriers(resource),
  },
  {
    why: 'a PATCH of /status names no version, so none can be stale: patch/is-never-refused-for-a-lock judges parallel patches',
    rules: ['status/at-most-one-of-several-wins', 'status/current-version-succeeds', 'status/stale-version-is-refused'],
    applies: verbIs('patchStatus'),
  },
  {
    why: 'a patch names a kind, name or namespace only to change it: patch/kind-cannot-be-changed and patch/identity-cannot-be-changed judge that',
    rules: [
      'validation/body-cannot-name-another-namespace',
      'validation/body-cannot-name-another-object',
      'validation/body-reaches-no-other-object',
      'validation/foreign-kinds-are-not-stored-as-sent',
      'validation/unknown-api-versions-are-not-stored-as-sent',
    ],
    applies: verbIs('patchStatus'),
  },
  {
    why: 'the path of a create of a namespace names no object, so its body cannot name another',
    rules: ['validation/body-reaches-no-other-object'],
    applies: (operation, { namespaced }) => !namespaced && operation.verb === 'create',
  },
  {
    why: 'status/patch-follows-its-media-type judges which members a PATCH of /status removes',
    rules: ['status/put-replaces-the-whole-status'],
    applies: verbIs('patchStatus'),
  },
  {
    why: 'the rule is about patches',
    rules: ['status/patch-follows-its-media-type', 'status/conditions-are-merged-by-type', 'patch/*'],
    applies: verbIs('replaceStatus'),
  },
  {
    why: 'the three media types of a PATCH are all JSON',
    rules: [
      'media-types/yaml-bodies-are-stored-as-sent',
      'media-types/protobuf-bodies-are-stored-as-sent',
      'media-types/bytes-that-are-no-protobuf-are-refused',
      'media-types/yaml-refuses-what-json-does',
      'media-types/protobuf-refuses-what-json-does',
    ],
    applies: verbIs('patchStatus'),
  },
  {
    why: 'patch/success-is-answered-200 judges the response of a PATCH of /status',
    rules: ['replace/*'],
    applies: verbIs('patchStatus'),
  },
  {
    why: 'the kind is served under one group only',
    rules: [
      'get/every-view-shows-the-same-object',
      'list/every-view-lists-the-same-objects',
      'delete-collection/every-view-shows-the-removal',
      'world/both-views-of-a-deployment-agree',
    ],
    applies: isServedOnce,
  },
  {
    why: 'only a pod template has lists with a merge key that a patch can change',
    rules: [
      'patch/lists-are-merged-by-their-keys',
      'patch/order-of-merged-lists',
      'concurrency/patches-of-lists-lose-nothing',
    ],
    applies: (_, { kind }) => MUTABLE[kind].template === undefined,
  },
  {
    why: 'the spec of a pod and the template of a job cannot change, and the document gives the other kinds no defaults',
    rules: [
      'replace/service-account-is-an-alias',
      'replace/what-a-put-lacks-has-its-default',
      'validation/legal-values-are-accepted',
    ],
    applies: (_, { kind }) => MUTABLE[kind].template === undefined,
  },
  {
    why: 'a pod may have to wait for objects that the system creates in each namespace, such as a service account',
    rules: ['create/new-namespace-takes-objects'],
    applies: (_, { kind }) => kind === 'Pod',
  },
  {
    why: 'the document gives the kind no dependants',
    rules: ['delete/orphan-keeps-dependants', 'delete/what-becomes-of-dependants'],
    applies: otherThan('DaemonSet', 'Deployment', 'ReplicaSet', 'Job', 'CronJob'),
  },
  {
    why: 'the kind has no grace period',
    rules: [
      'delete/zero-grace-ends-a-longer-one',
      'delete/grace-of-zero-in-the-spec-ends-at-once',
      'delete/only-one-of-several-removes',
    ],
    applies: (_, { kind }) => DELETION_OF_KIND[kind] !== 'after-grace',
  },
  {
    why: 'two deletes of a pod may both succeed while it waits for its grace period',
    rules: ['delete/only-one-of-several-removes'],
    applies: (_, { kind }) => kind === 'Pod',
  },
  {
    why: 'a namespace is in no namespace, it is gone only after a controller has emptied it, and its contents are deleted with it',
    rules: [
      'create/events-that-it-records',
      'create/owner-references-are-kept',
      'create/new-namespace-takes-objects',
      'create/recreated-object-has-a-new-uid',
      'create/recreated-object-starts-anew',
      'replace/finalizers-and-owners-sent-are-kept',
      'get/exact-export-keeps-the-namespace',
      'list/shows-no-object-that-is-gone',
      'list/version-moves-with-each-write',
      'selectors/every-form-of-a-selector-selects-exactly',
      'selectors/field-selector-by-namespace-selects-exactly',
      'replace/outcome-without-a-version',
      'replace/without-a-version-acts-or-leaves-no-trace',
      'validation/body-cannot-name-another-namespace',
      'delete/*',
      'media-types/every-writing-of-json-is-read',
      'media-types/protobuf-delete-options-are-obeyed',
      'media-types/protobuf-refuses-what-json-does',
      'media-types/yaml-refuses-what-json-does',
      'delete-collection/*',
      'watch/*',
      'world/*',
      'concurrency/*',
    ],
    applies: isCluster,
  },
  {
    why: 'its cases also run on servers without this POST, so they create the kind through its other group',
    rules: ['world/circumstances-do-not-matter'],
    applies: (_, resource) => makerOf(resource) !== resource,
  },
  {
    why: 'its cases hold up all others, so one operation of each kind stands for all',
    rules: ['list/serves-the-latest-version', 'watch/tells-the-last-write'],
    applies: verbIs('listAll'),
  },
  {
    why: 'its cases hold up all others, and may wait long, so one kind of each group stands for all',
    rules: ['watch/tells-the-last-write'],
    applies: verbIs('list'),
  },
  {
    why: 'a list or watch of all namespaces in a walk also shows the objects of other cases; list/*, selectors/* and watch/* judge these operations',
    rules: ['world/*', 'concurrency/*', 'watch/tells-nothing-of-other-namespaces'],
    applies: verbIs('listAll', 'watchAll'),
  },
  {
    why: 'a namespace has only one possible status until it is deleted',
    rules: ['validation/full-objects-are-stored'],
    applies: (operation, { namespaced }) => !namespaced && ['replaceStatus', 'patchStatus'].includes(operation.verb),
  },
  {
    why: 'walks write a status by PATCH only; status/* judges the PUT of a status',
    rules: ['world/*'],
    applies: verbIs('replaceStatus'),
  },
  {
    why: 'pretty is the only parameter that the document gives a get of /status',
    rules: [
      'get/exact-export-keeps-the-namespace',
      'get/export-drops-the-status',
      'get/export-drops-what-a-user-cannot-specify',
      'get/export-is-for-the-answer-only',
      'get/export-keeps-what-the-user-specified',
      'get/only-an-export-is-stripped',
      'get/takes-every-parameter-of-its-set',
      'validation/odd-values-of-parameters',
    ],
    applies: verbIs('getStatus'),
  },
  {
    why: 'the document does not say whether the selfLink in a get of /status ends in /status',
    rules: ['get/self-link-is-the-path'],
    applies: verbIs('getStatus'),
  },
  {
    why: 'status/get-shows-the-object compares a get of /status with a get of the object',
    rules: ['get/every-view-shows-the-same-object', 'world/*', 'concurrency/*'],
    applies: verbIs('getStatus'),
  },
  {
    why: 'the rule compares gets of /status with gets of objects, and is counted at the former',
    rules: ['status/get-shows-the-object'],
    applies: verbIs('get'),
  },
  {
    why: 'the rule creates an object again right after its delete, and a namespace is gone only later',
    rules: ['patch/two-in-turn-are-one-of-both'],
    applies: isCluster,
  },
  {
    why: 'the rule is about many objects, and the watch is about one',
    rules: ['selectors/every-form-of-a-selector-selects-exactly', 'world/none-of-many-objects-is-forgotten'],
    applies: verbIs('watch'),
  },
  {
    why: 'the rule is about lists over all namespaces',
    rules: ['world/all-namespaces-are-the-sum-of-each'],
    applies: verbIs('list'),
  },
  {
    why: 'a PATCH of /status does not send back a whole object',
    rules: ['world/writing-back-what-was-read-changes-nothing'],
    applies: verbIs('patchStatus'),
  },
  {
    why: 'the rule makes megabytes of objects or hundreds of changes, so it is judged on one kind only, on all paths that watch it',
    rules: [
      'watch/goes-on-where-a-timeout-ended-it',
      'watch/old-version-is-served-whole-or-refused',
      'watch/slow-reader-loses-nothing',
    ],
    applies: () => true,
  },
  {
    why: 'the rule is about watches of all namespaces',
    rules: ['watch/of-all-namespaces-tells-of-each'],
    applies: verbIs('list', 'watchList', 'watch'),
  },
  {
    why: 'the rule is about watches of collections',
    rules: ['watch/from-versions-that-are-no-moment'],
    applies: verbIs('watch'),
  },
  {
    why: 'the rule is about watches of one object',
    rules: ['watch/of-one-object-tells-of-it-alone'],
    applies: verbIs('watchList', 'watchAll'),
  },
];
