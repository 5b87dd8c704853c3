import { respondOn, askOn } from './ask-main-thread.ts';
import type { RunConfig } from '../run-config.ts';

/**
 * Set-up takes as long as the target takes, so there is no time limit here. If the config never comes, the command
 * line ends the worker.
 */
const PATIENCE_MS = 2 ** 31 - 1;

/** Responds with the config of a run as soon as it is known, or with nothing if the run is abandoned. */
export function respondWithConfig(channel: string, config: Promise<RunConfig | undefined>): { close(): void } {
  return respondOn(channel, () => config);
}

/** Waits for the config of the run that this thread judges. */
export function askForConfig(channel: string): Promise<RunConfig | undefined> {
  return askOn<RunConfig | undefined>(channel, PATIENCE_MS);
}
