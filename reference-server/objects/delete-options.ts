/** A delete succeeds only if the object matches these. */
export interface Preconditions {
  readonly uid?: string;
  /** Later releases accept this too. */
  readonly resourceVersion?: string;
}

/** The options of a delete (document, Endpoints, parameter set D). */
export interface DeleteOptions extends Preconditions {
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: PropagationPolicy;
  /** Stages that must not be stored, as named by later releases. Absent or empty: everything is stored. */
  readonly dryRun?: readonly string[];
}

export const PROPAGATION_POLICIES = ['Orphan', 'Background', 'Foreground'] as const;
export type PropagationPolicy = (typeof PROPAGATION_POLICIES)[number];
