/** A delete is done only if the object is as these say. */
export interface Preconditions {
  readonly uid?: string;
  /** What later releases take as well. */
  readonly resourceVersion?: string;
}

/** How a delete is to be done (document, Endpoints, parameter set D). */
export interface DeleteOptions extends Preconditions {
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: PropagationPolicy;
  /** What must not be stored, as later releases name it; absent or empty: all is stored. */
  readonly dryRun?: readonly string[];
}

export const PROPAGATION_POLICIES = ['Orphan', 'Background', 'Foreground'] as const;
export type PropagationPolicy = (typeof PROPAGATION_POLICIES)[number];
