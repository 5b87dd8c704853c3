import type { Rule } from '../rule.ts';
import { rule as cronJobMakesJobs } from './cron-job-makes-jobs.rule.ts';
import { rule as deploymentCarriesItsRevision } from './deployment-carries-its-revision.rule.ts';
import { rule as deploymentMakesAReplicaSet } from './deployment-makes-a-replica-set.rule.ts';
import { rule as deploymentTakesExistingReplicaSets } from './deployment-takes-existing-replica-sets.rule.ts';
import { rule as jobShowsWhatIsActive } from './job-shows-what-is-active.rule.ts';
import { rule as nodeReportsOnContainers } from './node-reports-on-containers.rule.ts';
import { rule as pausedDeploymentMissesNoDeadline } from './paused-deployment-misses-no-deadline.rule.ts';
import { rule as pausedDeploymentRollsNothingOut } from './paused-deployment-rolls-nothing-out.rule.ts';
import { rule as podEndsAtItsActiveDeadline } from './pod-ends-at-its-active-deadline.rule.ts';
import { rule as podIsGivenAHost } from './pod-is-given-a-host.rule.ts';
import { rule as podWaitsForItsNodeAffinity } from './pod-waits-for-its-node-affinity.rule.ts';
import { rule as podWaitsForWhatItAsksFor } from './pod-waits-for-what-it-asks-for.rule.ts';
import { rule as progressDeadlineShows } from './progress-deadline-shows.rule.ts';
import { rule as recreateEndsTheOldFirst } from './recreate-ends-the-old-first.rule.ts';
import { rule as revisionHistoryIsLimited } from './revision-history-is-limited.rule.ts';
import { rule as rollbackEnds } from './rollback-ends.rule.ts';
import { rule as rollingUpdateKeepsItsBounds } from './rolling-update-keeps-its-bounds.rule.ts';
import { rule as suspendedCronJobMakesNone } from './suspended-cron-job-makes-none.rule.ts';

export const CONTROL_LOOP_RULES: readonly Rule[] = [
  cronJobMakesJobs,
  deploymentCarriesItsRevision,
  deploymentMakesAReplicaSet,
  deploymentTakesExistingReplicaSets,
  jobShowsWhatIsActive,
  nodeReportsOnContainers,
  pausedDeploymentMissesNoDeadline,
  pausedDeploymentRollsNothingOut,
  podEndsAtItsActiveDeadline,
  podIsGivenAHost,
  podWaitsForItsNodeAffinity,
  podWaitsForWhatItAsksFor,
  progressDeadlineShows,
  recreateEndsTheOldFirst,
  revisionHistoryIsLimited,
  rollbackEnds,
  rollingUpdateKeepsItsBounds,
  suspendedCronJobMakesNone,
];
