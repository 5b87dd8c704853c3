import { clearImmediate, setImmediate } from 'node:timers';

/**
 * Runs a function in a later turn of the event loop: Node's own `setImmediate`, captured before a test can replace
 * it. With a fake `setImmediate`, the server would stop in the middle of a request until the test advances its
 * timers.
 */
export const inNextTurn: (act: () => void) => NodeJS.Immediate = setImmediate;

/** Cancels the call. */
export const notInNextTurn: (turn: NodeJS.Immediate | undefined) => void = clearImmediate;
