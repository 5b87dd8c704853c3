const NO_LOOP =
  'Only a control loop can break it, and the small ones of `proxy/faults/loops.ts` do no such thing; its own test holds it against histories of loops that go wrong.';

/** Why no fault makes a must-rule fail; rules that some fault kills must not be listed. */
export const UNKILLED: Readonly<Record<string, string>> = {
  'control-loops/cron-job-makes-jobs': NO_LOOP,
  'control-loops/paused-deployment-misses-no-deadline': NO_LOOP,
  'control-loops/progress-deadline-shows': NO_LOOP,
  'control-loops/suspended-cron-job-makes-none': NO_LOOP,
};
