import { answerOn, askOn } from './ask-main-thread.ts';

/**
 * How the thread that judges gets a reference server from the process that may start one: it asks when a rule fails for the first time.
 */
export type ReferenceAnswer = { readonly url: string } | { readonly unavailable: string };

/** After this time whoever should answer is taken to be gone. */
const PATIENCE_MS = 60_000;

/** Answers on the channel until `close`; `start` is called for the first who asks. */
export function answerReferenceRequests(name: string, start: () => Promise<ReferenceAnswer>): { close(): void } {
  return answerOn(name, start);
}

/** Asks on the channel of that name. */
export async function askForReference(name: string): Promise<ReferenceAnswer> {
  return (await askOn<ReferenceAnswer>(name, PATIENCE_MS)) ?? { unavailable: 'nobody answered the request for a reference server' };
}
