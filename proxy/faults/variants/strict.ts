import { isObject, itemsOf, metadataOf } from '../bend.ts';
import type { FaultyRequest, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { isOne } from '../requests.ts';
import { BODIED, membersOf, podSpecsOf } from '../ways.ts';
import { refusal } from './real-writes.ts';

/** The names in a text, as a set. */
const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** The members that the document shows of the kinds whose fields it lists in full, of their specs and of containers. */
const OBJECT = namesIn('apiVersion kind metadata spec status');
const CONTAINER = namesIn(
  `name image command args env envFrom imagePullPolicy lifecycle livenessProbe readinessProbe ports resources
  securityContext stdin stdinOnce terminationMessagePath terminationMessagePolicy tty volumeMounts workingDir`,
);
const POD_SPEC = namesIn(
  `containers initContainers activeDeadlineSeconds affinity automountServiceAccountToken dnsPolicy hostAliases hostIPC
  hostNetwork hostPID hostname imagePullSecrets nodeName nodeSelector restartPolicy schedulerName securityContext
  serviceAccount serviceAccountName subdomain terminationGracePeriodSeconds tolerations volumes`,
);
const SPECS: Readonly<Record<string, ReadonlySet<string>>> = {
  Pod: POD_SPEC,
  Deployment: namesIn(
    `template selector replicas strategy minReadySeconds paused progressDeadlineSeconds revisionHistoryLimit
    rollbackTo`,
  ),
  CronJob: namesIn(
    `schedule jobTemplate concurrencyPolicy startingDeadlineSeconds suspend successfulJobsHistoryLimit
    failedJobsHistoryLimit`,
  ),
};

/** The members that a delete body may have. */
const DELETE_OPTIONS = namesIn('apiVersion kind gracePeriodSeconds orphanDependents propagationPolicy');

/** Whether a value is an object with other members than those. */
const hasOthers = (value: unknown, names: ReadonlySet<string>): boolean =>
  isObject(value) && Object.keys(value).some((name) => !names.has(name));

/** Whether a create or PUT of a kind whose fields are all shown has others. */
function hasUnknownMembers(request: FaultyRequest): boolean {
  const { json } = request;
  const spec = SPECS[request.call?.resource?.kind ?? ''];
  if (spec === undefined || !isOne(request, BODIED) || !isObject(json)) return false;
  const pods = podSpecsOf(json);
  const containers = pods.flatMap((pod) => [...membersOf(pod, 'containers'), ...membersOf(pod, 'initContainers')]);
  return (
    hasOthers(json, OBJECT) ||
    hasOthers(json['spec'], spec) ||
    pods.some((pod) => hasOthers(pod, POD_SPEC)) ||
    containers.some((container) => hasOthers(container, CONTAINER))
  );
}

/** Whether a create says what the system assigns. */
function claimsWhatTheSystemAssigns(request: FaultyRequest): boolean {
  const { uid, resourceVersion, deletionTimestamp } = metadataOf(request.json);
  return (
    isOne(request, 'create') &&
    ((uid ?? '') !== '' ||
      !['', '0'].includes((resourceVersion ?? '') as string) ||
      (deletionTimestamp ?? null) !== null)
  );
}

/** The most pods, and the most config maps, of a namespace. */
const QUOTA = 50;

/** The collections of a namespace that must be empty, after the name of the namespace. */
const CONTENTS: readonly (readonly [prefix: string, collection: string])[] = [
  ['/api/v1', 'configmaps'],
  ['/api/v1', 'pods'],
  ['/apis/apps/v1beta1', 'deployments'],
  ['/apis/extensions/v1beta1', 'daemonsets'],
  ['/apis/batch/v2alpha1', 'cronjobs'],
];

/** Servers that refuse more than others, where the document lets them. */
export const STRICT_VARIANTS: readonly Variant[] = variants({
  'unknown-members-are-refused': {
    summary: 'the server refuses a create or PUT of a pod, deployment or cron job with a member that its table lacks',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: (request) =>
        hasUnknownMembers(request) ? refusal(400, 'BadRequest', 'the body has an unknown member') : undefined,
    }),
  },
  'deletes-need-their-options': {
    summary: 'the server refuses a delete of one object without a body, because the document requires one',
    dialect: 'spec',
    hooks: () => ({
      request: (request) =>
        isOne(request, 'delete') && request.raw.length === 0
          ? refusal(400, 'BadRequest', 'a delete needs its DeleteOptions')
          : undefined,
    }),
  },
  'delete-options-are-those-of-the-document': {
    summary: 'the server refuses a delete whose body has an option that the document lacks, such as preconditions',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: (request) =>
        isOne(request, ['delete', 'deleteCollection']) && hasOthers(request.json, DELETE_OPTIONS)
          ? refusal(400, 'BadRequest', 'the body has an unknown option')
          : undefined,
    }),
  },
  'creates-may-not-say-what-the-system-assigns': {
    summary: 'the server refuses a create whose body has a uid, a version or a deletion timestamp',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: (request) =>
        claimsWhatTheSystemAssigns(request)
          ? refusal(422, 'Invalid', 'uid, resourceVersion and deletionTimestamp are written by the system')
          : undefined,
    }),
  },
  'namespaces-have-a-quota': {
    summary: 'the server refuses a create of a pod or config map in a namespace that has 50 of them',
    dialect: 'spec',
    hooks: () => ({
      request: async (request, upstream) => {
        const kind = request.call?.resource?.kind ?? '';
        if (!isOne(request, 'create') || !['Pod', 'ConfigMap'].includes(kind)) return undefined;
        const items = itemsOf(await upstream.send('GET', request.path)) ?? [];
        return items.length < QUOTA ? undefined : refusal(403, 'Forbidden', `exceeded quota: ${QUOTA} of ${kind}`);
      },
    }),
  },
  'namespaces-must-be-empty-to-be-deleted': {
    summary: 'the server refuses the delete of a namespace that has config maps, pods or workloads',
    dialect: 'spec',
    hooks: () => ({
      request: async ({ method, path }, upstream) => {
        const name = method === 'DELETE' ? /^\/api\/v1\/namespaces\/([^/]+)\/?$/.exec(path)?.[1] : undefined;
        if (name === undefined) return undefined;
        for (const [prefix, collection] of CONTENTS) {
          const listed = await upstream.send('GET', `${prefix}/namespaces/${name}/${collection}`);
          if ((itemsOf(listed) ?? []).length > 0)
            return refusal(409, 'Conflict', `the namespace still has objects of ${collection}`);
        }
        return undefined;
      },
    }),
  },
});
