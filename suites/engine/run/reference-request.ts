import { answerOn, askOn } from './ask-main-thread.ts';

/**
 * The thread that judges asks for a reference server when a rule fails for the first time; the process that may start one answers.
 */
export type ReferenceResponse = { readonly url: string } | { readonly unavailable: string };

/** Which controllers a reference server runs: those that finish deletions, or those that act on workloads too. */
export type Controllers = 'cleanup' | 'on';

const EACH: readonly Controllers[] = ['cleanup', 'on'];

/** After this time the process that should answer counts as gone. */
const PATIENCE_MS = 60_000;

/** Answers on the channel until `close`. `start` is called once for each choice of controllers that is asked for. */
export function answerReferenceRequests(
  name: string,
  start: (controllers: Controllers) => Promise<ReferenceResponse>,
): { close(): void } {
  const answering = EACH.map((controllers) => answerOn(channelOf(name, controllers), () => start(controllers)));
  return { close: () => answering.forEach((each) => each.close()) };
}

/** Asks on the channel of that name for a reference server that runs these controllers. */
export async function askForReference(name: string, controllers: Controllers): Promise<ReferenceResponse> {
  return (
    (await askOn<ReferenceResponse>(channelOf(name, controllers), PATIENCE_MS)) ?? {
      unavailable: 'nobody answered the request for a reference server',
    }
  );
}

function channelOf(name: string, controllers: Controllers): string {
  return `${name}-controllers-${controllers}`;
}
