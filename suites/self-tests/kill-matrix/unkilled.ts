const NO_CONTROLLER =
  'Only a controller can break it, and no controller of `proxy/faults/simulated-controllers` has such a fault. The test of the rule judges hand-written histories of wrong controllers.';

/** Why no fault makes a must-rule fail; rules that some fault kills must not be listed. */
export const UNKILLED: Readonly<Record<string, string>> = {
  'control-loops/paused-deployment-misses-no-deadline': NO_CONTROLLER,
  'control-loops/progress-deadline-shows': NO_CONTROLLER,
};
