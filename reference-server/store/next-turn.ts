import { clearImmediate, setImmediate } from 'node:timers';

/**
 * Does something in a turn of the event loop of its own, as `setImmediate` does: Node's own, from before a test put another in its place. With one
 * that a test moves by hand the server would stand still, in the middle of what that test asked it for.
 */
export const inNextTurn: (act: () => void) => NodeJS.Immediate = setImmediate;

/** Takes it back. */
export const notInNextTurn: (turn: NodeJS.Immediate | undefined) => void = clearImmediate;
