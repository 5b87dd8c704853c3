import type { ApiObject } from '../../resources/api-object.ts';
import { number } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { sameTemplate } from './pod-template-hash.ts';

type Annotations = Readonly<Record<string, string>>;
/** `undefined` removes an annotation. */
export type AnnotationChanges = Readonly<Record<string, string | undefined>>;

/** The system's annotations on deployments and their replica sets (document, Object metadata: annotations). */
export const REVISION = 'deployment.kubernetes.io/revision';
const HISTORY = 'deployment.kubernetes.io/revision-history';
const WANTED = 'deployment.kubernetes.io/desired-replicas';
const MOST = 'deployment.kubernetes.io/max-replicas';
/** Not copied between a deployment and its replica sets. */
const CONTROLLER_ANNOTATIONS: ReadonlySet<string> = new Set([
  REVISION,
  HISTORY,
  WANTED,
  MOST,
  'kubectl.kubernetes.io/last-applied-configuration',
]);

/** The replica sets of a deployment, by whether they have its present template. */
export interface Generations {
  /** The oldest with the template; `undefined` if none has it. */
  readonly current: ApiObject | undefined;
  /** The others, the oldest first. */
  readonly old: readonly ApiObject[];
}

export function generationsOf(deployment: ApiObject, replicaSets: readonly ApiObject[]): Generations {
  const sorted = byAge(replicaSets);
  const current = sorted.find((each) => sameTemplate(specOf(each)['template'], specOf(deployment)['template']));
  return { current, old: sorted.filter((each) => each !== current) };
}

/** The oldest first. */
export function byAge(replicaSets: readonly ApiObject[]): ApiObject[] {
  return [...replicaSets].sort((a, b) => compare(ageKey(a), ageKey(b)));
}

function ageKey({ metadata }: ApiObject): string {
  return `${metadata.creationTimestamp} ${metadata.name}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** 0 if it has none. */
export function revisionOf({ metadata: { annotations } }: ApiObject): number {
  return Number.parseInt(annotations?.[REVISION] ?? '0', 10) || 0;
}

/** The revision of the current replica set: above those of all others. */
export function nextRevision({ current, old }: Generations): number {
  return Math.max(current === undefined ? 0 : revisionOf(current), Math.max(0, ...old.map(revisionOf)) + 1);
}

/** Annotations of the current replica set that need a change: its revision, and those of the deployment. */
export function annotationsInUse(deployment: ApiObject, current: ApiObject | undefined, revision: number): Annotations {
  const now = current?.metadata.annotations ?? {};
  const before = current === undefined ? 0 : revisionOf(current);
  const replaced =
    before === 0 || before === revision
      ? {}
      : { [HISTORY]: [now[HISTORY], String(before)].filter((each) => (each ?? '') !== '').join(',') };
  const wanted: Annotations = { ...handedOn(deployment), [REVISION]: String(revision), ...replaced };
  return Object.fromEntries(Object.entries(wanted).filter(([key, value]) => now[key] !== value));
}

/** The annotations that a replica set and its deployment share. */
function handedOn({ metadata: { annotations = {} } }: ApiObject): Annotations {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !CONTROLLER_ANNOTATIONS.has(key)));
}

/**
 * The changed annotations of a deployment after a rollback to that replica set: the shared ones become the replica
 * set's again. `undefined` removes one.
 */
export function annotationsOfRollback(deployment: ApiObject, target: ApiObject): AnnotationChanges {
  const gone = Object.keys(handedOn(deployment)).map((key) => [key, undefined] as const);
  return { ...Object.fromEntries(gone), ...handedOn(target) };
}

/** The annotations that record the number of pods for which a replica set was last scaled. */
export function scaleAnnotations(wanted: number, most: number): Annotations {
  return { [WANTED]: String(wanted), [MOST]: String(most) };
}

/** Whether the replica set was scaled for another number of pods than the deployment wants. */
export function isScaledFor(replicaSet: ApiObject, wanted: number): boolean {
  const annotated = replicaSet.metadata.annotations?.[WANTED];
  return annotated === undefined || Number(annotated) === wanted;
}

/** The maximum number of pods when the replica set was last scaled. */
export function mostWhenScaled(replicaSet: ApiObject): number | undefined {
  return number(Number(replicaSet.metadata.annotations?.[MOST])) || undefined;
}
