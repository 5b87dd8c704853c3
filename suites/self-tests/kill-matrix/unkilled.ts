const NO_LOOPS = 'It applies only where control loops act on workloads, and there are none of these in the reference server that the faults stand in front of; its own test holds it against histories of loops that go wrong.';

/** Why no fault makes a rule fail that the document binds servers to; a rule that is killed has no business here. */
export const UNKILLED: Readonly<Record<string, string>> = {
  'control-loops/cron-job-makes-jobs': NO_LOOPS,
  'control-loops/deployment-carries-its-revision': NO_LOOPS,
  'control-loops/deployment-makes-a-replica-set': NO_LOOPS,
  'control-loops/deployment-takes-existing-replica-sets': NO_LOOPS,
  'control-loops/job-shows-what-is-active': NO_LOOPS,
  'control-loops/node-reports-on-containers': NO_LOOPS,
  'control-loops/paused-deployment-misses-no-deadline': NO_LOOPS,
  'control-loops/paused-deployment-rolls-nothing-out': NO_LOOPS,
  'control-loops/pod-is-given-a-host': NO_LOOPS,
  'control-loops/pod-waits-for-what-it-asks-for': NO_LOOPS,
  'control-loops/progress-deadline-shows': NO_LOOPS,
  'control-loops/recreate-ends-the-old-first': NO_LOOPS,
  'control-loops/revision-history-is-limited': NO_LOOPS,
  'control-loops/rollback-ends': NO_LOOPS,
  'control-loops/rolling-update-keeps-its-bounds': NO_LOOPS,
  'control-loops/suspended-cron-job-makes-none': NO_LOOPS,
};
