import type { AnnotationChanges } from './revisions.ts';
import type { Members } from '../../resources/values/json-members.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import type { Occurrence } from '../runtime/event-recorder.ts';

/** The next step of a rollout. */
export interface RolloutPlan {
  /** Each with its event. */
  readonly writes: readonly RolloutWrite[];
  /** Absent if the next step plans the status. */
  readonly status?: Members;
  /** The revision of its template for its annotation; absent if no replica set has that template. */
  readonly revision?: number;
  /** When to plan again without a change, in milliseconds since the epoch. */
  readonly nextAt?: number;
}

/** Absent members of a spec and annotations stay unchanged; `undefined` removes one. */
interface DeploymentChanges {
  readonly annotations: AnnotationChanges;
  readonly spec: Members;
}

/** One write of a step; the event that reports it, if any. */
export type RolloutWrite = { readonly happening?: Occurrence } & (
  | { readonly write: 'create'; readonly name: string; readonly object: ApiObject }
  | ({ readonly write: 'replica-set'; readonly name: string } & DeploymentChanges)
  | { readonly write: 'remove'; readonly name: string }
  | ({ readonly write: 'deployment' } & DeploymentChanges)
);

export type ReplicaSetCreation = Extract<RolloutWrite, { write: 'create' }>;
