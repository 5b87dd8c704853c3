import type { Bendable } from '../fault.ts';

/** Faults of controllers; an absent member means correct behaviour. */
export interface Wrong {
  /** Bends the replica set of a deployment. */
  readonly set?: (set: Bendable) => void;
  readonly withoutRevision?: true;
  /** The key of the annotation with the revision, if it is another; the document leaves its domain open. */
  readonly revisionKey?: string;
  readonly ignoresExistingSets?: true;
  readonly rollsWhilePaused?: true;
  /** All new pods are requested at once, before any old one is removed. */
  readonly allAtOnce?: true;
  readonly keepsEverySet?: true;
  readonly ignoresRollback?: true;
  /** A rollback goes to the revision before the last, whichever it names. */
  readonly rollsBackOneRevision?: true;
  /** A percentage of maxSurge is rounded down. */
  readonly roundsSurgeDown?: true;
  /** How much a job's count of active pods is too high. */
  readonly activeTooMany?: number;
  /** The host of a pod; by default pods without special requirements get one. */
  readonly hostOf?: (pod: Bendable) => string | undefined;
  /** Id of a container that runs; default the runtime and an id. */
  readonly containerIdOf?: (name: string) => string;
  readonly reportsNotOnAll?: true;
  /** The restart count of containers that the node reports; default 0. */
  readonly restarts?: number;
  /** A pod runs beyond its activeDeadlineSeconds. */
  readonly ignoresDeadline?: true;
  /** A suspended cron job runs all the same. */
  readonly runsSuspended?: true;
  /** The concurrency policy that a cron job has in place of its own. */
  readonly policyOf?: (policy: string) => string;
  /** A missed run of a cron job starts after its startingDeadlineSeconds. */
  readonly ignoresStartingDeadline?: true;
  /** How many finished jobs of a cron job are kept, whatever its limits say. */
  readonly finishedJobsKept?: number;
  /** Bends the job of a cron job. */
  readonly job?: (job: Bendable) => void;
}
