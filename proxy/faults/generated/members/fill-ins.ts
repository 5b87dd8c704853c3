import type { MemberPlace } from './member-place.ts';

const NOT_SHOWN =
  'Fields of nested types, and of kinds whose fields the document does not show: not shown. A server may fill in what a client left out.';
const SYSTEM = 'Reading: controllers may write status, annotations and finalizers at any time.';
const NO_DEFAULT = 'The tables state what the member means and no default: a server may choose one.';
const ADMISSION =
  'The tables state no default, and no sentence says that a pod runs with nothing else: a cluster may add to pods as they are made.';

/** Members of tables without a stated default: an absent member means neither zero nor false. */
const WITHOUT_DEFAULT: ReadonlySet<string> = new Set([
  'schedulerName',
  'automountServiceAccountToken',
  'successfulJobsHistoryLimit',
  'failedJobsHistoryLimit',
]);

/** Members that clusters add to pods, but not to templates of pods. */
const ADDED_TO_PODS: ReadonlySet<string> = new Set([
  'env',
  'envFrom',
  'volumeMounts',
  'volumes',
  'imagePullSecrets',
  'nodeSelector',
  'serviceAccount',
  'serviceAccountName',
  'tolerations',
]);

/** Why a server may fill in a member that was left out; `undefined` if it must not. */
export function mayFillIn({ clause, inStatus, member, pattern, resource }: MemberPlace): string | undefined {
  if (inStatus || pattern[1] === 'annotations') return SYSTEM;
  if (member === 'hostname') return 'PodSpec: `hostname` is system-defined if absent.';
  if (member === 'nodeName') return 'A pod is scheduled onto a host.';
  if (clause === undefined) return NOT_SHOWN;
  if (WITHOUT_DEFAULT.has(member)) return NO_DEFAULT;
  return resource.kind === 'Pod' && ADDED_TO_PODS.has(member) ? ADMISSION : undefined;
}

/** Whether objects had a zero, which a server may fill in, before: then a zero that is filled in looks like a kept one. */
export function isConfusedWithKept(place: MemberPlace): boolean {
  return mayFillIn(place) !== undefined && place.values.includes(0);
}

/**
 * Whether a member is legal beside every value of the others. The value of a toleration is illegal beside `operator:
 * Exists`.
 */
export function mayStandAlone({ type, member }: MemberPlace): boolean {
  return !(type === 'core/v1.Toleration' && member === 'value');
}
