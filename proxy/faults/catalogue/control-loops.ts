import { containersOf, metadataOf, objectAt } from '../bend.ts';
import type { Fault } from '../fault.ts';
import { ordinaryHost } from '../simulated-controllers/pods.ts';
import { withControllers } from '../simulated-controllers/with-controllers.ts';
import { faults } from '../named.ts';

/** Faults that rules of the family `control-loops` find. */
export const CONTROL_LOOPS_FAULTS: readonly Fault[] = faults({
  'replica-set-has-another-image': {
    summary: 'the replica set that is created for a deployment has another image than the template of the deployment',
    caughtBy: 'control-loops/deployment-makes-a-replica-set',
    hooks: withControllers({ set: (set) => containersOf(set).forEach((container) => (container['image'] = 'x:old')) }),
  },
  'deployment-has-no-revision': {
    summary: 'deployments do not get the revision annotation',
    caughtBy: 'control-loops/deployment-carries-its-revision',
    hooks: withControllers({ withoutRevision: true }),
  },
  'existing-replica-sets-are-left-alone': {
    summary: 'a new deployment makes a replica set of its own instead of adopting an existing one that it selects',
    caughtBy: 'control-loops/deployment-takes-existing-replica-sets',
    seenIn: 'kubernetes/kubernetes#40415',
    hooks: withControllers({ ignoresExistingSets: true }),
  },
  'paused-deployment-rolls-out': {
    summary: 'a paused deployment rolls out a new template all the same',
    caughtBy: 'control-loops/paused-deployment-rolls-nothing-out',
    hooks: withControllers({ rollsWhilePaused: true }),
  },
  'recreate-begins-with-the-new': {
    summary: 'a deployment of strategy Recreate starts its new pods before it removes the old ones',
    caughtBy: 'control-loops/recreate-ends-the-old-first',
    seenIn: 'kubernetes/kubernetes#27362',
    hooks: withControllers({ allAtOnce: true }),
  },
  'rolling-update-knows-no-surge': {
    summary: 'a rolling update starts all of its new pods at once, whatever maxSurge says',
    caughtBy: 'control-loops/rolling-update-keeps-its-bounds',
    seenIn: 'kubernetes/kubernetes#21810',
    hooks: withControllers({ allAtOnce: true }),
  },
  'old-replica-sets-are-kept': {
    summary: 'replica sets that a deployment no longer uses are kept, whatever its revisionHistoryLimit says',
    caughtBy: 'control-loops/revision-history-is-limited',
    seenIn: 'devtron-labs/devtron#1658',
    hooks: withControllers({ keepsEverySet: true }),
  },
  'rollback-is-ignored': {
    summary: 'rollbackTo of a deployment stays, and nothing is rolled back',
    caughtBy: 'control-loops/rollback-ends',
    seenIn: 'kubernetes/kubernetes#61639',
    hooks: withControllers({ ignoresRollback: true }),
  },
  'rollback-goes-back-one-revision': {
    summary: 'a rollback restores the template before the last one, whichever revision rollbackTo names',
    caughtBy: 'control-loops/rollback-ends',
    hooks: withControllers({ rollsBackOneRevision: true }),
  },
  'surge-is-rounded-down': {
    summary: 'a percentage of maxSurge is rounded down, so a rollout that may add one pod removes one instead',
    caughtBy: 'control-loops/rolling-update-keeps-its-bounds',
    hooks: withControllers({ roundsSurgeDown: true }),
  },
  'job-counts-one-pod-too-many': {
    summary: 'the status of a job counts one active pod more than there are',
    caughtBy: 'control-loops/job-shows-what-is-active',
    seenIn: 'kubernetes/kubernetes#64037',
    hooks: withControllers({ activeTooMany: 1 }),
  },
  'pod-moves-to-another-host': {
    summary: 'each new version of a pod shows it on another host',
    caughtBy: 'control-loops/pod-is-given-a-host',
    hooks: withControllers({ hostOf: (pod) => `node-${String(metadataOf(pod)['resourceVersion'])}` }),
  },
  'pod-is-given-a-host-whatever-it-asks-for': {
    summary: 'a pod that fits no node, or that names another scheduler, gets a host all the same',
    caughtBy: 'control-loops/pod-waits-for-what-it-asks-for',
    hooks: withControllers({ hostOf: () => 'node-1' }),
  },
  'scheduler-ignores-affinity': {
    summary: 'a pod whose required node affinity no node meets gets a host all the same',
    caughtBy: 'control-loops/pod-waits-for-its-node-affinity',
    hooks: withControllers({
      hostOf: (pod) => (objectAt(pod, 'spec', 'affinity') === undefined ? ordinaryHost(pod) : 'node-1'),
    }),
  },
  'container-id-lacks-its-runtime': {
    summary: 'the node reports container ids without the runtime and ://',
    caughtBy: 'control-loops/node-reports-on-containers',
    hooks: withControllers({ containerIdOf: (name) => `${name}-4711` }),
  },
  'restarts-are-counted-without-end': {
    summary: 'the node reports that a container was restarted seven times',
    caughtBy: 'control-loops/node-reports-on-containers',
    hooks: withControllers({ restarts: 7 }),
  },
  'active-deadline-is-ignored': {
    summary: 'a pod goes on running after its activeDeadlineSeconds',
    caughtBy: 'control-loops/pod-ends-at-its-active-deadline',
    hooks: withControllers({ ignoresDeadline: true }),
  },
  'node-reports-not-on-all-containers': {
    summary: 'the status of a running pod lacks its last container',
    caughtBy: 'control-loops/node-reports-on-containers',
    hooks: withControllers({ reportsNotOnAll: true }),
  },
  'cron-job-makes-another-job': {
    summary: 'the job that a cron job makes has another image than the template of the cron job',
    caughtBy: 'control-loops/cron-job-makes-jobs',
    hooks: withControllers({ job: (job) => containersOf(job).forEach((container) => (container['image'] = 'x:old')) }),
  },
  'suspended-cron-jobs-run': {
    summary: 'a suspended cron job makes a job when it is due',
    caughtBy: 'control-loops/suspended-cron-job-makes-none',
    hooks: withControllers({ runsSuspended: true }),
  },
  'concurrency-policy-is-ignored': {
    summary: 'a run of a cron job starts beside one that has not ended, whatever its concurrencyPolicy says',
    caughtBy: 'control-loops/concurrency-policy-holds',
    hooks: withControllers({ policyOf: () => 'Allow' }),
  },
  'overlapping-runs-never-start': {
    summary: 'a cron job whose last job has not ended makes none, although its concurrencyPolicy is Allow',
    caughtBy: 'control-loops/concurrency-policy-holds',
    hooks: withControllers({ policyOf: (policy) => (policy === 'Allow' ? 'Forbid' : policy) }),
  },
  'missed-runs-start-after-their-deadline': {
    summary: 'a missed run of a cron job starts long after its startingDeadlineSeconds have passed',
    caughtBy: 'control-loops/missed-run-heeds-its-deadline',
    hooks: withControllers({ ignoresStartingDeadline: true }),
  },
  'finished-jobs-are-all-kept': {
    summary: 'the finished jobs of a cron job are kept, whatever its history limits say',
    caughtBy: 'control-loops/job-history-is-limited',
    hooks: withControllers({ finishedJobsKept: Infinity }),
  },
  'finished-jobs-are-removed-at-once': {
    summary: 'the finished jobs of a cron job are removed, although its history limits let it keep them',
    caughtBy: 'control-loops/job-history-is-limited',
    hooks: withControllers({ finishedJobsKept: 0 }),
  },
});
