import type { AnnotationChanges } from './revisions.ts';
import type { Members } from '../../resources/json-members.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import type { Happening } from '../loop/event-recorder.ts';

/** The next step of a rollout. */
export interface RolloutPlan {
  /** Each with what is told of it when it is done. */
  readonly writes: readonly RolloutWrite[];
  /** Absent where the next step sees the deployment anew. */
  readonly status?: Members;
  /** That of its template, which it carries as an annotation; absent where no replica set has that template. */
  readonly revision?: number;
  /** When to look again though nothing changes, in milliseconds since the epoch. */
  readonly nextAt?: number;
}

/** Members of a spec and annotations that are absent stay as they are, those that are `undefined` are taken away. */
interface Changes {
  readonly annotations: AnnotationChanges;
  readonly spec: Members;
}

/** One write of a step; the event that reports it, if any. */
export type RolloutWrite = { readonly happening?: Happening } & (
  | { readonly write: 'create'; readonly name: string; readonly object: ApiObject }
  | ({ readonly write: 'replica-set'; readonly name: string } & Changes)
  | { readonly write: 'remove'; readonly name: string }
  | ({ readonly write: 'deployment' } & Changes)
);

export type Creation = Extract<RolloutWrite, { write: 'create' }>;
