import { respondOn, askOn } from './ask-main-thread.ts';

/**
 * The judging thread asks for a reference server when a rule fails for the first time; the process that may start
 * one responds.
 */
export type ReferenceResponse = { readonly url: string } | { readonly unavailable: string };

/** The controllers of a reference server: only those that finish deletions, or workload controllers too. */
export type ReferenceControllers = 'cleanup' | 'on';

const EACH: readonly ReferenceControllers[] = ['cleanup', 'on'];

/** After this time the other process counts as gone. */
const PATIENCE_MS = 60_000;

/** Responds on the channel until `close`. `start` is called once for each requested choice of controllers. */
export function respondToReferenceRequests(
  name: string,
  start: (controllers: ReferenceControllers) => Promise<ReferenceResponse>,
): { close(): void } {
  const responder = EACH.map((controllers) => respondOn(channelOf(name, controllers), () => start(controllers)));
  return { close: () => responder.forEach((each) => each.close()) };
}

/** Asks on the channel with that name for a reference server with these controllers. */
export async function askForReference(name: string, controllers: ReferenceControllers): Promise<ReferenceResponse> {
  return (
    (await askOn<ReferenceResponse>(channelOf(name, controllers), PATIENCE_MS)) ?? {
      unavailable: 'no process responded to the request for a reference server',
    }
  );
}

function channelOf(name: string, controllers: ReferenceControllers): string {
  return `${name}-controllers-${controllers}`;
}
