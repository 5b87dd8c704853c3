/** How a delete is to be done (document, Endpoints, parameter set D). */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: PropagationPolicy;
  /** The delete is done only if the object has this uid. */
  readonly uid?: string;
  /** What must not be stored, as later releases name it; absent or empty: all is stored. */
  readonly dryRun?: readonly string[];
}

export const PROPAGATION_POLICIES = ['Orphan', 'Background', 'Foreground'] as const;
export type PropagationPolicy = (typeof PROPAGATION_POLICIES)[number];
