import { answerOn, askOn } from './ask-main-thread.ts';
import type { RunConfig } from '../run-config.ts';

/** Setting a stage takes as long as the target takes: whoever waits for it is ended from outside where it never comes. */
const PATIENCE_MS = 2 ** 31 - 1;

/** Answers with the config of a run as soon as it is known; with nothing where the run comes to nothing. */
export function answerWithConfig(channel: string, config: Promise<RunConfig | undefined>): { close(): void } {
  return answerOn(channel, () => config);
}

/** Waits for the config of the run that this thread is to judge. */
export function askForConfig(channel: string): Promise<RunConfig | undefined> {
  return askOn<RunConfig | undefined>(channel, PATIENCE_MS);
}
